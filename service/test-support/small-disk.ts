// A disk that can be full: a small one in memory if this user can mount one, otherwise the system's
// own limit on the size of the files that a process writes.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const mebibyte = 1024 * 1024;

export interface SmallDisk {
  readonly folder: string;
  fill(pid: number): void;
  free(pid: number): void;
  remove(): void;
}

export function makeSmallDisk(): SmallDisk {
  return mountedDisk() ?? limitedFiles();
}

function mountedDisk(): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-disk-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder]).status !== 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill() {
      for (let size = 16 * mebibyte; size >= 4_096; size /= 2) {
        try {
          for (;;) writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' });
        } catch (problem) {
          assert.equal((problem as NodeJS.ErrnoException).code, 'ENOSPC');
        }
      }
    },
    free: () => rmSync(ballast),
    remove() {
      // Lazily, because a process that is just ending can still use it.
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function limitedFiles(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-disk-'));
  const limit = (pid: number, bytes: string) => execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
  return {
    folder,
    fill: (pid) => void limit(pid, String(statSync(join(folder, 'live.sqlite-wal')).size)),
    free: (pid) => void limit(pid, 'unlimited'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

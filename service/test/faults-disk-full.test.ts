// The disk of the embedded database fills up under load: callers are told to come back, and once there is room again everything goes
// on by itself, with nothing acknowledged lost. A small disk in memory where this user may mount one; elsewhere the system's own
// limit on the size of the files that the process writes.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { expectKept, makeFaultedOrganization, startFaultLoad, untilWell } from '../test-support/fault-load.ts';
import { settingsFor } from '../test-support/running-service.ts';
import { spawnService } from '../test-support/spawned-service.ts';

const mebibyte = 1024 * 1024;

interface SmallDisk {
  readonly folder: string;
  fill(pid: number): void;
  free(pid: number): void;
  remove(): void;
}

test('a full disk is answered with 503, and room with success', { timeout: 120_000 }, async (t) => {
  const disk = mountedDisk() ?? limitedFiles();
  const settings = await settingsFor({ settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
  rmSync(settings.DATA_DIR!, { recursive: true });
  settings.DATA_DIR = disk.folder;
  try {
    const service = await spawnService(settings);
    t.after(() => service.kill());
    const { pid } = service.process;
    const org = await makeFaultedOrganization(service.liveUrl, settings);
    const load = startFaultLoad(service.liveUrl, org, [503]);
    for (let round = 0; round < 2; round += 1) {
      await load.more(20);
      disk.fill(pid!);
      await load.oneFailure();
      // Reading goes on: what is there is served.
      assert.equal((await fetch(`${service.liveUrl}/v1/records/${[...load.acknowledged.records][0]}`)).status, 200);
      disk.free(pid!);
      await load.more(20);
      await untilWell(service.liveUrl);
    }
    await load.end();
    await expectKept(settings, org, load);
    t.diagnostic(
      `${load.acknowledged.records.size} records kept, ${load.failures.get(503)} answers asked to come back`,
    );
    assert.equal(await service.stop(), 0);
  } finally {
    disk.remove();
  }
});

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
      // Lazily: a process that is only just ending may still hold it.
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

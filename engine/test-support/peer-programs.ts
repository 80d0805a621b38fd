// Test support: programs of other makers that read what the engine writes, used in the long run. If
// one is not installed, a test is skipped with a reason. On CI (CI=true) it fails instead.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { longTest } from './test-run.ts';

const debianPackages = {
  chromium: 'chromium',
  exiftool: 'libimage-exiftool-perl',
  ffmpeg: 'ffmpeg',
  ffprobe: 'ffmpeg',
  flac: 'flac',
  mutool: 'mupdf-tools',
  openssl: 'openssl',
  pdfinfo: 'poppler-utils',
  pdfsig: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  pdftotext: 'poppler-utils',
  pngcheck: 'pngcheck',
  qpdf: 'qpdf',
  webpinfo: 'webp',
  webpmux: 'webp',
};
export type PeerProgram = keyof typeof debianPackages;

export interface Peers {
  /** Standard output and error together, for any exit status. */
  run(program: PeerProgram, ...options: string[]): string;
  /** Writes a file into a folder that is removed after the test. Returns its path. */
  save(name: string, bytes: Uint8Array): string;
  read(path: string): Buffer;
  readonly folder: string;
}

export function testWithPrograms(
  name: string,
  programs: readonly PeerProgram[],
  body: (peers: Peers, context: TestContext) => void | Promise<void>,
): void {
  longTest(name, async (context) => {
    const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0);
    if (missing.length > 0) {
      const sentence = `${missing.join(', ')} not installed (Debian: ${missing.map((each) => debianPackages[each]).join(', ')}).`;
      if (process.env.CI === 'true') throw new Error(`On CI the peer programs must be there: ${sentence}`);
      return context.skip(sentence);
    }
    const folder = mkdtempSync(join(tmpdir(), 'provenance-peers-'));
    context.after(() => rmSync(folder, { recursive: true }));
    return body(
      { run, save: (file, bytes) => save(folder, file, bytes), read: (path) => readFileSync(path), folder },
      context,
    );
  });
}

function run(program: PeerProgram, ...options: string[]): string {
  const { stdout, stderr, error } = spawnSync(program, options, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (error) throw error;
  return stdout + stderr;
}

function save(folder: string, name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

// Debian's ffmpeg, for common edits of a video.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeLong } from './test-run.ts';

export function withFfmpeg(suite: () => void): void {
  const absence = 'ffmpeg is not installed (Debian: ffmpeg).';
  describeLong(spawnSync('ffmpeg', ['-version']).status === 0, absence, 'with ffmpeg', suite);
}

/**
 * The video after ffmpeg with these options. ending: of the new file, which names its container.
 * before: options of the input.
 */
export function convertVideo(
  video: Uint8Array,
  options: readonly string[],
  ending: string,
  before: readonly string[] = [],
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-video-'));
  const [input, output] = [join(folder, 'input'), join(folder, `output.${ending}`)];
  try {
    writeFileSync(input, video);
    const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', ...before, '-i', input, ...options, output], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    return readFileSync(output);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

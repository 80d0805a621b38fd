// Debian's ffmpeg, to make of a video what people make of it. Where it is not installed a suite is skipped with a sentence,
// but in CI it fails.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';

export function withFfmpeg(suite: () => void): void {
  const absence = 'ffmpeg is not installed (Debian: ffmpeg).';
  if (spawnSync('ffmpeg', ['-version']).status === 0) describe('with ffmpeg', suite);
  else if (process.env.CI === 'true') test('with ffmpeg', () => assert.fail(absence));
  else test('with ffmpeg', { skip: absence });
}

/** The video after ffmpeg with these options; ending: of the file made, which names its container; before: options of the input. */
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

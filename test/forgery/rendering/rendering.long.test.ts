// The short version of `npm run bench -- hostility/forgery-rendering`: files that the service
// delivers look, sound and read the same in common programs, with and without our container and a
// manifest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findProgram } from '../../../service/test-support/private-program.ts';
import { listSamples } from '../samples.ts';
import { reasonFor } from './known-differences.ts';
import { runRenderings } from './run-renderings.ts';
import { videoUploads } from './video-uploads.ts';

const programs = ['chromium', 'exiftool', 'ffmpeg', 'ffprobe', 'mutool', 'pdftoppm'];

test('delivered files look, sound and read like the signed content', async (context) => {
  const missing = programs.filter((program) => !findProgram(program));
  if (missing.length > 0) {
    assert.notEqual(process.env.CI, 'true', `On CI the programs must be there: ${missing.join(', ')}.`);
    return context.skip(`${missing.join(', ')} not installed.`);
  }
  const byFormat = Map.groupBy(await listSamples(), ({ format }) => format);
  const uploads = [...[...byFormat.values()].flatMap((samples) => samples.slice(0, 2)), ...videoUploads().take(4)];
  const { formats, differences } = await runRenderings({ uploads, chromium: findProgram('chromium')!, lanes: 2 });
  const unknown = differences.filter((difference) => reasonFor(difference) === undefined);
  assert.deepEqual(unknown, []);
  context.diagnostic(`${differences.length} differences that are known`);
  for (const [format, viewer] of Object.entries({
    jpeg: 'Chromium',
    html: 'Chromium',
    mp4: 'Chromium',
    flac: 'ffmpeg',
    pdf: 'mutool',
  })) {
    assert.ok(formats.get(format)?.shownBy.get(viewer), `${viewer} showed no ${format}`);
  }
});

// More than two thousand authentic files, compared in Chromium, FFmpeg, poppler, MuPDF, exiftool
// and ffprobe: a file with our container, or with a manifest, must look, sound and read like its
// canonical content.
import { knownDifferences, reasonFor } from '../../test/forgery/rendering/known-differences.ts';
import { runRenderings } from '../../test/forgery/rendering/run-renderings.ts';
import {
  pageUploads,
  photoUploads,
  sampleUploads,
  sharedUploads,
  soundUploads,
} from '../../test/forgery/rendering/uploads.ts';
import { videoUploads } from '../../test/forgery/rendering/video-uploads.ts';
import { findChromium } from '../../test/test-support/served-pages.ts';
import { formatTable, keepFigures } from '../measurement.ts';

const viewers = ['Chromium', 'exiftool', 'ffprobe', 'ffmpeg', 'pdftoppm', 'mutool'];
const chromium = findChromium();
if (!chromium)
  throw new Error('Install chromium, exiftool, ffmpeg, poppler-utils and mupdf-tools: they show the files.');
const started = performance.now();
const { formats, passedOver, differences } = await runRenderings({
  uploads: allUploads(),
  chromium,
  lanes: 2,
  onProgress: (files, found) => {
    if (files % 100 < 2) process.stderr.write(`${files} files, ${found} differences\n`);
  },
});
const seconds = (performance.now() - started) / 1_000;
const unknown = differences.filter((difference) => reasonFor(difference) === undefined);
for (const { upload, variant, viewer, detail } of unknown) console.log(`${upload}: ${viewer}, ${variant}: ${detail}`);

const rows = [...formats].map(([format, { uploads, files, shownBy }]) => [
  format,
  String(uploads),
  String(files),
  ...viewers.map((viewer) => String(shownBy.get(viewer) ?? '')),
]);
const total = [...formats.values()].reduce((sum, { files }) => sum + files, 0);
console.log(`\n${formatTable([['', 'uploads', 'files', ...viewers], ...rows])}\n`);
console.log(
  `${total} authentic files in ${seconds.toFixed(0)} s; ${passedOver} uploads cannot be signed, have no container, or a structure unknown here.`,
);
for (const known of knownDifferences) {
  const count = differences.filter((difference) => reasonFor(difference) === known.reason).length;
  console.log(`known, ${count} times: ${known.reason}`);
}
console.log(`other differences: ${unknown.length}`);
console.log(`Figures: ${keepFigures('hostility-forgery-rendering', { seconds, total, passedOver, differences })}`);
if (unknown.length > 0) process.exitCode = 1;

async function* allUploads() {
  yield* videoUploads();
  yield* pageUploads();
  yield* soundUploads();
  for (const scale of [1, 3, 5, 7]) yield* sampleUploads(scale);
  yield* sharedUploads();
  yield* photoUploads();
}

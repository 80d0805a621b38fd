// Uploads for rendering: every small file of the shared folder, every sample of the formats' own
// tests, and photographs, pages, sounds and videos made in many ways.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { allFormats } from '../../../engine/src/index.ts';
import { formatChunk, joinWav } from '../../../engine/test-support/sample-sounds.ts';
import { scripts } from '../../../engine/test-support/sample-texts.ts';
import { samplesOf } from '../../../engine/test-support/samples.ts';
import { sharedFolder } from '../../hostility/sample-files.ts';
import { makeRiffChunk } from '../containers/riff.ts';
import type { Upload } from './compare-variants.ts';

const largest = 1_600_000;

/** One of each sample of the formats' own tests. */
export async function* sampleUploads(scale = 1): AsyncGenerator<Upload> {
  for (const { name: format, kind } of allFormats) {
    if (scale > 1 && kind !== 'image') continue;
    for (const [name, bytes] of await samplesOf(format, scale)) yield { name: `${format} × ${scale}: ${name}`, bytes };
  }
}

export function* sharedUploads(): Generator<Upload> {
  for (const folder of ['media', 'corpus', 'c2pa']) {
    const path = join(sharedFolder, folder);
    if (!existsSync(path)) continue;
    for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      if (bytes.length <= largest) yield { name: `${folder}/${entry.name}`, bytes };
    }
  }
}

export async function* photoUploads(): AsyncGenerator<Upload> {
  const folder = join(sharedFolder, 'media/photos');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const photo = readFileSync(join(folder, name));
    for (const width of [90, 180, 280, 360]) {
      const resized = () => sharp(photo).rotate().resize({ width });
      const makers = {
        'JPEG 60': () => resized().jpeg({ quality: 60 }),
        'JPEG 95 with metadata': () => resized().keepMetadata().jpeg({ quality: 95 }),
        'progressive JPEG': () => resized().jpeg({ progressive: true }),
        PNG: () => resized().png(),
        'PNG palette with metadata': () => resized().keepMetadata().png({ palette: true }),
        WebP: () => resized().webp(),
        'lossless WebP with metadata': () => resized().keepMetadata().webp({ lossless: true }),
      };
      for (const [kind, make] of Object.entries(makers)) {
        yield { name: `${name}, ${width} pixels, ${kind}`, bytes: await make().toBuffer() };
      }
    }
  }
}

export function* pageUploads(): Generator<Upload> {
  const words = [...scripts.values()].map((text) => `<p>${text}</p>`).join('\n');
  const doctypes = [
    '<!DOCTYPE html>\n',
    '',
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN">',
    '<?xml version="1.0"?><!DOCTYPE html>',
  ];
  const heads = [
    '<html><head><meta charset="utf-8"><title>A title</title></head><body>',
    '<meta charset="utf-8"><title>A title</title>',
    '<html lang=en><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><style>p { color: teal }</style><body>',
    '<head><script>document.title = "Script"</script><link rel="icon" href="data:,"></head><body class="x">',
    '',
    '<!-- comment --><html><head></head><frameset></frameset><noframes></noframes><body>',
  ];
  const ends = ['</body></html>\n', '', '<script>document.body.append("end")</script>'];
  for (const [doctype, head, end] of combine(doctypes, heads, ends)) {
    const page = `${doctype}${head}\n<h1>Words</h1>\n${words}${end}`;
    yield {
      name: `page ${JSON.stringify(doctype.slice(0, 20))} ${JSON.stringify(head.slice(0, 30))} ${JSON.stringify(end)}`,
      bytes: Buffer.from(page),
    };
    if (end === '')
      yield {
        name: `the same in UTF-16 ${JSON.stringify(head.slice(0, 30))}`,
        bytes: Buffer.from(`\ufeff${page}`, 'utf16le'),
      };
  }
}

export function* soundUploads(): Generator<Upload> {
  for (const [sampleRate, channels, bits] of combine([8_000, 22_050, 44_100], [1, 2], [8, 16, 24, 32])) {
    const length = Math.round(sampleRate * 0.4) * channels * (bits / 8);
    const sound = Buffer.from(Array.from({ length }, (_, at) => (at * at * 31 + (at >> 4) * 17) & 63));
    const data = { id: 'data', content: sound, bytes: makeRiffChunk('data', sound).bytes };
    const bytes = joinWav([formatChunk({ tag: 1, channels, sampleRate, bits }), data]);
    yield { name: `WAV of ${sampleRate} Hz, ${channels} × ${bits} bits`, bytes };
  }
}

function combine<First, Second, Third>(first: readonly First[], second: readonly Second[], third: readonly Third[]) {
  return first.flatMap((one) =>
    second.flatMap((two) => third.map((three): [First, Second, Third] => [one, two, three])),
  );
}

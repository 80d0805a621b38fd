// Where a file changed, without a service: edits of pictures, sounds and texts are found in their
// place, copies show nothing, flat areas are unknown, and nothing is computed without a request.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { RecordShelf } from '../test-support/record-shelf.ts';
import { longTest } from '../test-support/test-run.ts';
import type { Localization } from './localization.ts';
import { SearchNeeded } from './specimen.ts';
import { verify } from './verify.ts';

type PictureLocalization = Extract<Localization, { kind: 'image' }>;

const [width, height] = [960, 720];
const edit = { left: 520, top: 200, width: 260, height: 240 };

/** Grain on soft shapes. The left third has a single shade. */
function makePicture(seed: number): Sharp {
  const data = Buffer.alloc(width * height * 3);
  let state = seed;
  for (let i = 0; i < width * height; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const [x, y] = [i % width, Math.floor(i / width)];
    const shade = 128 + 60 * Math.sin(x / 70 + seed) * Math.cos(y / 50) + (state >>> 24) / 9;
    data.fill(x < width / 3 ? 200 : shade, i * 3, i * 3 + 3);
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function localize(shelf: RecordShelf, content: Uint8Array): Promise<Localization> {
  const { localization } = await verify(content, { localize: true }, shelf);
  assert.ok(localization);
  return localization;
}

async function localizePicture(shelf: RecordShelf, picture: Sharp): Promise<PictureLocalization> {
  const localization = await localize(shelf, await picture.jpeg({ quality: 75 }).toBuffer());
  assert.equal(localization.kind, 'image');
  return localization as PictureLocalization;
}

/** Shares of a box, and of the area outside it, that the regions cover. */
function coverage({ regions, ...size }: PictureLocalization, box: typeof edit): { inside: number; outside: number } {
  let [inside, outside] = [0, 0];
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      if (!regions.some((each) => x >= each.x && y >= each.y && x < each.x + each.width && y < each.y + each.height))
        continue;
      if (x >= box.left && y >= box.top && x < box.left + box.width && y < box.top + box.height) inside++;
      else outside++;
    }
  }
  const area = box.width * box.height;
  return { inside: inside / area, outside: outside / (size.width * size.height - area) };
}

async function pasteOnto(bytes: Uint8Array): Promise<Buffer> {
  const patch = await makePicture(9).extract(edit).png().toBuffer();
  return sharp(bytes)
    .composite([{ input: patch, left: edit.left, top: edit.top }])
    .png()
    .toBuffer();
}

test('a part pasted into a picture is a region, in place, scaled, and stored on its side', async () => {
  const shelf = new RecordShelf();
  const { bytes } = await shelf.sign(await makePicture(3).png().toBuffer());
  const edited = await pasteOnto(bytes);

  const inPlace = await localizePicture(shelf, sharp(edited));
  assert.deepEqual([inPlace.width, inPlace.height], [width, height]);
  const found = coverage(inPlace, edit);
  assert.ok(found.inside > 0.95 && found.outside < 0.03, JSON.stringify(found));
  assert.ok(inPlace.regions.every(({ score }) => score > 0.8 && score <= 1));

  const scaled = await localizePicture(shelf, sharp(edited).resize({ width: 816 }));
  const small = Object.fromEntries(Object.entries(edit).map(([name, value]) => [name, Math.round(value * 0.85)]));
  const ofScaled = coverage(scaled, small as typeof edit);
  assert.ok(ofScaled.inside > 0.9 && ofScaled.outside < 0.04, JSON.stringify(ofScaled));

  // A quarter turn back, by Exif: it is displayed as it was.
  const onItsSide = sharp(await sharp(edited).rotate(270).toBuffer()).withMetadata({ orientation: 6 });
  const shown = await localizePicture(shelf, onItsSide);
  assert.deepEqual([shown.width, shown.height], [width, height]);
  const ofShown = coverage(shown, edit);
  assert.ok(ofShown.inside > 0.9 && ofShown.outside < 0.04, JSON.stringify(ofShown));
});

longTest(
  'a copy of the whole picture shows no region, and an area of one shade is unknown, painted or not',
  async () => {
    const shelf = new RecordShelf();
    const { bytes } = await shelf.sign(await makePicture(3).png().toBuffer());
    const flat = { left: 40, top: 300, width: 200, height: 200 };
    const cover = { input: { create: { ...flat, channels: 3 as const, background: '#c8c8c8' } }, left: 40, top: 300 };
    for (const copy of [sharp(bytes), sharp(bytes).resize({ width: 720 }), sharp(bytes).composite([cover])]) {
      const { regions, map } = await localizePicture(shelf, copy);
      assert.deepEqual(regions, []);
      const values = Buffer.from(map.values, 'base64');
      assert.equal(values.length, map.columns * map.rows);
      assert.ok(map.columns <= 128 && map.rows <= 128);
      const cells = { unknown: 0, marked: 0 };
      for (const [at, value] of values.entries()) {
        const x = (at % map.columns) / map.columns;
        if (x < 0.28 && value === 0) cells.unknown++;
        if (x > 0.4 && value === 1) cells.marked++;
      }
      assert.ok(cells.marked > 0.5 * 0.6 * values.length, JSON.stringify(cells));
      assert.ok(cells.unknown > 0.5 * 0.28 * values.length, JSON.stringify(cells));
    }
  },
);

test('nothing is computed without a request, and nothing for unchanged or unknown content', async () => {
  const shelf = new RecordShelf();
  const { bytes, token } = await shelf.sign(await makePicture(3).png().toBuffer());
  const copy = await sharp(bytes).jpeg({ quality: 80 }).toBuffer();
  assert.ok(!('localization' in (await verify(copy, {}, shelf))));
  await assert.rejects(verify(copy, { localize: true, briefly: true }, shelf), SearchNeeded);
  const noteOf = async (content: Uint8Array, given?: string) => {
    const { localization } = await verify(content, { localize: true, token: given }, shelf);
    return localization?.kind === 'none' ? localization.note : localization?.kind;
  };
  assert.match((await noteOf(bytes))!, /exactly what was signed/);
  const other = await makePicture(8).png().toBuffer();
  assert.match((await noteOf(other))!, /no record/);
  assert.match((await noteOf(other, token))!, /did not find the watermark/);
  assert.match((await noteOf(Buffer.from([1, 2, 0, 255]), token))!, /did not find the watermark/);
});

test('added or split paragraphs of a text and those with a new beginning are reported', async () => {
  const shelf = new RecordShelf();
  const text = ['# A heading', 'The first paragraph\nof two lines.', '```\ncode\n```', 'The last one.'].join('\n\n');
  const signed = Buffer.from((await shelf.sign(Buffer.from(text))).bytes).toString();
  const changesOf = async (changed: string) => {
    const localization = await localize(shelf, Buffer.from(changed));
    assert.equal(localization.kind, 'text');
    return (localization as Extract<Localization, { kind: 'text' }>).paragraphs;
  };
  assert.deepEqual(await changesOf(signed.replace('two lines', 'three lines')), []);
  assert.deepEqual(await changesOf(signed.replace('```\n\n', '```\n\nAn added one.\n\n')), [
    { paragraph: 4, line: 10, payload: 'missing' },
  ]);
  assert.deepEqual(await changesOf(signed.replace('paragraph\n', 'paragraph\n\n')), [
    { paragraph: 3, line: 5, payload: 'missing' },
  ]);
  assert.deepEqual(await changesOf(signed.replace(/\n\n(?=\P{ASCII}+The first)/u, ' ')), [
    { paragraph: 1, line: 1, payload: 'moved' },
  ]);
  assert.deepEqual(await changesOf(signed.replace(/(?=\P{ASCII}+The last)/u, 'Not so: ')), [
    { paragraph: 4, line: 10, payload: 'moved' },
  ]);
});

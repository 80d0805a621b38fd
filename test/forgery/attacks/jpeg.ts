// Attacks on the segments of a JPEG: stores spread over segments, under other numbers, with fill
// bytes, and other files in them.

import { jpegContainer, makeSegment, wrapInstance } from '../containers/jpeg.ts';
import { containerOf, type Forgery, type Target } from '../forgery.ts';
import { foreignStore, forgedPage, makeJumbfBox, makeSuperbox, pageStore, storeType } from '../stores.ts';

export function* jpegAttacks(target: Target): Generator<Forgery> {
  if (containerOf(target) !== jpegContainer) return;
  for (const base of ['delivered', 'canonical'] as const) yield* segmentAttacks(target, base);
  const pieces = jpegContainer.split(target.delivered);
  const at = pieces.findIndex(({ bytes }) => bytes.includes(target.token));
  const own = pieces[at]!.bytes;
  const filled = { name: 'APP1', bytes: Buffer.concat([Buffer.alloc(3, 0xff), own]) };
  yield { name: 'puts fill bytes before our segment', bytes: jpegContainer.join(pieces.with(at, filled)) };
  const longer = makeSegment(0xe1, Buffer.concat([own.subarray(4), Buffer.from(' ')]));
  yield { name: 'makes our segment a byte longer', bytes: jpegContainer.join(pieces.with(at, longer)) };
  const shorter = Buffer.from(own);
  shorter.writeUInt16BE(own.readUInt16BE(2) - 1, 2);
  yield {
    name: 'says that our segment is shorter',
    bytes: jpegContainer.join(pieces.with(at, { name: 'APP1', bytes: shorter })),
  };
}

function* segmentAttacks(target: Target, base: 'delivered' | 'canonical'): Generator<Forgery> {
  const pieces = jpegContainer.split(target[base]);
  const indexed = pieces.findIndex(({ bytes }) => bytes.includes('MPF\0'));
  const put = (place: number, ...added: ReturnType<typeof makeSegment>[]) =>
    jpegContainer.join(pieces.toSpliced(place, 0, ...added));
  const half = foreignStore.length >> 1;
  const repeated = Buffer.concat([foreignStore.subarray(0, 8), foreignStore.subarray(half)]);
  const parts = [wrapInstance(foreignStore.subarray(0, half), 9), wrapInstance(repeated, 9, 2)];
  const here = `of the ${base} file`;
  yield { name: `spreads a store over two segments ${here}`, bytes: put(1, ...parts) };
  yield { name: `spreads a store over two segments in the wrong order ${here}`, bytes: put(1, ...parts.toReversed()) };
  yield {
    name: `puts stores under two numbers ${here}`,
    bytes: put(1, wrapInstance(foreignStore, 1), wrapInstance(pageStore, 2)),
  };
  yield {
    name: `puts fill bytes before a store ${here}`,
    bytes: put(1, makeSegment(0xeb, wrapInstance(foreignStore, 5).bytes.subarray(4), 2)),
  };
  const image = makeSuperbox(storeType, 'c2pa', makeJumbfBox('free', target.stranger.delivered.subarray(0, 60_000)));
  yield { name: `hides a picture in a store ${here}`, bytes: put(1, wrapInstance(image, 1)), row: 'polyglot' };
  const script = makeSuperbox(
    storeType,
    'c2pa',
    makeJumbfBox('free', Buffer.from(`--><html>${forgedPage}<plaintext hidden>`)),
  );
  yield { name: `hides a page in a store behind SOI ${here}`, bytes: put(1, wrapInstance(script, 1)), row: 'polyglot' };
  const document = makeSuperbox(
    storeType,
    'c2pa',
    makeJumbfBox('free', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')),
  );
  yield {
    name: `hides a PDF in a store behind SOI ${here}`,
    bytes: put(1, wrapInstance(document, 1)),
    row: 'polyglot',
  };
  if (indexed >= 0) {
    const second = wrapInstance(image, 1);
    yield {
      name: `puts a store with a picture behind the multi-picture index ${here}`,
      bytes: put(indexed + 1, second),
      row: 'pictureIndex',
    };
    yield {
      name: `puts a store as long as the second picture’s offset behind the index ${here}`,
      bytes: put(pieces.length - 1, second, second),
      row: 'pictureIndex',
    };
  }
}

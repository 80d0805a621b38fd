// Attacks on the boxes of MP4 and QuickTime: our box and stores at every place, with and without
// updated offsets, so that samples are read from elsewhere; boxes with other spellings of their
// size; and other movies inside stores.
import { boxContainer, insertBox, makeBox, spellLong } from '../containers/boxes.ts';
import { containerOf, type Forgery, type Target } from '../forgery.ts';
import { foreignStore, forgedPage, makeJumbfBox, makeSuperbox, storeType } from '../stores.ts';

export function* mp4Attacks(target: Target): Generator<Forgery> {
  if (containerOf(target) !== boxContainer) return;
  const { delivered, canonical, token, stranger } = target;
  const own = boxContainer.split(delivered).find(({ bytes }) => bytes.includes(token))!.bytes;
  const movie = makeSuperbox(storeType, 'c2pa', makeJumbfBox('free', stranger.delivered));
  const boxes: [string, Buffer][] = [
    ['a store', boxContainer.wrapStore(foreignStore).bytes],
    ['a store with a movie', boxContainer.wrapStore(movie).bytes],
    ['our box', own],
    ['our box with another token', Buffer.from(own.toString('latin1').replace(token, stranger.token), 'latin1')],
  ];
  for (const [base, file] of Object.entries({ delivered, canonical })) {
    let at = 0;
    for (const { name, bytes } of [...boxContainer.split(file), { name: 'the end', bytes: Buffer.alloc(0) }]) {
      for (const [what, box] of boxes) {
        const row = name === 'moof' || name === 'mdat' ? ('movedSamples' as const) : undefined;
        yield {
          name: `inserts ${what} before ${name} of the ${base} file at ${at} and moves its offsets`,
          bytes: insertBox(file, at, box),
          row,
        };
      }
      at += bytes.length;
    }
  }
  yield* respelledBoxes(target, own);
}

function* respelledBoxes(target: Target, own: Buffer): Generator<Forgery> {
  const { delivered, canonical, token } = target;
  const start = canonical.toString('latin1', 4, 8) === 'ftyp' ? canonical.readUInt32BE(0) : 0;
  const inPlace = (box: Buffer) => insertBox(canonical, start, box);
  const spoiled = Buffer.from(own);
  spoiled[27] = 1;
  const filled = Buffer.from(own);
  filled[filled.length - 1] = 1;
  const page = boxContainer.wrapStore(Buffer.from(forgedPage)).bytes;
  yield { name: 'spells the size of our box in 64 bits', bytes: inPlace(spellLong(own)) };
  yield { name: 'sets a flag of our box', bytes: inPlace(spoiled) };
  yield { name: 'fills the padding of our box', bytes: inPlace(filled) };
  yield { name: 'makes our box longer', bytes: inPlace(makeBox('uuid', own.subarray(8), Buffer.alloc(8))) };
  yield { name: 'makes our box shorter', bytes: inPlace(makeBox('uuid', own.subarray(8, -1))) };
  yield { name: 'wraps our box in free', bytes: inPlace(makeBox('free', own)) };
  yield { name: 'calls our box free', bytes: inPlace(makeBox('free', own.subarray(8))) };
  yield { name: 'puts our box before the brand', bytes: insertBox(canonical, 0, own) };
  yield {
    name: 'puts a store before the brand',
    bytes: insertBox(delivered, 0, boxContainer.wrapStore(foreignStore).bytes),
  };
  yield {
    name: 'spells the size of a store in 64 bits',
    bytes: insertBox(delivered, start, spellLong(boxContainer.wrapStore(foreignStore).bytes)),
  };
  yield { name: 'puts a page into a store', bytes: insertBox(delivered, start, page), row: 'polyglot' };
  yield {
    name: 'puts a page into a store of the canonical file',
    bytes: insertBox(canonical, start, page),
    row: 'polyglot',
  };
  const endless = Buffer.concat([delivered, boxContainer.wrapStore(foreignStore).bytes]);
  endless.writeUInt32BE(0, delivered.length);
  yield { name: 'appends a store up to the end', bytes: endless };
  yield { name: 'puts our box thirty times', bytes: inPlace(Buffer.concat(Array(30).fill(own))) };
  yield {
    name: 'puts the token into udta',
    bytes: Buffer.concat([canonical, makeBox('udta', makeBox('name', Buffer.from(token)))]),
  };
}

// Attacks on the chunks of a WebP: the header that our chunk needs, the bytes that pad it, and
// stores of odd size.

import { makeRiffChunk, webpContainer } from '../containers/riff.ts';
import { containerOf, type Forgery, type Target } from '../forgery.ts';
import { foreignStore, forgedPage } from '../stores.ts';

/** RFC 9649 §2.7. */
const headerBits = {
  'XMP flag': 4,
  animation: 2,
  'Exif flag': 8,
  'alpha flag': 16,
  'profile flag': 32,
  'reserved bit': 1,
};

export function* webpAttacks(target: Target): Generator<Forgery> {
  if (containerOf(target) !== webpContainer) return;
  const pieces = webpContainer.split(target.delivered);
  const at = pieces.findIndex(({ bytes }) => bytes.includes(target.token));
  const packet = webpContainer.xmp!.read(pieces[at]!)!;
  const header = pieces.findIndex(({ name }) => name === 'VP8X');
  const flipped = (at: number, bits: number) => {
    const copy = Buffer.from(pieces[header]!.bytes);
    copy[at]! ^= bits;
    return webpContainer.join(pieces.with(header, { name: 'VP8X', bytes: copy }));
  };
  for (const [name, bit] of Object.entries(headerBits)) {
    yield { name: `flips the ${name} of the header`, bytes: flipped(8, bit) };
  }
  yield { name: 'makes the canvas larger', bytes: flipped(12, 1) };
  if (packet.length % 2 === 1) {
    const padded = makeRiffChunk('XMP ', packet, 0x3c);
    yield { name: 'pads our chunk with another byte', bytes: webpContainer.join(pieces.with(at, padded)) };
  }
  const withoutHeader = pieces.toSpliced(header, 1);
  yield { name: 'cuts the header and keeps our chunk', bytes: webpContainer.join(withoutHeader) };
  const odd = makeRiffChunk(
    'C2PA',
    foreignStore.length % 2 ? foreignStore : Buffer.concat([foreignStore, Buffer.from(' ')]),
    0x3c,
  );
  yield { name: 'pads a store with another byte', bytes: webpContainer.join([...pieces, odd]) };
  const page = makeRiffChunk('C2PA', Buffer.from(forgedPage));
  yield {
    name: 'puts a page into a store behind the header',
    bytes: webpContainer.join(pieces.toSpliced(2, 0, page)),
    row: 'polyglot',
  };
  const canonical = webpContainer.split(target.canonical);
  yield {
    name: 'puts a page into a store of the canonical file',
    bytes: webpContainer.join([...canonical, page]),
    row: 'polyglot',
  };
}

// Attacks on the chunks of a PNG: our text chunk with another head, compressed or with a wrong
// checksum, and stores with parts that no reader of stores checks.
import { deflateSync } from 'node:zlib';
import { makeChunk, pngContainer } from '../containers/png.ts';
import { containerOf, type Forgery, type Target } from '../forgery.ts';
import { foreignStore, forgedPage } from '../stores.ts';

const keyword = 'XML:com.adobe.xmp';

export function* pngAttacks(target: Target): Generator<Forgery> {
  if (containerOf(target) !== pngContainer) return;
  const pieces = pngContainer.split(target.delivered);
  const at = pieces.findIndex(({ bytes }) => bytes.includes(target.token));
  const packet = pngContainer.xmp!.read(pieces[at]!)!;
  const withOwn = (name: string, content: Buffer) => pngContainer.join(pieces.with(at, makeChunk(name, content)));
  const text = (head: string, body = packet) => Buffer.concat([Buffer.from(head, 'latin1'), body]);
  yield { name: 'names a language in our chunk', bytes: withOwn('iTXt', text(`${keyword}\0\0\0en\0\0`)) };
  yield { name: 'translates the keyword of our chunk', bytes: withOwn('iTXt', text(`${keyword}\0\0\0\0Forged\0`)) };
  yield { name: 'names another compression in our chunk', bytes: withOwn('iTXt', text(`${keyword}\0\0\x01\0\0`)) };
  yield { name: 'compresses our chunk', bytes: withOwn('iTXt', text(`${keyword}\0\x01\0\0\0`, deflateSync(packet))) };
  yield { name: 'writes our packet into tEXt', bytes: withOwn('tEXt', text(`${keyword}\0`)) };
  yield { name: 'writes our packet into zTXt', bytes: withOwn('zTXt', text(`${keyword}\0\0`, deflateSync(packet))) };
  const broken = Buffer.from(pieces[at]!.bytes);
  broken[broken.length - 1]! ^= 1;
  const joined = Buffer.concat(pieces.map(({ bytes }, place) => (place === at ? broken : bytes)));
  yield { name: 'breaks the checksum of our chunk', bytes: joined };
  for (const base of ['delivered', 'canonical'] as const) {
    const own = pngContainer.split(target[base]);
    const put = (place: number, content: Buffer) =>
      pngContainer.join(own.toSpliced(place, 0, makeChunk('caBX', content)));
    yield {
      name: `puts a page into caBX of the ${base} file`,
      bytes: put(2, Buffer.from(forgedPage)),
      row: 'polyglot',
    };
    yield {
      name: `puts a picture into caBX before the ${base} picture`,
      bytes: put(1, target.stranger.delivered),
      row: 'polyglot',
    };
    yield { name: `puts an empty caBX into the ${base} file`, bytes: put(2, Buffer.alloc(0)) };
    const wrong = Buffer.from(makeChunk('caBX', foreignStore).bytes);
    wrong.fill(0, wrong.length - 4);
    const parts = own.map(({ bytes }) => bytes).toSpliced(2, 0, wrong);
    yield { name: `puts caBX with a wrong checksum into the ${base} file`, bytes: Buffer.concat(parts) };
  }
}

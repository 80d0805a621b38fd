// Attacks on the chunks of a WAV: our list with other entries, other padding, other sizes, and
// stores of any content.
import { littleWord } from '../containers/container.ts';
import { makeRiffChunk, riffContainer } from '../containers/riff.ts';
import type { Forgery, Target } from '../forgery.ts';
import { forgedPage } from '../stores.ts';

export function* wavAttacks(target: Target): Generator<Forgery> {
  if (target.format !== 'wav') return;
  const { token, delivered, canonical, stranger } = target;
  const pieces = riffContainer.split(delivered);
  const at = pieces.findIndex(({ bytes }) => bytes.includes(token));
  const withOwn = (...lists: Buffer[]) =>
    riffContainer.join(pieces.toSpliced(at, 1, ...lists.map((list) => makeRiffChunk('LIST', list))));
  const entry = (name: string, text: string) => {
    const bytes = Buffer.from(text, 'latin1');
    return Buffer.concat([Buffer.from(name), littleWord(bytes.length), bytes, Buffer.alloc(bytes.length & 1)]);
  };
  const info = (...entries: Buffer[]) => Buffer.concat([Buffer.from('INFO'), ...entries]);
  const own = entry('IPRV', `${token}\0`);
  yield { name: 'names an artist in our list', bytes: withOwn(info(own, entry('IART', 'Forged'))) };
  yield { name: 'names an artist before our entry', bytes: withOwn(info(entry('IART', 'Forged'), own)) };
  yield { name: 'writes our entry twice', bytes: withOwn(info(own, own)) };
  yield { name: 'leaves out the zero of our entry', bytes: withOwn(info(entry('IPRV', token))) };
  yield { name: 'pads our entry with more zeros', bytes: withOwn(info(entry('IPRV', `${token}\0\0\0`))) };
  yield { name: 'writes our entry into an adtl list', bytes: withOwn(Buffer.concat([Buffer.from('adtl'), own])) };
  yield { name: 'writes our list in two', bytes: withOwn(info(own), info(own)) };
  yield {
    name: 'adds a list with another token',
    bytes: withOwn(info(own), info(entry('IPRV', `${stranger.token}\0`))),
  };
  for (const [base, file] of Object.entries({ delivered, canonical })) {
    const chunks = riffContainer.split(file);
    const put = (place: number, content: Buffer) =>
      riffContainer.join(chunks.toSpliced(place, 0, makeRiffChunk('C2PA', content, 0x3c)));
    yield {
      name: `puts a page into a store before fmt of the ${base} file`,
      bytes: put(1, Buffer.from(forgedPage)),
      row: 'polyglot',
    };
    yield { name: `puts a sound into a store of the ${base} file`, bytes: put(2, stranger.delivered), row: 'polyglot' };
    yield { name: `pads a store with another byte in the ${base} file`, bytes: put(2, Buffer.from('odd')) };
    const form = Buffer.from(file);
    form.write('RIFX', 'latin1');
    yield { name: `calls the ${base} file big-endian`, bytes: form };
    const size = Buffer.from(file);
    size.writeUInt32LE(0xffffffff, 4);
    yield { name: `calls the size of the ${base} file unknown`, bytes: size };
  }
}

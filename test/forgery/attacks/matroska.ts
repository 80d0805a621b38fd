// Attacks on Matroska and WebM: our trailer repeated, in other spellings of its size, inside the
// Segment, before it, and among other elements.
import { ebmlContainer, makeElement } from '../containers/ebml.ts';
import { containerOf, type Forgery, type Target } from '../forgery.ts';
import { foreignStore, forgedPage } from '../stores.ts';

export function* matroskaAttacks(target: Target): Generator<Forgery> {
  if (containerOf(target) !== ebmlContainer) return;
  const { delivered, canonical, token, stranger } = target;
  const own = delivered.subarray(canonical.length);
  const strangers = Buffer.from(own.toString('latin1').replace(token, stranger.token), 'latin1');
  const content = own.subarray(2);
  const behind = (...parts: Buffer[]) => Buffer.concat([canonical, ...parts]);
  yield { name: 'repeats our trailer three times', bytes: behind(own, own, own) };
  yield { name: 'puts another token before our trailer', bytes: behind(strangers, own) };
  yield { name: 'puts another token behind our trailer', bytes: behind(own, strangers) };
  for (const width of [2, 3, 4, 8]) {
    yield {
      name: `spells the size of our trailer in ${width} bytes`,
      bytes: behind(makeElement('ec', content, width)),
    };
  }
  yield {
    name: 'makes our trailer longer',
    bytes: behind(makeElement('ec', Buffer.concat([content, Buffer.from(' ')]), 1)),
  };
  yield { name: 'makes our trailer a CRC-32', bytes: behind(Buffer.concat([Buffer.from([0xbf]), own.subarray(1)])) };
  yield { name: 'puts a Void before our trailer', bytes: behind(makeElement('ec', Buffer.from(forgedPage)), own) };
  yield {
    name: 'puts an attachment before our trailer',
    bytes: behind(makeElement('1941a469', Buffer.from(forgedPage)), own),
  };
  yield {
    name: 'puts a store before our trailer',
    bytes: behind(makeElement('ec', foreignStore), own),
    row: 'polyglot',
  };
  yield { name: 'puts another movie before our trailer', bytes: behind(stranger.canonical, own) };
  yield { name: 'puts our trailer in front', bytes: Buffer.concat([own, canonical]) };
  const [header, ...rest] = ebmlContainer.split(canonical);
  yield {
    name: 'puts our trailer before the Segment',
    bytes: Buffer.concat([header!.bytes, own, ...rest.map(({ bytes }) => bytes)]),
  };
}

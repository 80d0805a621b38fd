// Attacks on files of the embed route: changes to the parts of the manifest store that neither
// claim nor assertions hash, stores that are moved, repeated, spelled differently or put on another
// file, and changes to the file around a valid store.
import type { Container } from '../containers/container.ts';
import { jpegContainer, wrapInstance } from '../containers/jpeg.ts';
import { containerOf, type Forgery, type Target } from '../forgery.ts';
import { foreignManifest, foreignStore, makeJumbfBox, makeSuperbox, storeType } from '../stores.ts';
import { madeUpToken, withToken } from '../tokens.ts';
import { boxesOf, changeBox, type JumbfBox } from './jumbf.ts';

const flippedBytes = 24;

export function* embeddedAttacks(target: Target): Generator<Forgery> {
  const container = containerOf(target);
  if (!container || !target.embedded) return;
  yield* storesOfOthers(target, container);
  if (!target.thorough) return;
  const file = target.embedded.delivered;
  const { before, store, after } = cutStore(container, file);
  const around = (...stores: Buffer[]) =>
    Buffer.concat([before, ...stores.map((each) => container.wrapStore(each).bytes), after]);
  for (const [name, altered] of alteredStores(store))
    yield { name: `${name} of a manifest store`, bytes: around(altered) };
  for (let place = 0; place < flippedBytes; place += 1) {
    const at = Math.floor((store.length * place) / flippedBytes);
    const copy = Buffer.from(store);
    copy[at]! ^= 1;
    yield { name: `flips a bit of byte ${at} of a manifest store`, bytes: around(copy) };
  }
  yield { name: 'repeats a manifest store', bytes: around(store, store) };
  yield { name: 'adds a foreign store before the manifest store', bytes: around(foreignStore, store) };
  yield { name: 'adds a foreign store behind the manifest store', bytes: around(store, foreignStore) };
  yield { name: 'cuts a byte off a manifest store', bytes: around(store.subarray(0, -1)) };
  yield { name: 'adds a byte to a manifest store', bytes: around(Buffer.concat([store, Buffer.alloc(1)])) };
  yield* filesAround(target, container, store);
  if (container === jpegContainer) yield* segmentsOfStores(before, store, after);
}

function* alteredStores(store: Buffer): Generator<[string, Buffer]> {
  const boxes = boxesOf(store);
  const free = makeJumbfBox('free', Buffer.from('Forged'));
  for (const [place, box] of boxes.entries()) {
    const which = `${box.name} ${place} (${box.label || 'content'})`;
    if (box.name === 'jumb') {
      yield [`adds a free box to ${which}`, changeBox(store, box, (bytes) => Buffer.concat([bytes, free]))];
      yield [`spells the size of ${which} in 64 bits`, spellLong(store, box)];
    }
    if (box.name === 'jumd') {
      yield [`sets other toggles in ${which}`, changeBox(store, box, (bytes) => withByte(bytes, 8 + 16, 0x0b))];
      yield [`takes away the label of ${which}`, changeBox(store, box, (bytes) => withByte(bytes, 8 + 16, 0x00))];
      yield [
        `changes the label of ${which}`,
        changeBox(store, box, (bytes) => withByte(bytes, bytes.length - 2, 0x7a)),
      ];
      yield [`adds bytes to ${which}`, changeBox(store, box, (bytes) => Buffer.concat([bytes, Buffer.from('Forged')]))];
    }
  }
  const whole = boxes[0]!;
  const manifest = boxes.find(({ name, label }) => name === 'jumb' && label.startsWith('urn:'))!;
  const active = store.subarray(manifest.start, manifest.end);
  yield [
    'adds a foreign manifest behind the active one',
    changeBox(store, whole, (bytes) => Buffer.concat([bytes, foreignManifest])),
  ];
  yield ['adds a foreign manifest before the active one', makeSuperbox(storeType, 'c2pa', foreignManifest, active)];
  yield ['repeats the active manifest', makeSuperbox(storeType, 'c2pa', active, active)];
  yield ['leaves out the manifest', makeSuperbox(storeType, 'c2pa')];
  yield ['labels it otherwise', makeSuperbox(storeType, 'C2PA', active)];
  yield* alteredSignatures(store, boxes);
}

// The unprotected header of COSE_Sign1 (RFC 9052 §3) is not signed, and neither is the spelling of
// its CBOR.
function* alteredSignatures(store: Buffer, boxes: readonly JumbfBox[]): Generator<[string, Buffer]> {
  const superbox = boxes.find(({ name, label }) => name === 'jumb' && label === 'c2pa.signature')!;
  const box = boxes.find(({ name, start }) => name === 'cbor' && start > superbox.start && start < superbox.end)!;
  const cbor = store.subarray(box.start + 8, box.end);
  const end = cbor.lastIndexOf(Buffer.from('a0f659', 'hex'));
  const change = (altered: Buffer) => changeBox(store, box, () => makeJumbfBox('cbor', altered));
  const header = (hex: string) =>
    change(Buffer.concat([cbor.subarray(0, end), Buffer.from(hex, 'hex'), cbor.subarray(end + 1)]));
  yield ['adds padding to the signature', header('a1637061644400000000')];
  yield ['adds words to the unprotected header', header('a1617868666f726765642121')];
  yield ['spells the empty header with a length', header('b800')];
  const undefinedPayload = Buffer.from(cbor);
  undefinedPayload[end + 1] = 0xf7;
  yield ['spells the absent payload otherwise', change(undefinedPayload)];
  yield ['leaves out the tag of the signature', change(cbor.subarray(1))];
  yield ['spells the tag in two bytes', change(Buffer.concat([Buffer.from('d812', 'hex'), cbor.subarray(1)]))];
  yield ['adds bytes behind the signature', change(Buffer.concat([cbor, Buffer.from([0xf6])]))];
}

function* storesOfOthers(target: Target, container: Container): Generator<Forgery> {
  const { delivered, canonical, embedded, embeddedByStranger, stranger } = target;
  if (embeddedByStranger)
    yield { name: 'asks for a manifest of their own record on this file', bytes: embeddedByStranger };
  const own = {
    delivered: cutStore(container, embedded!.delivered),
    canonical: cutStore(container, embedded!.canonical),
  };
  const theirs = cutStore(container, stranger.embedded!.delivered).store;
  const put = ({ before, after }: typeof own.delivered, store: Buffer) =>
    Buffer.concat([before, container.wrapStore(store).bytes, after]);
  yield { name: 'puts the manifest of another record on this file', bytes: put(own.delivered, theirs) };
  yield { name: 'puts the manifest of another record on the canonical file', bytes: put(own.canonical, theirs) };
  yield {
    name: 'puts the manifest of the canonical file on the delivered one',
    bytes: put(own.delivered, own.canonical.store),
  };
  yield {
    name: 'puts the manifest of the delivered file on the canonical one',
    bytes: put(own.canonical, own.delivered.store),
  };
  yield {
    name: 'appends the manifest store',
    bytes: Buffer.concat([delivered, container.wrapStore(own.delivered.store).bytes]),
  };
  yield {
    name: 'appends the manifest store to the canonical file',
    bytes: Buffer.concat([canonical, container.wrapStore(own.canonical.store).bytes]),
  };
  yield {
    name: 'gives this record’s manifest to a file of their own',
    bytes: put(cutStore(container, stranger.embedded!.delivered), own.delivered.store),
  };
}

function* filesAround(target: Target, container: Container, store: Buffer): Generator<Forgery> {
  const { embedded, token, stranger } = target;
  const pieces = container.split(embedded!.delivered);
  const storePlace = pieces.findIndex(({ bytes }) => bytes.includes(storeType));
  const tokenPlace = pieces.findIndex(({ bytes }, place) => place !== storePlace && bytes.includes(token));
  const wrapped = container.wrapStore(store);
  const rest = pieces.toSpliced(storePlace, 1);
  for (let place = 1; place <= rest.length; place += 1) {
    if (place === storePlace) continue;
    yield {
      name: `moves a manifest store to piece ${place}`,
      bytes: container.join(rest.toSpliced(place, 0, wrapped)),
    };
  }
  if (tokenPlace >= 0) {
    const own = pieces[tokenPlace]!;
    yield {
      name: 'repeats our container beside a manifest',
      bytes: container.join(pieces.toSpliced(tokenPlace, 0, own)),
    };
    yield { name: 'cuts our container beside a manifest', bytes: container.join(pieces.toSpliced(tokenPlace, 1)) };
    const moved = pieces.toSpliced(tokenPlace, 1);
    yield {
      name: 'moves our container behind all else beside a manifest',
      bytes: container.join(moved.toSpliced(moved.length - 1, 0, own)),
    };
  }
  for (const other of [stranger.token, madeUpToken]) {
    const which = other === madeUpToken ? 'a made-up token' : 'the token of another record';
    yield { name: `puts ${which} beside a manifest`, bytes: withToken(target, embedded!.delivered, token, other) };
  }
  const last = pieces.at(-1)!;
  const flipped = Buffer.from(last.bytes);
  flipped[flipped.length >> 1]! ^= 1;
  yield {
    name: 'changes the picture beside a manifest',
    bytes: container.join(pieces.with(-1, { ...last, bytes: flipped })),
  };
}

function* segmentsOfStores(before: Buffer, store: Buffer, after: Buffer): Generator<Forgery> {
  const around = (...parts: { bytes: Buffer }[]) => Buffer.concat([before, ...parts.map(({ bytes }) => bytes), after]);
  const half = store.length >> 1;
  const second = Buffer.concat([store.subarray(0, 8), store.subarray(half)]);
  yield {
    name: 'spreads a manifest store over two segments',
    bytes: around(wrapInstance(store.subarray(0, half), 0x0211), wrapInstance(second, 0x0211, 2)),
  };
  yield { name: 'puts a manifest store under another number', bytes: around(wrapInstance(store, 1)) };
  yield { name: 'counts the segments of a manifest store from 2', bytes: around(wrapInstance(store, 0x0211, 2)) };
  yield {
    name: 'puts fill bytes before a manifest store',
    bytes: around({ bytes: Buffer.concat([Buffer.from([0xff]), wrapInstance(store, 0x0211).bytes]) }),
  };
}

function cutStore(container: Container, file: Buffer): { before: Buffer; store: Buffer; after: Buffer } {
  const pieces = container.split(file);
  const place = pieces.findIndex(({ bytes }) => bytes.includes(storeType));
  const { bytes } = pieces[place]!;
  const start = bytes.indexOf(storeType) - 16;
  const store = bytes.subarray(start, start + bytes.readUInt32BE(start));
  const join = (parts: typeof pieces) => Buffer.concat(parts.map((each) => each.bytes));
  return { before: join(pieces.slice(0, place)), store, after: join(pieces.slice(place + 1)) };
}

function withByte(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = value;
  return copy;
}

function spellLong(store: Buffer, box: JumbfBox): Buffer {
  return changeBox(
    store,
    box,
    (bytes) => {
      const size = Buffer.alloc(8);
      size.writeUInt32BE(bytes.length + 8, 4);
      return Buffer.concat([Buffer.from([0, 0, 0, 1]), bytes.subarray(4, 8), size, bytes.subarray(8)]);
    },
    false,
  );
}

// Test support: manifest stores that are made to break readers: too deep, too many, or larger than
// they are.
import { boxType } from '../src/c2pa/manifest/box-types.ts';
import { writeBox, writeSuperbox } from '../src/containers/jumbf/jumbf-boxes.ts';

const manifest = writeSuperbox(boxType.manifest, 'urn:c2pa:hostile', []);

/** The stores by their defect. */
export const hostileStores: ReadonlyMap<string, Buffer> = new Map([
  ['boxes in boxes', writeSuperbox(boxType.store, 'c2pa', [nest(10_000)])],
  ['a hundred thousand manifests', writeSuperbox(boxType.store, 'c2pa', [repeat(manifest, 100_000)])],
  ['half a million boxes', writeSuperbox(boxType.store, 'c2pa', [manifest, repeat(writeBox('free', []), 500_000)])],
  ['a manifest without parts', writeSuperbox(boxType.store, 'c2pa', [manifest])],
  ['arrays in arrays', storeOfClaim(Buffer.alloc(200_000, 0x81))],
  ['maps in maps', storeOfClaim(Buffer.alloc(200_000, 0xa1))],
  ['tags on tags', storeOfClaim(Buffer.alloc(200_000, 0xc1))],
  ['an array without end', storeOfClaim(Buffer.from('9bffffffffffffffff', 'hex'))],
  ['a text without end', storeOfClaim(Buffer.from('7b7fffffffffffffff', 'hex'))],
  [
    'millions of values',
    storeOfClaim(Buffer.concat([Buffer.from('9a003d0900', 'hex'), Buffer.alloc(4_000_000, 0xa0)])),
  ],
]);

function storeOfClaim(cbor: Buffer): Buffer {
  const part = (type: string, label: string) => writeSuperbox(type, label, [writeBox('cbor', [cbor])]);
  return writeSuperbox(boxType.store, 'c2pa', [
    writeSuperbox(boxType.manifest, 'urn:c2pa:hostile', [
      writeSuperbox(boxType.assertionStore, 'c2pa.assertions', []),
      part(boxType.claim, 'c2pa.claim.v2'),
      part(boxType.signature, 'c2pa.signature'),
    ]),
  ]);
}

/** Nested superboxes. */
function nest(depth: number): Buffer {
  const layer = manifest.length;
  return Buffer.concat(
    Array.from({ length: depth }, (_, above) => {
      const head = Buffer.from(manifest);
      head.writeUInt32BE((depth - above) * layer);
      return head;
    }),
  );
}

function repeat(box: Buffer, count: number): Buffer {
  return Buffer.alloc(box.length * count, box);
}

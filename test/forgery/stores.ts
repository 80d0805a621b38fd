// C2PA manifest stores of an attacker (C2PA 2.2 §11.1, ISO 19566-5): with the structure of a real
// one, empty, around a file of another kind, or only the UUID that identifies a store.
import { word } from './containers/container.ts';

export const storeType = Buffer.from('6332706100110010800000aa00389b71', 'hex');
const typeOf = (name: string) => Buffer.concat([Buffer.from(name, 'latin1'), storeType.subarray(4)]);

export const forgedPage =
  '<!doctype html><html><head><title>Forged</title></head><body><h1>Forged</h1><script>document.title = "Forged"</script>';

export function makeJumbfBox(name: string, ...content: readonly Buffer[]): Buffer {
  const size = content.reduce((sum, { length }) => sum + length, 8);
  return Buffer.concat([word(size), Buffer.from(name, 'latin1'), ...content]);
}

export function makeSuperbox(type: Buffer, label: string, ...children: readonly Buffer[]): Buffer {
  const description = Buffer.concat([type, Buffer.from(`\x03${label}\0`, 'latin1')]);
  return makeJumbfBox('jumb', makeJumbfBox('jumd', description), ...children);
}

const cbor = (hex: string) => makeJumbfBox('cbor', Buffer.from(hex, 'hex'));

/** With claim, assertions and signature, all without meaning. */
export const foreignManifest = makeSuperbox(
  typeOf('c2ma'),
  'urn:c2pa:00000000-0000-4000-8000-000000000000',
  makeSuperbox(typeOf('c2as'), 'c2pa.assertions', makeSuperbox(typeOf('cbor'), 'c2pa.actions.v2', cbor('a0'))),
  makeSuperbox(typeOf('c2cl'), 'c2pa.claim.v2', cbor('a163616c6766736861323536')),
  makeSuperbox(typeOf('c2cs'), 'c2pa.signature', cbor('d28440a0f640')),
);

/** By their content. */
export const stores: ReadonlyMap<string, Buffer> = new Map([
  ['a foreign store', makeSuperbox(storeType, 'c2pa', foreignManifest)],
  ['an empty store', makeSuperbox(storeType, 'c2pa')],
  ['a page as a store', makeSuperbox(storeType, 'c2pa', makeJumbfBox('free', Buffer.from(forgedPage)))],
  ['the UUID of a store and nothing else', storeType],
  ['a store under another label', makeSuperbox(storeType, 'other')],
]);
export const foreignStore = stores.get('a foreign store')!;
export const pageStore = stores.get('a page as a store')!;

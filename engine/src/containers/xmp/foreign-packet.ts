// Our token inside an XMP packet that belongs to somebody else: one self-contained element,
// inserted as the last child of rdf:RDF and removed again without a trace. The packet is scanned as
// bytes, never parsed: entities are not expanded and nothing is fetched. Linear in the packet's
// size, and bounded.
import { findRdfEnd } from './find-rdf-end.ts';
import { isToken, namespaces, tokenForm } from './token-namespace.ts';

export interface ForeignPacket {
  readonly token: string | null;
  /** The packet without any token of ours. The same bytes if there was none. */
  readonly rest: Uint8Array;
}

// More than any tool writes into one packet (except extended XMP). A larger packet passes through
// unread.
const largestPacket = 4 * 1024 * 1024;

// One `<` and one `>`, at its ends: it overlaps neither itself nor its surroundings, so that
// removing it undoes inserting it. It declares `rdf` itself, so that it does not depend on the
// prefixes around it. Its length is even, so that the padding of a RIFF chunk stays the same.
const elementHead =
  `<rdf:Description xmlns:rdf="${namespaces.rdf}" rdf:about="" ` +
  `xmlns:provenance="${namespaces.provenance}" provenance:Token="`;
const elementTail = '"/>';

// The element as inserted, then the same property as other tools write it after an edit, with any
// prefix.
const propertyForms = new RegExp(
  [
    `${RegExp.escape(elementHead)}(${tokenForm})${RegExp.escape(elementTail)}`,
    `<([A-Za-z][\\w.-]{0,39}):Token>(${tokenForm})</\\2:Token>`,
    `[ \\t\\r\\n][A-Za-z][\\w.-]{0,39}:Token=(?:"(${tokenForm})"|'(${tokenForm})')`,
  ].join('|'),
  'g',
);

// A removal can join a property from two halves only if somebody built it that way on purpose.
const mostRounds = 8;

export function readForeignPacket(packet: Uint8Array): ForeignPacket {
  const untouched = { token: null, rest: packet };
  const text = readText(packet);
  if (text === null) return untouched;
  let token: string | null = null;
  let rest = text;
  for (let round = 0; round < mostRounds; round += 1) {
    const cut = rest.replaceAll(propertyForms, (_, inserted, _prefix, element, double, single) => {
      token ??= inserted ?? element ?? double ?? single;
      return '';
    });
    if (cut.length === rest.length) return token === null ? untouched : { token, rest: Buffer.from(rest, 'latin1') };
    rest = cut;
  }
  return untouched;
}

/**
 * The packet with the token. Null if it has no place for one. packet: the rest of a foreign packet.
 */
export function mergeToken(packet: Uint8Array, token: string): Uint8Array | null {
  if (!isToken(token)) throw new TypeError('Only a token of the service is written into a packet.');
  const text = readText(packet);
  const end = text === null ? null : findRdfEnd(text);
  if (text === null || end === null) return null;
  const merged = Buffer.from(text.slice(0, end) + elementHead + token + elementTail + text.slice(end), 'latin1');
  // A packet whose bytes and ours together read as something else is not a place for the token.
  const { token: readBack, rest } = readForeignPacket(merged);
  return readBack === token && Buffer.compare(rest, packet) === 0 ? merged : null;
}

// Latin-1 keeps every byte as one character, whatever the packet contains. A NUL means UTF-16 or
// UTF-32, which ISO 16684-1 allows outside JPEG, PNG and WebP. Such a packet stays as it is.
function readText(packet: Uint8Array): string | null {
  if (packet.length > largestPacket || packet.includes(0)) return null;
  return Buffer.from(packet.buffer, packet.byteOffset, packet.length).toString('latin1');
}

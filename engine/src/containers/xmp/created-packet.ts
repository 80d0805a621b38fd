// The whole XMP packet (ISO 16684-1 §7.3.2) for a file without one, or next to one that cannot be
// extended. Only a packet that equals this text byte for byte, except for its token, is removed as
// a whole, so nothing foreign can hide in it. `added` says what else the insertion did to the file,
// so that the inverse can undo exactly that.
import { isToken, namespaces, tokenForm } from './token-namespace.ts';

export interface CreatedPacket {
  readonly token: string;
  readonly added: string;
}

const head =
  '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n' +
  '<x:xmpmeta xmlns:x="adobe:ns:meta/">' +
  `<rdf:RDF xmlns:rdf="${namespaces.rdf}">` +
  `<rdf:Description rdf:about="" xmlns:provenance="${namespaces.provenance}" provenance:Added="`;
const middle = '"><provenance:Token>';
const tail = '</provenance:Token></rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>';

const addedForm = '[A-Za-z0-9 ]{1,16}';
const packetForm = new RegExp(
  `^${RegExp.escape(head)}(${addedForm})${RegExp.escape(middle)}(${tokenForm})${RegExp.escape(tail)}$`,
);
const longestPacket = Buffer.byteLength(head + middle + tail) + 16 + 51;

export function createPacket({ token, added }: CreatedPacket): Uint8Array {
  if (!isToken(token)) throw new TypeError('Only a token of the service is written into a packet.');
  return Buffer.from(head + added + middle + token + tail, 'utf8');
}

/** Null for every packet that is not exactly as we write it. */
export function readCreatedPacket(packet: Uint8Array): CreatedPacket | null {
  if (packet.length > longestPacket) return null;
  const match = packetForm.exec(Buffer.from(packet).toString('utf8'));
  return match && { token: match[2]!, added: match[1]! };
}

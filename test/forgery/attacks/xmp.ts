// Attacks on XMP (ISO 16684-1) in JPEG, PNG and WebP: our property in other spellings, in places
// where it breaks the packet of the file so that other programs do not see its labels, and our
// packets before the file's own.
import type { Container, Piece } from '../containers/container.ts';
import { containerOf, type Forgery, type Target } from '../forgery.ts';
import { madeUpToken } from '../tokens.ts';

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const namespace = 'urn:content-provenance:v1#';

export function* xmpAttacks(target: Target): Generator<Forgery> {
  const container = containerOf(target);
  if (!container?.xmp) return;
  const { canonical, delivered, token } = target;
  const own = container.split(delivered);
  const ownPlace = own.findIndex((piece) => piece.bytes.includes(token));
  const foreign = container.split(canonical);
  const foreignPlace = foreign.findIndex((piece) => container.xmp!.read(piece) !== null);
  const rewrap = (pieces: readonly Piece[], place: number, packet: string) =>
    container.join(pieces.with(place, container.xmp!.wrap(Buffer.from(packet, 'latin1'))));

  const ownPacket = container.xmp.read(own[ownPlace]!)?.toString('latin1');
  if (ownPacket !== undefined) {
    for (const [name, packet] of respelledPackets(ownPacket, token)) {
      yield { name: `spells our property ${name}`, bytes: rewrap(own, ownPlace, packet), row: 'brokenXmp' };
    }
  }
  for (const [name, packet] of wholePackets(token)) {
    const added = container.xmp.wrap(Buffer.from(packet));
    const at = ownPlace < 0 ? 1 : ownPlace;
    yield {
      name: `${name} before the packet of the file`,
      bytes: container.join(own.toSpliced(at, 0, added)),
      row: 'brokenXmp',
    };
    yield {
      name: `${name} behind the packet of the file`,
      bytes: container.join(own.toSpliced(at + 1, 0, added)),
      row: 'brokenXmp',
    };
    yield { name: `${name} in the place of ours`, bytes: container.join(own.with(at, added)), row: 'brokenXmp' };
  }
  if (foreignPlace < 0) return;
  yield* brokenPackets(container, foreign, foreignPlace, token, rewrap);
}

function* brokenPackets(
  container: Container,
  pieces: readonly Piece[],
  place: number,
  token: string,
  rewrap: (pieces: readonly Piece[], place: number, packet: string) => Buffer,
): Generator<Forgery> {
  const packet = container.xmp!.read(pieces[place]!)!.toString('latin1');
  const spots = [
    '?xpacket begin',
    'xmpmeta',
    'rdf:RDF',
    'df:Description',
    'Elsewhere',
    '"/></rdf:RDF',
    '/rdf:RDF',
    '<?xpacket end',
  ];
  for (const spot of spots) {
    const at = packet.indexOf(spot);
    if (at < 0) continue;
    for (const [name, property] of properties(token)) {
      const broken = packet.slice(0, at) + property + packet.slice(at);
      yield {
        name: `puts our property, ${name}, before ${spot}`,
        bytes: rewrap(pieces, place, broken),
        row: 'brokenXmp',
      };
    }
  }
  const first = container.xmp!.wrap(Buffer.from(createdPacket(token)));
  yield {
    name: 'puts an empty packet of ours first',
    bytes: container.join(pieces.toSpliced(place, 0, first)),
    row: 'brokenXmp',
  };
}

function properties(token: string): [string, string][] {
  const element = `<rdf:Description xmlns:rdf="${rdf}" rdf:about="" xmlns:provenance="${namespace}" provenance:Token="${token}"/>`;
  return [
    ['as we write it', element],
    ['as an element', `<a:Token>${token}</a:Token>`],
    ['as an attribute', ` a:Token="${token}"`],
    ['as an attribute in single quotes', ` a:Token='${token}'`],
    ['one within the other', `<a:To<a:Token>${token}</a:Token>ken>${token}</a:Token>`],
  ];
}

function respelledPackets(packet: string, token: string): [string, string][] {
  const property = `<provenance:Token>${token}</provenance:Token>`;
  return [
    ['with another prefix', packet.replaceAll('provenance:', 'ns1:')],
    ['under another namespace', packet.replaceAll(namespace, 'urn:content-provenance:v2#')],
    ['in single quotes', packet.replaceAll('"', "'")],
    ['twice', packet.replace(property, property + property)],
    ['with a made-up one before it', packet.replace(property, property.replaceAll(token, madeUpToken) + property)],
    ['with spaces around it', packet.replace(property, ` ${property} `)],
    ['in a comment', packet.replace(property, `<!--${property}-->`)],
    ['in a section', packet.replace(property, `<![CDATA[${property}]]>`)],
    ['behind a document type', packet.replace('<x:xmpmeta', '<!DOCTYPE x [<!ENTITY a "b">]><x:xmpmeta')],
    ['with what was added left out', packet.replace(/ provenance:Added="[^"]*"/, '')],
    ['with other words of what was added', packet.replace(/provenance:Added="[^"]*"/, 'provenance:Added="Forged"')],
    ['with the XMP flag as added', packet.replace(/provenance:Added="[^"]*"/, 'provenance:Added="XMP flag"')],
    ['with the header as added', packet.replace(/provenance:Added="[^"]*"/, 'provenance:Added="XMP VP8X"')],
    ['with padding as added', packet.replace(/provenance:Added="[^"]*"/, 'provenance:Added="XMP padding"')],
    ['with a line end behind the packet', `${packet}\n`],
    ['for reading only', packet.replace('end="w"', 'end="r"')],
    ['in UTF-16', Buffer.from(packet, 'utf16le').toString('latin1')],
    ['as a reference', packet.replace(token, `&#x73;${token.slice(1)}`)],
  ];
}

/** Packets without any part of the file's own. */
function wholePackets(token: string): [string, string][] {
  const label =
    '<rdf:Description rdf:about="" xmlns:d="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" d:DigitalSourceType="digitalCapture"/>';
  return [
    ['puts a packet of ours', createdPacket(token)],
    ['puts a packet of ours with a forged label', createdPacket(token).replace('</rdf:RDF>', `${label}</rdf:RDF>`)],
    ['puts a packet as exiftool writes it', exiftoolPacket(token)],
    [
      'puts a packet with our property alone',
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><a:Token>${token}</a:Token></x:xmpmeta>`,
    ],
    ['puts a packet that says it added a header', createdPacket(token, 'XMP VP8X')],
  ];
}

export function createdPacket(token: string, added = 'XMP'): string {
  return (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    `<rdf:RDF xmlns:rdf="${rdf}"><rdf:Description rdf:about="" xmlns:provenance="${namespace}" provenance:Added="${added}">` +
    `<provenance:Token>${token}</provenance:Token></rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>`
  );
}

function exiftoolPacket(token: string): string {
  return (
    "<?xpacket begin='\ufeff' id='W5M0MpCehiHzreSzNTczkc9d'?>\n<x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='Image::ExifTool 12.57'>\n" +
    `<rdf:RDF xmlns:rdf='${rdf}'>\n\n <rdf:Description rdf:about=''\n  xmlns:provenance='${namespace}'>\n` +
    `  <provenance:Added>XMP</provenance:Added>\n  <provenance:Token>${token}</provenance:Token>\n </rdf:Description>\n` +
    "</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end='w'?>"
  );
}

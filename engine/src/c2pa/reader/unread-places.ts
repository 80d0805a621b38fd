// Manifests that the service can detect but not read: in fonts, in text (C2PA 2.3 §A.7 and §A.8),
// and at an address elsewhere, which it does not fetch (settled point 33).
import { type ManifestFindings, unreadableManifest } from './manifest-findings.ts';
import { webAddress } from './plain-text.ts';
import { inaccessibleManifest, unsupportedFormat } from './unchecked-parts.ts';

const fontMagics = ['\0\x01\0\0', 'OTTO', 'true', 'ttcf', 'wOFF', 'wOF2'].map((text) => Buffer.from(text, 'latin1'));
/** The first bytes of a manifest in plain text, as Unicode variation selectors. */
const textWrapper = Buffer.from([...Buffer.from('C2PATXT\0')].map(selectorOf).join(''));
/** A manifest in structured text: a line with the store or its address. */
const textBlock = /-----BEGIN C2PA MANIFEST-----\s*(?:data:application\/c2pa|https?:\/\/)/;
const provenance = 'dcterms:provenance';

export const traceOfAddress = Buffer.from(provenance);
export const traceInText = textWrapper;

export function isFont(bytes: Buffer): boolean {
  return fontMagics.some((magic) => bytes.subarray(0, 4).equals(magic));
}

export function isManifestInText(bytes: Buffer): boolean {
  if (bytes.includes(textWrapper)) return true;
  const at = bytes.indexOf('-----BEGIN C2PA MANIFEST-----');
  return at >= 0 && textBlock.test(bytes.toString('latin1', at, at + 100));
}

export const unsupportedManifest: ManifestFindings = { ...unreadableManifest, unchecked: [unsupportedFormat] };

/** The file itself contains no manifest. */
export function manifestAt(address: string): ManifestFindings {
  const { validation_errors, ...nothing } = unreadableManifest;
  return { ...nothing, found: false, unchecked: [inaccessibleManifest], remote_url: address };
}

/** From the error of c2pa-rs for a file that contains only an address. */
export function addressInProblem(problem: string): string | null {
  return webAddress(/RemoteManifestUrl\("([^"\\]*)"\)/.exec(problem)?.[1]);
}

/** From the XMP of a file that also contains a manifest. */
export function addressInFile(bytes: Buffer): string | null {
  const at = bytes.indexOf(provenance);
  if (at < 0) return null;
  const written = /^(?:\s*rdf:resource)?\s*(?:=\s*["']|>)\s*(https?:\/\/[^\s"'<>]+)/.exec(
    bytes.toString('utf8', at + provenance.length, at + 700),
  );
  return webAddress(written?.[1]);
}

function selectorOf(byte: number): string {
  return String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16);
}

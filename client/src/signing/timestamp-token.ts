// Reads a time stamp (RFC 3161): what it covers and which time it states. Nothing here checks who
// signed it. `openssl ts -verify` does, with the certificate of the authority.
import { equalBytes } from './bytes.ts';
import { childrenOf, type DerValue, readDer } from './der.ts';

// OBJECT IDENTIFIERs in DER: id-signedData, id-ct-TSTInfo, id-sha256.
const signedData = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02];
const timestampInfo = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x01, 0x04];
const sha256 = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01];
const generalizedTime = 0x18;

/** The time of a token over this SHA-256. null: it covers something else, or is malformed. */
export function timeOfToken(token: Uint8Array, digest: Uint8Array): Date | null {
  try {
    const whole = readDer(token, 0);
    if (whole.end !== token.length) return null;
    const [type, content] = childrenOf(whole);
    if (!isIdentifier(type, signedData)) return null;
    const encapsulated = childrenOf(childrenOf(childrenOf(content!)[0]!)[2]!);
    if (!isIdentifier(encapsulated[0], timestampInfo)) return null;
    const info = childrenOf(readDer(childrenOf(encapsulated[1]!)[0]!.content, 0));
    const [algorithm, imprint] = childrenOf(info[2]!);
    if (!isIdentifier(childrenOf(algorithm!)[0], sha256) || !equalBytes(imprint!.content, digest)) return null;
    return readTime(info[4]!);
  } catch {
    return null;
  }
}

/** RFC 3161 §2.4.2: in UTC, to the second or finer. */
function readTime({ tag, content }: DerValue): Date | null {
  const text = new TextDecoder().decode(content);
  const [, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/.exec(text) ?? [];
  if (tag !== generalizedTime || year === undefined) return null;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

function isIdentifier(value: DerValue | undefined, identifier: readonly number[]): boolean {
  return value !== undefined && equalBytes(value.content, Uint8Array.from(identifier));
}

// Time stamps (RFC 3161): writes the request to an authority, and checks that the response belongs
// to it. This code does not judge the authority: readers do, by its certificate.
import { createHash, randomBytes } from 'node:crypto';
import { boolean, integer, objectIdentifier, octetString, sequence } from './certificate/der.ts';
import { DerError, type DerValue, derTag, readDerValues, readInside } from './certificate/read-der.ts';
import { MOST_TIMESTAMP_BYTES } from './claim-signer.ts';

export interface TimestampQuestion {
  /** TimeStampReq, in DER. */
  readonly request: Uint8Array;
  /**
   * Takes a TimeStampResp and returns its TimeStampToken. null: the request was not granted, or the
   * token is too large or belongs to another request.
   */
  accept(response: Uint8Array): Uint8Array | null;
}

const sha256 = sequence(objectIdentifier('2.16.840.1.101.3.4.2.1'), Buffer.from([0x05, 0x00]));
const sha256Bare = sequence(objectIdentifier('2.16.840.1.101.3.4.2.1'));
/** PKIStatus: granted, or granted with modifications. */
const granted = [0, 1];
const explicit = 0xa0;

export function askForTimestamp(message: Uint8Array): TimestampQuestion {
  const digest = octetString(createHash('sha256').update(message).digest());
  const nonce = integer(Buffer.concat([Buffer.from([0x40]), randomBytes(8)]));
  const version = integer(Buffer.from([1]));
  // RFC 5754 §2: the parameters of SHA-256 can be NULL or absent.
  const imprints = [sequence(sha256, digest), sequence(sha256Bare, digest)];
  return {
    request: sequence(version, imprints[0]!, nonce, boolean(true)),
    accept(response) {
      try {
        return readAnswer(response, imprints, nonce);
      } catch (problem) {
        if (problem instanceof DerError) return null;
        throw problem;
      }
    },
  };
}

function readAnswer(response: Uint8Array, imprints: readonly Buffer[], nonce: Buffer): Uint8Array | null {
  const [status, token] = readInside(readDerValues(response)[0]);
  if (!granted.includes(readInside(status)[0]?.content[0] ?? -1) || !token) return null;
  const written = sequence(token.content);
  const fields = readTokenFields(token).map(({ tag, content }) => write(tag, content));
  const isAnswer =
    imprints.some((imprint) => fields.some((field) => field.equals(imprint))) &&
    fields.some((field) => field.equals(nonce));
  return isAnswer && written.length <= MOST_TIMESTAMP_BYTES ? written : null;
}

/** TSTInfo: ContentInfo → SignedData → encapsulated content → octet string. */
function readTokenFields(token: DerValue): DerValue[] {
  const signedData = readInside(readInside(readInside(token)[1], explicit)[0]);
  const encapsulated = readInside(signedData[2]);
  const content = readInside(encapsulated[1], explicit)[0];
  if (content?.tag !== derTag.octetString) throw new DerError('The time stamp has no content.');
  return readInside(readDerValues(content.content)[0]);
}

function write(tag: number, content: Uint8Array): Buffer {
  const bytes = sequence(content);
  bytes[0] = tag;
  return bytes;
}

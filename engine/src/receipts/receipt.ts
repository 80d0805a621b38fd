// A receipt as text: a compact JWS (RFC 7515) under ML-DSA-65 (RFC 9964). There is one spelling of
// each receipt. The header is fixed, the payload is canonical JSON (RFC 8785), and every part is
// strict base64url. Anything else is not a receipt, even if another reader of JWS accepts it.
import { canonicalJson } from '../signatures/canonical-json.ts';
import { fromBase64url, toBase64url } from './base64url.ts';
import { isReceiptStatement, type ReceiptStatement } from './receipt-statement.ts';

/**
 * In characters. A statement has about 2,000 and a signature 4,412. The cosignatures of a
 * checkpoint take the rest.
 */
export const largestReceipt = 131_072;
const signatureBytes = 3_309;

export interface OpenedReceipt {
  readonly kid: string;
  readonly statement: ReceiptStatement;
  /** The bytes that the signature covers. */
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
}

export async function writeReceipt(
  kid: string,
  statement: ReceiptStatement,
  sign: (message: Uint8Array) => Promise<Uint8Array>,
): Promise<string> {
  const signed = [headerOf(kid), canonicalJson(statement)].map((text) => toBase64url(encode(text))).join('.');
  return `${signed}.${toBase64url(await sign(encode(signed)))}`;
}

/** null for anything that `writeReceipt` does not write. It does not check the signature. */
export function readReceipt(text: string): OpenedReceipt | null {
  if (text.length > largestReceipt) return null;
  const parts = text.split('.');
  const [header, payload, signature] = parts.map(fromBase64url);
  if (parts.length !== 3 || !header || !payload || signature?.length !== signatureBytes) return null;
  const kid = readHeader(header);
  const statement = readStatement(payload);
  if (kid === null || statement === null) return null;
  return { kid, statement, signed: encode(`${parts[0]}.${parts[1]}`), signature };
}

function headerOf(kid: string): string {
  return canonicalJson({ alg: 'ML-DSA-65', kid, typ: 'content-provenance-receipt' });
}

/** The key that the header names. The algorithm is never the choice of the sender. */
function readHeader(bytes: Uint8Array): string | null {
  const text = decode(bytes);
  const kid = text?.match(/"kid":"(receipt-[1-9]\d{0,8})"/)?.[1];
  return kid !== undefined && text === headerOf(kid) ? kid : null;
}

function readStatement(bytes: Uint8Array): ReceiptStatement | null {
  try {
    const text = decode(bytes);
    const statement: unknown = JSON.parse(text ?? '');
    return isReceiptStatement(statement) && canonicalJson(statement) === text ? statement : null;
  } catch {
    return null;
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** null for bytes that are not UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

// Whether a delivery comes from the service and is fresh (specification: Webhook events). Give it the body as it arrived, byte for
// byte: one that was parsed and written again is another text. Works in Node, in browsers and at the edge, by WebCrypto.

export interface SignedDelivery {
  /** As it arrived, before any parsing. */
  readonly body: string | Uint8Array;
  /** The header X-Service-Signature; absent is not signed. */
  readonly signature: string | null | undefined;
  /** `whsec_…`, as it was shown when the endpoint was made. */
  readonly secret: string;
  /** Milliseconds; the clock unless said. */
  readonly now?: number;
}

/** Specification, Limits: webhook replay tolerance. */
const toleranceSeconds = 300;
const form = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

export async function verifyWebhookSignature({ body, signature, secret, now }: SignedDelivery): Promise<boolean> {
  const found = form.exec(signature ?? '');
  if (!found) return false;
  const [, time, mac] = found as unknown as [string, string, string];
  if (Math.abs((now ?? Date.now()) / 1_000 - Number(time)) > toleranceSeconds) return false;
  const encode = (text: string) => new TextEncoder().encode(text);
  const bytes = typeof body === 'string' ? encode(body) : body;
  const message = new Uint8Array([...encode(`${time}.`), ...bytes]);
  const key = await crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  // WebCrypto compares in constant time.
  return crypto.subtle.verify(
    'HMAC',
    key,
    Uint8Array.from(mac.match(/../g)!, (pair) => Number.parseInt(pair, 16)),
    message,
  );
}

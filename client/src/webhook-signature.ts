// Checks that a webhook delivery comes from the service and is recent. Pass the raw body: a body
// that was parsed and serialized again has a different signature. Uses WebCrypto, so it works in
// Node, in browsers and at the edge.

export interface SignedDelivery {
  /** The raw request body, before any parsing. */
  readonly body: string | Uint8Array;
  /** The X-Service-Signature header. Without it, the request is not signed. */
  readonly signature: string | null | undefined;
  /** The secret of the endpoint, `whsec_…`. You saw it when you added the endpoint. */
  readonly secret: string;
  /** Current time in milliseconds. Default: the system clock. */
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

// How a receiver recognizes our deliveries: the service's own header (specification: Webhook
// events), and those of Standard Webhooks (standardwebhooks.com, 1.0), so that existing libraries
// verify it. One secret serves both.
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

export function makeWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

export function signatureHeaders(
  secret: string,
  deliveryId: string,
  body: string,
  time: number,
): Readonly<Record<string, string>> {
  const seconds = Math.floor(time / 1_000);
  const own = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  // Standard Webhooks uses the bytes after the prefix as the key, our header uses the whole text.
  const standardKey = Buffer.from(secret.slice(prefix.length), 'base64');
  const standard = createHmac('sha256', standardKey).update(`${deliveryId}.${seconds}.${body}`).digest('base64');
  return {
    'x-service-signature': `t=${seconds},v1=${own}`,
    'webhook-id': deliveryId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${standard}`,
  };
}

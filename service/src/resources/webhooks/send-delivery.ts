// One attempt of a delivery: the request with its signature, and what came of it. Every attempt is
// signed again, so that a retry is not older than receivers accept.
import type { KeyVault } from '../../adapters/key-vault/key-vault.ts';
import type { OutgoingHttps, RequestOutcome } from '../../adapters/outgoing-https/outgoing-https.ts';
import { webhookSecretPlace } from '../../database/sealed-places.ts';
import { release } from '../../release.ts';
import { inSpan, traceHeaders } from '../../telemetry/tracing.ts';
import { signatureHeaders } from './webhook-signature.ts';

export interface SentDelivery {
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly url: string;
  readonly sealedSecret: string;
  readonly payload: string;
}

/** With the headers as sent. Null: nothing was sent. */
export type SendOutcome = RequestOutcome & { readonly headers: Readonly<Record<string, string>> | null };

/** Never fails: a problem is an outcome. The address is checked at each attempt. */
export type SendDelivery = (delivery: SentDelivery) => Promise<SendOutcome>;

export interface SendParts {
  readonly vault: Pick<KeyVault, 'open'>;
  readonly outgoing: Pick<OutgoingHttps, 'post'>;
  readonly now?: () => number;
}

export function createSendDelivery({ vault, outgoing, now = Date.now }: SendParts): SendDelivery {
  async function send({ webhookId, deliveryId, url, sealedSecret, payload }: SentDelivery): Promise<SendOutcome> {
    const secret = vault.open(sealedSecret, webhookSecretPlace(webhookId)).toString();
    const headers = {
      'content-type': 'application/json',
      'user-agent': `content-provenance-service/${release}`,
      ...signatureHeaders(secret, deliveryId, payload, now()),
      ...traceHeaders(),
    };
    return { ...(await outgoing.post(url, headers, payload)), headers };
  }
  return (delivery) => inSpan('webhook delivery', {}, () => send(delivery));
}

export function hasSucceeded({ statusCode }: Pick<RequestOutcome, 'statusCode'>): boolean {
  return statusCode !== null && statusCode >= 200 && statusCode < 300;
}

/** The outcome of a delivery that was not attempted. */
export function notSent(failure: string): SendOutcome {
  return {
    headers: null,
    statusCode: null,
    responseBody: null,
    failure,
    unreachable: false,
    retryAfter: null,
    milliseconds: 0,
  };
}

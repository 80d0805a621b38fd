// Time stamps for classical manifests. The service asks the authorities of TIMESTAMP_URL in order
// until one returns a time stamp. Each request has the limits of outgoing requests. If every
// authority is slow, wrong, too large or silent, the manifest has no time stamp.
import { askForTimestamp, MOST_TIMESTAMP_BYTES } from '@content-provenance/engine';
import type { FastifyBaseLogger } from 'fastify';
import type { OutgoingHttps } from '../../adapters/outgoing-https/outgoing-https.ts';
import { traceHeaders } from '../../telemetry/tracing.ts';

export interface TimestampsParts {
  readonly urls: readonly string[];
  readonly outgoing: Pick<OutgoingHttps, 'exchange'>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

export interface Timestamps {
  /** Whether there is an authority to ask. */
  readonly available: boolean;
  /** null: no authority gave a time stamp. */
  stamp(message: Uint8Array): Promise<Uint8Array | null>;
}

/** In bytes: the token, its status and some text. */
const mostAnswerBytes = MOST_TIMESTAMP_BYTES + 4 * 1024;
const headers = { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' };

export function createTimestamps({ urls, outgoing, log }: TimestampsParts): Timestamps {
  return {
    available: urls.length > 0,
    async stamp(message) {
      for (const url of urls) {
        const question = askForTimestamp(message);
        const sent = { ...headers, ...traceHeaders() };
        const { statusCode, bytes, failure } = await outgoing.exchange(url, sent, question.request, mostAnswerBytes);
        const token = statusCode === 200 && bytes ? question.accept(bytes) : null;
        if (token) return token;
        log.warn({ url, statusCode, failure: failure ?? 'The answer is no time stamp.' }, 'no time stamp was given');
      }
      return null;
    },
  };
}

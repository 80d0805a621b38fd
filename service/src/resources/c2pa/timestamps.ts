// Time stamps for classical manifests: the authorities of TIMESTAMP_URL are asked in order until
// one answers. Each has the limits of outgoing requests; one that is slow, wrong, huge or silent
// costs its limit, and the manifest is then made without a stamp.
import { askForTimestamp, MOST_TIMESTAMP_BYTES } from '@content-provenance/engine';
import type { FastifyBaseLogger } from 'fastify';
import type { OutgoingHttps } from '../../adapters/outgoing-https/outgoing-https.ts';

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

/** The status and some text around the token. */
const mostAnswerBytes = MOST_TIMESTAMP_BYTES + 4 * 1024;
const headers = { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' };

export function createTimestamps({ urls, outgoing, log }: TimestampsParts): Timestamps {
  return {
    available: urls.length > 0,
    async stamp(message) {
      for (const url of urls) {
        const question = askForTimestamp(message);
        const { statusCode, bytes, failure } = await outgoing.exchange(url, headers, question.request, mostAnswerBytes);
        const token = statusCode === 200 && bytes ? question.accept(bytes) : null;
        if (token) return token;
        log.warn({ url, statusCode, failure: failure ?? 'The answer is no time stamp.' }, 'no time stamp was given');
      }
      return null;
    },
  };
}

// Reads JSON bodies. An empty one counts as no body. A large one can contain long texts but not
// very many values: a megabyte of empty objects takes fifty in memory, and parsing it blocks all
// other requests.
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../error-catalogue.ts';

/** In characters. Up to this length the number of values does not matter. */
const smallBody = 1024 * 1024;
const mostValues = 10_000;

export function acceptJson(server: FastifyInstance): void {
  const parseWithCare = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients send the JSON content type on every call, even without a body.
    if (body.length === 0) return done(null, undefined);
    if (body.length > smallBody && hasManyValues(body)) return done(tooManyValues());
    if (mayReachPrototype(body)) return parseWithCare(request, body, done);
    try {
      done(null, JSON.parse(body));
    } catch {
      // Called for the error that it makes.
      parseWithCare(request, body, done);
    }
  });
}

/**
 * Fastify's parser looks for such keys in every text. A text that cannot contain them does not need
 * this. (In base64, the search for a quote is fast.)
 */
function mayReachPrototype(text: string): boolean {
  return text.includes('"__proto__"') || text.includes('"constructor"') || text.includes('\\u');
}

/**
 * Every value except the first follows one of these characters. Those inside texts count too, but
 * base64 has none of them.
 */
function hasManyValues(text: string): boolean {
  let count = 0;
  for (const mark of [',', '[', '{']) {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
      count += 1;
      if (count > mostValues) return true;
    }
  }
  return false;
}

function tooManyValues(): ServiceError {
  const message = `A body of this size can contain at most ${mostValues.toLocaleString('en')} values. Send fewer values.`;
  return new ServiceError('validation_error', { message, details: [{ path: '', message }] });
}

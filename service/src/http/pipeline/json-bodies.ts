// Reads JSON bodies. An empty one is no body. A large one may hold long texts but not very many
// values: a megabyte of empty objects becomes fifty in memory, and reading them stops everyone
// else.
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../error-catalogue.ts';

/** Up to this length (characters) the count does not matter. */
const smallBody = 1024 * 1024;
const mostValues = 10_000;

export function acceptJson(server: FastifyInstance): void {
  const parseWithCare = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients announce JSON on every call, also where they send nothing.
    if (body.length === 0) return done(null, undefined);
    if (body.length > smallBody && hasManyValues(body)) return done(tooManyValues());
    if (mayReachPrototype(body)) return parseWithCare(request, body, done);
    try {
      done(null, JSON.parse(body));
    } catch {
      // For the error it makes.
      parseWithCare(request, body, done);
    }
  });
}

/**
 * Fastify's parser looks for such keys in every text; one that cannot spell them need not pay for
 * that. (A quote is found quickly in base64.)
 */
function mayReachPrototype(text: string): boolean {
  return text.includes('"__proto__"') || text.includes('"constructor"') || text.includes('\\u');
}

/**
 * Every value but the first follows one of these marks; those within texts count too, which base64
 * has none of.
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

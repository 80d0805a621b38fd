// Reads JSON bodies. An empty one is no body. A large one may hold long texts but not very many values: a megabyte of empty
// objects becomes fifty in memory, and reading them stops everyone else.
import type { FastifyInstance } from 'fastify';
import { ServiceError } from './error-catalogue.ts';

/** Up to this length (characters) the count does not matter. */
const smallBody = 1024 * 1024;
const mostValues = 10_000;

export function acceptJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const body = text as string;
    // Many clients announce JSON on every call, also where they send nothing.
    if (body.length === 0) done(null, undefined);
    else if (body.length > smallBody && hasManyValues(body)) done(tooManyValues());
    else parse(request, body, done);
  });
}

/** Every value but the first follows one of these marks; those within texts count too, which base64 has none of. */
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
  const message = `A body of this size may hold at most ${mostValues.toLocaleString('en')} values.`;
  return new ServiceError('validation_error', { message, details: [{ path: '', message }] });
}

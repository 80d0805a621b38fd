// Reads JSON bodies. An empty one counts as no body. A large one can contain long texts but not
// very many values: a megabyte of empty objects takes fifty in memory, and parsing it blocks all
// other requests.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../error-catalogue.ts';

/** In characters. Up to this length the number of values does not matter. */
const smallBody = 1024 * 1024;
const mostValues = 10_000;

export function acceptJson(server: FastifyInstance): void {
  const readJson = jsonReader(server);
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, readJson);
}

/** The value of a body, or of a part of a form. */
export function jsonReader(server: FastifyInstance) {
  const parseWithCare = server.getDefaultJsonParser('error', 'error');
  return async (request: FastifyRequest, text: string): Promise<unknown> => {
    // Many clients send the JSON content type on every call, even without a body.
    if (text.length === 0) return undefined;
    if (text.length > smallBody && hasManyValues(text)) throw tooManyValues();
    if (!mayReachPrototype(text)) {
      try {
        return JSON.parse(text);
      } catch {
        // The parser below makes the error.
      }
    }
    return new Promise((resolve, reject) => {
      parseWithCare(request, text, (problem, value) => (problem ? reject(problem) : resolve(value)));
    });
  };
}

/**
 * Fastify's parser looks for such keys in every text. A text that cannot contain them does not need
 * this. (In base64, the search for a quote is fast.)
 */
function mayReachPrototype(text: string): boolean {
  return text.includes('"__proto__"') || text.includes('"constructor"') || text.includes('\\u');
}

/** Every value except the first follows one of these characters outside a text. */
function hasManyValues(json: string): boolean {
  let count = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') at = endOfText(json, at);
    else if (character === ',' || character === '[' || character === '{') count += 1;
    if (count > mostValues) return true;
  }
  return false;
}

/** The place of the quote that ends the text, or the end of the body. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (json[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return json.length;
}

function tooManyValues(): ServiceError {
  const message = `A body of this size can contain at most ${mostValues.toLocaleString('en')} values. Send fewer values.`;
  return new ServiceError('validation_error', { message, details: [{ path: '', message }] });
}

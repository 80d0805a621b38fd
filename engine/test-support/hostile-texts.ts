// Test support: texts made at random from fragments of tokens and payloads, and texts as large as an upload may be that are
// made to be slow.
import { writePayload } from '../src/watermarks/zero-width/payload.ts';
import type { Random } from './random-bytes.ts';

const fiftyMegabytes = 50 * 1024 * 1024;
const payload = writePayload('fedcba9876543210');

export const withRandomText: Readonly<Record<string, (bytes: Uint8Array, random: Random) => Buffer>> = {
  'plain-text': (bytes, random) => scatter(Buffer.from(bytes).toString(), plainFragments, random),
};

const plainFragments = [payload, payload.slice(0, 50), payload.slice(9), '\n\n', '\r\n\r\n', '\ufeff', '😀', '\ufe0f'];

/** The text with some of the fragments at places of its own choice. */
function scatter(text: string, fragments: readonly string[], random: Random): Buffer {
  let result = text;
  for (let count = 1 + random.below(6); count > 0; count -= 1) {
    const fragment = random.pick(fragments);
    const from = random.below(3) === 0 ? random.below(fragment.length) : 0;
    const place = random.below(result.length + 1);
    result = result.slice(0, place) + fragment.slice(from) + result.slice(place);
  }
  return Buffer.from(result);
}

export const hostileTexts: Readonly<Record<string, (bytes: Uint8Array) => Map<string, Buffer>>> = {
  'plain-text': () => repeated(plainUnits),
};

/** Fifty megabytes of each unit. */
function repeated(units: readonly string[]): Map<string, Buffer> {
  const fill = (unit: string) => {
    const piece = Buffer.from(unit);
    return Buffer.alloc(Math.floor(fiftyMegabytes / piece.length) * piece.length, piece);
  };
  return new Map(units.map((unit) => [JSON.stringify(unit.slice(0, 20)), fill(unit)]));
}

export const plainUnits = [
  'a\n\n',
  '\n',
  ' ',
  '\n ',
  '\r',
  '&#x',
  '\ufe03',
  '\ufe03\ufe01x',
  '&#65024;',
  '\n\n[',
  '\n\n> ',
  payload,
];

// Canonical JSON (RFC 8785): one value, one text, one sequence of bytes to sign. Strict where
// JSON.stringify is lenient: a value that JSON cannot represent exactly is refused, never dropped
// or replaced, and no method of the value (toJSON) is called. RFC 8785 §3.2.2 prescribes
// ECMAScript's own number and string forms.
import { EngineError } from '../engine-error.ts';

// Deeper than any document of ours. It also stops at a value that contains itself.
const deepestNesting = 64;

export class CanonicalJsonError extends EngineError {
  override readonly name = 'CanonicalJsonError';
  readonly code = 'not_canonical_json';
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`No canonical JSON: ${path} ${problem}.`);
    this.path = path;
  }
}

export function canonicalJsonBytes(value: unknown): Uint8Array {
  return Buffer.from(canonicalJson(value), 'utf8');
}

export function canonicalJson(value: unknown): string {
  return writeValue(value, '$', 0);
}

function writeValue(value: unknown, path: string, depth: number): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return writeString(value, path);
  if (typeof value === 'number') return writeNumber(value, path);
  if (typeof value !== 'object') throw new CanonicalJsonError(path, `is of type ${typeof value}`);
  if (depth === deepestNesting) throw new CanonicalJsonError(path, `is nested deeper than ${deepestNesting} levels`);
  return Array.isArray(value) ? writeArray(value, path, depth) : writeObject(value, path, depth);
}

function writeString(text: string, path: string): string {
  // RFC 8785 §3.2.2.2: a lone surrogate has no UTF-8 form, so it is an error.
  if (!text.isWellFormed()) throw new CanonicalJsonError(path, 'contains a lone surrogate');
  return JSON.stringify(text);
}

function writeNumber(number: number, path: string): string {
  if (!Number.isFinite(number)) throw new CanonicalJsonError(path, `is ${number}`);
  return String(number);
}

function writeArray(array: readonly unknown[], path: string, depth: number): string {
  if (Reflect.ownKeys(array).length !== array.length + 1) {
    throw new CanonicalJsonError(path, 'is an array with holes or extra properties');
  }
  return `[${array.map((item, index) => writeValue(item, `${path}[${index}]`, depth + 1)).join(',')}]`;
}

function writeObject(object: object, path: string, depth: number): string {
  const prototype = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) throw new CanonicalJsonError(path, 'is not a plain object');
  const entries = Object.entries(object);
  if (entries.length !== Reflect.ownKeys(object).length) {
    throw new CanonicalJsonError(path, 'contains symbol properties or hidden properties');
  }
  // RFC 8785 §3.2.3 sorts by UTF-16 code units, and so does ECMAScript's < on strings.
  entries.sort(([left], [right]) => (left < right ? -1 : 1));
  const members = entries.map(([name, value]) => {
    const memberPath = `${path}.${name}`;
    return `${writeString(name, memberPath)}:${writeValue(value, memberPath, depth + 1)}`;
  });
  return `{${members.join(',')}}`;
}

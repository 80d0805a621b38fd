// Reads untrusted CBOR (RFC 8949) within limits: definite lengths only, no duplicate keys, no bytes
// after the value, at most 24 levels of nesting and 100,000 values. Byte strings are views of the
// input.
import { EngineError } from '../../engine-error.ts';
import { type CborKey, CborTag, type CborValue, majorType } from './cbor-value.ts';

export class CborError extends EngineError {
  override readonly name = 'CborError';
  readonly code = 'broken_cbor';
}

const deepest = 24;
const mostValues = 100_000;
const strictText = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function decodeCbor(bytes: Uint8Array): CborValue {
  const reader = new Reader(bytes);
  const value = reader.read(0);
  reader.expectEnd();
  return value;
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;
  #values = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  expectEnd(): void {
    if (this.#at !== this.#bytes.length) throw new CborError('Something follows the CBOR value.');
  }

  read(depth: number): CborValue {
    this.#values += 1;
    if (depth > deepest || this.#values > mostValues) throw new CborError('The CBOR value is too deep or too large.');
    const first = this.#take(1)[0]!;
    const major = first >> 5;
    if (major === majorType.simple) return this.#simple(first & 31);
    const argument = this.#argument(first & 31);
    if (major === majorType.unsigned) return argument;
    if (major === majorType.negative) return -1 - argument;
    if (major === majorType.bytes) return this.#take(argument);
    if (major === majorType.text) return this.#text(argument);
    if (major === majorType.tag) return new CborTag(argument, this.read(depth + 1));
    return major === majorType.array ? this.#array(argument, depth + 1) : this.#map(argument, depth + 1);
  }

  #array(length: number, depth: number): CborValue[] {
    const items: CborValue[] = [];
    for (let place = 0; place < length; place += 1) items.push(this.read(depth));
    return items;
  }

  #map(size: number, depth: number): Map<CborKey, CborValue> {
    const map = new Map<CborKey, CborValue>();
    for (let place = 0; place < size; place += 1) {
      const key = this.read(depth);
      if ((typeof key !== 'string' && typeof key !== 'number') || map.has(key)) {
        throw new CborError('A key of a CBOR map is of no use, or there twice.');
      }
      map.set(key, this.read(depth));
    }
    return map;
  }

  #text(length: number): string {
    const bytes = this.#take(length);
    try {
      return strictText.decode(bytes);
    } catch {
      throw new CborError('A CBOR text is not UTF-8.');
    }
  }

  #simple(code: number): CborValue {
    if (code === 20 || code === 21) return code === 21;
    if (code === 22 || code === 23) return null;
    const at = this.#at;
    if (code === 26 && this.#take(4)) return this.#view.getFloat32(at);
    if (code === 27 && this.#take(8)) return this.#view.getFloat64(at);
    throw new CborError('A CBOR value is of a kind that is not read here.');
  }

  #argument(code: number): number {
    if (code < 24) return code;
    if (code > 27) throw new CborError('A CBOR value has no definite length.');
    const size = 2 ** (code - 24);
    const at = this.#at;
    this.#take(size);
    if (size === 1) return this.#view.getUint8(at);
    if (size === 2) return this.#view.getUint16(at);
    if (size === 4) return this.#view.getUint32(at);
    const value = Number(this.#view.getBigUint64(at));
    if (!Number.isSafeInteger(value)) throw new CborError('A CBOR number is too large.');
    return value;
  }

  #take(length: number): Uint8Array {
    if (length > this.#bytes.length - this.#at) throw new CborError('The CBOR value is cut off.');
    const part = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return part;
  }
}

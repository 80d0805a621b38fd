// The filters of content streams and fonts (ISO 32000-2 §7.4.2 to 7.4.5). A stream that is cut off
// gives what there is of it. Filters of pictures are left out: there is no text behind them.
import { constants, inflateSync } from 'node:zlib';
import { BrokenMedia } from '../../../containers/broken-media.ts';
import type { InflateBudget, StreamFilters } from '../pdf-stream.ts';

export const textFilters: StreamFilters = new Map([
  ['FlateDecode', inflateWhatThereIs],
  ['Fl', inflateWhatThereIs],
  ['LZWDecode', decodeLzw],
  ['LZW', decodeLzw],
  ['ASCII85Decode', decodeAscii85],
  ['A85', decodeAscii85],
  ['ASCIIHexDecode', decodeHex],
  ['AHx', decodeHex],
  ['RunLengthDecode', decodeRuns],
  ['RL', decodeRuns],
]);

function inflateWhatThereIs(content: Uint8Array, budget: InflateBudget): Uint8Array {
  if (budget.left <= 0) throw tooLarge();
  try {
    const options = { maxOutputLength: budget.left, finishFlush: constants.Z_SYNC_FLUSH };
    const inflated = inflateSync(content, options);
    budget.left -= inflated.length;
    return inflated;
  } catch (error) {
    // Inflating it again would cost as much again.
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') budget.left = 0;
    else budget.left -= content.length;
    throw new BrokenMedia('A stream of the PDF cannot be inflated, or is too large.');
  }
}

function tooLarge(): BrokenMedia {
  return new BrokenMedia('The streams of the PDF are too large.');
}

/** Bytes that grow within the budget. */
class Output {
  #bytes = Buffer.alloc(4096);
  #length = 0;
  readonly #budget: InflateBudget;

  constructor(budget: InflateBudget) {
    this.#budget = budget;
  }

  push(byte: number): void {
    if (this.#length === this.#bytes.length) this.#grow();
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  take(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(): void {
    this.#budget.left -= this.#length;
    if (this.#budget.left < 0) throw tooLarge();
    this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#length)]);
  }
}

function decodeHex(content: Uint8Array, budget: InflateBudget): Uint8Array {
  const end = content.indexOf(0x3e);
  const text = Buffer.from(content.subarray(0, end < 0 ? content.length : end)).toString('latin1');
  budget.left -= text.length;
  const digits = text.replaceAll(/[^0-9A-Fa-f]/g, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

function decodeAscii85(content: Uint8Array, budget: InflateBudget): Uint8Array {
  const output = new Output(budget);
  let [value, count] = [0, 0];
  const flush = (bytes: number) => {
    for (let place = 0; place < bytes; place += 1) output.push((value >>> (24 - 8 * place)) & 255);
    [value, count] = [0, 0];
  };
  for (const byte of content) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && count === 0) flush(4);
    if (byte < 0x21 || byte > 0x75) continue;
    value = (value * 85 + (byte - 0x21)) % 0x1_0000_0000;
    count += 1;
    if (count === 5) flush(4);
  }
  const left = count;
  for (; count > 0 && count < 5; count += 1) value = (value * 85 + 84) % 0x1_0000_0000;
  if (left > 1) flush(left - 1);
  return output.take();
}

function decodeRuns(content: Uint8Array, budget: InflateBudget): Uint8Array {
  const output = new Output(budget);
  for (let at = 0; at < content.length && content[at] !== 128; ) {
    const length = content[at]!;
    const isRun = length > 128;
    const count = isRun ? 257 - length : length + 1;
    for (let place = 0; place < count; place += 1) output.push(content[at + 1 + (isRun ? 0 : place)] ?? 0);
    at += isRun ? 2 : count + 1;
  }
  return output.take();
}

const clear = 256;
const endOfData = 257;
const mostCodes = 4096;

// §7.4.4.2. Codes grow one entry early, which is the default of /EarlyChange.
function decodeLzw(content: Uint8Array, budget: InflateBudget): Uint8Array {
  const output = new Output(budget);
  const before = new Uint16Array(mostCodes);
  const last = new Uint8Array(mostCodes);
  const reversed = new Uint8Array(mostCodes);
  let [next, width, previous, first] = [258, 9, -1, 0];
  let [bits, bitCount] = [0, 0];
  for (const byte of content) {
    bits = ((bits << 8) | byte) & 0xff_ffff;
    bitCount += 8;
    if (bitCount < width) continue;
    bitCount -= width;
    const code = (bits >> bitCount) & ((1 << width) - 1);
    if (code === endOfData) break;
    if (code === clear) {
      [next, width, previous] = [258, 9, -1];
      continue;
    }
    if (code > next || (code === next && previous < 0)) break;
    // A code that is not yet there repeats the previous one and its first byte.
    let [each, length] = [code, 0];
    if (code === next) {
      reversed[length++] = first;
      each = previous;
    }
    for (; each > endOfData; each = before[each]!) reversed[length++] = last[each]!;
    reversed[length++] = each;
    first = each;
    while (length > 0) output.push(reversed[--length]!);
    if (previous >= 0 && next < mostCodes) {
      before[next] = previous;
      last[next] = first;
      next += 1;
    }
    if (next + 1 >= 1 << width && width < 12) width += 1;
    previous = code;
  }
  return output.take();
}

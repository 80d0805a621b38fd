// Files that were once valid: bits flipped, parts cut, doubled, emptied, moved or taken from
// another file, and lengths or numbers made huge. The random generator chooses, so that a seed
// makes the same file again.
import type { Random } from '../../engine/test-support/random-bytes.ts';

/** The maximum size of a mutated file. */
const largest = 512 * 1024;
const extremes = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];
const oddNumbers = ['0', '-1', '1', '65536', '2147483648', '4294967295', '99999999999999999999', '1e9', 'NaN'];

type Mutation = (bytes: Buffer, random: Random, other: Buffer) => Buffer;

const mutations: readonly Mutation[] = [
  flipBits,
  setBytes,
  blowUpLength,
  blowUpLength,
  blowUpNumber,
  (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  (bytes, random) => replacePart(bytes, random, () => Buffer.alloc(0)),
  (bytes, random) => replacePart(bytes, random, (part) => Buffer.alloc(part.length)),
  (bytes, random) => replacePart(bytes, random, (part) => random.bytes(Math.min(part.length, 256))),
  (bytes, random) => replacePart(bytes, random, (part) => repeat(part, 2 + random.below(30))),
  spliceIn,
  (bytes, random, other) => Buffer.concat([bytes.subarray(0, random.below(bytes.length + 1)), other]),
  (bytes, random) => Buffer.concat([random.bytes(1 + random.below(16)), bytes]),
];

/** One to three changes. `other` is a source of parts. */
export function mutate(bytes: Buffer, other: Buffer, random: Random): Buffer {
  let mutated = bytes;
  for (let rest = random.pick([1, 1, 1, 2, 3]); rest > 0; rest -= 1)
    mutated = random.pick(mutations)(mutated, random, other);
  return mutated.subarray(0, largest);
}

function flipBits(bytes: Buffer, random: Random): Buffer {
  return change(bytes, random, (copy, at) => {
    copy[at]! ^= 1 << random.below(8);
  });
}

function setBytes(bytes: Buffer, random: Random): Buffer {
  return change(bytes, random, (copy, at) => {
    copy[at] = random.pick(extremes) & 0xff;
  });
}

function change(bytes: Buffer, random: Random, work: (copy: Buffer, at: number) => void): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.length > 0) for (let rest = 1 + random.below(8); rest > 0; rest -= 1) work(copy, placeIn(copy, random));
  return copy;
}

/** Half of all changes hit the first kilobyte, where headers are. */
function placeIn(bytes: Buffer, random: Random): number {
  return random.below(random.below(2) === 0 ? Math.min(bytes.length, 1024) : bytes.length);
}

/**
 * Four bytes that could be the length of what follows, in either byte order. If none is found, any
 * two or four.
 */
function blowUpLength(bytes: Buffer, random: Random): Buffer {
  if (bytes.length < 8) return bytes;
  const copy = Buffer.from(bytes);
  for (let tries = 0; tries < 200; tries += 1) {
    const at = placeIn(copy.subarray(4), random);
    const rest = copy.length - at;
    const [big, little] = [copy.readUInt32BE(at), copy.readUInt32LE(at)];
    if (big > 3 && big <= rest) copy.writeUInt32BE(otherLength(big, rest, random), at);
    else if (little > 3 && little <= rest) copy.writeUInt32LE(otherLength(little, rest, random), at);
    else continue;
    return copy;
  }
  const at = random.below(copy.length - 4);
  if (random.below(2) === 0) copy.writeUInt32BE(random.pick(extremes), at);
  else copy.writeUInt16BE(random.pick(extremes) & 0xffff, at);
  return copy;
}

function otherLength(length: number, rest: number, random: Random): number {
  return random.pick([...extremes, length - 1, length + 1, rest, rest + 1, length * 2]);
}

/** A number in digits, as in PDF and XML. */
function blowUpNumber(bytes: Buffer, random: Random): Buffer {
  const text = bytes.toString('latin1');
  const numbers = [...text.matchAll(/\d+/g)];
  if (numbers.length === 0) return bytes;
  const { 0: number, index } = random.pick(numbers);
  const altered = text.slice(0, index) + random.pick(oddNumbers) + text.slice(index + number.length);
  return Buffer.from(altered, 'latin1');
}

function replacePart(bytes: Buffer, random: Random, make: (part: Buffer) => Buffer): Buffer {
  const start = placeIn(bytes, random);
  const end = Math.min(bytes.length, start + 1 + random.below(random.pick([4, 64, 4096])));
  return Buffer.concat([bytes.subarray(0, start), make(bytes.subarray(start, end)), bytes.subarray(end)]);
}

function repeat(part: Buffer, times: number): Buffer {
  return Buffer.concat(Array.from({ length: times }, () => part)).subarray(0, largest);
}

function spliceIn(bytes: Buffer, random: Random, other: Buffer): Buffer {
  const start = random.below(other.length + 1);
  const part = other.subarray(start, start + 1 + random.below(4096));
  return replacePart(bytes, random, () => part);
}

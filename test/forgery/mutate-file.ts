// Structured mutations of signed files: pieces inserted, repeated, moved, swapped, cut, resized and
// taken from other signed files, bytes changed near our containers, tokens exchanged. The random
// generator chooses.
import type { Random } from '../../engine/test-support/random-bytes.ts';
import type { Container, Piece } from './containers/container.ts';
import { linesContainer, pageContainer } from './containers/text.ts';
import { containerOf, type Target } from './forgery.ts';
import { stores, storeType } from './stores.ts';
import { madeUpToken, withToken } from './tokens.ts';

export interface Scene {
  readonly target: Target;
  /** Another signed file of the same format, as a source of parts. */
  readonly other: Buffer;
  readonly random: Random;
}

type PieceMutation = (pieces: readonly Piece[], scene: Scene, container: Container) => readonly Piece[];
type ByteMutation = (file: Buffer, scene: Scene) => Buffer;

const sizes = [0, 1, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];
const spellings: readonly (readonly [string, string])[] = [
  ['"', "'"],
  [' ', '\n'],
  ['\n', '\r\n'],
  [' ', '  '],
  ['/>', '>'],
  ['provenance', 'Provenance'],
  ['Token', 'token'],
  ['\0', ' '],
];
/** How far from our container a change counts as near. */
const reach = 96;

const pieceMutations: readonly PieceMutation[] = [
  (pieces, { random }, container) =>
    pieces.toSpliced(placeIn(pieces, random), 0, container.wrapStore(random.pick([...stores.values()]))),
  (pieces, { random, target }) => pieces.toSpliced(placeIn(pieces, random), 0, random.pick(ownPieces(pieces, target))),
  (pieces, { random }) => {
    const at = random.below(pieces.length);
    return pieces.toSpliced(at, 0, pieces[at]!);
  },
  (pieces, { random }) => {
    const at = random.below(pieces.length);
    return pieces.toSpliced(at, 1).toSpliced(random.below(pieces.length), 0, pieces[at]!);
  },
  (pieces, { random }) => {
    const [left, right] = [random.below(pieces.length), random.below(pieces.length)];
    return pieces.with(left, pieces[right]!).with(right, pieces[left]!);
  },
  (pieces, { random }) => pieces.toSpliced(random.below(pieces.length), 1),
  (pieces, { random }) =>
    changePiece(pieces, random, (bytes) => Buffer.concat([bytes, random.bytes(1 + random.below(9))])),
  (pieces, { random }) => changePiece(pieces, random, (bytes) => bytes.subarray(0, random.below(bytes.length + 1))),
  (pieces, { random }) => changePiece(pieces, random, (bytes) => resize(bytes, random)),
  splicePieces,
];

const byteMutations: readonly ByteMutation[] = [
  (file, { target, random }) =>
    change(file, target, random, (copy, at) => void copy.writeUInt8(copy[at]! ^ (1 << random.below(8)), at)),
  (file, { target, random }) => change(file, target, random, (copy, at) => void copy.writeUInt8(random.below(256), at)),
  (file, { target, random }) => spliceNear(file, target, random, (part) => Buffer.concat([part, part])),
  (file, { target, random }) => spliceNear(file, target, random, () => Buffer.alloc(0)),
  (file, { target, random }) => spliceNear(file, target, random, (part) => respell(part, random)),
  (file, { target, random }) => spliceNear(file, target, random, (part) => respell(part, random)),
  (file, { target, random, other }) =>
    spliceNear(file, target, random, () => other.subarray(random.below(other.length)).subarray(0, 64)),
  exchangeTokens,
  (file, { random }) => Buffer.concat([file, random.bytes(1 + random.below(9))]),
  (file, { random }) => Buffer.concat([random.bytes(1 + random.below(9)), file]),
  (file, { random }) => file.subarray(0, file.length - 1 - random.below(8)),
  (file, { other }) => Buffer.concat([file, other]),
  (file, { other }) => Buffer.concat([other, file]),
];

/** One to three changes. */
export function mutateFile(file: Buffer, scene: Scene): Buffer {
  let mutated = file;
  for (let rest = scene.random.pick([1, 1, 2, 3]); rest > 0; rest -= 1) mutated = mutateOnce(mutated, scene);
  return mutated;
}

function mutateOnce(file: Buffer, scene: Scene): Buffer {
  if (scene.random.below(5) < 2) return scene.random.pick(byteMutations)(file, scene);
  const container = pickContainer(scene);
  const pieces = split(container, file);
  if (pieces.length === 0) return file;
  const mutated = scene.random.pick(pieceMutations)(pieces, scene, container);
  // Sizes and checksums are updated, or stay as they were.
  return scene.random.below(4) === 0 ? Buffer.concat(mutated.map(({ bytes }) => bytes)) : join(container, mutated);
}

function pickContainer({ target, random }: Scene): Container {
  const own = containerOf(target) ?? (target.format === 'html' ? pageContainer : linesContainer);
  return random.below(20) === 0 ? random.pick([pageContainer, linesContainer]) : own;
}

/** A part that an earlier mutation has broken is one piece. */
function split(container: Container, file: Buffer): Piece[] {
  try {
    return container.split(file);
  } catch {
    return [{ name: 'broken', bytes: file }];
  }
}

function join(container: Container, pieces: readonly Piece[]): Buffer {
  try {
    return container.join(pieces);
  } catch {
    return Buffer.concat(pieces.map(({ bytes }) => bytes));
  }
}

function placeIn(pieces: readonly Piece[], random: Random): number {
  return random.below(pieces.length + 1);
}

function ownPieces(pieces: readonly Piece[], { token }: Target): readonly Piece[] {
  const own = pieces.filter(({ bytes }) => bytes.includes(token) || bytes.includes(storeType));
  return own.length > 0 ? own : pieces;
}

function changePiece(pieces: readonly Piece[], random: Random, work: (bytes: Buffer) => Buffer): readonly Piece[] {
  const at = random.below(pieces.length);
  return pieces.with(at, { name: pieces[at]!.name, bytes: work(pieces[at]!.bytes) });
}

/**
 * Another number where a size can be: in the first twelve bytes, with two or four bytes, in either
 * order.
 */
function resize(bytes: Buffer, random: Random): Buffer {
  if (bytes.length < 4) return bytes;
  const copy = Buffer.from(bytes);
  const at = random.below(Math.min(9, copy.length - 3));
  const old = copy.readUInt32BE(at);
  const value = random.pick([...sizes, old + 1, old - 1, old * 2]) >>> 0;
  const kind = random.below(3);
  if (kind === 0) copy.writeUInt16BE(value & 0xffff, at);
  else if (kind === 1) copy.writeUInt32BE(value, at);
  else copy.writeUInt32LE(value, at);
  return copy;
}

function splicePieces(pieces: readonly Piece[], { random, other }: Scene, container: Container): readonly Piece[] {
  const theirs = split(container, other);
  const [from, start] = [random.below(theirs.length), random.below(pieces.length)];
  const lent = theirs.slice(from, from + 1 + random.below(3));
  return pieces.toSpliced(start, random.below(3), ...lent);
}

function change(file: Buffer, target: Target, random: Random, work: (copy: Buffer, at: number) => void): Buffer {
  if (file.length === 0) return file;
  const copy = Buffer.from(file);
  for (let rest = 1 + random.below(3); rest > 0; rest -= 1) work(copy, near(file, target, random));
  return copy;
}

/** A place near the token or a store. If there is neither, and sometimes anyway, any place. */
function near(file: Buffer, { token }: Target, random: Random): number {
  const anchors = [file.indexOf(token), file.indexOf(storeType)].filter((at) => at >= 0);
  if (anchors.length === 0 || random.below(8) === 0) return random.below(file.length);
  const at = random.pick(anchors) - reach + random.below(2 * reach + token.length);
  return Math.min(Math.max(at, 0), file.length - 1);
}

function spliceNear(file: Buffer, target: Target, random: Random, work: (part: Buffer) => Buffer): Buffer {
  if (file.length === 0) return file;
  const start = near(file, target, random);
  const end = Math.min(file.length, start + 1 + random.below(random.pick([2, 16, 128])));
  return Buffer.concat([file.subarray(0, start), work(file.subarray(start, end)), file.subarray(end)]);
}

function respell(part: Buffer, random: Random): Buffer {
  const text = part.toString('latin1');
  const fitting = spellings.filter(([from]) => text.includes(from));
  if (fitting.length === 0)
    return Buffer.from(random.below(2) === 0 ? text.toUpperCase() : text.toLowerCase(), 'latin1');
  const [from, to] = random.pick(fitting);
  return Buffer.from(text.replace(from, to), 'latin1');
}

function exchangeTokens(file: Buffer, { target, random }: Scene): Buffer {
  const { token, stranger, clientToken, formatToken } = target;
  const at = 4 + random.below(token.length - 4);
  const changed = token.slice(0, at) + random.pick([...'AZaz09-_']) + token.slice(at + 1);
  const other = random.pick([stranger.token, clientToken, formatToken, madeUpToken, changed]);
  try {
    return withToken(target, file, token, other);
  } catch {
    return file;
  }
}

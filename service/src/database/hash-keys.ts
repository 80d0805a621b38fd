// How the table perceptual_hashes is keyed. A row has one key for each band of its hash. A key is a
// kind, the value of the band and a time, so the rows with one value of a band are a range of keys,
// oldest record first.
import { bandsOf, type MediaKind, nearBandsOf } from '@content-provenance/engine';
import type { Insertable } from 'kysely';
import type { PerceptualHashesTable } from './schema.ts';

/** 1 bit for the kind, 22 for the band and 40 for the time: never negative. */
const kindShift = 62n;
const timeBits = 40;
/** Milliseconds of the id without their last two bits, so that they fit until the year 2109. */
const timeUnit = 2n;

/** How many keys one value of a band has. */
export const keysPerValue = 1n << BigInt(timeBits);

const kinds: readonly MediaKind[] = ['image', 'video'];

export function isSearchedKind(kind: MediaKind): boolean {
  return kinds.includes(kind);
}

/** The smallest key of a kind. */
export function firstKeyOf(kind: MediaKind): bigint {
  return BigInt(kinds.indexOf(kind)) << kindShift;
}

/** recordId: UUID version 7 (RFC 9562, 5.7), whose first 48 bits are milliseconds. */
export function hashRowOf(recordId: string, phash: string, kind: MediaKind): Insertable<PerceptualHashesTable> {
  const milliseconds = BigInt(`0x${recordId.slice(0, 8)}${recordId.slice(9, 13)}`);
  const time = BigInt.asUintN(timeBits, milliseconds >> timeUnit);
  const [key_1, key_2, key_3] = bandsOf(phash).map((value) => startOf(kind, value) + time);
  return { key_1: key_1!, key_2: key_2!, key_3: key_3!, hash: hashNumber(phash), record_id: recordId };
}

/** For each band, where the ranges begin that can have hashes within the largest distance. */
export function nearStartsOf(phash: string, kind: MediaKind): bigint[][] {
  return nearBandsOf(phash).map((values) => values.map((value) => startOf(kind, value)));
}

/** As databases store it: 64 bits with a sign. */
export function hashNumber(phash: string): bigint {
  return BigInt.asIntN(64, BigInt(`0x${phash}`));
}

function startOf(kind: MediaKind, value: number): bigint {
  return firstKeyOf(kind) + BigInt(value) * keysPerValue;
}

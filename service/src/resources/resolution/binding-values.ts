// Values of soft bindings and the algorithms they belong to. A value is bytes in base64; both
// alphabets are read, and one form is stored and compared.
import { type SoftBinding, type SoftBindingAlgorithm, softBindingAlgorithms } from '@content-provenance/engine';
import { failValidation } from '../../http/error-catalogue.ts';

const base64 = /^([A-Za-z0-9+/_-]+)={0,2}$/;
/** A watermark id and a perceptual hash have 64 bits. */
const bytesOfOurs = 8;

/** In the usual alphabet, with padding. field: named in the error. */
export function readValue(text: string, field: string): string {
  const digits = base64.exec(text)?.[1];
  if (digits === undefined || digits.length % 4 === 1) failValidation(field, 'must be base64');
  return Buffer.from(digits, 'base64').toString('base64');
}

/** 16 hex digits, which is how records name watermarks and hashes; null: not the size of ours. */
export function asHex(value: string): string | null {
  const bytes = Buffer.from(value, 'base64');
  return bytes.length === bytesOfOurs ? bytes.toString('hex') : null;
}

export function fromHex(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64');
}

/** All names under our prefix are ours, even those that do not exist: others cannot use them. */
export function isOurs(alg: string): boolean {
  return alg.toLowerCase().startsWith('org.content-provenance.');
}

export function findAlgorithm(alg: string): SoftBindingAlgorithm | undefined {
  return softBindingAlgorithms.find((each) => each.alg === alg);
}

export const watermarkNames = softBindingAlgorithms.filter(({ type }) => type === 'watermark').map(({ alg }) => alg);

/**
 * Whether a manifest can be found by this binding (C2PA 2.2 §18.10.5.1): every soft binding that it
 * asserts must be the same. All our watermarks in a file carry the same id, so they count as one
 * algorithm.
 */
export function agrees(asserted: readonly SoftBinding[], { alg, value }: SoftBinding): boolean {
  return asserted.every((each) => each.value === value && isSameAlgorithm(each.alg, alg));
}

function isSameAlgorithm(left: string, right: string): boolean {
  return left === right || (watermarkNames.includes(left) && watermarkNames.includes(right));
}

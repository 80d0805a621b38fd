// The mark on a JPEG: coefficients decoded, changed and encoded again. Answers null where the structure carries no mark.
import { decodeCoefficients } from './coefficients.ts';
import { markCoefficients } from './mark-coefficients.ts';

export function markJpeg(file: Uint8Array, id: string): Uint8Array | null {
  return markCoefficients(decodeCoefficients(file), id)?.bytes ?? null;
}

// Whether a certificate is valid at a time. Node gives an Invalid Date for a date that it cannot
// read, and every comparison with one is false: such a certificate is never valid.
import type { X509Certificate } from 'node:crypto';

export function isValidAt({ validFromDate, validToDate }: X509Certificate, time: Date): boolean {
  return validFromDate <= time && time <= validToDate;
}

// Whether a certificate is valid at a time. The texts of its dates are read, because Node can give
// any Date for a date that it cannot read. Such a text gives no number, and every comparison with
// it is false: the certificate is never valid.
import type { X509Certificate } from 'node:crypto';

export function isValidAt({ validFrom, validTo }: X509Certificate, time: Date): boolean {
  return Date.parse(validFrom) <= time.getTime() && time.getTime() <= Date.parse(validTo);
}

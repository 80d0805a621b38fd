// The certificate that signed a manifest, and its time stamp, from the reports of c2pa-rs. Names
// come from the certificates, and anyone can issue a certificate with any name.
import type { CertificateFacts, TimestampFacts } from './manifest-findings.ts';
import { plainText, timeText } from './plain-text.ts';
import type { ReportedStatus, StatusLists } from './reported-status.ts';

interface ReportedCertificate {
  readonly issuer?: Readonly<Record<string, unknown>>;
  readonly subject?: Readonly<Record<string, unknown>>;
  readonly validity?: { readonly notBefore?: unknown; readonly notAfter?: unknown };
}

export interface ReportedSignature {
  readonly algorithm?: unknown;
  readonly certificateInfo?: ReportedCertificate;
  readonly timeStampInfo?: { readonly timestamp?: unknown; readonly certificateInfo?: ReportedCertificate };
}

export function certificateOf({ algorithm, certificateInfo }: ReportedSignature): CertificateFacts | null {
  const notBefore = timeText(certificateInfo?.validity?.notBefore);
  const notAfter = timeText(certificateInfo?.validity?.notAfter);
  if (!notBefore || !notAfter) return null;
  return {
    subject: nameOf(certificateInfo?.subject),
    issuer: nameOf(certificateInfo?.issuer),
    not_before: notBefore,
    not_after: notAfter,
    algorithm: plainText(algorithm).toUpperCase(),
  };
}

/** Only a time stamp that belongs to the signature counts. */
export function timestampOf(
  { timeStampInfo }: ReportedSignature,
  { success = [] }: StatusLists,
): TimestampFacts | null {
  const time = timeText(timeStampInfo?.timestamp);
  if (!time || !success.some(({ code }) => code === 'timeStamp.validated')) return null;
  return {
    time,
    authority: nameOf(timeStampInfo?.certificateInfo?.subject),
    trusted: success.some(isTrustedTimestamp),
  };
}

// c2pa-rs reports the time stamp of every old claim as trusted, whatever its authority, and says
// "legacy". Here only an authority on a trust list counts.
function isTrustedTimestamp({ code, explanation = '' }: ReportedStatus): boolean {
  return code === 'timeStamp.trusted' && !explanation.startsWith('legacy');
}

/** `Acme Pictures, Signer` */
function nameOf(name: Readonly<Record<string, unknown>> = {}): string {
  return [name.O, name.CN]
    .map((part) => plainText(part))
    .filter((part) => part !== '')
    .join(', ');
}

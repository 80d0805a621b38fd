// Which findings of c2pa-rs say that something could not be checked here, and not that it is wrong:
// an identity (CAWG) whose issuer can be asked only over the network, or is on no list, and the
// revocation of a certificate.
import type { ReportedStatus, ValidationResults } from './reported-status.ts';

/** The format has a place for a manifest, and this reader does not know it: fonts and text. */
export const unsupportedFormat = 'format.unsupported';
/** C2PA 2.2 §15.2.2: the manifest is elsewhere, and was not fetched. */
export const inaccessibleManifest = 'manifest.inaccessible';

const outOfReach = /^cawg\.ica\.(did_unavailable|did_unsupported_method|untrusted_issuer)$|^cawg\..+\.untrusted$/;
const notLookedUp = /^signingCredential\.ocsp\.(skipped|inaccessible)$/;
const mostCodes = 20;

export function isOutOfReach({ code }: ReportedStatus): boolean {
  return outOfReach.test(code);
}

/** What c2pa-rs tolerates (`is_tolerated_manifest_failure_code`), and what is out of reach. */
export function isHarmless(status: ReportedStatus): boolean {
  const { code } = status;
  return code === 'signingCredential.untrusted' || code.startsWith('cawg.x509.') || isOutOfReach(status);
}

export function uncheckedCodes({ activeManifest }: ValidationResults): string[] {
  const { failure = [], informational = [] } = activeManifest ?? {};
  const codes = [...failure, ...informational].map(({ code }) => code);
  return [...new Set(codes.filter((code) => outOfReach.test(code) || notLookedUp.test(code)))].slice(0, mostCodes);
}

/**
 * Whether c2pa-rs calls the manifest invalid for nothing but what is out of reach: the rule is its
 * own (`ValidationResults::validation_state`), with more codes that are tolerated.
 */
export function isValidOtherwise({ activeManifest, ingredientDeltas }: ValidationResults): boolean {
  const { success = [], failure = [] } = activeManifest ?? {};
  const failures = [...failure, ...(ingredientDeltas ?? []).flatMap((each) => each.validationDeltas?.failure ?? [])];
  return (
    ['claimSignature.validated', 'claimSignature.insideValidity'].every((code) =>
      success.some((each) => each.code === code),
    ) && failures.every(isHarmless)
  );
}

// Findings of c2pa-rs that mean that something could not be checked here, not that it is wrong: an
// identity (CAWG) whose issuer is reachable only over the network or is not on a list, and the
// revocation of a certificate.
import type { ReportedStatus, ValidationResults } from './reported-status.ts';

/** The format can carry a manifest, but this reader does not support it: fonts and text. */
export const unsupportedFormat = 'format.unsupported';
/** C2PA 2.2 §15.2.2: the manifest is elsewhere, and the service did not fetch it. */
export const inaccessibleManifest = 'manifest.inaccessible';

const outOfReach = /^cawg\.ica\.(did_unavailable|did_unsupported_method|untrusted_issuer)$|^cawg\..+\.untrusted$/;
const notLookedUp = /^signingCredential\.ocsp\.(skipped|inaccessible)$/;
const mostCodes = 20;

export function isOutOfReach({ code }: ReportedStatus): boolean {
  return outOfReach.test(code);
}

/** Codes that c2pa-rs tolerates (`is_tolerated_manifest_failure_code`), and those out of reach. */
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
 * Whether the manifest is valid except for checks that are out of reach. The rule is the one of
 * c2pa-rs (`ValidationResults::validation_state`), with more tolerated codes.
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

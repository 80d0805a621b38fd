// Which of the four verdicts a result of the service is, and in which words. Nothing is claimed that the result does not say.
import type { VerificationResult } from '@content-provenance/client';
import { otherBytesTexts, reasonTexts, type VerdictKind, verdictTexts } from '../../texts/verify.ts';

export interface Verdict {
  readonly kind: VerdictKind;
  readonly title: string;
  readonly words: string;
}

export function verdictOf(result: VerificationResult): Verdict {
  const kind = kindOf(result);
  const { title, words } = verdictTexts[kind];
  return { kind, title, words: exactWords(kind, result) ?? words };
}

function exactWords(kind: VerdictKind, result: VerificationResult): string | undefined {
  if (kind === 'unproven') return reasonTexts[result.reason ?? ''];
  const ledBy = otherBytesTexts.ledBy[result.token_source ?? ''];
  if (kind !== 'changed' || !ledBy || !result.provenance) return undefined;
  return otherBytesTexts[result.likeness](ledBy, result.provenance.org, result.format === 'audio');
}

function kindOf({ authentic, tampered, reason }: VerificationResult): VerdictKind {
  if (authentic) return 'authentic';
  if (tampered) return 'changed';
  return reason === 'no_provenance_found' ? 'nothing' : 'unproven';
}

/** The C2PA part of a result, as the specification words it. */
export interface C2paFindings {
  readonly found: boolean;
  readonly validation_status: string;
  readonly assertions: readonly string[];
  readonly manifest_count: number;
  readonly signature_issuer: string | null;
  readonly is_service: boolean;
}

export function c2paOf(result: VerificationResult): C2paFindings | undefined {
  const { c2pa } = result as { c2pa?: C2paFindings | null };
  return c2pa?.found ? c2pa : undefined;
}

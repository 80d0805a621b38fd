// An attestation as JSON: the facts of a period in the words of the regulation, and where the
// signature of an export is.
import { mediaKinds, mlDsa65 } from '@content-provenance/engine';
import type { EnvironmentName } from '../../access/api-keys.ts';
import type { Caller } from '../../access/caller.ts';
import { makeIdentifier } from '../../access/identifiers.ts';
import type { Facts } from './attestation-facts.ts';
import * as words from './attestation-words.ts';
import { sourceLabels, sources } from './verification-sources.ts';

interface Circumstances {
  readonly environment: EnvironmentName;
  readonly organization: Caller['organization'];
  readonly window: { readonly from: number; readonly to: number };
  readonly time: number;
}

export type Attestation = ReturnType<typeof describeFacts>;
export type SignedAttestation = ReturnType<typeof nameSignature>;

export function describeFacts(facts: Facts, { environment, organization, window, time }: Circumstances) {
  const { orgId, name, plan } = organization;
  return {
    attestation_id: makeIdentifier('att'),
    environment,
    org: { org_id: orgId, name, plan },
    period: { from: new Date(window.from).toISOString(), to: new Date(window.to).toISOString() },
    generated_at: new Date(time).toISOString(),
    ...present(facts),
    disclaimer: words.disclaimer,
  };
}

export function nameSignature(attestation: Attestation, publicUrl: string, kid: string) {
  return {
    ...attestation,
    signature: {
      algorithm: mlDsa65.algorithm,
      kid,
      covers: 'every byte of this file',
      signature_url: `${publicUrl}/v1/attestation/${attestation.attestation_id}/signature`,
      public_key_url: `${publicUrl}/v1/attestation/keys`,
    },
  };
}

function present(facts: Facts) {
  const { records, verifications, generators } = facts;
  const signedFormats = mediaKinds.filter((format) => records.byFormat[format] !== undefined);
  return {
    summary: {
      records_signed: records.total,
      content_verified: verifications.total,
      tamper_events: verifications.tampered,
      generators_active: generators.filter(({ status }) => status === 'active').length,
      formats: signedFormats,
    },
    eu_ai_act_article_50: {
      transparency_obligation: words.transparencyObligation,
      mapping: words.articleMapping(facts),
      not_covered: words.notCovered,
    },
    code_of_practice: { title: words.codeOfPractice, measures: words.codeMeasures(facts) },
    records_by_format: signedFormats.map((format) => ({ fact: format as string, count: records.byFormat[format]! })),
    verifications_by_source: sources
      .map((source) => ({ fact: sourceLabels[source], count: verifications[source] }))
      .filter(({ count }) => count > 0),
    generators: [...generators],
  };
}

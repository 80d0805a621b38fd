// Attestations: facts of a period beside Article 50 of the AI Act, for the organization alone. An export is signed byte for
// byte; the signature is kept and open to everyone, the document is not kept.
import { formatContentHash, mlDsa65, sha3Digest, signMessage } from '@content-provenance/engine';
import { actorOf } from '../../access/actor.ts';
import type { EnvironmentName } from '../../access/api-keys.ts';
import type { Caller } from '../../access/caller.ts';
import { makeIdentifier } from '../../access/identifiers.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { MediaFormat } from '../../database/schema.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail, failValidation } from '../../http/error-catalogue.ts';
import { readWindow } from '../../http/timestamps.ts';
import { periodAt } from '../billing/billing.service.ts';
import { findAttestation, insertAttestation } from './attestation.store.ts';
import { type Facts, gatherFacts } from './attestation-facts.ts';
import type { AttestationKeys } from './attestation-keys.ts';
import { layOutAttestation } from './attestation-page.ts';
import * as words from './attestation-words.ts';
import { sourceLabels, sources } from './verification-sources.ts';

export interface AttestationParts {
  readonly environment: EnvironmentName;
  readonly publicUrl: string;
  readonly database: Database;
  readonly keys: AttestationKeys;
  readonly events: EventStream;
  readonly now?: () => number;
}

interface GivenWindow {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export type Attestation = Awaited<ReturnType<AttestationService['make']>>;
export type SignedAttestation = Attestation & { readonly signature: ReturnType<typeof whereSignatureIs> };
export type AttestationService = ReturnType<typeof createAttestationService>;

const formats: readonly MediaFormat[] = ['image', 'audio', 'text', 'video'];

export function createAttestationService(parts: AttestationParts) {
  const { environment, publicUrl, database, keys, events, now = Date.now } = parts;
  /** The last count at work for each organization: the next waits for it, so that no caller loads every core. */
  const atWork = new Map<string, Promise<unknown>>();

  function inTurn<Result>(orgId: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (atWork.get(orgId) ?? Promise.resolve()).then(work);
    const forget = () => {
      if (atWork.get(orgId) === settled) atWork.delete(orgId);
    };
    const settled = turn.then(forget, forget);
    atWork.set(orgId, settled);
    return turn;
  }

  /** Nothing is attested of a time to come. */
  function resolveWindow(given: GivenWindow, time: number) {
    const window = readWindow(given, { from: Date.parse(periodAt(time).start), to: time });
    const to = Math.min(window.to, time);
    if (window.from > to) failValidation('from', 'must not be after the end of the period, nor in the future');
    return { from: window.from, to };
  }

  const service = {
    async make({ organization }: Caller, given: GivenWindow) {
      const time = now();
      const window = resolveWindow(given, time);
      const { orgId, name, plan } = organization;
      const facts = await inTurn(orgId, () => gatherFacts(database, orgId, window));
      return {
        attestation_id: makeIdentifier('att'),
        environment,
        org: { org_id: orgId, name, plan },
        period: { from: new Date(window.from).toISOString(), to: new Date(window.to).toISOString() },
        generated_at: new Date(time).toISOString(),
        ...present(facts),
        disclaimer: words.disclaimer,
      };
    },

    async export(caller: Caller, given: GivenWindow, format: 'json' | 'html') {
      const attestation = await service.make(caller, given);
      const { attestation_id, org, period } = attestation;
      const signed = { ...attestation, signature: whereSignatureIs(publicUrl, attestation_id, keys.current.kid) };
      const text = format === 'html' ? layOutAttestation(signed) : `${JSON.stringify(signed, null, 2)}\n`;
      const bytes = new TextEncoder().encode(text);
      const signature = await signMessage(keys.current.seed, bytes);
      await database.transaction(async (transaction) => {
        await insertAttestation(transaction, {
          attestation_id,
          org_id: org.org_id,
          content_hash: formatContentHash(sha3Digest(bytes)),
          kid: keys.current.kid,
          signature,
          signed_at: Date.parse(attestation.generated_at),
        });
        await events.append(transaction, org.org_id, [
          { type: 'attestation_exported', metadata: { attestation_id, format, ...period, actor: actorOf(caller) } },
        ]);
      });
      return { bytes, name: `attestation-${period.from.slice(0, 10)}-to-${period.to.slice(0, 10)}.${format}` };
    },

    async signature(attestationId: string) {
      const row = await findAttestation(database.read, attestationId);
      if (!row) fail('not_found', { message: 'No exported attestation has this id.' });
      return {
        attestation_id: row.attestation_id,
        content_hash: row.content_hash,
        algorithm: mlDsa65.algorithm,
        kid: row.kid,
        signature: Buffer.from(row.signature).toString('base64'),
        signed_at: new Date(row.signed_at).toISOString(),
      };
    },

    publicKeys: () => ({ keys: [...keys.published] }),
  };
  return service;
}

function whereSignatureIs(publicUrl: string, attestationId: string, kid: string) {
  return {
    algorithm: mlDsa65.algorithm,
    kid,
    covers: 'every byte of this file',
    signature_url: `${publicUrl}/v1/attestation/${attestationId}/signature`,
    public_key_url: `${publicUrl}/v1/attestation/keys`,
  };
}

function present(facts: Facts) {
  const { records, verifications, generators } = facts;
  const signedFormats = formats.filter((format) => records.byFormat[format] !== undefined);
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

// Attestations: facts of a period next to Article 50 of the AI Act, for the organization only. An
// export is signed byte for byte. The signature is stored and public, the document is not stored.
import { formatContentHash, mlDsa65, sha3Digest, signMessage } from '@content-provenance/engine';
import { actorOf } from '../../access/actor.ts';
import type { EnvironmentName } from '../../access/api-keys.ts';
import type { Caller } from '../../access/caller.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { RecordLookup } from '../../archive/record-lookup.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail, failValidation } from '../../http/error-catalogue.ts';
import { readWindow } from '../../http/timestamps.ts';
import { periodAt } from '../billing/billing.service.ts';
import { findAttestation, insertAttestation } from './attestation.store.ts';
import { describeFacts, nameSignature } from './attestation-document.ts';
import { gatherFacts } from './attestation-facts.ts';
import type { AttestationKeys } from './attestation-keys.ts';
import { layOutAttestation } from './attestation-page.ts';

export interface AttestationParts {
  readonly environment: EnvironmentName;
  readonly publicUrl: string;
  readonly database: Database;
  readonly lookup: RecordLookup;
  readonly keys: AttestationKeys;
  readonly events: EventStream;
  readonly now?: () => number;
}

const dayMilliseconds = 24 * 60 * 60 * 1_000;

interface GivenWindow {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export type AttestationService = ReturnType<typeof createAttestationService>;

export function createAttestationService(parts: AttestationParts) {
  const { environment, publicUrl, database, lookup, keys, events, now = Date.now } = parts;
  /**
   * The last count in progress for each organization. The next one waits for it, so that no caller
   * uses every core.
   */
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

  /** No attestation covers the future. */
  function resolveWindow(given: GivenWindow, time: number) {
    const window = readWindow(given, { from: Date.parse(periodAt(time).start), to: time });
    const to = Math.min(window.to, time);
    if (window.from > to) failValidation('from', 'must not be after the end of the period or in the future');
    return { from: window.from, to };
  }

  /** Archived records are counted by day. */
  async function expectWholeDays({ from, to }: { readonly from: number; readonly to: number }): Promise<void> {
    const archivedBefore = (await lookup.archivedBefore(database.read)) ?? 0;
    // On the last archived day, a period can end after the archived records, but not begin there.
    const lastDayEnds = Math.ceil(archivedBefore / dayMilliseconds) * dayMilliseconds;
    for (const [path, time, end] of [
      ['from', from, lastDayEnds],
      ['to', to + 1, archivedBefore],
    ] as const)
      if (time < end && time % dayMilliseconds !== 0)
        failValidation(path, 'must be a date without a time, because the records of that day are archived');
  }

  const service = {
    async make({ organization }: Caller, given: GivenWindow) {
      const time = now();
      const window = resolveWindow(given, time);
      const { orgId } = organization;
      await expectWholeDays(window);
      const facts = await inTurn(orgId, () => gatherFacts(database, orgId, window));
      return describeFacts(facts, { environment, organization, window, time });
    },

    async export(caller: Caller, given: GivenWindow, format: 'json' | 'html') {
      const attestation = await service.make(caller, given);
      const { attestation_id, org, period } = attestation;
      const signed = nameSignature(attestation, publicUrl, keys.current.kid);
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
      if (!row) fail('not_found', { message: 'No exported attestation has this ID.' });
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

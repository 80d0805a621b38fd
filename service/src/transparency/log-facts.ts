// What the log has entries about, and the opening of each entry: the facts that it commits to, with
// a salt. A salt is derived from the subject, so that nothing secret is stored per entry.
import { createHmac } from 'node:crypto';
import type { Opening } from '@content-provenance/engine/transparency';

export interface RecordFact {
  readonly kind: 'record';
  readonly recordId: string;
  readonly contentHash: string;
  readonly generatorId: string;
  readonly kid: string;
  readonly signedAt: number;
}

export interface RevocationFact {
  readonly kind: 'generator_revoked';
  readonly generatorId: string;
  readonly time: number;
}

export interface RetirementFact {
  readonly kind: 'key_retired';
  readonly generatorId: string;
  readonly kid: string;
  readonly time: number;
}

export type LogFact = RecordFact | RevocationFact | RetirementFact;

const type = 'content-provenance-log-entry/1';

/** Names the entry in the database. No two facts have the same. */
export function subjectOf(fact: LogFact): string {
  if (fact.kind === 'record') return fact.recordId;
  if (fact.kind === 'generator_revoked') return fact.generatorId;
  return `${fact.generatorId} ${fact.kid}`;
}

export function openingOf(fact: LogFact, saltKey: Uint8Array): Opening {
  const salt = createHmac('sha256', saltKey).update(subjectOf(fact)).digest('base64');
  if (fact.kind === 'record') {
    return {
      type,
      kind: 'record',
      record_id: fact.recordId,
      content_hash: fact.contentHash,
      generator_id: fact.generatorId,
      kid: fact.kid,
      signed_at: new Date(fact.signedAt).toISOString(),
      salt,
    };
  }
  const time = new Date(fact.time).toISOString();
  const { kind, generatorId: generator_id } = fact;
  if (kind === 'generator_revoked') return { type, kind, generator_id, time, salt };
  return { type, kind, generator_id, kid: fact.kid, time, salt };
}

// Domains that an organization proves to control (docs/decisions/0030). A person or a program adds
// them. They are checked on request and then every day. Several organizations can prove the same
// domain.
import { actorOf } from '../../access/actor.ts';
import type { Caller } from '../../access/caller.ts';
import { makeIdentifier, makeSecret } from '../../access/identifiers.ts';
import type { Database, Transaction } from '../../adapters/database/database.ts';
import type { OutgoingHttps } from '../../adapters/outgoing-https/outgoing-https.ts';
import type { FindTexts } from '../../adapters/outgoing-https/resolve-host.ts';
import { presentSigner } from '../../database/signer.ts';
import type { NewEvent } from '../../events/event-catalogue.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail, failValidation } from '../../http/error-catalogue.ts';
import { readDomain } from '../../identity/domain-name.ts';
import { dropVerifiedNames, keepVerifiedNames } from '../../identity/public-names.ts';
import type { MailQueue } from '../../mail/mail-queue.ts';
import { findProof, type ProofFinding, whatToPublish } from './domain-proof.ts';
import { afterCheck, type DomainRow, graceMilliseconds, isShown } from './domain-states.ts';
import {
  deleteDomain,
  findDomain,
  findSigner,
  insertDomain,
  listDomains,
  listOwners,
  markChecked,
  updateDomain,
} from './domains.store.ts';

export interface DomainsParts {
  readonly database: Database;
  readonly findTexts: FindTexts;
  readonly outgoing: OutgoingHttps;
  readonly events: EventStream;
  readonly mailQueue: MailQueue;
  readonly now?: () => number;
}

const mostDomains = 10;

export type DomainsService = ReturnType<typeof createDomainsService>;

export function createDomainsService(parts: DomainsParts) {
  const { database, events, mailQueue, now = Date.now } = parts;

  async function check(row: DomainRow, actor?: string): Promise<DomainRow> {
    const finding = await findProof(parts, row);
    const time = now();
    return database.transaction(async (transaction) => {
      const before = await markChecked(transaction, row.org_id, row.domain_id, time);
      if (!before) failUnknown();
      const after = await updateDomain(transaction, row.org_id, row.domain_id, afterCheck(before, finding, time));
      if (after.state !== before.state) await follow(transaction, after, finding, actor);
      return after;
    });
  }

  /** The effects of a new state. */
  async function follow(transaction: Transaction, row: DomainRow, finding: ProofFinding, actor: string | undefined) {
    if (row.state === 'verified') await keepVerifiedNames(transaction, row);
    if (row.state === 'expired') await dropVerifiedNames(transaction, row);
    if (row.state === 'failing') {
      for (const to of await listOwners(transaction, row.org_id)) {
        await mailQueue.enqueue(transaction, { kind: 'domain_failing', to, code: row.domain_id });
      }
    }
    await events.append(transaction, row.org_id, [eventOf(row, finding, actor)]);
  }

  return {
    async list(orgId: string) {
      const [rows, signer] = await Promise.all([listDomains(database.read, orgId), findSigner(database.read, orgId)]);
      return { domains: rows.map(present), signer: presentSigner(signer) };
    },

    async add(caller: Caller, given: string) {
      const read = readDomain(given);
      if ('fault' in read) failValidation('domain', read.fault);
      const { domain } = read;
      const { orgId } = caller.organization;
      const row: DomainRow = {
        domain_id: makeIdentifier('dom'),
        org_id: orgId,
        domain,
        challenge: makeSecret(),
        state: 'pending',
        method: null,
        verified_at: null,
        confirmed_at: null,
        failing_since: null,
        checked_at: null,
        next_check_at: null,
        problem: null,
        created_at: now(),
      };
      await database.transaction(async (transaction) => {
        // First, because it makes other calls of the organization wait, so that two at once cannot
        // both be the tenth.
        await events.append(transaction, orgId, [
          { type: 'domain_added', metadata: { domain_id: row.domain_id, domain, actor: actorOf(caller) } },
        ]);
        const known = await listDomains(transaction, orgId);
        if (known.some((each) => each.domain === domain)) fail('domain_already_added');
        if (known.length >= mostDomains) fail('domain_limit_reached');
        await insertDomain(transaction, row);
      });
      return present(row);
    },

    async check(caller: Caller, domainId: string) {
      const row = await findDomain(database.read, caller.organization.orgId, domainId);
      return present(await check(row ?? failUnknown(), actorOf(caller)));
    },

    async remove(caller: Caller, domainId: string) {
      const { orgId } = caller.organization;
      await database.transaction(async (transaction) => {
        const row = (await deleteDomain(transaction, orgId, domainId)) ?? failUnknown();
        await dropVerifiedNames(transaction, row);
        await events.append(transaction, orgId, [
          {
            type: 'domain_removed',
            metadata: { domain_id: domainId, domain: row.domain, state: row.state, actor: actorOf(caller) },
          },
        ]);
      });
      return { deleted: true as const };
    },

    /** Called by the service itself. */
    recheck: (row: DomainRow) => check(row),
  };
}

function eventOf({ state, domain_id, domain }: DomainRow, finding: ProofFinding, by: string | undefined): NewEvent {
  const actor = by === undefined ? {} : { actor: by };
  if (finding.outcome === 'proven') {
    return { type: 'domain_verified', metadata: { domain_id, domain, method: finding.method, ...actor } };
  }
  const type = state === 'expired' ? 'domain_expired' : 'domain_failing';
  return { type, metadata: { domain_id, domain, problem: finding.problem, ...actor } };
}

function failUnknown(): never {
  fail('not_found', { message: 'The organization has no domain with this ID. It could already be removed.' });
}

function present(row: DomainRow) {
  const { domain_id, domain, state, method, problem, failing_since } = row;
  return {
    domain_id,
    domain,
    state,
    method: isShown(state) ? method : null,
    verified_at: isShown(state) ? timeOf(row.verified_at) : null,
    checked_at: timeOf(row.checked_at),
    expires_at: timeOf(failing_since === null ? null : failing_since + graceMilliseconds),
    problem,
    ...whatToPublish(domain, row.challenge),
    created_at: new Date(row.created_at).toISOString(),
  };
}

function timeOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

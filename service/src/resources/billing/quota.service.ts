// The monthly quota, counted in the transaction that stores the records. Under any concurrency, a
// hard limit stops at exactly its number, a batch is all or nothing, and the sandbox never counts
// (settled point 9).
import type { CallingOrganization } from '../../access/caller.ts';
import type { Database, Transaction } from '../../adapters/database/database.ts';
import type { NewEvent } from '../../events/event-catalogue.ts';
import { ServiceError } from '../../http/error-catalogue.ts';
import type { MailQueue } from '../../mail/mail-queue.ts';
import { plans } from '../../plans/plans.ts';
import { addUsed, findUsage, listOwnerAddresses, markNoticeGiven } from './billing.store.ts';
import { periodAt } from './billing-period.ts';

export interface QuotaParts {
  readonly database: Database;
  readonly mailQueue: MailQueue;
  readonly upgradeUrl: string;
  /** False in the sandbox. */
  readonly counts: boolean;
  readonly now?: () => number;
}

export interface Reservation {
  /** For each group in order, whether it was counted. Do not store a refused group. */
  readonly accepted: readonly boolean[];
  /** To append to the stream in the same transaction. */
  readonly events: readonly NewEvent[];
  /** The error for a refused group. */
  readonly refusal: ServiceError | undefined;
}

/** Specification, webhook events: quota.warning at 80% of the plan's limit. */
const warningShare = 0.8;

export type QuotaService = ReturnType<typeof createQuotaService>;

export function createQuotaService({ database, mailQueue, upgradeUrl, counts, now = Date.now }: QuotaParts) {
  function refusalAt(limit: number, current: number): ServiceError {
    return new ServiceError('signature_limit_reached', {
      message: `Your organization has used ${current} of ${limit} signatures for this month. Upgrade the plan, or wait until next month.`,
      upgrade_url: upgradeUrl,
      limit,
      current,
    });
  }

  return {
    /**
     * The error if signing is blocked for the rest of the month. This is a preview: `reserve`
     * decides.
     */
    async findRefusal({ orgId, plan }: CallingOrganization): Promise<ServiceError | undefined> {
      const { includedSignatures: limit, hardLimit } = plans[plan];
      if (!counts || !hardLimit || limit === null) return undefined;
      const used = (await findUsage(database.read, orgId, periodAt(now()).name))?.signatures_used ?? 0;
      return used >= limit ? refusalAt(limit, used) : undefined;
    },

    /** Counts groups of signatures. Each is counted completely or not at all. */
    async reserve(
      transaction: Transaction,
      { orgId, plan }: CallingOrganization,
      groups: readonly number[],
    ): Promise<Reservation> {
      const { includedSignatures: limit, hardLimit } = plans[plan];
      if (!counts || groups.every((count) => count === 0)) {
        return { accepted: groups.map(() => true), events: [], refusal: undefined };
      }
      const period = periodAt(now());
      const before = hardLimit ? await addUsed(transaction, orgId, period.name, 0) : 0;
      // Never negative: a record that was stored before costs nothing, even beyond the limit after
      // a change to a smaller plan.
      let room = hardLimit && limit !== null ? Math.max(0, limit - before) : Number.POSITIVE_INFINITY;
      const accepted = groups.map((count) => {
        if (count > room) return false;
        room -= count;
        return true;
      });
      const added = groups.reduce((sum, count, index) => (accepted[index] ? sum + count : sum), 0);
      const used = added > 0 || !hardLimit ? await addUsed(transaction, orgId, period.name, added) : before;
      if (limit === null) return { accepted, events: [], refusal: undefined };

      const state = { plan, limit, current: used, period_end: period.end };
      const events: NewEvent[] = [];
      const threshold = Math.ceil(limit * warningShare);
      const crosses = used >= threshold && used - added < threshold;
      if (crosses && (await markNoticeGiven(transaction, orgId, period.name, 'warned_at', now()))) {
        events.push({ type: 'quota_warning', metadata: state });
      }
      const refused = accepted.includes(false);
      // A batch that is too large is refused, but the limit is reached only when nothing more fits.
      if (refused && used >= limit && (await markNoticeGiven(transaction, orgId, period.name, 'limited_at', now()))) {
        events.push({ type: 'quota_limit', metadata: state });
        for (const to of await listOwnerAddresses(transaction, orgId)) {
          await mailQueue.enqueue(transaction, { kind: 'quota_limit', to });
        }
      }
      return { accepted, events, refusal: refused ? refusalAt(limit, used) : undefined };
    },
  };
}

// Requests for another plan. An organization asks, and only the operator decides (settled point
// 11), so that no request changes a plan by itself.
import { actorOf } from '../../access/actor.ts';
import type { Caller } from '../../access/caller.ts';
import { makeIdentifier } from '../../access/identifiers.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { Counters } from '../../adapters/key-value/patient-counters.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { fail, failValidation } from '../../http/error-catalogue.ts';
import type { MailQueue } from '../../mail/mail-queue.ts';
import { type PlanName, plans } from '../../plans/plans.ts';
import { findBillingInterval } from './billing.store.ts';
import {
  findPlanRequest,
  insertPlanRequest,
  listPlanRequests,
  type PlanRequestRow,
  withdrawPlanRequest,
} from './plan-requests.store.ts';

export interface PlanRequestsParts {
  readonly database: Database;
  readonly counters: Counters;
  readonly mailQueue: MailQueue;
  readonly events: EventStream;
  readonly operatorEmail: string | undefined;
  readonly now?: () => number;
}

export interface NewPlanRequest {
  readonly plan: PlanName;
  readonly interval?: 'monthly' | 'annual' | undefined;
  readonly note?: string | undefined;
}

const hour = 60 * 60 * 1_000;
/** Enough to correct a mistake. */
const mostRequestsPerDay = 5;
/** From all organizations, so that nobody floods the operator. Further requests are only listed. */
const mostMailsPerHour = 30;
const mostListed = 50;

export type PlanRequestsService = ReturnType<typeof createPlanRequestsService>;

export function createPlanRequestsService(parts: PlanRequestsParts) {
  const { database, counters, mailQueue, events, operatorEmail, now = Date.now } = parts;

  async function chargeOrganization(orgId: string): Promise<void> {
    const { value, expiresIn } = await counters.increment(`plan-requests:${orgId}`, 1, 24 * hour);
    if (value <= mostRequestsPerDay) return;
    fail(
      'rate_limited',
      { message: 'Your organization has sent several requests today. Try again tomorrow.' },
      { 'retry-after': String(Math.ceil(expiresIn / 1_000)) },
    );
  }

  /** Undefined: no address is set, or it has received enough. */
  async function findRecipient(): Promise<string | undefined> {
    if (operatorEmail === undefined) return undefined;
    const { value } = await counters.increment('mails:plan-requests', 1, hour);
    return value <= mostMailsPerHour ? operatorEmail : undefined;
  }

  return {
    async create(caller: Caller, { plan, interval = 'monthly', note }: NewPlanRequest) {
      const { orgId, plan: current } = caller.organization;
      const billing = await findBillingInterval(database.read, orgId);
      const changesInterval = interval !== billing!.billing_interval && plans[plan].monthlyPrice;
      if (plan === current && !changesInterval) failValidation('plan', 'must be another plan than the current one');
      await chargeOrganization(orgId);
      const to = await findRecipient();
      const row: PlanRequestRow = {
        request_id: makeIdentifier('plr'),
        org_id: orgId,
        plan,
        billing_interval: interval,
        note: note?.trim() || null,
        state: 'pending',
        reason: null,
        requested_by: actorOf(caller),
        created_at: now(),
        decided_at: null,
      };
      await database.transaction(async (transaction) => {
        if (!(await insertPlanRequest(transaction, row))) fail('plan_request_pending');
        if (to !== undefined) {
          await mailQueue.enqueue(transaction, { kind: 'plan_request', to, code: row.request_id });
        }
        const { request_id, billing_interval } = row;
        await events.append(transaction, orgId, [
          { type: 'plan_requested', metadata: { request_id, plan, billing_interval, actor: actorOf(caller) } },
        ]);
      });
      return present(row);
    },

    async list(orgId: string) {
      return { requests: (await listPlanRequests(database.read, orgId, mostListed)).map(present) };
    },

    async withdraw(caller: Caller, requestId: string) {
      const { orgId } = caller.organization;
      const known = await findPlanRequest(database.read, orgId, requestId);
      if (!known) fail('not_found', { message: 'The organization has no request with this ID.' });
      return database.transaction(async (transaction) => {
        const row = await withdrawPlanRequest(transaction, orgId, requestId, now());
        if (!row) fail('plan_request_closed');
        await events.append(transaction, orgId, [
          {
            type: 'plan_request_withdrawn',
            metadata: { request_id: requestId, plan: row.plan, actor: actorOf(caller) },
          },
        ]);
        return present(row);
      });
    },
  };
}

function present({ org_id: _, requested_by: __, created_at, decided_at, ...request }: PlanRequestRow) {
  return {
    ...request,
    created_at: new Date(created_at).toISOString(),
    decided_at: decided_at === null ? null : new Date(decided_at).toISOString(),
  };
}

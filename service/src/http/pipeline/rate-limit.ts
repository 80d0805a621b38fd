// Counts calls per minute: by network on public routes, by organization and plan on the others.
// Verifications with credentials count by organization first. An API key can have a lower limit
// than its organization. The window starts with its first call. Headers follow
// draft-ietf-httpapi-ratelimit-headers (RateLimit-Policy, RateLimit).
import type { Caller } from '../../access/caller.ts';
import type { Counter } from '../../adapters/key-value/key-value-store.ts';
import type { Counters } from '../../adapters/key-value/patient-counters.ts';
import { type Plan, type PlanName, planNames, plans } from '../../plans/plans.ts';
import type { LimitClass } from '../define-route.ts';
import { fail } from '../error-catalogue.ts';
import { networkOf } from './network-of.ts';

const windowSeconds = 60;

/**
 * Calls per minute and network (network-of.ts) for each class of public routes; 0 means no limit.
 */
export type AddressLimits = Readonly<Record<'public' | 'account' | 'verify', number>>;

export interface RateLimiter {
  /** Charges the call and returns the headers to send. Fails with 429 if the limit is exceeded. */
  charge(
    limit: LimitClass,
    ip: string,
    caller: Caller | undefined,
    cost?: number,
  ): Promise<RateLimitHeaders | undefined>;
}

/** `RateLimit-Policy` and `RateLimit`. */
export type RateLimitHeaders = Readonly<Record<'ratelimit-policy' | 'ratelimit', string>>;

interface Policy {
  /** The value of `RateLimit-Policy`. */
  readonly text: string;
  /** The start of `RateLimit`. */
  readonly start: string;
  readonly limit: number;
}

interface Charged {
  readonly policy: Policy;
  readonly counter: Counter;
}

interface Charge {
  readonly key: string;
  readonly policy: Policy;
}

export function createRateLimiter(counters: Counters, addressLimits: AddressLimits): RateLimiter {
  const policies = new Map<LimitClass, Policy>();
  for (const [name, limit] of Object.entries(addressLimits) as [LimitClass, number][]) {
    if (limit > 0) policies.set(name, policyOf(name, limit));
  }

  function chargeOf(limit: LimitClass, ip: string, caller: Caller | undefined): Charge | undefined {
    if (limit === 'organization') {
      const { orgId, plan } = caller!.organization;
      const policy = planPolicies[plan];
      return policy && { key: `limit:organization:${orgId}`, policy };
    }
    const policy = policies.get(limit);
    return policy && { key: `limit:${limit}:${networkOf(ip)}`, policy };
  }

  async function chargeOne(limit: LimitClass, ip: string, caller: Caller | undefined, cost: number) {
    const charge = chargeOf(limit, ip, caller);
    if (!charge) return undefined;
    const { key, policy } = charge;
    return judge({ policy, counter: await counters.increment(key, cost, windowSeconds * 1_000) });
  }

  /** Undefined if the key has no limit. */
  async function chargeKey(caller: Caller | undefined, cost: number): Promise<Charged | undefined> {
    if (caller?.kind !== 'key' || caller.restrictions.limitPerMinute === null) return undefined;
    const policy = policyOf('api-key', caller.restrictions.limitPerMinute);
    const counter = await counters.increment(`limit:api-key:${caller.keyId}`, cost, windowSeconds * 1_000);
    return { policy, counter };
  }

  async function chargeVerifier(
    { organization }: Caller,
    cost: number,
  ): Promise<RateLimitHeaders | 'no limit' | 'used up'> {
    const anonymous = policies.get('verify');
    const plan = verifyPolicies[organization.plan];
    if (!anonymous || !plan) return 'no limit';
    const policy = plan.limit > anonymous.limit ? plan : policyOf(verifier, anonymous.limit);
    const key = `limit:${verifier}:${organization.orgId}`;
    const counter = await counters.increment(key, cost, windowSeconds * 1_000);
    return counter.value > policy.limit ? 'used up' : judge({ policy, counter });
  }

  return {
    async charge(limit, ip, caller, cost = 1) {
      const ofKey = await chargeKey(caller, cost);
      if (limit !== 'verify') {
        // A key above its limit costs its organization nothing.
        const headers = ofKey && judge(ofKey);
        const others = await chargeOne(limit, ip, caller, cost);
        return headers ?? others;
      }
      // A caller with credentials never gets less than one without, so the network's limit comes on
      // top.
      if (caller && !(ofKey && isUsedUp(ofKey))) {
        const charged = await chargeVerifier(caller, cost);
        if (charged !== 'used up') return ofKey ? judge(ofKey) : charged === 'no limit' ? undefined : charged;
      }
      return chargeOne(limit, ip, caller, cost);
    },
  };
}

/** The name of the policy for verifications with credentials. */
const verifier = 'verify-organization';

function policyOf(name: LimitClass | typeof verifier | 'api-key', limit: number): Policy {
  return { text: `"${name}";q=${limit};w=${windowSeconds}`, start: `"${name}";r=`, limit };
}

function policiesOf(name: 'organization' | typeof verifier, limitOf: (plan: Plan) => number | null) {
  const entries = planNames.map((plan) => {
    const limit = limitOf(plans[plan]);
    return [plan, limit === null ? undefined : policyOf(name, limit)];
  });
  return Object.fromEntries(entries) as Readonly<Record<PlanName, Policy | undefined>>;
}

const planPolicies = policiesOf('organization', ({ requestsPerMinute }) => requestsPerMinute);
const verifyPolicies = policiesOf(verifier, ({ verificationsPerMinute }) => verificationsPerMinute);

function isUsedUp({ policy, counter }: Charged): boolean {
  return counter.value > policy.limit;
}

function judge({ policy: { text, start, limit }, counter: { value, expiresIn } }: Charged): RateLimitHeaders {
  const seconds = Math.max(1, Math.ceil(expiresIn / 1_000));
  const headers = {
    'ratelimit-policy': text,
    ratelimit: `${start}${Math.max(0, limit - value)};t=${seconds}`,
  };
  if (value > limit)
    fail('rate_limited', { limit, retry_after: seconds }, { ...headers, 'retry-after': String(seconds) });
  return headers;
}

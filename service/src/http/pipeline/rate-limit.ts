// Counts calls per minute: by network on public routes, by organization and plan on the others. The
// window starts with its first call. Headers follow draft-ietf-httpapi-ratelimit-headers
// (RateLimit-Policy, RateLimit).
import type { Caller } from '../../access/caller.ts';
import type { Counter } from '../../adapters/key-value/key-value-store.ts';
import type { Counters } from '../../adapters/key-value/patient-counters.ts';
import { type PlanName, planNames, plans } from '../../plans/plans.ts';
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

  return {
    async charge(limit, ip, caller, cost = 1) {
      const charge = chargeOf(limit, ip, caller);
      if (!charge) return undefined;
      const { key, policy } = charge;
      return judge(policy, await counters.increment(key, cost, windowSeconds * 1_000));
    },
  };
}

function policyOf(name: LimitClass, limit: number): Policy {
  return { text: `"${name}";q=${limit};w=${windowSeconds}`, start: `"${name}";r=`, limit };
}

const planPolicies = Object.fromEntries(
  planNames.map((plan) => {
    const { requestsPerMinute } = plans[plan];
    return [plan, requestsPerMinute === null ? undefined : policyOf('organization', requestsPerMinute)];
  }),
) as Readonly<Record<PlanName, Policy | undefined>>;

function judge({ text, start, limit }: Policy, { value, expiresIn }: Counter): RateLimitHeaders {
  const seconds = Math.max(1, Math.ceil(expiresIn / 1_000));
  const headers = {
    'ratelimit-policy': text,
    ratelimit: `${start}${Math.max(0, limit - value)};t=${seconds}`,
  };
  if (value > limit)
    fail('rate_limited', { limit, retry_after: seconds }, { ...headers, 'retry-after': String(seconds) });
  return headers;
}

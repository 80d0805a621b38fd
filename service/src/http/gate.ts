// The way into a route, in the order decided (decisions, 3.29): credentials → limit → role → verified address → plan.
// Input is looked at after all of these.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticate } from '../access/authenticate.ts';
import { type Caller, type CallingOrganization, hasRole } from '../access/caller.ts';
import { cheapestPlanWith, planHas } from '../plans/plans.ts';
import type { Route } from './define-route.ts';
import { fail, ServiceError } from './error-catalogue.ts';
import type { RateLimiter } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** Set on routes that spend signatures, when none are left: what to answer instead of a complaint about the input. */
    quotaRefusal: ServiceError | undefined;
  }
}

export interface GateParts {
  readonly authenticate: Authenticate;
  readonly rateLimiter: RateLimiter;
  /** What to answer when an organization has no signatures left; undefined while it has. */
  readonly findQuotaRefusal: (organization: CallingOrganization) => Promise<ServiceError | undefined>;
  /** Where a person can change the plan. */
  readonly upgradeUrl: string;
}

export function gateOf(route: Route, { authenticate, rateLimiter, findQuotaRefusal, upgradeUrl }: GateParts) {
  const { access, feature, limit } = route;

  async function identify(request: FastifyRequest): Promise<Caller | undefined> {
    if (access.caller === 'public') return undefined;
    try {
      return await authenticate(request.headers.authorization, access.caller);
    } catch (problem) {
      // Guessing credentials is charged to the address that guesses.
      if (problem instanceof ServiceError) await rateLimiter.charge('public', request.ip, undefined);
      throw problem;
    }
  }

  return async function gate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = await identify(request);
    request.caller = caller;
    const headers = await rateLimiter.charge(limit, request.ip, caller);
    if (headers) reply.headers(headers);
    if (!caller) return;
    if (access.role && !hasRole(caller, access.role)) {
      fail('forbidden', { message: `This needs the role ${access.role}; yours is ${caller.role}.` });
    }
    if (route.needsVerifiedEmail && !caller.emailVerified) fail('email_not_verified');
    if (feature && !planHas(caller.organization.plan, feature)) {
      const required = cheapestPlanWith(feature);
      fail('plan_required', {
        message: `This needs the plan ${required} or above.`,
        required_plan: required,
        current_plan: caller.organization.plan,
        upgrade_url: upgradeUrl,
      });
    }
    if (route.quota) request.quotaRefusal = await findQuotaRefusal(caller.organization);
  };
}

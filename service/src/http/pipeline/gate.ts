// The checks before a route, in the order of settled point 29: credentials, with the address of a
// key → limit → scope of a key → role → verified address → plan → seats or quota. The input is
// checked after all of these.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticate } from '../../access/authenticate.ts';
import { type Caller, type CallerKind, type CallingOrganization, hasRole } from '../../access/caller.ts';
import { canCallFrom, hasScope } from '../../access/key-restrictions.ts';
import { requireFeature } from '../../access/require-feature.ts';
import type { Route } from '../define-route.ts';
import { fail, ServiceError } from '../error-catalogue.ts';
import type { RateLimiter } from './rate-limit.ts';
import { recognizerOf } from './recognize-verifier.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** Set if no signature or no seat is left. It replaces an error about the input. */
    refusal: ServiceError | undefined;
  }
}

export interface GateParts {
  readonly authenticate: Authenticate;
  readonly rateLimiter: RateLimiter;
  /** The error if an organization has no signatures left; undefined if it has some. */
  readonly findQuotaRefusal: (organization: CallingOrganization) => Promise<ServiceError | undefined>;
  /** The same for a free seat. */
  readonly findSeatRefusal: (organization: CallingOrganization) => Promise<ServiceError | undefined>;
  /** Where a person can change the plan. */
  readonly upgradeUrl: string;
}

type Gate = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** The gate of a route, as a Fastify hook. */
export function gateOf(route: Route, parts: GateParts): Gate {
  return route.access.caller === 'public' ? publicGate(route, parts) : guardedGate(route, parts);
}

function publicGate({ limit, access }: Route, { rateLimiter, authenticate }: GateParts): Gate {
  const recognize = access.scope ? recognizerOf(authenticate, access.scope) : undefined;
  return async (request, reply) => {
    if (recognize) {
      const caller = await recognize(request);
      request.caller = caller;
      reply.headers((await rateLimiter.charge(limit, request.ip, caller)) ?? {});
      return;
    }
    reply.headers((await rateLimiter.charge(limit, request.ip, undefined)) ?? {});
  };
}

function guardedGate(route: Route, parts: GateParts): Gate {
  const { authenticate, rateLimiter, findQuotaRefusal, findSeatRefusal, upgradeUrl } = parts;
  const { access, feature, limit } = route;
  const wanted = access.caller as Exclude<CallerKind, 'public'>;

  async function identify(request: FastifyRequest): Promise<Caller> {
    try {
      const caller = await authenticate(request.headers.authorization, wanted);
      return canCallFrom(caller, request.ip) ? caller : fail('address_not_allowed');
    } catch (problem) {
      // Failed credentials are charged to the address, because they can be guesses.
      if (problem instanceof ServiceError) await rateLimiter.charge('public', request.ip, undefined);
      throw problem;
    }
  }

  function judge(caller: Caller): void {
    if (access.scope && !hasScope(caller, access.scope)) {
      fail('insufficient_scope', {
        message: `This API key does not have the scope ${access.scope}. Add the scope to the key, or use another key.`,
        required_scope: access.scope,
      });
    }
    if (access.role && !hasRole(caller, access.role)) {
      fail('forbidden', {
        message: `This action needs the ${access.role} role, but your role is ${caller.role}. Ask a member with that role.`,
      });
    }
    if (route.needsVerifiedEmail && !caller.emailVerified) fail('email_not_verified');
    if (feature) requireFeature(feature, caller.organization.plan, upgradeUrl);
  }

  const findRefusal = route.quota ? findQuotaRefusal : route.seat ? findSeatRefusal : undefined;

  return async (request, reply) => {
    const caller = await identify(request);
    request.caller = caller;
    reply.headers((await rateLimiter.charge(limit, request.ip, caller)) ?? {});
    judge(caller);
    // Checks what the route spends, signatures or a seat. The refusal is sent after the input is
    // checked.
    request.refusal = await findRefusal?.(caller.organization);
  };
}

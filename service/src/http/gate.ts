// The way into a route, in the order decided (decisions, 3.29): credentials → limit → role → verified address → plan →
// seats or quota. Input is looked at after all of these.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticate } from '../access/authenticate.ts';
import { type Caller, type CallerKind, type CallingOrganization, hasRole } from '../access/caller.ts';
import { requireFeature } from '../access/require-feature.ts';
import { atEndOfTurn } from '../adapters/end-of-turn.ts';
import { type NowOrLater, whenKnown } from '../adapters/now-or-later.ts';
import type { Route } from './define-route.ts';
import { fail, ServiceError } from './error-catalogue.ts';
import type { RateLimiter, RateLimitHeaders } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    /** Set where no signature or no seat is left: what to answer instead of a complaint about the input. */
    refusal: ServiceError | undefined;
  }
}

export interface GateParts {
  readonly authenticate: Authenticate;
  readonly rateLimiter: RateLimiter;
  /** What to answer when an organization has no signatures left; undefined while it has. */
  readonly findQuotaRefusal: (organization: CallingOrganization) => NowOrLater<ServiceError | undefined>;
  /** The same for a free seat. */
  readonly findSeatRefusal: (organization: CallingOrganization) => NowOrLater<ServiceError | undefined>;
  /** Where a person can change the plan. */
  readonly upgradeUrl: string;
}

/** The gate of a route, as a hook of Fastify's. Requests that have nothing to wait for go on together (end-of-turn.ts). */
export function gateOf(route: Route, parts: GateParts) {
  const pass = route.access.caller === 'public' ? publicGate(route, parts) : guardedGate(route, parts);
  return (request: FastifyRequest, reply: FastifyReply, done: (problem?: Error) => void): void => {
    try {
      const passed = pass(request, reply);
      if (passed instanceof Promise) passed.then(() => done(), done);
      else atEndOfTurn(done);
    } catch (problem) {
      done(problem as Error);
    }
  };
}

type Gate = (request: FastifyRequest, reply: FastifyReply) => NowOrLater<void>;

function publicGate({ limit }: Route, { rateLimiter }: GateParts): Gate {
  return (request, reply) =>
    whenKnown(rateLimiter.charge(limit, request.ip, undefined), (headers) => setHeaders(reply, headers));
}

function guardedGate(route: Route, parts: GateParts): Gate {
  const { authenticate, rateLimiter, findQuotaRefusal, findSeatRefusal, upgradeUrl } = parts;
  const { access, feature, limit } = route;
  const wanted = access.caller as Exclude<CallerKind, 'public'>;

  /** Guessing credentials is charged to the address that guesses. */
  function chargeGuess(request: FastifyRequest, problem: unknown): NowOrLater<never> {
    if (!(problem instanceof ServiceError)) throw problem;
    return whenKnown(rateLimiter.charge('public', request.ip, undefined), () => {
      throw problem;
    });
  }

  function identify(request: FastifyRequest): NowOrLater<Caller> {
    try {
      const caller = authenticate(request.headers.authorization, wanted);
      return caller instanceof Promise ? caller.catch((problem) => chargeGuess(request, problem)) : caller;
    } catch (problem) {
      return chargeGuess(request, problem);
    }
  }

  function judge(caller: Caller): void {
    if (access.role && !hasRole(caller, access.role)) {
      fail('forbidden', { message: `This needs the role ${access.role}; yours is ${caller.role}.` });
    }
    if (route.needsVerifiedEmail && !caller.emailVerified) fail('email_not_verified');
    if (feature) requireFeature(feature, caller.organization.plan, upgradeUrl);
  }

  const findRefusal = route.quota ? findQuotaRefusal : route.seat ? findSeatRefusal : undefined;

  /** A look at what the route spends, signatures or a seat; what it finds is told after a look at the input. */
  function lookAhead(request: FastifyRequest, caller: Caller): NowOrLater<void> {
    if (!findRefusal) return;
    return whenKnown(findRefusal(caller.organization), (refusal) => {
      request.refusal = refusal;
    });
  }

  return (request, reply) =>
    whenKnown(identify(request), (caller) => {
      request.caller = caller;
      return whenKnown(rateLimiter.charge(limit, request.ip, caller), (headers) => {
        setHeaders(reply, headers);
        judge(caller);
        return lookAhead(request, caller);
      });
    });
}

function setHeaders(reply: FastifyReply, headers: RateLimitHeaders | undefined): void {
  if (!headers) return;
  reply.header('ratelimit-policy', headers['ratelimit-policy']);
  reply.header('ratelimit', headers.ratelimit);
}

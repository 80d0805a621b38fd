// A route declares everything about itself: who can call it, what the plan must include, its
// limits, its schemas and errors, and a handler of a line or two. The pipeline, OpenAPI, the docs
// page and the authorization tests all read this declaration. The service does not start if a part
// is missing.
import type { IncomingHttpHeaders } from 'node:http';
import type { Static, TSchema } from 'typebox';
import {
  type Caller,
  type CallerKind,
  callerKinds,
  isRole,
  type KeyCaller,
  type SessionCaller,
} from '../access/caller.ts';
import { isScope, type Scope } from '../access/scopes.ts';
import type { Role } from '../database/schema.ts';
import { type Feature, features } from '../plans/plans.ts';
import { type ErrorCode, errorCatalogue } from './error-catalogue.ts';
import type { UploadDeclaration } from './uploads/upload-declaration.ts';

/** Routes of this resource are for people, not programs, so OpenAPI leaves them out. */
export const pages = 'Pages';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/**
 * The counter for a call: none, one for each network (network-of.ts), or the organization's
 * according to its plan. `verify` is the network's, or with credentials the organization's.
 */
export const limitClasses = ['none', 'public', 'account', 'verify', 'organization'] as const;
export type LimitClass = (typeof limitClasses)[number];

/**
 * What Idempotency-Key does on a POST.
 * - organization: any caller of the organization that repeats the request gets the first response.
 * - caller: only the same caller with the same role gets it, because it contains a secret or
 *   depends on rights. For others the key is taken.
 * - repeatable: nothing. A repeated request creates nothing twice.
 * - refused: 400, because the service could not keep the promise of the header.
 */
export const idempotencyKinds = ['organization', 'caller', 'repeatable', 'refused'] as const;
export type IdempotencyKind = (typeof idempotencyKinds)[number];

/** Whether the route stores its response for repeated requests. */
export function replays({ idempotency }: Pick<RouteDeclaration, 'idempotency'>): boolean {
  return idempotency === 'organization' || idempotency === 'caller';
}

type CallerOf<Kind extends CallerKind> = {
  public: undefined;
  session: SessionCaller;
  key: KeyCaller;
  'key-or-session': Caller;
}[Kind];

/** What a key needs. A public route declares one only if it recognizes keys. */
type ScopeFor<Kind extends CallerKind> = {
  public: { readonly scope?: Scope };
  session: { readonly scope?: undefined };
  key: { readonly scope: Scope };
  'key-or-session': { readonly scope: Scope };
}[Kind];

type Read<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

export interface RouteInput<Kind extends CallerKind, Body, Params, Query> {
  readonly body: Read<Body>;
  readonly params: Read<Params>;
  readonly query: Read<Query>;
  readonly caller: CallerOf<Kind>;
  /** The file of the form, if the route declares one. */
  readonly upload: Uint8Array | undefined;
  /** The name of that file as the caller sent it. */
  readonly uploadName: string | undefined;
  /** The files by their names, if the route takes several. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The header, for a route that takes an upload and so handles repeated requests itself. */
  readonly idempotencyKey: string | undefined;
  readonly ip: string;
  /** Whether the call comes from this machine itself, and not from a proxy on it. */
  readonly isLocal: boolean;
  /** For a public route with its own rule, or one whose response depends on the Accept header. */
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
  /**
   * Charges the call as this many more, if its cost shows only during the work. Fails with 429 if
   * the limit is used up.
   */
  charge(calls: number): Promise<void>;
}

export interface SentHeader {
  readonly description: string;
  /** Whether some responses leave it out. */
  readonly optional?: true;
}

/** A request that the service sends to the address of a caller, for OpenAPI. */
export interface SentEvent {
  readonly event: string;
  /** When it is sent, as a sentence. */
  readonly when: string;
  readonly schema: TSchema;
  readonly headers: Readonly<Record<string, SentHeader>>;
}

export interface RouteDeclaration<
  Kind extends CallerKind = CallerKind,
  Success extends TSchema = TSchema,
  Body extends TSchema | undefined = TSchema | undefined,
  Params extends TSchema | undefined = TSchema | undefined,
  Query extends TSchema | undefined = TSchema | undefined,
> {
  readonly method: (typeof methods)[number];
  readonly path: string;
  /** Names the operation in OpenAPI and in generated clients: `signContent`. Pages have none. */
  readonly operation?: string;
  /** The resource it belongs to: a heading of the docs page. */
  readonly resource: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: {
    readonly caller: Kind;
    /** The lowest role. Default: any member. */
    readonly role?: Role;
    readonly verifiedEmail?: boolean;
    /**
     * An additional rule that the handler enforces, in words for the docs, such as loopback only.
     */
    readonly rule?: string;
  } & ScopeFor<Kind>;
  /**
   * What the caller's plan must include. Features of a paid plan need a verified address too
   * (settled point 8).
   */
  readonly feature: Feature | null;
  readonly limit: LimitClass;
  /** Whether pages of any origin can call it. */
  readonly anyOrigin: boolean;
  /** What Idempotency-Key does. Every POST declares it. */
  readonly idempotency?: IdempotencyKind;
  /**
   * Whether it uses signatures. Then a used-up quota is reported before any problem with the input.
   */
  readonly quota?: boolean;
  /**
   * Whether it offers a seat. Then a missing free seat is reported before any problem with the
   * input.
   */
  readonly seat?: boolean;
  readonly body?: Body;
  /**
   * A form (multipart/form-data) with this file in it. `body` then describes its other fields, or
   * the part in JSON next to several files.
   */
  readonly upload?: UploadDeclaration;
  /** How many calls one call counts as. Default: one. */
  readonly cost?: (body: Read<Body>) => number;
  /** In bytes. Default: 1 MiB. */
  readonly largestBody?: number;
  readonly params?: Params;
  readonly query?: Query;
  readonly success: {
    readonly status: number;
    readonly schema: Success;
    /** Default: JSON. */
    readonly contentType?: string;
    /** The response under other content types, if the request decides. */
    readonly alternatives?: Readonly<Record<string, TSchema>>;
    /** The same in every response. */
    readonly headers?: Readonly<Record<string, string>>;
    /** Those that the handler sends with this response, for OpenAPI. It sends no others. */
    readonly sends?: Readonly<Record<string, SentHeader>>;
    /** A request with `Range` gets 206 and only those bytes. */
    readonly ranges?: true;
  };
  /** The events that an endpoint which this route adds can get. */
  readonly webhooks?: readonly SentEvent[];
  /** Errors that the handler itself raises. Those of the pipeline follow from the rest. */
  readonly errors: readonly ErrorCode[];
  readonly handler: (input: RouteInput<Kind, Body, Params, Query>) => Promise<Static<Success>> | Static<Success>;
}

export interface Route extends Omit<RouteDeclaration, 'handler'> {
  /** `GET /v1/auth/me`: names the route in logs, metrics and tables. */
  readonly name: string;
  readonly needsVerifiedEmail: boolean;
  /** Every possible error of the route, including those of the pipeline. */
  readonly allErrors: readonly ErrorCode[];
  readonly handler: (input: RouteInput<CallerKind, undefined, undefined, undefined>) => unknown;
}

export function defineRoute<
  Kind extends CallerKind,
  Success extends TSchema,
  Body extends TSchema | undefined = undefined,
  Params extends TSchema | undefined = undefined,
  Query extends TSchema | undefined = undefined,
>(declaration: RouteDeclaration<Kind, Success, Body, Params, Query>): Route {
  const name = `${declaration.method} ${declaration.path}`;
  const problem = firstGap(declaration as unknown as RouteDeclaration);
  if (problem) throw new Error(`The route ${name} ${problem}.`);
  const needsVerifiedEmail = declaration.access.verifiedEmail === true || declaration.feature !== null;
  const allErrors = allErrorsOf(declaration as unknown as RouteDeclaration, needsVerifiedEmail);
  return { ...declaration, name, needsVerifiedEmail, allErrors } as unknown as Route;
}

// The types require the same, but a cast or plain JavaScript could leave a part out. Then the
// service must not start.
function firstGap(route: Partial<RouteDeclaration>): string | undefined {
  if (!route.method || !methods.includes(route.method)) return 'does not declare its method';
  if (!route.path?.startsWith('/')) return 'does not declare a path';
  if (!route.access || !callerKinds.includes(route.access.caller)) return 'does not declare who may call it';
  if (route.access.role && !isRole(route.access.role)) return 'asks for an unknown role';
  if (route.access.caller === 'public' && (route.access.role || route.access.verifiedEmail)) {
    return 'is public, but asks for a role or a verified address';
  }
  const scopeGap = findScopeGap(route as RouteDeclaration);
  if (scopeGap) return scopeGap;
  if (route.feature === undefined) return 'does not declare the feature it needs (null for none)';
  if (route.feature && !features.includes(route.feature)) return 'needs an unknown feature';
  if (route.access.caller === 'public' && route.feature) return 'is public, but needs a feature of a plan';
  const idempotencyGap = findIdempotencyGap(route as RouteDeclaration);
  if (idempotencyGap) return idempotencyGap;
  if (route.access.caller === 'public' && route.quota) return 'is public, but spends signatures';
  if (route.access.caller === 'public' && route.seat) return 'is public, but offers a seat';
  if (!route.limit || !limitClasses.includes(route.limit)) return 'does not declare its limit class';
  if (route.limit === 'organization' && route.access.caller === 'public') {
    return 'is public, but charges an organization';
  }
  if (route.limit !== 'organization' && route.access.caller !== 'public') {
    return 'needs credentials, but does not charge the organization';
  }
  if (route.anyOrigin === undefined) return 'does not declare whether any origin may call it';
  if (!route.success?.schema || !route.success.status) return 'does not declare its response';
  if (!route.errors) return 'does not declare its errors';
  const unknown = route.errors.find((code) => !Object.hasOwn(errorCatalogue, code));
  if (unknown) return `declares the unknown error ${unknown}`;
  if (!route.summary || !route.resource) return 'does not say what it is for';
  if (route.resource !== pages && !/^[a-z][a-zA-Z0-9]+$/.test(route.operation ?? '')) {
    return 'does not name its operation';
  }
  if (typeof route.handler !== 'function') return 'has no handler';
  return undefined;
}

function findScopeGap({ access: { caller, scope }, limit }: RouteDeclaration): string | undefined {
  const takesKeys = caller === 'key' || caller === 'key-or-session' || limit === 'verify';
  if (!takesKeys) return scope && 'takes no API keys, but declares a scope';
  return scope && isScope(scope) ? undefined : 'takes API keys, but does not declare their scope';
}

function findIdempotencyGap(route: RouteDeclaration): string | undefined {
  const { method, idempotency, access, upload, success } = route;
  if (method !== 'POST') return idempotency && 'declares what Idempotency-Key does, but is not a POST';
  if (!idempotency || !idempotencyKinds.includes(idempotency)) return 'does not declare what Idempotency-Key does';
  if (!replays(route)) return undefined;
  if (access.caller === 'public') return 'is public, but stores responses for Idempotency-Key';
  // Only JSON is stored. A route with an upload handles repeated requests itself.
  const isStorable = success?.contentType === undefined && success?.status !== 204;
  return isStorable || upload ? undefined : 'stores responses for Idempotency-Key, but they are not JSON';
}

function allErrorsOf(route: RouteDeclaration, needsVerifiedEmail: boolean): ErrorCode[] {
  const { access } = route;
  const codes = new Set<ErrorCode>(route.errors);
  // A body is read if it is allowed, even by a route that needs none.
  const readsBody = route.method !== 'GET';
  if (readsBody || route.params || route.query) codes.add('validation_error');
  if (readsBody) codes.add('payload_too_large');
  if (access.caller !== 'public') codes.add('unauthorized');
  if (access.caller !== 'public' && access.scope) codes.add('insufficient_scope').add('address_not_allowed');
  if (access.role) codes.add('forbidden');
  if (needsVerifiedEmail) codes.add('email_not_verified');
  if (route.feature) codes.add('plan_required');
  if (route.limit !== 'none') codes.add('rate_limited');
  if (route.upload?.types) codes.add('unsupported_media_type');
  if (route.quota) codes.add('signature_limit_reached');
  if (route.seat) codes.add('seat_limit_reached');
  if (replays(route)) codes.add('idempotency_conflict');
  codes.add('internal_error').add('service_unavailable');
  return [...codes].sort(
    (left, right) => errorCatalogue[left].status - errorCatalogue[right].status || left.localeCompare(right),
  );
}

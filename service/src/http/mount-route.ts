// Puts one declared route onto the server: headers, gate, validation, handler, answer, log line, metrics. What follows from
// the declaration alone is worked out here once, not at every call.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from './define-route.ts';
import { failValidation, ServiceError } from './error-catalogue.ts';
import { gateOf } from './gate.ts';
import { anyOriginHeaders, baseHeaders, exposedHeaders, preflightHeaders } from './headers.ts';
import { type Report, reportOf } from './report.ts';
import { RouteAnswer } from './route-answer.ts';
import { errorSchema } from './schemas.ts';
import type { ServerParts } from './server.ts';
import { enterUploadRoom } from './upload-arrival.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route;
    report?: Report;
  }
}

export const mebibyte = 1024 * 1024;

export function mountRoute(server: FastifyInstance, route: Route, parts: ServerParts): void {
  const { status, schema, contentType, headers } = route.success;
  const report = reportOf(route.name, parts);

  // A reply is a promise of its own end: a handler that returns it makes Fastify wait for that, which only a stream needs.
  const send = (request: FastifyRequest, reply: FastifyReply, answer: unknown): FastifyReply | undefined => {
    // 200 is what a reply begins with.
    if (status !== 200) reply.code(status);
    if (headers) reply.headers(headers);
    if (contentType) reply.type(contentType);
    const own = answer instanceof RouteAnswer ? answer : undefined;
    if (own) reply.headers(own.headers);
    if (own?.status) reply.code(own.status);
    reply.send(own ? own.body : answer);
    report(request, reply);
    return own && reply;
  };

  server.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.largestBody ?? mebibyte,
    config: { route, report },
    schema: {
      ...(route.body && { body: route.body }),
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      response: { ...(contentType === undefined && { [status]: schema }), '4xx': errorSchema, '5xx': errorSchema },
    },
    onRequest: entryOf(route, parts),
    ...(route.cost && { preHandler: chargeRest(route, parts) }),
    ...roomFor(route, parts),
    handler: (request, reply) => {
      const answer = handle(route, parts, request, reply);
      if (answer instanceof Promise) return answer.then((later) => send(request, reply, later));
      return send(request, reply, answer);
    },
  });
  if (route.anyOrigin) addPreflight(server, route, parts);
}

/** Large bodies share one room. JSON is in memory twice, as text and as values. */
function roomFor({ upload, largestBody }: Route, { uploadRoom }: ServerParts) {
  if (upload) return { preParsing: enterUploadRoom(uploadRoom, upload.largest, 1) };
  return largestBody === undefined ? {} : { preParsing: enterUploadRoom(uploadRoom, largestBody, 2) };
}

/** Starts the clock, sets the headers every answer of the route carries, and goes on to the gate. */
function entryOf(route: Route, parts: ServerParts) {
  const setHeaders = headersOf(route, parts);
  const gate = gateOf(route, parts);
  return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    // All of them, so that every request has the same shape; decorators of Fastify's would cost more.
    request.startedAt = performance.now();
    request.caller = undefined;
    request.refusal = undefined;
    request.upload = undefined;
    request.leaveUploadRoom = undefined;
    setHeaders(request, reply);
    gate(request, reply, done);
  };
}

function headersOf(route: Route, { environment, publicUrl }: ServerParts) {
  const headers = { ...baseHeaders(environment, publicUrl), ...(route.anyOrigin && anyOriginHeaders) };
  return (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (route.anyOrigin && request.headers.origin !== undefined) reply.headers(exposedHeaders);
  };
}

function handle(route: Route, parts: ServerParts, request: FastifyRequest, reply: FastifyReply): unknown {
  const { body, params, query, caller, ip, id: requestId, headers } = request;
  const idempotencyKey = headers['idempotency-key'] as string | undefined;
  const { upload } = request;
  if (route.upload && !upload) failValidation(route.upload.field, 'must be a file of a form (multipart/form-data)');
  const isLocal = comesFromHere(ip, headers);
  const charge = (calls: number) => chargeMore(route, parts, request, reply, calls);
  const input = { body, params, query, upload, idempotencyKey, caller, ip, isLocal, headers, requestId, charge };
  const work = () => route.handler(input as Parameters<Route['handler']>[0]);
  // A route with an upload answers with content too large to keep: it sees to repeated requests itself.
  if (!route.idempotent || route.upload) return work();
  return parts.idempotency.run(
    {
      orgId: caller!.organization.orgId,
      route: route.name,
      key: idempotencyKey,
      content: { body, params, query },
    },
    async () => work(),
  );
}

/** The gate has charged one; the input says how many more. */
function chargeRest(route: Route, parts: ServerParts) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const rest = route.cost!(request.body as never) - 1;
    if (rest > 0) await chargeMore(route, parts, request, reply, rest);
  };
}

async function chargeMore(
  { limit }: Route,
  { rateLimiter }: ServerParts,
  { ip, caller }: FastifyRequest,
  reply: FastifyReply,
  calls: number,
): Promise<void> {
  try {
    const headers = await rateLimiter.charge(limit, ip, caller, calls);
    if (headers) reply.headers(headers);
  } catch (problem) {
    // A batch goes on without the item that was refused, and its answer still says what is left.
    if (problem instanceof ServiceError && problem.headers.ratelimit)
      reply.header('ratelimit', problem.headers.ratelimit);
    throw problem;
  }
}

/** A proxy on this machine is local too; what it forwards is not, whether or not its word about the address is trusted. */
function comesFromHere(ip: string, headers: FastifyRequest['headers']): boolean {
  const isLoopback = ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1';
  return isLoopback && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
}

function addPreflight(server: FastifyInstance, route: Route, parts: ServerParts): void {
  if (server.hasRoute({ method: 'OPTIONS', url: route.path })) return;
  const setHeaders = headersOf(route, parts);
  server.route({
    method: 'OPTIONS',
    url: route.path,
    handler: (request, reply) => {
      setHeaders(request, reply);
      return reply.headers(preflightHeaders(route.method)).code(204).send();
    },
  });
}

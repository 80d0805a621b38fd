// Mounts one declared route on the server: headers, gate, validation, handler, response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerId } from '../../access/caller.ts';
import { allowedGenerators } from '../../access/key-restrictions.ts';
import { runIn } from '../../telemetry/tracing.ts';
import { pages, type Route, replays } from '../define-route.ts';
import { failValidation, ServiceError } from '../error-catalogue.ts';
import { RouteAnswer } from '../route-answer.ts';
import { errorSchema } from '../schemas.ts';
import { expectTypeOf, takesRawBody } from '../uploads/raw-bodies.ts';
import { enterUploadRoom } from '../uploads/upload-arrival.ts';
import { isDescribed } from '../uploads/upload-declaration.ts';
import { gateOf } from './gate.ts';
import { anyOriginHeaders, baseHeaders, exposedHeaders, replayedHeader } from './headers.ts';
import type { ServerParts } from './server-parts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route;
  }
}

export const mebibyte = 1024 * 1024;

export function mountRoute(server: FastifyInstance, route: Route, parts: ServerParts): void {
  const { status, schema, contentType } = route.success;
  server.route({
    method: route.method,
    url: route.path,
    bodyLimit:
      (takesRawBody(route) ? route.upload!.largest : (route.upload?.describedBy?.largest ?? route.largestBody)) ??
      mebibyte,
    config: { route },
    schema: {
      ...(route.body && { body: route.body }),
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      response: { ...(contentType === undefined && { [status]: schema }), '4xx': errorSchema, '5xx': errorSchema },
    },
    onRequest: [
      setHeadersOf(route, parts),
      gateOf(route, parts),
      ...(route.idempotency === 'refused' ? [refuseIdempotencyKey] : []),
      ...(takesRawBody(route) ? [expectTypeOf(route)] : []),
    ],
    ...(route.cost && { preHandler: chargeRest(route, parts) }),
    ...roomFor(route, parts),
    handler: async (request, reply) => {
      const answer = await runIn(request.span, () => handle(route, parts, request, reply));
      reportUndeclaredHeaders(route, answer, parts.log);
      return send(route, reply, answer);
    },
  });
}

/** As for errors: OpenAPI must not leave out what a handler sends. */
function reportUndeclaredHeaders(route: Route, answer: unknown, log: ServerParts['log']): void {
  const { name, resource, success } = route;
  if (!(answer instanceof RouteAnswer) || resource === pages) return;
  const implied = replays(route) ? replayedHeader : {};
  const ofRange = success.ranges ? { 'content-range': 'with status 206' } : {};
  const declared = Object.keys({ ...success.sends, ...implied, ...ofRange }).map((each) => each.toLowerCase());
  const undeclared = Object.keys(answer.headers).filter((each) => each !== 'content-type' && !declared.includes(each));
  if (undeclared.length > 0) log.error({ route: name, headers: undeclared }, 'route sent an undeclared header');
}

function send({ success }: Route, reply: FastifyReply, answer: unknown): FastifyReply {
  const own = answer instanceof RouteAnswer ? answer : undefined;
  reply.code(own?.status ?? success.status);
  if (success.headers) reply.headers(success.headers);
  if (success.contentType) reply.type(success.contentType);
  if (own) reply.headers(own.headers);
  return reply.send(own ? own.body : answer);
}

/** Large bodies share one memory budget. JSON is in memory twice, as text and as values. */
function roomFor({ upload, largestBody }: Route, { uploadRoom }: ServerParts) {
  if (upload) {
    // Such a body or file is joined from its pieces, so it is in memory twice for a moment.
    const copies = upload.types || isDescribed(upload) ? 2 : 1;
    return { preParsing: enterUploadRoom(uploadRoom, upload.largest, copies) };
  }
  return largestBody === undefined ? {} : { preParsing: enterUploadRoom(uploadRoom, largestBody, 2) };
}

/** The headers that every response of the route carries. */
function setHeadersOf(route: Route, { environment, publicUrl }: ServerParts) {
  const headers = { ...baseHeaders(environment, publicUrl), ...(route.anyOrigin && anyOriginHeaders) };
  return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (route.anyOrigin && request.headers.origin !== undefined) reply.headers(exposedHeaders);
    done();
  };
}

async function refuseIdempotencyKey({ headers }: FastifyRequest): Promise<void> {
  if (headers['idempotency-key'] === undefined) return;
  failValidation(
    'Idempotency-Key',
    'is not supported by this operation, because its response is not stored. Send the request without it',
  );
}

async function handle(
  route: Route,
  parts: ServerParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { body, params, query, caller, ip, id: requestId, headers } = request;
  const idempotencyKey = headers['idempotency-key'] as string | undefined;
  const { upload, uploadName, files } = request;
  if (route.upload && !upload && !isDescribed(route.upload)) {
    const wanted = route.upload.types
      ? 'must be the body of the request'
      : 'must be a file in a form (multipart/form-data)';
    failValidation(route.upload.field, wanted);
  }
  const isLocal = comesFromHere(ip, headers);
  const charge = (calls: number) => chargeMore(route, parts, request, reply, calls);
  const sent = { upload, uploadName, files: files ?? new Map() };
  const input = { body, params, query, ...sent, idempotencyKey, caller, ip, isLocal, headers, requestId, charge };
  const work = () => route.handler(input as Parameters<Route['handler']>[0]);
  // The response of a route with an upload is too large to store. The route handles repeated
  // requests itself.
  if (!replays(route) || route.upload) return work();
  const by = route.idempotency === 'caller' && { by: [callerId(caller!), caller!.role] };
  // A key for certain generators gets no response that another key was allowed to have.
  const generators = allowedGenerators(caller!);
  const { answer, isReplay } = await parts.idempotency.run(
    {
      orgId: caller!.organization.orgId,
      route: route.name,
      key: idempotencyKey,
      content: { body, params, query, ...by, ...(generators && { generators }) },
    },
    async () => work(),
  );
  if (isReplay) reply.headers(replayedHeader);
  return answer;
}

/** The gate has charged one call. The input decides how many more are charged. */
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
    // A batch continues without the refused item, and its response still says what is left, and of
    // which limit: it can be another one than that of the calls before.
    if (problem instanceof ServiceError) {
      const { ratelimit, 'ratelimit-policy': policy } = problem.headers;
      if (ratelimit && policy) reply.headers({ ratelimit, 'ratelimit-policy': policy });
    }
    throw problem;
  }
}

/**
 * A proxy on this machine also has a local address, but the requests that it forwards are not
 * local, even if its headers are not trusted.
 */
function comesFromHere(ip: string, headers: FastifyRequest['headers']): boolean {
  const isLoopback = ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1';
  return isLoopback && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
}

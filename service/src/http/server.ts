// Makes an HTTP server out of route declarations: headers, gate, validation, handler, error body, log line, metrics.
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { TSchema } from 'typebox';
import type { Logger } from '../log.ts';
import type { Route } from './define-route.ts';
import { failValidation, ServiceError } from './error-catalogue.ts';
import { asServiceError, errorBody } from './error-reply.ts';
import { type GateParts, gateOf } from './gate.ts';
import { anyOriginHeaders, baseHeaders, preflightHeaders } from './headers.ts';
import type { Idempotency } from './idempotency.ts';
import type { Metrics } from './metrics.ts';
import { RouteAnswer } from './route-answer.ts';
import { errorSchema } from './schemas.ts';
import { acceptUploads, type UploadRoom } from './uploads.ts';
import { compileValidator } from './validation.ts';

export interface ServerParts extends GateParts {
  readonly environment: string;
  readonly publicUrl: string;
  readonly trustProxy: boolean | number | string[];
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly idempotency: Idempotency;
  readonly uploadRoom: UploadRoom;
}

const mebibyte = 1024 * 1024;
const receiveTimeoutMilliseconds = 60_000;
const headersTimeoutMilliseconds = 15_000;

export function createServer(parts: ServerParts, routes: readonly Route[]): FastifyInstance {
  const headers = baseHeaders(parts.environment, parts.publicUrl);
  const server = Fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(),
    bodyLimit: mebibyte,
    requestTimeout: receiveTimeoutMilliseconds,
    trustProxy: trusted(parts.trustProxy),
    routerOptions: { maxParamLength: 512 },
    // A stop lets requests finish; only connections without one are closed at once.
    forceCloseConnections: 'idle',
    clientErrorHandler: (problem, socket) => answerBrokenRequest(headers, problem, socket),
    // Refused before routing: the hooks that set the headers do not run.
    frameworkErrors: (problem, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id);
      answerProblem(parts, problem, request, reply);
    },
  });
  server.server.headersTimeout = headersTimeoutMilliseconds;
  server.setValidatorCompiler<TSchema>(compileValidator);
  server.decorateRequest('caller', undefined);
  server.decorateRequest('quotaRefusal', undefined);
  acceptEmptyJson(server);
  acceptUploads(server, parts.uploadRoom);

  const openHeaders = { ...headers, ...anyOriginHeaders };
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config?.route?.anyOrigin ? openHeaders : headers);
    reply.header('x-request-id', request.id);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    report(parts, request, reply);
    done();
  });
  server.setErrorHandler((problem, request, reply) => answerProblem(parts, problem, request, reply));
  server.setNotFoundHandler((request, reply) => answerProblem(parts, new ServiceError('not_found'), request, reply));

  for (const route of routes) addRoute(server, route, parts);
  return server;
}

function addRoute(server: FastifyInstance, route: Route, parts: ServerParts): void {
  const { status, schema, contentType, headers } = route.success;
  server.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.largestBody ?? mebibyte,
    config: { route },
    schema: {
      ...(route.body && { body: route.body }),
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      response: { ...(contentType === undefined && { [status]: schema }), '4xx': errorSchema, '5xx': errorSchema },
    },
    onRequest: gateOf(route, parts),
    ...(route.cost && { preHandler: chargeRest(route, parts) }),
    handler: async (request, reply) => {
      const answer = await handle(route, parts, request);
      reply.code(status);
      if (headers) reply.headers(headers);
      if (contentType) reply.type(contentType);
      if (!(answer instanceof RouteAnswer)) return answer;
      return reply.headers(answer.headers).send(answer.body);
    },
  });
  if (route.anyOrigin) addPreflight(server, route);
}

function handle(route: Route, parts: ServerParts, request: FastifyRequest): unknown {
  const { body, params, query, caller, ip, id: requestId } = request;
  const { authorization } = request.headers;
  const isLocal = comesFromHere(request);
  const idempotencyKey = request.headers['idempotency-key'] as string | undefined;
  const upload = request.upload;
  if (route.upload && !upload) failValidation(route.upload.field, 'must be a file of a form (multipart/form-data)');
  const input = { body, params, query, upload, idempotencyKey, caller, ip, isLocal, authorization, requestId };
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
function chargeRest(route: Route, { rateLimiter }: ServerParts) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const rest = route.cost!(request.body as never) - 1;
    if (rest === 0) return;
    const headers = await rateLimiter.charge(route.limit, request.ip, request.caller, rest);
    if (headers) reply.headers(headers);
  };
}

/** A proxy on this machine is local too; what it forwards is not, whether or not its word about the address is trusted. */
function comesFromHere({ ip, headers }: FastifyRequest): boolean {
  const isLoopback = ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1';
  return isLoopback && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
}

/** Many clients announce JSON on every call, also where they send nothing. */
function acceptEmptyJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, body as string, done);
  });
}

function addPreflight(server: FastifyInstance, route: Route): void {
  if (server.hasRoute({ method: 'OPTIONS', url: route.path })) return;
  server.options(route.path, { config: { route } }, (_request, reply) =>
    reply.headers(preflightHeaders(route.method)).code(204).send(),
  );
}

declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route;
  }
}

function answerProblem(parts: ServerParts, problem: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const found = asServiceError(problem);
  // Behind the gate whatever is refused is about the input, and the quota comes first; but a conflict of keys is its own matter.
  const aboutInput = found.status < 500 && found.code !== 'idempotency_conflict';
  const error = (aboutInput && request.quotaRefusal) || found;
  const route = request.routeOptions.config?.route;
  if (error.status >= 500 && error.code !== 'otp_store_unavailable') {
    parts.log.error({ requestId: request.id, route: route?.name, err: problem }, 'request failed');
  } else if (route && !route.allErrors.includes(error.code)) {
    parts.log.error({ requestId: request.id, route: route.name, code: error.code }, 'route answered an undeclared error');
  }
  return reply.code(error.status).headers(error.headers).send(errorBody(error, request.id));
}

function report(parts: ServerParts, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.config?.route?.name ?? 'unknown';
  parts.metrics.observeRequest(route, reply.statusCode, reply.elapsedTime / 1_000);
  if (!parts.log.isLevelEnabled('info')) return;
  parts.log.info(
    {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      org: request.caller?.organization.orgId,
    },
    'request',
  );
}

/** A number of hops counts from us outwards. */
function trusted(setting: ServerParts['trustProxy']): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : setting;
}

/** Unique across nodes and restarts, cheap to make. */
function requestIds(): () => string {
  const start = `req_${randomBytes(6).toString('hex')}`;
  let count = 0;
  return () => `${start}${(count++).toString(36).padStart(6, '0')}`;
}

/** Bytes that are not HTTP, headers too large or too slow: answered in our form, then the connection closes. */
function answerBrokenRequest(
  headers: Readonly<Record<string, string>>,
  problem: Error & { code?: string },
  socket: Socket,
): void {
  if (problem.code === 'ECONNRESET' || !socket.writable) return;
  const [status, message] = brokenRequests[problem.code ?? ''] ?? ['400 Bad Request', 'This is not a valid HTTP request.'];
  const requestId = `req_${randomBytes(9).toString('hex')}`;
  const body = JSON.stringify({ error: 'validation_error', message, request_id: requestId });
  const all = {
    ...headers,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
}

const brokenRequests: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};

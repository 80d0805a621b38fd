// Makes an HTTP server from route declarations, with what all of them share: limits for size and
// time, request ids, and the one error body.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Route } from '../define-route.ts';
import { ServiceError } from '../error-catalogue.ts';
import { acceptRawBodies, takesRawBody } from '../uploads/raw-bodies.ts';
import { acceptUploads } from '../uploads/uploads.ts';
import { answerBrokenRequest, receiveTimeoutMilliseconds } from './broken-requests.ts';
import { createEarlyAnswers, type EarlyAnswers } from './early-answers.ts';
import { asServiceError, errorBody } from './error-reply.ts';
import { baseHeaders } from './headers.ts';
import { limitIgnoredUpgrades } from './ignored-upgrades.ts';
import { acceptJson } from './json-bodies.ts';
import { mebibyte, mountRoute } from './mount-route.ts';
import { answerOtherMethods } from './other-methods.ts';
import { problemBody, problemType, wantsProblem } from './problem-details.ts';
import { reportResponses } from './report.ts';
import { createRequestIds } from './request-ids.ts';
import { traceRequests } from './request-spans.ts';
import type { ServerParts } from './server-parts.ts';
import { compileValidator } from './validation.ts';

const headersTimeoutMilliseconds = 15_000;
/** Must be less than the 25 seconds that main.ts allows for the whole stop. */
const stopMilliseconds = 20_000;

export function createServer(parts: ServerParts, routes: readonly Route[]): FastifyInstance {
  const headers = baseHeaders(parts.environment, parts.publicUrl);
  const answering = {
    log: parts.log,
    publicUrl: parts.publicUrl,
    earlyAnswers: createEarlyAnswers(parts.earlyAnswers),
  };
  /** For requests that belong to no route. */
  const answerOutside = (problem: unknown, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers).header('x-request-id', request.id);
    answerProblem(answering, problem, request, reply);
  };
  const server = Fastify({
    // report.ts writes our log, with the name of the route.
    logger: false,
    genReqId: createRequestIds(),
    bodyLimit: mebibyte,
    requestTimeout: receiveTimeoutMilliseconds,
    trustProxy: trusted(parts.trustProxy),
    routerOptions: { maxParamLength: 512 },
    // A stop lets requests finish. Only idle connections are closed at once.
    forceCloseConnections: 'idle',
    clientErrorHandler: (problem, socket) => answerBrokenRequest(headers, problem, socket),
    frameworkErrors: answerOutside,
  });
  server.server.headersTimeout = headersTimeoutMilliseconds;
  limitIgnoredUpgrades(server.server);
  server.setValidatorCompiler<TSchema>(compileValidator);
  traceRequests(server, parts);
  reportResponses(server, parts);
  answerOtherMethods(server, routes, headers, answerOutside);
  acceptJson(server);
  acceptUploads(server);
  const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
    answerOutside(new ServiceError('not_found'), request, reply);
  server.setErrorHandler((problem, request, reply) => {
    if (request.routeOptions.config?.route) answerProblem(answering, problem, request, reply);
    // Fastify reads the body even if there is no route. Errors in it do not matter then.
    else if (request.is404) answerNotFound(request, reply);
    else answerOutside(problem, request, reply);
  });
  server.setNotFoundHandler(answerNotFound);
  closeConnectionsThatFinish(server);
  for (const route of routes) if (!takesRawBody(route)) mountRoute(server, route, parts);
  void server.register(async (scope) => {
    acceptRawBodies(scope);
    for (const route of routes) if (takesRawBody(route)) mountRoute(scope, route, parts);
  });
  return server;
}

/**
 * During a stop, a connection becomes idle only after its request, but Node checks for idle
 * connections just once. Callers that send or read very slowly must not delay the end of the stop.
 */
function closeConnectionsThatFinish(server: FastifyInstance): void {
  server.addHook('preClose', (done) => {
    const looking = setInterval(() => server.server.closeIdleConnections(), 50);
    const patience = setTimeout(() => server.server.closeAllConnections(), stopMilliseconds);
    server.server.once('close', () => {
      clearInterval(looking);
      clearTimeout(patience);
    });
    done();
  });
}

function answerProblem(
  { log, publicUrl, earlyAnswers }: Pick<ServerParts, 'log' | 'publicUrl'> & { readonly earlyAnswers: EarlyAnswers },
  problem: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const found = asServiceError(problem, request.routeOptions.bodyLimit);
  // After the gate, refusals are about the input, and quota and seats come first. Exceptions are a
  // conflict of idempotency keys, and input that needs a higher plan.
  const aboutInput = found.status < 500 && found.code !== 'idempotency_conflict' && found.code !== 'plan_required';
  const error = (aboutInput && request.refusal) || found;
  request.errorCode = error.code;
  const route = request.routeOptions.config?.route;
  if (error.status >= 500 && error.code !== 'otp_store_unavailable') {
    log.error({ requestId: request.id, route: route?.name, err: problem }, 'request failed');
  } else if (route && !route.allErrors.includes(error.code) && error.code !== 'method_not_allowed') {
    log.error({ requestId: request.id, route: route.name, code: error.code }, 'route answered an undeclared error');
  }
  reply.code(error.status).headers(error.headers);
  const isProblem = wantsProblem(request.headers.accept);
  if (isProblem) reply.type(problemType);
  const body = isProblem ? problemBody(error, request.id, publicUrl) : errorBody(error, request.id);
  earlyAnswers.send(request, reply, body);
}

/** A number of hops is counted from this server outward. */
function trusted(setting: ServerParts['trustProxy']): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof setting === 'number' ? (_address, hop) => hop < setting : setting;
}

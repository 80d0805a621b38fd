// Known paths with a method that no route has: 405 with `Allow`, and OPTIONS. Both depend only on
// the declared paths, never on what is stored, so they say nothing about private resources.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../define-route.ts';
import { ServiceError } from '../error-catalogue.ts';
import { preflightHeaders } from './headers.ts';

type Answer = (problem: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** `answer` sends an error for a request that belongs to no route. */
export function answerOtherMethods(
  server: FastifyInstance,
  routes: readonly Route[],
  headers: Readonly<Record<string, string>>,
  answer: Answer,
): void {
  const findRoutes = finderOf(routes);
  server.addHook('onRequest', (request, reply, done) => {
    const matched = request.routeOptions.config?.route;
    // Pages take every path that nothing else takes (web.routes.ts).
    if (matched && !matched.path.endsWith('*')) return done();
    const found = findRoutes(request.url.split('?', 1)[0]!);
    if (found.length === 0) return done();
    const methods = methodsOf(found);
    const allow = methods.join(', ');
    if (request.method !== 'OPTIONS') {
      // The router refuses parameters that are too long: nothing exists there, with any method.
      if (methods.includes(request.method)) return done();
      return answer(new ServiceError('method_not_allowed', {}, { allow }), request, reply);
    }
    const open = found.filter(({ anyOrigin }) => anyOrigin);
    reply
      .headers({ ...headers, allow, 'x-request-id': request.id })
      // A body is not read.
      .headers(hasBody(request) ? { connection: 'close' } : {})
      .headers(open.length > 0 ? preflightHeaders(methodsOf(open).join(', ')) : {})
      .code(204)
      .send();
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Fastify responds to HEAD wherever there is GET. */
function methodsOf(routes: readonly Route[]): string[] {
  const methods = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...new Set([...methods, 'OPTIONS'])].sort();
}

/** Finds the routes of a path. A route that takes every path names none. */
function finderOf(routes: readonly Route[]) {
  const patterns = routes
    .filter(({ path }) => !path.endsWith('*'))
    .map((route) => ({ route, segments: route.path.split('/') }));
  return (path: string): Route[] => {
    const segments = path.split('/');
    return patterns
      .filter(
        (pattern) =>
          pattern.segments.length === segments.length &&
          pattern.segments.every((each, index) =>
            each.startsWith(':') ? segments[index] !== '' : each === segments[index],
          ),
      )
      .map(({ route }) => route);
  };
}

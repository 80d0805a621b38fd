// One span for each request, with the attributes of OpenTelemetry's conventions for HTTP servers.
// The route is the declared one: a path can contain tokens, and a query can contain anything.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Span, SpanEnd } from '../../telemetry/span.ts';
import { readTraceContext } from '../../telemetry/trace-context.ts';
import type { ServerParts } from './server-parts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined: telemetry is off. */
    span: Span | undefined;
    errorCode: string | undefined;
  }
}

export function traceRequests(
  server: FastifyInstance,
  { tracer, environment }: Pick<ServerParts, 'tracer' | 'environment'>,
): void {
  if (!tracer) return;
  server.decorateRequest('span', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    const { traceparent, tracestate } = request.headers;
    const span = tracer.start(request.method, readTraceContext(traceparent, tracestate), { kind: 'server' });
    request.span = span;
    if (span.sampled) reply.raw.once('close', () => span.end(describe(request, reply, environment)));
    done();
  });
}

function describe(request: FastifyRequest, reply: FastifyReply, environment: string): SpanEnd {
  const route = request.routeOptions.config?.route;
  const name = route?.name ?? request.method;
  const attributes = {
    'http.request.method': request.method,
    'url.scheme': request.protocol,
    'http.response.header.x-request-id': [request.id],
    'deployment.environment.name': environment,
    ...(route && { 'http.route': route.path }),
  };
  if (!reply.raw.headersSent) return { name, attributes, errorType: 'client_disconnected' };
  const { statusCode } = reply;
  return {
    name,
    attributes: { ...attributes, 'http.response.status_code': statusCode },
    errorType: errorOf(request, statusCode),
  };
}

/** An error of the caller is not an error of the service. */
function errorOf({ errorCode }: FastifyRequest, status: number): string | undefined {
  return status >= 500 ? (errorCode ?? String(status)) : undefined;
}

// One log line and one measurement for each response. This includes responses that are sent before
// the request has arrived and then close the connection, which Fastify's onResponse does not see.
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../log.ts';
import type { Metrics } from './metrics.ts';

export function reportResponses(
  server: FastifyInstance,
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      // A caller that disconnected before the response gets none.
      if (!reply.raw.headersSent) return;
      const route = request.routeOptions.config?.route?.name ?? 'unknown';
      const status = reply.statusCode;
      const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
      const organization = request.caller?.organization.orgId;
      metrics.countRequest({ route, status }, milliseconds / 1_000);
      const traceId = request.span?.sampled ? request.span.traceId : undefined;
      log.info({ route, requestId: request.id, traceId, status, milliseconds, organization }, 'request');
    });
    done();
  });
}

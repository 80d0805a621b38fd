// One log line and one measurement for each answer, made when it is handed to the connection. Fastify's own place for this
// (onResponse) is later, and its listeners would cost every request a tenth.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../log.ts';
import { accessLogOf } from './access-log.ts';
import type { Metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds on the clock of `performance`. */
    startedAt: number;
  }
}

export type Report = (request: FastifyRequest, reply: FastifyReply) => void;

export function reportOf(
  routeName: string,
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
): Report {
  const record = metrics.recorderOf(routeName);
  const writeLine = accessLogOf(log, routeName);
  return (request, reply) => {
    const status = reply.raw.statusCode;
    const milliseconds = performance.now() - request.startedAt;
    record(status, milliseconds / 1_000);
    writeLine?.({ requestId: request.id, status, milliseconds, orgId: request.caller?.organization.orgId });
  };
}

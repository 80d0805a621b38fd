// The transparency log (docs/specification/log.md): its public files under /log, and what callers
// and holders of records ask about it under /v1.
import { Type } from 'typebox';
import { defineRoute, pages } from '../../http/define-route.ts';
import { archiveErrors } from '../../http/error-catalogue.ts';
import { answerWith } from '../../http/route-answer.ts';
import { recordId } from '../records/records.service.ts';
import * as schema from './log.schema.ts';
import type { LogService } from './log.service.ts';

const resource = 'Transparency log';
/** Served from memory, which is cheaper than counting. Monitors read all of them. */
const file = {
  method: 'GET',
  resource: pages,
  access: { caller: 'public' },
  feature: null,
  limit: 'none',
  anyOrigin: true,
} as const;
const text = {
  status: 200,
  schema: Type.String(),
  contentType: 'text/plain; charset=utf-8',
  headers: { 'cache-control': 'no-cache' },
} as const;

export function logRoutes(log: LogService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/records/:record_id/proof',
      operation: 'getRecordProof',
      resource,
      summary: 'Get the proof that the transparency log includes a record',
      description:
        'Contains what you need to check without this service that the log includes the record: the entry, what it commits to, the inclusion proof and the signed checkpoint. A new record has a proof after about a second.',
      access: { caller: 'public' },
      feature: null,
      limit: 'public',
      anyOrigin: true,
      params: recordId,
      success: { status: 200, schema: schema.recordProof },
      errors: ['record_not_found', 'record_not_logged', 'proof_not_ready', ...archiveErrors],
      handler: ({ params }) => log.proveRecord(params.record_id),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/account/monitoring-key',
      operation: 'getMonitoringKey',
      resource,
      summary: 'Get the key that recognizes your entries in the transparency log',
      description:
        'With this key, a monitor finds every entry that was made in the name of your organization. It cannot change or sign anything. Keep it private: anyone who has it can count your entries.',
      access: { caller: 'key-or-session', scope: 'admin', role: 'admin' },
      feature: null,
      limit: 'organization',
      anyOrigin: false,
      success: { status: 200, schema: schema.monitoringKey },
      errors: [],
      handler: ({ caller }) => log.monitoringKey(caller),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/log/entries/:index',
      operation: 'getLogEntry',
      resource,
      summary: 'Get what an entry of your organization in the transparency log commits to',
      description:
        'An entry of another organization gets the same response as one that does not exist. Use it to find out what an entry is about that a monitor recognized.',
      access: { caller: 'key-or-session', scope: 'records:read' },
      feature: null,
      limit: 'organization',
      anyOrigin: false,
      params: schema.entryIndex,
      success: { status: 200, schema: schema.openedEntry },
      errors: ['not_found', ...archiveErrors],
      handler: ({ params, caller }) => log.openEntry(caller, params.index),
    }),
  ];
}

/** Files of the C2SP tlog-tiles layout. Their paths and formats are fixed there. */
export function logFileRoutes(log: LogService) {
  return [
    defineRoute({
      ...file,
      path: '/log/checkpoint',
      summary: 'The newest signed checkpoint of the transparency log',
      success: text,
      errors: [],
      handler: () => log.checkpoint(),
    }),
    defineRoute({
      ...file,
      path: '/log/witnessed-checkpoint',
      summary: 'The newest checkpoint that enough witnesses cosigned',
      success: text,
      errors: ['not_found'],
      handler: () => log.witnessedCheckpoint(),
    }),
    defineRoute({
      ...file,
      path: '/log/keys',
      summary: 'The verifier keys of the transparency log, one in each line',
      success: text,
      errors: [],
      handler: () => log.verifierKeys(),
    }),
    defineRoute({
      ...file,
      path: '/log/tile/*',
      summary: 'A tile or an entry bundle of the transparency log',
      params: Type.Object({ '*': Type.String({ maxLength: 200 }) }),
      success: {
        status: 200,
        schema: Type.String({ format: 'binary' }),
        contentType: 'application/octet-stream',
        headers: { 'cache-control': 'public, max-age=31536000, immutable' },
      },
      errors: ['not_found'],
      handler: ({ params }) => {
        const known = log.findFullTile(params['*']);
        return known ? answerWith(known, {}) : log.tile(params['*']).then((bytes) => answerWith(bytes, {}));
      },
    }),
  ];
}

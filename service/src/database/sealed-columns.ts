// Every column with a text that is sealed under the master key. A rotation of the key must seal
// them again. If you add a sealed column to a table, add a line here.

import type { Tables } from './schema.ts';
import {
  certificateKeyPlace,
  mailPlace,
  replayPlace,
  seedPlace,
  serviceSecretPlace,
  storageSecretPlace,
  totpPlace,
  webhookSecretPlace,
} from './sealed-places.ts';

export interface SealedColumn {
  readonly table: keyof Tables;
  readonly column: string;
  /** The primary key, in order. */
  readonly key: readonly string[];
  /** The place a text is sealed for, from the values of its primary key. */
  readonly place: (...key: string[]) => string;
}

export const sealedColumns: readonly SealedColumn[] = [
  column('service_secrets', 'sealed', ['name'], serviceSecretPlace),
  column('users', 'two_factor_secret', ['user_id'], totpPlace),
  column('mail_queue', 'sealed_request', ['mail_id'], mailPlace),
  column('generator_keys', 'sealed_seed', ['generator_id', 'kid'], (_generatorId, kid) => seedPlace(kid!)),
  column('webhook_endpoints', 'sealed_secret', ['webhook_id'], webhookSecretPlace),
  column('storage_connections', 'sealed_secret', ['connection_id'], storageSecretPlace),
  column('c2pa_signing_certificates', 'sealed_key', ['certificate_id'], certificateKeyPlace),
  column('idempotency_keys', 'sealed_body', ['org_id', 'route', 'idempotency_key'], replayPlace),
];

/** This function checks the names against the schema. */
function column<Table extends keyof Tables>(
  table: Table,
  name: keyof Tables[Table] & string,
  key: readonly (keyof Tables[Table] & string)[],
  place: (...key: string[]) => string,
): SealedColumn {
  return { table, column: name, key, place };
}

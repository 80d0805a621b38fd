// The key of the event stream's chain, opened as in the service itself.
import type { Database } from '../adapters/database/database.ts';
import { createKeyVault } from '../adapters/key-vault/key-vault.ts';
import { readOrMakeServiceSecret } from '../database/service-secrets.ts';
import { createEventStream, type EventStream } from '../events/event-stream.ts';
import { openMasterKeys } from '../keys.ts';
import type { Tools } from './command.ts';

export async function openAuditKey({ configuration, environment }: Tools, database: Database): Promise<Buffer> {
  const vault = createKeyVault(await openMasterKeys(configuration), environment);
  return readOrMakeServiceSecret(database, vault, 'audit-key');
}

export async function openAuditStream(tools: Tools, database: Database): Promise<EventStream> {
  return createEventStream(await openAuditKey(tools, database));
}

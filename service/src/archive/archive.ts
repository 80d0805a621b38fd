// The archive of one environment: the key that proves its files, the files, and the lookup of
// records in them. Records are looked up here even if nothing is archived.

import type { Database } from '../adapters/database/database.ts';
import type { KeyVault } from '../adapters/key-vault/key-vault.ts';
import { readOrMakeServiceSecret } from '../database/service-secrets.ts';
import { type ArchiveFilesParts, createArchiveFiles } from './archive-files.ts';
import { createRecordLookup } from './record-lookup.ts';

export type RecordArchive = Awaited<ReturnType<typeof openArchive>>;

export interface ArchiveParts extends Omit<ArchiveFilesParts, 'key'> {
  readonly database: Database;
  readonly vault: KeyVault;
}

export async function openArchive({ database, vault, ...parts }: ArchiveParts) {
  const key = await readOrMakeServiceSecret(database, vault, 'archive-key');
  const files = createArchiveFiles({ ...parts, key });
  return { key, files, lookup: createRecordLookup(files) };
}

// The tokens of this environment's records. Their keys are sealed in the database, so that every
// node reads and writes the same tokens. A rotated key still reads the tokens that it wrote.
import {
  createTokenKeyring,
  type DecodedToken,
  decodeToken,
  encodeToken,
  type TokenKeyring,
} from '@content-provenance/engine';
import type { EnvironmentName } from '../../access/api-keys.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { KeyVault } from '../../adapters/key-vault/key-vault.ts';
import { listServiceSecrets, readOrMakeServiceSecret } from '../../database/service-secrets.ts';

export interface RecordTokens {
  write(recordId: string): string;
  read(token: string): DecodedToken;
}

/** `token-key:1`, `token-key:2` …: the newest one that is old enough writes. */
export const tokenKeyPrefix = 'token-key:';
/** A token names its key with one byte. */
const mostKeys = 255;
const rereadMilliseconds = 30_000;
/** Longer than any node takes to read a new key, so that all nodes can read what one writes. */
const restMilliseconds = 60_000;

export async function openRecordTokens(
  environment: EnvironmentName,
  database: Database,
  vault: KeyVault,
  now: () => number = Date.now,
): Promise<RecordTokens> {
  await readOrMakeServiceSecret(database, vault, `${tokenKeyPrefix}1`);
  let keyring = await readKeyring();
  let readAt = now();

  async function readKeyring(): Promise<TokenKeyring> {
    const found = await listServiceSecrets(database, vault, tokenKeyPrefix);
    const keys = found.map((each) => ({ ...each, number: Number(each.name.slice(tokenKeyPrefix.length)) }));
    const rested = keys.filter(({ number, createdAt }) => number === 1 || createdAt <= now() - restMilliseconds);
    const writing = Math.max(...rested.map(({ number }) => number));
    return createTokenKeyring(environment, writing, new Map(keys.map(({ number, secret }) => [number, secret])));
  }

  function rereadSometimes(): void {
    if (now() - readAt < rereadMilliseconds) return;
    readAt = now();
    readKeyring().then(
      (fresh) => {
        keyring = fresh;
      },
      () => undefined,
    );
  }

  return {
    write(recordId) {
      rereadSometimes();
      return encodeToken(keyring, recordId);
    },
    read(token) {
      rereadSometimes();
      return decodeToken(keyring, token);
    },
  };
}

/** Creates the next key and returns its number. */
export async function makeTokenKey(database: Database, vault: KeyVault): Promise<number> {
  const keys = await listServiceSecrets(database, vault, tokenKeyPrefix);
  const number = Math.max(0, ...keys.map(({ name }) => Number(name.slice(tokenKeyPrefix.length)))) + 1;
  if (number > mostKeys) throw new Error(`There are already ${mostKeys} token keys, which is the maximum.`);
  await readOrMakeServiceSecret(database, vault, `${tokenKeyPrefix}${number}`);
  return number;
}

// The tokens of this environment's records. The keys behind them live sealed in the database, so that every node reads
// and writes the same tokens; a rotated key keeps reading the tokens it wrote.
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

/** `token-key:1`, `token-key:2` …: the highest number writes. */
export const tokenKeyPrefix = 'token-key:';
/** How long a node may go on without knowing a key made on another. */
const rereadMilliseconds = 30_000;

export async function openRecordTokens(
  environment: EnvironmentName,
  database: Database,
  vault: KeyVault,
): Promise<RecordTokens> {
  await readOrMakeServiceSecret(database, vault, `${tokenKeyPrefix}1`);
  let keyring = await readKeyring();
  let readAt = Date.now();

  async function readKeyring(): Promise<TokenKeyring> {
    const secrets = await listServiceSecrets(database, vault, tokenKeyPrefix);
    const keys = new Map(secrets.map(({ name, secret }) => [Number(name.slice(tokenKeyPrefix.length)), secret]));
    return createTokenKeyring(environment, Math.max(...keys.keys()), keys);
  }

  function rereadSometimes(): void {
    if (Date.now() - readAt < rereadMilliseconds) return;
    readAt = Date.now();
    readKeyring().then(
      (fresh) => {
        keyring = fresh;
      },
      () => undefined,
    );
  }

  return {
    write: (recordId) => encodeToken(keyring, recordId),
    read(token) {
      rereadSometimes();
      return decodeToken(keyring, token);
    },
  };
}

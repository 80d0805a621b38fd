// The master keys from where the operator keeps them: the settings themselves, a file, a command,
// or a file with keys that a KMS has encrypted. Read once, at the start. The first key seals.
import type { KmsClient } from '../kms/kms-client.ts';
import { readSecretFile, runSecretCommand } from '../secret-sources.ts';

export interface MasterKeySources {
  readonly masterKeys?: readonly Buffer[] | undefined;
  readonly masterKeyFile?: string | undefined;
  readonly masterKeyCommand?: string | undefined;
  readonly masterKeyWrappedFile?: string | undefined;
  readonly masterKeyKmsKey?: string | undefined;
}

export interface GivenMasterKeys {
  /** The setting that they come from. */
  readonly setting: string;
  readonly keys: readonly Buffer[];
}

const keyLength = 32;

/** Undefined: the operator provides none, and the service generates a key in its data folder. */
export async function readGivenMasterKeys(
  sources: MasterKeySources,
  openKms: () => KmsClient,
): Promise<GivenMasterKeys | undefined> {
  const { masterKeys, masterKeyFile, masterKeyCommand, masterKeyWrappedFile } = sources;
  if (masterKeys) return { setting: 'MASTER_KEY', keys: masterKeys };
  if (masterKeyFile !== undefined)
    return give('MASTER_KEY_FILE', () => splitKeys(readSecretFile(masterKeyFile)).map(decode));
  if (masterKeyCommand !== undefined)
    return give('MASTER_KEY_COMMAND', () => splitKeys(runSecretCommand(masterKeyCommand)).map(decode));
  if (masterKeyWrappedFile === undefined) return undefined;
  return give('MASTER_KEY_WRAPPED_FILE', async () => {
    const kms = openKms();
    try {
      const wrapped = splitKeys(readSecretFile(masterKeyWrappedFile));
      return await Promise.all(wrapped.map((key) => unwrap(kms, sources.masterKeyKmsKey!, key)));
    } finally {
      kms.close();
    }
  });
}

async function give(setting: string, read: () => Buffer[] | Promise<Buffer[]>): Promise<GivenMasterKeys> {
  try {
    const keys = await read();
    if (keys.length === 0) throw new Error('there is no key in it');
    if (keys.some((key) => key.length !== keyLength)) throw new Error('each key must be 32 bytes in base64');
    return { setting, keys };
  } catch (problem) {
    const { message, cause } = problem as Error;
    throw new Error(`${setting} gives no master key: ${cause instanceof Error ? cause.message : message}`);
  }
}

async function unwrap(kms: KmsClient, keyId: string, wrapped: string): Promise<Buffer> {
  const { plaintext } = await kms.call('decrypt', { key_id: keyId, ciphertext: wrapped });
  return decode(typeof plaintext === 'string' ? plaintext : '');
}

/** One in a line, or separated by commas as in MASTER_KEY. */
function splitKeys(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function decode(key: string): Buffer {
  return Buffer.from(key, 'base64');
}

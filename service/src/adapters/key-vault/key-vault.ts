// Seals secrets at rest with AES-256-GCM under a master key (NIST SP 800-38D). A sealed text names
// the key that sealed it and is bound to its place: it does not open for another purpose.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

export interface KeyVault {
  /** `place` says what the secret is and whose, for example `totp:usr_1`. */
  seal(secret: Uint8Array, place: string): string;
  open(sealed: string, place: string): Buffer;
  /** Whether a retired key sealed the text. */
  isStale(sealed: string): boolean;
}

/**
 * The active master keys: the first seals, all of them open. Called at every use, so that a
 * rotation applies while the service runs. `fresh` requests the newest state, for a text sealed
 * with an unknown key.
 */
export type MasterKeys = (fresh?: boolean) => readonly Buffer[];

export class CannotOpen extends Error {
  constructor() {
    super(
      'The service cannot decrypt a secret: MASTER_KEY is not the key that encrypted this database. Set the correct MASTER_KEY.',
    );
  }
}

const nonceLength = 12;
const tagLength = 16;

export function createKeyVault(masterKeys: MasterKeys, environment: string): KeyVault {
  // Derived once for each master key, so that the environments never share a key.
  const derived = new Map<Buffer, { id: string; key: Buffer }>();
  const derive = (master: Buffer) => {
    const known = derived.get(master);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', master, '', `content-provenance/seal/${environment}`, 32));
    const entry = { id: createHash('sha256').update(key).digest('hex').slice(0, 8), key };
    derived.set(master, entry);
    return entry;
  };
  const current = () => derive(masterKeys()[0]!);
  const find = (masters: readonly Buffer[], id: string | undefined) =>
    masters.map(derive).find((each) => each.id === id);

  return {
    seal(secret, place) {
      const { id, key } = current();
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(`${id} ${place}`));
      const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
      return `v1.${id}.${sealed.toString('base64url')}`;
    },
    open(sealed, place) {
      const [version, id, body] = sealed.split('.');
      const entry = find(masterKeys(), id) ?? find(masterKeys(true), id);
      const bytes = Buffer.from(body ?? '', 'base64url');
      if (version !== 'v1' || !entry || bytes.length < nonceLength + tagLength) throw new CannotOpen();
      try {
        const decipher = createDecipheriv('aes-256-gcm', entry.key, bytes.subarray(0, nonceLength))
          .setAAD(Buffer.from(`${id} ${place}`))
          .setAuthTag(bytes.subarray(-tagLength));
        return Buffer.concat([decipher.update(bytes.subarray(nonceLength, -tagLength)), decipher.final()]);
      } catch {
        throw new CannotOpen();
      }
    },
    isStale: (sealed) => sealed.split('.')[1] !== current().id,
  };
}

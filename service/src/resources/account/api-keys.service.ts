// Organization API keys: random, shown once, stored as a keyed hash, revoked at once.
import { revokeKeysMadeBetween } from '../../access/api-keys.store.ts';
import type { SessionCaller } from '../../access/caller.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { createKeyRing, type KeyOwner, type KeyRingParts } from './key-ring.service.ts';
import type { GivenSettings } from './key-settings.ts';

// What personal keys, which belong to a member, share with these.
export * as keySchema from './api-keys.schema.ts';
export type { GivenSettings };
export { createKeyRing, type KeyOwner, type KeyRingParts };

const organization: KeyOwner = {
  userId: null,
  // More than any organization needs. It keeps the list on one page.
  most: 1_000,
  refusals: { missing: 'The organization has no API key with this ID. It could already be revoked.' },
};

export type ApiKeysService = ReturnType<typeof createApiKeysService>;

export function createApiKeysService(parts: KeyRingParts) {
  const { events, now = Date.now } = parts;
  const ring = createKeyRing(parts);
  return {
    list: (orgId: string) => ring.list(orgId, organization),
    create: (caller: SessionCaller, given: GivenSettings) => ring.create(caller, organization, given),
    change: (caller: SessionCaller, keyId: string, given: GivenSettings) =>
      ring.change(caller, organization, keyId, given),
    rotate: (caller: SessionCaller, keyId: string, overlapHours?: number) =>
      ring.rotate(caller, organization, keyId, overlapHours),
    revoke: (caller: SessionCaller, keyId: string) => ring.revoke(caller, organization, keyId),

    /**
     * Includes the keys of members, or only those of one, in a transaction of the caller. `until`
     * itself is excluded.
     */
    async revokeMadeBetween(
      transaction: Transaction,
      orgId: string,
      made: { readonly from: number; readonly until: number; readonly memberId?: string | undefined },
    ): Promise<void> {
      const keys = await revokeKeysMadeBetween(transaction, orgId, made, now());
      await events.append(
        transaction,
        orgId,
        keys.map(({ key_id, user_id }) => ({
          type: 'api_key_revoked' as const,
          metadata: { key_id, ...(user_id !== null && { user_id }) },
        })),
      );
    },
  };
}

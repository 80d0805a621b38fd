// Personal API keys: they belong to one member, have that member's role but no more than their
// creator's, and are deleted with the member. Owners and admins manage all keys, users their own.

import { hasRole, type SessionCaller } from '../../access/caller.ts';
import { fail } from '../../http/error-catalogue.ts';
import { createKeyRing, type GivenSettings, type KeyOwner, type KeyRingParts } from '../account/api-keys.service.ts';
import { findOwnMember } from './members.service.ts';
import { lockTeam } from './members.store.ts';

export type PersonalKeysService = ReturnType<typeof createPersonalKeysService>;

export function createPersonalKeysService(parts: KeyRingParts) {
  const ring = createKeyRing(parts);
  return {
    create: (caller: SessionCaller, userId: string, given: GivenSettings) =>
      ring.create(caller, memberFor(caller, userId), given),
    change: (caller: SessionCaller, userId: string, keyId: string, given: GivenSettings) =>
      ring.change(caller, memberFor(caller, userId), keyId, given),
    rotate: (caller: SessionCaller, userId: string, keyId: string, overlapHours?: number) =>
      ring.rotate(caller, memberFor(caller, userId), keyId, overlapHours),
    revoke: (caller: SessionCaller, userId: string, keyId: string) =>
      ring.revoke(caller, memberFor(caller, userId), keyId),
    listOwn: ({ organization, userId }: SessionCaller) => ring.list(organization.orgId, { userId }),
  };
}

function memberFor(caller: SessionCaller, userId: string): KeyOwner {
  // Checked before the search for the member, so that a user does not learn who else is there.
  if (caller.userId !== userId && !hasRole(caller, 'admin')) {
    fail('forbidden', { message: 'Users can manage only their own API keys. Ask an owner or admin.' });
  }
  return {
    userId,
    // More than any member needs. It keeps the list on one page.
    most: 100,
    refusals: {
      full: 'The member has reached the maximum number of API keys. Revoke one first.',
      missing: 'The member or the API key does not exist.',
    },
    async expect(transaction, orgId) {
      await lockTeam(transaction, orgId);
      await findOwnMember(transaction, orgId, userId);
    },
  };
}

// The organization itself: its owner can rename it. Public pages show the new name at once, also
// for old records.
import type { SessionCaller } from '../../access/caller.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { EventStream } from '../../events/event-stream.ts';
import { changeName } from '../../identity/public-names.ts';
import { findOrganization, setName } from './organization.store.ts';

export type OrganizationService = ReturnType<typeof createOrganizationService>;

export function createOrganizationService(database: Database, events: EventStream) {
  return {
    async rename({ organization, userId }: SessionCaller, given: string) {
      const { orgId } = organization;
      const name = given.trim();
      return database.transaction(async (transaction) => {
        const before = await findOrganization(transaction, orgId);
        if (before.name === name) return before;
        await changeName(transaction, orgId, 'name', name);
        await setName(transaction, orgId, name);
        await events.append(transaction, orgId, [
          { type: 'organization_renamed', metadata: { from: before.name, to: name, actor: userId } },
        ]);
        return { ...before, name };
      });
    },
  };
}

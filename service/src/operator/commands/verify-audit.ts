// Checks the chain over the events of each organization: an event that was changed, removed or slipped in between two
// others breaks it, and so does a tail that was cut off.
import type { Queries } from '../../adapters/database/database.ts';
import { chainStart, hashEvent, sealHash } from '../../events/event-chain.ts';
import { findHead, listEventsBetween } from '../../events/events.store.ts';
import { openAuditKey } from '../audit-key.ts';
import { Refused, type RunCommand } from '../command.ts';
import { findOrganization, listOrganizations } from '../organizations.store.ts';

const pageSize = 500;

export const run: RunCommand = async (tools, orgId) => {
  const database = await tools.openDatabase();
  const { read } = database;
  if (orgId !== undefined && !(await findOrganization(read, orgId))) {
    throw new Refused(`The ${tools.environment} database has no organization ${orgId}.`);
  }
  const key = await openAuditKey(tools, database);
  const orgIds = orgId === undefined ? (await listOrganizations(read)).map(({ org_id }) => org_id) : [orgId];
  let events = 0;
  const broken: string[] = [];
  for (const each of orgIds) {
    const { count, problem } = await verifyChain(read, key, each);
    events += count;
    if (problem) broken.push(`${each}: ${problem}`);
  }
  if (broken.length > 0) throw new Refused(broken.join('\n'));
  tools.print(`The audit log is whole: ${events} event(s) of ${orgIds.length} organization(s).`);
};

/** Goes up to the newest event at the moment it begins: what the running service appends meanwhile comes behind it. */
async function verifyChain(
  read: Queries,
  key: Uint8Array,
  orgId: string,
): Promise<{ count: number; problem?: string }> {
  const head = (await findHead(read, orgId)) ?? { sequence: 0, seal: chainStart };
  let seal = chainStart;
  let count = 0;
  while (count < head.sequence) {
    const page = await listEventsBetween(read, orgId, count, Math.min(count + pageSize, head.sequence));
    if (page.length === 0) return { count, problem: `event ${count + 1} is missing.` };
    for (const event of page.reverse()) {
      count += 1;
      if (event.sequence !== count) return { count, problem: `event ${count} is missing.` };
      if (event.hash !== hashEvent(key, seal, event))
        return { count, problem: `event ${count} is not as it was stored.` };
      seal = sealHash(key, event.hash);
    }
  }
  return seal === head.seal ? { count } : { count, problem: 'the newest event is not the one last stored.' };
}

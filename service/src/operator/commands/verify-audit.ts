// Checks the chain over the events of one organization, or of all: a changed, removed or inserted
// event breaks it, and so does a cut-off tail.
import { verifyChain } from '../../events/verify-chain.ts';
import { openAuditKey } from '../audit-key.ts';
import { Refused, type RunCommand } from '../command.ts';
import { findOrganization, listOrganizations } from '../organizations.store.ts';

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
    const verdict = await verifyChain(read, key, each);
    if ('events' in verdict) events += verdict.events;
    else broken.push(`${each}: at event ${verdict.brokenAt}, ${verdict.why}.`);
  }
  if (broken.length > 0) throw new Refused(broken.join('\n'));
  tools.print(`The audit log is intact: ${events} event(s) of ${orgIds.length} organization(s).`);
};

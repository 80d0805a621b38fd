// Lists the organizations, oldest first.
import type { RunCommand } from '../command.ts';
import { listOrganizations } from '../organizations.store.ts';
import { formatTable } from '../table.ts';

export const run: RunCommand = async ({ openDatabase, environment, print }) => {
  const organizations = await listOrganizations((await openDatabase()).read);
  if (organizations.length === 0) return print(`The ${environment} database has no organizations yet.`);
  const rows = organizations.map(({ org_id, plan, members, created_at, name }) => [
    org_id,
    plan,
    String(members),
    new Date(created_at).toISOString(),
    name,
  ]);
  print(formatTable(['organization', 'plan', 'members', 'created', 'name'], rows));
};

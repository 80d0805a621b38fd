// Shows one organization: its plan, its members, its API keys. It cannot show secrets.
import { Refused, type RunCommand } from '../command.ts';
import { findOrganization, listKeysInForce, listMembers } from '../organizations.store.ts';
import { formatTable } from '../table.ts';

export const run: RunCommand = async ({ openDatabase, environment, print }, orgId) => {
  const { read } = await openDatabase();
  const organization = await findOrganization(read, orgId!);
  if (!organization) throw new Refused(`The ${environment} database has no organization ${orgId}.`);
  const members = await listMembers(read, orgId!);
  const keys = await listKeysInForce(read, orgId!, Date.now());
  print(`${organization.name} (${orgId}), plan ${organization.plan}, since ${moment(organization.created_at)}`);
  print(`\n${members.length} member(s)`);
  print(
    formatTable(
      ['user', 'role', 'email', 'verified', 'second factor', 'since'],
      members.map((member) => [
        member.user_id,
        member.role,
        member.email,
        member.email_verified_at === null ? 'no' : 'yes',
        member.two_factor_method ?? 'none',
        moment(member.created_at),
      ]),
    ),
  );
  print(`\n${keys.length} active API key(s)`);
  if (keys.length === 0) return;
  print(
    formatTable(
      ['key', 'preview', 'member', 'last used', 'name'],
      keys.map(({ key_id, preview, user_id, last_used_at, name }) => [
        key_id,
        preview,
        user_id ?? 'organization',
        last_used_at === null ? 'never' : moment(last_used_at),
        name ?? '',
      ]),
    ),
  );
};

function moment(time: number): string {
  return new Date(time).toISOString();
}

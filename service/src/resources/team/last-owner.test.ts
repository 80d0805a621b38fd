// Owners who act on each other at the same moment, many times, on both databases: one of them
// always stays owner.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Account, addMember, makeOwner } from '../../../test-support/account.ts';
import type { Answer } from '../../../test-support/http-client.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';

/** Each removal needs a new member, with a slow password hash. */
const rounds = { demote: 25, remove: 10 };

onEachDatabase((database) => {
  let service: RunningService;
  let first: Account;
  let second: Account;
  before(async () => {
    service = await startRunningService({ database });
    first = await makeOwner(service, 'enterprise');
    second = await addMember(service, first, 'owner');
  });
  after(() => service.stop());

  const demote = (by: Account, target: Account) =>
    service.live.call('PATCH', `/v1/team/members/${target.userId}/role`, { token: by.token, body: { role: 'user' } });
  const remove = (by: Account, target: Account) =>
    service.live.call('DELETE', `/v1/team/members/${target.userId}`, { token: by.token });

  const listRoles = () =>
    service.database.read.selectFrom('users').select(['user_id', 'role']).where('org_id', '=', first.orgId).execute();

  const countOwners = async () => (await listRoles()).filter(({ role }) => role === 'owner').length;

  /** A demoted owner becomes an owner again. A new owner replaces a removed one. */
  async function makeOwnersAgain(): Promise<void> {
    const here = new Set((await listRoles()).map(({ user_id }) => user_id));
    const staying = here.has(first.userId) ? first : second;
    if (here.size < 2) [first, second] = [staying, await addMember(service, staying, 'owner')];
    await service.database.transaction((queries) =>
      queries.updateTable('users').set({ role: 'owner' }).where('org_id', '=', first.orgId).execute(),
    );
  }

  /** Repeats the duel: one call succeeds, the other is refused, one owner is left. */
  async function repeat(times: number, duel: () => Promise<Answer>[], losers: readonly number[]): Promise<void> {
    for (let round = 0; round < times; round += 1) {
      const statuses = (await Promise.all(duel())).map(({ status }) => status).sort();
      assert.equal(statuses[0], 200, `round ${round}: ${statuses}`);
      assert.ok(losers.includes(statuses[1]!), `round ${round}: ${statuses}`);
      assert.equal(await countOwners(), 1, `round ${round}: ${statuses}`);
      await makeOwnersAgain();
    }
  }

  test('two owners demote each other', () =>
    repeat(rounds.demote, () => [demote(first, second), demote(second, first)], [403]));

  test('two owners remove each other', () =>
    repeat(rounds.remove, () => [remove(first, second), remove(second, first)], [401]));

  test('one removes, the other demotes', () =>
    repeat(rounds.remove, () => [remove(first, second), demote(second, first)], [401, 403]));

  test('both step down', () => repeat(rounds.demote, () => [demote(first, first), demote(second, second)], [400]));

  test('one of ten owners who step down at once stays', async () => {
    const owners = [first, second];
    while (owners.length < 10) owners.push(await addMember(service, first, 'owner'));
    const answers = await Promise.all(owners.map((owner) => demote(owner, owner)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 9);
    assert.equal(await countOwners(), 1);
  });
});

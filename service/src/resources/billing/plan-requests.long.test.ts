// Requests for another plan, over HTTP with real email and the operator's real command line, on
// both databases: from the request to the decision, and everything that is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Account,
  addMember,
  listEvents,
  makeAccount,
  makeApiKey,
  makeVerifiedAccount,
  setPlan,
} from '../../../test-support/account.ts';
import { useMailingService } from '../../../test-support/mailing-service.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { runOperator } from '../../../test-support/run-operator.ts';

const operator = 'operator@example.org';

onEachDatabase((database) => {
  const running = useMailingService(database, { OPERATOR_EMAIL: operator });
  const { call } = running;
  const path = '/v1/billing/plan-requests';
  const ask = (token: string, body: unknown = { plan: 'growth' }) => call('POST', path, { token, body });
  const list = async (token: string) => (await call('GET', path, { token })).body.requests;
  const withdraw = (token: string, id: string) => call('POST', `${path}/${id}/withdraw`, { token });
  const makeOwner = () => makeVerifiedAccount(running.service.live, running.mail);
  const operate = (...words: string[]) => runOperator(running.service.settings, 'plan-requests', ...words);
  const typesOf = async (account: Account) =>
    (await listEvents(running.service, account)).map(({ type }) => type).filter((type) => type.startsWith('plan_'));

  test('a request reaches the operator, is approved, and changes the plan', async () => {
    const owner = await makeOwner();
    const note = 'We start in March. See https://evil.example/page';
    const { status, body } = await ask(owner.token, { plan: 'growth', interval: 'annual', note });
    assert.equal(status, 201);
    assert.match(body.request_id, /^plr_[0-9a-f]{32}$/);
    const expected = { plan: 'growth', billing_interval: 'annual', note, state: 'pending', reason: null };
    const { created_at } = body;
    assert.deepEqual(body, { request_id: body.request_id, ...expected, created_at, decided_at: null });
    assert.deepEqual(await list(owner.token), [body]);

    const mail = await running.mail.waitForMail(operator, owner.email);
    assert.match(mail.text, new RegExp(`\\(${owner.orgId}\\) requests to change from Free to Growth, billed annually`));
    assert.ok(mail.text.includes(owner.email) && mail.text.includes(`approve ${body.request_id}`));
    assert.ok(!mail.text.includes('https://evil'));
    assert.match((await operate()).output, new RegExp(`${body.request_id} +${owner.orgId} +free → growth +annual`));

    const { code, output } = await operate('approve', body.request_id);
    assert.deepEqual([code, output.split('.')[0]], [0, 'Approved']);
    const usage = (await call('GET', '/v1/billing/usage', { token: owner.token })).body;
    assert.deepEqual([usage.plan, usage.billing_interval], ['growth', 'annual']);
    const [approved] = await list(owner.token);
    assert.deepEqual([approved.state, typeof approved.decided_at], ['approved', 'string']);
    await running.mail.waitForMail(owner.email, 'Your plan is now Growth');
    assert.deepEqual(await typesOf(owner), ['plan_changed', 'plan_request_decided', 'plan_requested']);
    assert.equal((await operate('approve', body.request_id)).code, 1);
    assert.equal((await withdraw(owner.token, body.request_id)).body.error, 'plan_request_closed');
  });

  test('a declined request changes nothing, and the reason reaches the organization', async () => {
    const owner = await makeOwner();
    const { body } = await ask(owner.token, { plan: 'scale' });
    const { code } = await operate('decline', body.request_id, '--reason', 'Please call us first.');
    assert.equal(code, 0);
    const [declined] = await list(owner.token);
    assert.deepEqual([declined.state, declined.reason], ['declined', 'Please call us first.']);
    const mail = await running.mail.waitForMail(owner.email, 'declined');
    assert.match(mail.text, /Please call us first/);
    assert.equal((await call('GET', '/v1/auth/me', { token: owner.token })).body.org.plan, 'free');
    assert.equal((await ask(owner.token)).status, 201);
  });

  test('one request at a time, also for two at the same moment, and a withdrawn one makes room', async () => {
    const owner = await makeOwner();
    const answers = await Promise.all([ask(owner.token), ask(owner.token)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
    const [{ request_id }] = await list(owner.token);
    const { status, body } = await withdraw(owner.token, request_id);
    assert.deepEqual([status, body.state], [200, 'withdrawn']);
    assert.equal((await operate('approve', request_id)).code, 1);
    assert.equal((await ask(owner.token, { plan: 'starter' })).status, 201);
    assert.equal((await list(owner.token)).length, 2);
  });

  test('a key can ask, and then the decision goes to the owners', async () => {
    const owner = await makeOwner();
    const { key } = await makeApiKey(running.service.live, owner);
    const { body } = await ask(key);
    await operate('decline', body.request_id);
    await running.mail.waitForMail(owner.email, 'declined');
  });

  test('refusals: roles, unverified addresses, other organizations, and values', async () => {
    const owner = await makeOwner();
    await setPlan(running.service, owner.orgId, 'growth');
    const user = await addMember(running.service, owner, 'user');
    const { token: unverified } = await makeAccount(running.service.live);
    assert.deepEqual((await ask(user.token, { plan: 'scale' })).body.error, 'forbidden');
    assert.deepEqual((await ask(unverified)).body.error, 'email_not_verified');
    for (const [body, at] of [
      [{ plan: 'growth' }, 'plan'],
      [{ plan: 'platinum' }, 'plan'],
      [{}, 'plan'],
      [{ plan: 'scale', interval: 'weekly' }, 'interval'],
      [{ plan: 'scale', note: 'x'.repeat(1_001) }, 'note'],
    ] as const) {
      const answer = await ask(owner.token, body);
      assert.deepEqual([answer.status, answer.body.details?.[0].path], [400, at], JSON.stringify(body));
    }
    const { body } = await ask(owner.token, { plan: 'growth', interval: 'annual' });
    const stranger = await makeOwner();
    assert.equal((await withdraw(stranger.token, body.request_id)).status, 404);
    assert.deepEqual(await list(stranger.token), []);
    assert.equal((await withdraw(user.token, body.request_id)).status, 403);
    assert.equal((await list(user.token)).length, 1);
  });

  test('the sixth request of a day is refused', async () => {
    const owner = await makeOwner();
    for (let round = 0; round < 5; round += 1) {
      const { body } = await ask(owner.token);
      await withdraw(owner.token, body.request_id);
    }
    const { status, headers } = await ask(owner.token);
    assert.equal(status, 429);
    assert.ok(Number(headers.get('retry-after')) > 0);
  });

  test('the command line explains wrong words', async () => {
    assert.deepEqual([(await operate('accept', 'plr_1')).code, (await operate('approve')).code], [2, 2]);
    assert.equal((await operate('decline', 'plr_1', '--reason')).code, 2);
    assert.match((await operate('decline', 'plr_1')).words, /no pending request plr_1/);
  });
});

// /v1/billing and the quota over HTTP, on both databases and with a real mail server: what is
// counted, where it stops, and who gets an email.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addMember, logIn, makeApiKey, setPlan } from '../../../test-support/account.ts';
import { type MailServer, startMailServer } from '../../../test-support/mail-server.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import {
  makeSigner,
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from '../../../test-support/signing-client.ts';
import { countStored, setUsed } from '../../../test-support/stored-counts.ts';

const month = () => {
  const today = new Date();
  const start = (offset: number) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset, 1)).toISOString();
  return { period_start: start(0), period_end: start(1) };
};

onEachDatabase((database) => {
  let service: RunningService;
  let mailServer: MailServer;
  before(async () => {
    mailServer = await startMailServer();
    service = await startRunningService({ database, settings: { SMTP_URL: mailServer.url } });
  });
  after(async () => {
    await service.stop();
    await mailServer.stop();
  });

  const submit = (org: SigningAccount, body: unknown = makeSubmission(org.signer, org.generatorId)) =>
    service.live.call('POST', '/v1/records', { token: org.key, body });
  const usageOf = async (org: SigningAccount) =>
    (await service.live.call('GET', '/v1/billing/usage', { token: org.key })).body;
  const eventsOf = async (org: SigningAccount, type: string) => {
    const { body } = await service.live.call('GET', '/v1/audit?limit=100', { token: org.key });
    return body.events
      .filter((event: { type: string }) => event.type === type)
      .map((event: { metadata: unknown }) => event.metadata);
  };

  test('the catalog has the figures of the specification and the decisions', async () => {
    const { status, body } = await service.live.call('GET', '/v1/billing/plans');
    assert.equal(status, 200);
    const rows: [string, string, ...(number | null)[]][] = [
      ['free', 'Free', 0, 0, 0, 500, 0],
      ['starter', 'Starter', 29, 24, 288, 5_000, 0.008],
      ['growth', 'Growth', 99, 82, 984, 25_000, 0.006],
      ['scale', 'Scale', 399, 332, 3_984, 150_000, 0.004],
      ['enterprise', 'Enterprise', null, null, null, null, 0],
    ];
    assert.deepEqual(
      body.plans,
      rows.map(([plan, label, monthly, annualMonthly, annualTotal, included, overage]) => ({
        plan,
        label,
        monthly_price: monthly,
        annual_monthly_price: annualMonthly,
        annual_total: annualTotal,
        included_signatures: included,
        overage_rate: overage,
        upgrade_url: `http://live.test/billing?plan=${plan}`,
      })),
    );
  });

  test('usage names the plan, the calendar month in UTC and the signatures in it', async () => {
    const org = await makeSigningAccount(service);
    const usage = {
      plan: 'free',
      billing_interval: 'monthly',
      signatures_used: 0,
      signatures_included: 500,
      overage_rate: 0,
      overage_count: 0,
    };
    assert.deepEqual(await usageOf(org), { ...usage, ...month() });
    await submit(org);
    await submit(org, {});
    await submit(org);
    assert.deepEqual(await usageOf(org), { ...usage, signatures_used: 2, ...month() });
    assert.equal((await service.live.call('GET', '/v1/billing/usage', { token: org.token })).status, 200);
    assert.equal((await service.live.call('GET', '/v1/billing/usage')).status, 401);
  });

  test('64 clients at 499 of 500: one succeeds, the others get the limit, and every owner gets one email', async () => {
    const org = await makeSigningAccount(service);
    const coOwner = await addMember(service, org, 'owner');
    const user = await addMember(service, org, 'user');
    await setUsed(service.database, org.orgId, 499);
    const submissions = Array.from({ length: 64 }, () => makeSubmission(org.signer, org.generatorId));
    const answers = await Promise.all(submissions.map((submission) => submit(org, submission)));
    const stored = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 402);
    assert.deepEqual([stored.length, refused.length], [1, 63]);
    for (const { body } of refused) {
      assert.deepEqual(body, {
        error: 'signature_limit_reached',
        message:
          'Your organization has used 500 of 500 signatures for this month. Upgrade the plan, or wait until next month.',
        request_id: body.request_id,
        upgrade_url: 'http://live.test/billing',
        limit: 500,
        current: 500,
      });
    }
    assert.deepEqual(await countStored(service.database, org.orgId), { records: 1, used: 500, signEvents: 1 });
    const { period_end } = month();
    assert.deepEqual(await eventsOf(org, 'quota_limit'), [{ plan: 'free', limit: 500, current: 500, period_end }]);

    for (const { email } of [org, coOwner]) {
      const mail = await mailServer.waitForMail(email, 'signature limit');
      assert.equal(mail.link, 'http://live.test/billing');
      assert.match(mail.html, /used all the signatures/);
    }
    const about = mailServer.mails().filter(({ subject }) => subject.includes('signature limit'));
    assert.equal(about.filter(({ to }) => [org.email, coOwner.email].includes(to)).length, 2);
    assert.equal(about.filter(({ to }) => to === user.email).length, 0);
  });

  test('at the limit, the quota is checked before the input, and a stored record still gets its first response', async () => {
    const org = await makeSigningAccount(service);
    const good = makeSubmission(org.signer, org.generatorId);
    const first = await submit(org, good);
    await setUsed(service.database, org.orgId, 500);
    const bad = [
      {},
      '{',
      { ...good, model: 7 },
      { ...good, model: 'other than signed' },
      { ...makeSubmission(org.signer, org.generatorId), signature: good.signature },
      makeSubmission(org.signer, 'gen_none'),
    ];
    for (const body of bad) {
      const answer = await submit(org, body);
      assert.deepEqual([answer.status, answer.body.error], [402, 'signature_limit_reached'], JSON.stringify(body));
      assert.deepEqual([answer.body.limit, answer.body.current], [500, 500]);
    }
    const again = await submit(org, good);
    assert.deepEqual([again.status, again.body], [201, first.body]);
    assert.equal((await service.live.call('POST', '/v1/records', { token: 'svc_key_x', body: {} })).status, 401);
    // A larger plan allows signing at once.
    await setPlan(service, org.orgId, 'starter');
    assert.equal((await submit(org, good)).status, 201);
    assert.equal((await submit(org)).status, 201);
    assert.equal((await usageOf(org)).signatures_used, 501);
  });

  test('the warning at 80% and the limit are each sent once per month', async () => {
    const org = await makeSigningAccount(service);
    await setUsed(service.database, org.orgId, 398);
    await submit(org);
    assert.deepEqual(await eventsOf(org, 'quota_warning'), []);
    await Promise.all(Array.from({ length: 5 }, () => submit(org)));
    const [warning, ...more] = await eventsOf(org, 'quota_warning');
    assert.ok(warning.current >= 400 && warning.current <= 404, String(warning.current));
    assert.deepEqual(
      { ...warning, current: 0 },
      { plan: 'free', limit: 500, current: 0, period_end: month().period_end },
    );
    assert.deepEqual(more, []);

    await setUsed(service.database, org.orgId, 500);
    for (let round = 0; round < 3; round += 1) assert.equal((await submit(org)).status, 402);
    assert.equal((await eventsOf(org, 'quota_limit')).length, 1);
    // Back below 80%, which no month does by itself: still no second notice.
    await setUsed(service.database, org.orgId, 399);
    await submit(org);
    assert.equal((await eventsOf(org, 'quota_warning')).length, 1);
  });

  test('a paid plan is never blocked, and overage accrues', async () => {
    const org = await makeSigningAccount(service, 'starter', mailServer);
    await setUsed(service.database, org.orgId, 4_999);
    for (let round = 0; round < 3; round += 1) assert.equal((await submit(org)).status, 201);
    const { signatures_used, signatures_included, overage_count, overage_rate } = await usageOf(org);
    assert.deepEqual([signatures_used, signatures_included, overage_count, overage_rate], [5_002, 5_000, 2, 0.008]);
    assert.deepEqual(await eventsOf(org, 'quota_limit'), []);

    await setPlan(service, org.orgId, 'growth');
    await setUsed(service.database, org.orgId, 24_980);
    const records = Array.from({ length: 50 }, () => makeSubmission(org.signer, org.generatorId));
    const { status } = await service.live.call('POST', '/v1/records/batch', { token: org.key, body: { records } });
    assert.equal(status, 201);
    assert.equal((await usageOf(org)).overage_count, 30);
  });

  test('enterprise counts without a quota', async () => {
    const org = await makeSigningAccount(service, 'enterprise', mailServer);
    await setUsed(service.database, org.orgId, 1_000_000);
    assert.equal((await submit(org)).status, 201);
    assert.deepEqual(await usageOf(org), {
      plan: 'enterprise',
      billing_interval: 'monthly',
      signatures_used: 1_000_001,
      signatures_included: null,
      overage_rate: 0,
      overage_count: 0,
      ...month(),
    });
    assert.deepEqual(await eventsOf(org, 'quota_warning'), []);
  });

  test('the sandbox signs the same way and counts nothing', async () => {
    const { sandbox } = service;
    const email = 'sandbox@example.org';
    const password = 'correct horse';
    await sandbox.call('POST', '/v1/auth/register', { body: { org_name: 'Sandbox', email, password } });
    const account = { email, password, userId: '', orgId: '', token: await logIn(sandbox, email, password) };
    const { key: token } = await makeApiKey(sandbox, account);
    assert.match(token, /^svc_test_key_/);
    const signer = makeSigner();
    const generatorId = await registerGenerator(sandbox, token, [signer]);
    for (let round = 0; round < 3; round += 1) {
      const body = makeSubmission(signer, generatorId);
      assert.equal((await sandbox.call('POST', '/v1/records', { token, body })).status, 201);
    }
    const { body: usage } = await sandbox.call('GET', '/v1/billing/usage', { token });
    assert.deepEqual([usage.plan, usage.signatures_used], ['free', 0]);
    const { body: audit } = await sandbox.call('GET', '/v1/audit', { token });
    assert.equal(audit.events.filter((event: { type: string }) => event.type === 'sign').length, 3);
  });
});

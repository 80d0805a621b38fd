// POST /v1/records/batch over HTTP, on both databases: up to 50 records in order, all of them or
// none.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { makeAccount, makeVerifiedAccount, setPlan } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import {
  makeSigner,
  makeSigningAccount,
  makeSubmission,
  type SigningAccount,
  type Submission,
  verifiesPublicly,
} from '../../../test-support/signing-client.ts';
import { allOf, countStored } from '../../../test-support/stored-counts.ts';
import { makeIdentifier } from '../../access/identifiers.ts';

onEachDatabase((database) => {
  let service: RunningService;
  let org: SigningAccount;
  let expected = 0;
  before(async () => {
    service = await startRunningService({ database });
    org = await makeSigningAccount(service, 'growth');
  });
  after(() => service.stop());

  const submit = (body: unknown, token = org.key, headers: Record<string, string> = {}) =>
    service.live.call('POST', '/v1/records/batch', { token, body, headers });
  const sign = (fields: Partial<Submission> = {}) => makeSubmission(org.signer, org.generatorId, fields);
  const signMany = (count: number) => Array.from({ length: count }, () => sign());
  const nothingMore = async () => assert.deepEqual(await countStored(service.database, org.orgId), allOf(expected));

  test('fifty records are stored and returned in order', async () => {
    const records = signMany(50);
    const { status, body } = await submit({ records });
    assert.equal(status, 201);
    expected += 50;
    await nothingMore();
    const { body: list } = await service.live.call('GET', '/v1/records?limit=100', { token: org.key });
    type Listed = { record_id: string; watermark_id: string; token: string };
    const byId = new Map<string, Listed>(list.records.map((each: Listed) => [each.record_id, each]));
    for (const [index, { record_id, token }] of body.results.entries()) {
      assert.equal(byId.get(record_id)?.watermark_id, records[index]!.watermark_id);
      assert.equal(byId.get(record_id)?.token, token);
    }
    for (const { record_id } of body.results.slice(0, 5)) assert.ok(await verifiesPublicly(service.live, record_id));

    const again = await submit({ records: records.toReversed() });
    assert.deepEqual(again.body.results, body.results.toReversed());
    await nothingMore();
  });

  test('a batch of 51, of none or of something else is refused', async () => {
    for (const body of [{ records: signMany(51) }, { records: [] }, {}, { records: sign() }, signMany(2)]) {
      assert.deepEqual(await statusAndError(submit(body)), [400, 'validation_error']);
    }
    await nothingMore();
  });

  test('a body of 10 MB is read, and one byte more is refused', async () => {
    const text = JSON.stringify({ records: signMany(1) });
    const limit = 10 * 1024 * 1024;
    assert.deepEqual(await statusAndError(submit(text.padEnd(limit + 1))), [413, 'payload_too_large']);
    assert.equal((await submit(text.padEnd(limit))).status, 201);
    expected += 1;
    await nothingMore();
  });

  test('one record that cannot be stored makes the whole batch fail', async () => {
    const taken = sign();
    await service.live.call('POST', '/v1/records', { token: org.key, body: taken });
    expected += 1;
    const stranger = await makeSigningAccount(service);
    const faults: [unknown, number, string][] = [
      [{ ...sign(), signature: sign().signature }, 400, 'signature_invalid'],
      [{ ...sign(), model: '' }, 400, 'validation_error'],
      [{ ...sign(), model: 'other than signed' }, 400, 'validation_error'],
      [sign({ watermark_id: taken.watermark_id }), 409, 'watermark_id_taken'],
      [makeSubmission(org.signer, makeIdentifier('gen')), 404, 'generator_not_found'],
      [makeSubmission(stranger.signer, stranger.generatorId), 403, 'forbidden'],
    ];
    for (const [fault, status, error] of faults) {
      const records: unknown[] = signMany(10);
      records.splice(7, 0, fault);
      const answer = await submit({ records });
      assert.deepEqual([answer.status, answer.body.error], [status, error]);
      if (error === 'signature_invalid') assert.equal(answer.body.path, 'records.7.signature');
      if (error === 'validation_error') assert.match(answer.body.details[0].path, /^records\.7\./);
      await nothingMore();
    }
  });

  test('twins in a batch are one record, and two records with one watermark_id are refused', async () => {
    const twin = sign();
    const freshSignature = makeSubmission(org.signer, org.generatorId, twin.signed_payload);
    const { body } = await submit({ records: [twin, sign(), freshSignature] });
    expected += 2;
    assert.equal(body.results[0].record_id, body.results[2].record_id);
    assert.notEqual(body.results[0].record_id, body.results[1].record_id);
    await nothingMore();

    const rival = sign();
    const conflict = submit({ records: [rival, sign(), sign({ watermark_id: rival.watermark_id })] });
    assert.deepEqual(await statusAndError(conflict), [409, 'watermark_id_taken']);
    await nothingMore();
  });

  test('a batch with some stored records adds only the others', async () => {
    const old = sign();
    const first = await service.live.call('POST', '/v1/records', { token: org.key, body: old });
    const { status, body } = await submit({ records: [sign(), old] });
    assert.equal(status, 201);
    expected += 2;
    assert.deepEqual(body.results[1], first.body);
    await nothingMore();
  });

  test('simultaneous batches with common records store each record once', async () => {
    const common = signMany(5);
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit({ records: [...common, sign()] })));
    expected += 5 + 8;
    const ids = answers.map(({ body }) => JSON.stringify(body.results.slice(0, 5)));
    assert.equal(new Set(ids).size, 1);
    await nothingMore();
  });

  test('Idempotency-Key replays the whole response', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const records = signMany(3);
    const first = await submit({ records }, org.key, headers);
    expected += 3;
    assert.deepEqual((await submit({ records }, org.key, headers)).body, first.body);
    assert.deepEqual(await statusAndError(submit({ records: signMany(3) }, org.key, headers)), [
      409,
      'idempotency_conflict',
    ]);
    await nothingMore();
  });

  test('batches need a verified address first, then the plan, then valid input', async () => {
    const unverified = await makeAccount(service.live);
    assert.deepEqual(await statusAndError(submit({}, unverified.token)), [403, 'email_not_verified']);

    const { token, orgId } = await makeVerifiedAccount(service.live, service.outbox);
    for (const plan of ['free', 'starter'] as const) {
      await setPlan(service, orgId, plan);
      const { status, body } = await submit({}, token);
      assert.equal(status, 402);
      assert.deepEqual(body, {
        error: 'plan_required',
        message: body.message,
        request_id: body.request_id,
        required_plan: 'growth',
        current_plan: plan,
        upgrade_url: 'http://live.test/billing',
      });
    }
    for (const plan of ['growth', 'scale', 'enterprise'] as const) {
      await setPlan(service, orgId, plan);
      assert.deepEqual(await statusAndError(submit({}, token)), [400, 'validation_error']);
    }
    assert.deepEqual(await statusAndError(submit({ records: signMany(1) }, token)), [403, 'forbidden']);
    assert.equal((await service.live.call('POST', '/v1/records/batch', { body: {} })).status, 401);
  });

  test('every key of a generator can sign a part of the batch', async () => {
    const signers = [makeSigner('a'), makeSigner('b'), makeSigner('c')];
    const { body: generator } = await service.live.call('POST', '/v1/generators', {
      token: org.key,
      body: { name: 'Three', supported_formats: ['text'], public_keys: signers.map(({ publicKey }) => publicKey) },
    });
    const records = signers.map((signer) => makeSubmission(signer, generator.generator_id));
    const { body } = await submit({ records });
    const kids = body.results.map(async ({ record_id }: { record_id: string }) => {
      return (await service.live.call('GET', `/v1/records/${record_id}`)).body.kid;
    });
    assert.deepEqual(await Promise.all(kids), ['a', 'b', 'c']);
  });
});

async function statusAndError(call: Promise<{ status: number; body: { error?: string } }>) {
  const { status, body } = await call;
  return [status, body.error];
}

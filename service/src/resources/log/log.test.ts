// The transparency log over HTTP, on both databases: every record, revocation and retired key has
// one entry, its proof verifies, only its organization recognizes it, and nothing can be read that
// is not published.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isTaggedBy, opensEntry, readEntry } from '@content-provenance/engine/transparency';
import { refuseInserts } from '../../../test-support/database-faults.ts';
import { expectProven, readCheckpoint, readKeys, readProof, readWholeLog } from '../../../test-support/log-reader.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeForm } from '../../../test-support/shared-photos.ts';
import {
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from '../../../test-support/signing-client.ts';

test('two environments with one address have logs with two names', async () => {
  const service = await startRunningService({ settings: { SANDBOX_PUBLIC_URL: 'http://live.test' } });
  const [live, sandbox] = [await readCheckpoint(service.live), await readCheckpoint(service.sandbox)];
  assert.deepEqual([live.origin, sandbox.origin], ['live.test/log', 'live.test/sandbox/log']);
  await service.stop();
});

onEachDatabase((database) => {
  let service: RunningService;
  let org: SigningAccount;
  let stranger: SigningAccount;
  let serverGenerator: string;
  before(async () => {
    service = await startRunningService({ database });
    org = await makeSigningAccount(service, 'enterprise');
    stranger = await makeSigningAccount(service, 'enterprise');
    serverGenerator = await registerGenerator(service.live, org.key);
  });
  after(() => service.stop());

  const submit = (account = org, body = makeSubmission(account.signer, account.generatorId)) =>
    service.live.call('POST', '/v1/records', { token: account.key, body });
  const open = (account: SigningAccount, index: number | string) =>
    service.live.call('GET', `/v1/log/entries/${index}`, { token: account.key });
  const countEntries = async () =>
    (await service.database.read.selectFrom('log_entries').select('log_index').orderBy('log_index').execute()).map(
      ({ log_index }) => log_index,
    );
  const signText = async (text: string) => {
    const body = makeForm({ content: Buffer.from(text), model: 'm', generator_id: serverGenerator });
    const headers = { authorization: `Bearer ${org.key}` };
    const response = await fetch(`${service.live.url}/v1/sign`, { method: 'POST', headers, body });
    assert.equal(response.status, 200);
    const { headers: sent } = response;
    return { recordId: sent.get('x-service-record-id')!, index: Number(sent.get('x-service-log-index')) };
  };

  test('an empty log has a signed checkpoint, and proofs of nothing', async () => {
    const { size, origin } = await readCheckpoint(service.sandbox);
    assert.deepEqual([size, origin], [0, 'sandbox.test/log']);
    const missing = '0199a0b0-0000-7000-8000-000000000000';
    const { status, body } = await service.live.call('GET', `/v1/records/${missing}/proof`);
    assert.deepEqual([status, body.error], [404, 'record_not_found']);
  });

  test('a submitted and a signed record have an index, and a proof that matches the record', async () => {
    const { body: submitted } = await submit();
    const signed = await signText('A text that is signed.');
    const keys = await readKeys(service.live);
    assert.equal(signed.index, submitted.log_index + 1);
    for (const [recordId, index] of [
      [submitted.record_id, submitted.log_index],
      [signed.recordId, signed.index],
    ]) {
      const proof = await readProof(service.live, recordId);
      assert.equal(proof.index, index);
      assert.equal(proof.record_id, recordId);
      assert.equal(proof.timestamp, null);
      assert.equal(proof.log.url, 'http://live.test/log');
      expectProven(proof, keys);
      const { body: record } = await service.live.call('GET', `/v1/records/${recordId}`);
      const { content_hash, generator_id, kid, signed_at } = record;
      const { salt, ...opening } = proof.opening;
      assert.equal(Buffer.from(salt!, 'base64').length, 32);
      assert.deepEqual(opening, {
        type: 'content-provenance-log-entry/1',
        kind: 'record',
        ...{ record_id: recordId, content_hash, generator_id, kid, signed_at },
      });
    }
  });

  test('a batch of records and a batch of texts have an index for each item', async () => {
    const records = Array.from({ length: 50 }, () => makeSubmission(org.signer, org.generatorId));
    const { body } = await service.live.call('POST', '/v1/records/batch', { token: org.key, body: { records } });
    const indexes = body.results.map(({ log_index }: { log_index: number }) => log_index);
    assert.deepEqual(
      indexes,
      indexes.map((_: number, place: number) => indexes[0] + place),
    );
    const items = Array.from({ length: 10 }, (_, place) => ({ text: `Text number ${place} of a batch.` }));
    const defaults = { model: 'writer', generator_id: serverGenerator };
    const batch = await service.live.call('POST', '/v1/sign/batch', { token: org.key, body: { defaults, items } });
    const signed = batch.body.results as { record_id: string; log_index: number }[];
    assert.equal(new Set(signed.map(({ log_index }) => log_index)).size, 10);
    const keys = await readKeys(service.live);
    for (const { record_id, log_index } of [...body.results.slice(0, 3), ...signed]) {
      const proof = await readProof(service.live, record_id);
      assert.equal(proof.index, log_index);
      expectProven(proof, keys);
    }
  });

  test('a record that is submitted again keeps its index, alone and next to new ones', async () => {
    const records = Array.from({ length: 3 }, () => makeSubmission(org.signer, org.generatorId));
    const first = await submit(org, records[1]);
    const before = await countEntries();
    const again = await submit(org, records[1]);
    assert.deepEqual(again.body, first.body);
    assert.deepEqual(await countEntries(), before);
    const { body } = await service.live.call('POST', '/v1/records/batch', { token: org.key, body: { records } });
    assert.equal(body.results[1].log_index, first.body.log_index);
    assert.equal((await countEntries()).length, before.length + 2);
  });

  test('revoking a generator and rotating a key make one entry each, which only the organization can open', async () => {
    const generatorId = await registerGenerator(service.live, org.key);
    const start = (await countEntries()).length;
    const path = `/v1/generators/${generatorId}`;
    const { body: rotation } = await service.live.call('POST', `${path}/rotate-key`, { token: org.key });
    for (let count = 0; count < 2; count += 1) {
      assert.equal((await service.live.call('PUT', `${path}/revoke`, { token: org.key })).status, 200);
    }
    assert.equal((await countEntries()).length, start + 2);
    const [retired, revoked] = await Promise.all([open(org, start), open(org, start + 1)]);
    const { salt: _, ...retirement } = retired.body.opening;
    const { body: published } = await service.live.call('GET', `/v1/keys/${generatorId}`);
    const key = published.keys.find(({ kid }: { kid: string }) => kid === rotation.retired_kid);
    assert.deepEqual(retirement, {
      type: 'content-provenance-log-entry/1',
      kind: 'key_retired',
      generator_id: generatorId,
      kid: rotation.retired_kid,
      time: key.retired_at,
    });
    const { body: generator } = await service.live.call('GET', path, { token: org.key });
    assert.deepEqual(
      [revoked.body.opening.kind, revoked.body.opening.generator_id, revoked.body.opening.time],
      ['generator_revoked', generatorId, generator.revoked_at],
    );
    for (const { body } of [retired, revoked])
      assert.ok(opensEntry(Buffer.from(body.entry, 'base64'), body.opening), body.opening.kind);
  });

  test("another organization's entry and one that does not exist get the same response", async () => {
    const { body } = await submit();
    const own = await open(org, body.log_index);
    assert.deepEqual([own.status, own.body.opening.record_id], [200, body.record_id]);
    for (const answer of [
      await open(stranger, body.log_index),
      await open(org, 9_999_999),
      await open(org, 999_999_999_999_999),
    ]) {
      assert.deepEqual([answer.status, answer.body.error], [404, 'not_found']);
    }
    for (const index of ['-1', 'x', '1.5', '1e99']) assert.equal((await open(org, index)).status, 400, index);
  });

  test('the monitoring key recognizes exactly the entries of the organization', async () => {
    await submit(stranger);
    const { body: last } = await submit();
    await readProof(service.live, last.record_id);
    const entries = await readWholeLog(service.live);
    const ofOrg: number[] = [];
    for (const [index, entry] of entries.entries()) {
      const recognized = await Promise.all(
        [org, stranger].map(async ({ token }) => {
          const { body } = await service.live.call('GET', '/v1/account/monitoring-key', { token });
          return isTaggedBy(entry, Buffer.from(body.monitoring_key, 'base64url'));
        }),
      );
      assert.equal(recognized.filter(Boolean).length, 1, `entry ${index}`);
      if (recognized[0]) ofOrg.push(index);
      if (index > 20 && index < entries.length - 3) break;
    }
    assert.ok(ofOrg.length > 10);
    for (const index of ofOrg.slice(0, 3)) assert.equal((await open(org, index)).status, 200);
  });

  test('entries reveal nothing: the same record in both environments gives entries without a common part', async () => {
    const twin = await makeSigningAccount(
      { live: service.sandbox, outbox: service.outbox, database: service.database },
      'free',
    );
    const generatorId = twin.generatorId;
    const body = makeSubmission(twin.signer, generatorId);
    const { body: stored } = await service.sandbox.call('POST', '/v1/records', { token: twin.key, body });
    const sameContent = makeSubmission(org.signer, org.generatorId, { content_hash: body.content_hash });
    const { body: live } = await submit(org, sameContent);
    const [left, right] = await Promise.all([
      readProof(service.sandbox, stored.record_id),
      readProof(service.live, live.record_id),
    ]);
    const [a, b] = [left, right].map(({ entry }) => readEntry(Buffer.from(entry, 'base64'))!);
    for (const part of ['nonce', 'tag', 'commitment'] as const) assert.notDeepEqual(a![part], b![part], part);
    assert.notEqual(left.opening.salt, right.opening.salt);
    const bytes = Buffer.from(left.entry, 'base64');
    for (const secret of [stored.record_id, body.content_hash, generatorId, twin.orgId]) {
      const hex = secret.replace(/^[^:_]*[:_]/, '').replaceAll('-', '');
      assert.ok(!bytes.includes(secret) && !bytes.includes(Buffer.from(hex, 'hex')), secret);
    }
    // Somebody who knows everything except the salt cannot confirm a guess.
    const guess = { ...left.opening, salt: Buffer.alloc(32).toString('base64') };
    assert.ok(!opensEntry(bytes, guess));
  });

  test('a transaction that fails leaves no gap and no entry', async () => {
    const before = await countEntries();
    const allow = await refuseInserts(service.database, 'log_entries', "NEW.subject LIKE '%-%'");
    try {
      service.expectErrors();
      assert.equal((await submit()).status, 500);
    } finally {
      await allow();
    }
    assert.deepEqual(await countEntries(), before);
    const { body } = await submit();
    assert.equal(body.log_index, before.length);
    expectProven(await readProof(service.live, body.record_id), await readKeys(service.live));
  });

  test('the proof bundle contains the proof, and the certificate links to it', async () => {
    const { body } = await submit();
    const { record_id: _, ...proof } = await readProof(service.live, body.record_id);
    const bundle = await (await fetch(`${service.live.url}/v1/records/${body.record_id}/bundle`)).json();
    const { log } = (bundle as { statement: { log: object } }).statement;
    assert.deepEqual(Object.keys(log).sort(), Object.keys(proof).sort());
    const page = await (await fetch(`${service.live.url}/certificate/${body.token}`)).text();
    assert.ok(page.includes(`Entry ${body.log_index},`));
    assert.ok(page.includes(`/v1/records/${body.record_id}/proof`));
  });

  test('tiles are immutable, and nothing is served that no checkpoint includes', async () => {
    const { body } = await submit();
    await readProof(service.live, body.record_id);
    const { size } = await readCheckpoint(service.live);
    const get = (path: string) => fetch(`${service.live.url}/log/tile/${path}`);
    const tile = await get(`0/000.p/${size}`);
    assert.equal(tile.status, 200);
    assert.equal(tile.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(tile.headers.get('content-type'), 'application/octet-stream');
    assert.equal((await tile.arrayBuffer()).byteLength, size * 32);
    const checkpoint = await fetch(`${service.live.url}/log/checkpoint`);
    assert.equal(checkpoint.headers.get('cache-control'), 'no-cache');
    assert.equal(checkpoint.headers.get('content-type'), 'text/plain; charset=utf-8');
    for (const path of [
      ...[`0/000.p/${size + 1}`, '0/000', 'entries/000', `entries/000.p/${size + 1}`, '1/000', '1/000.p/1', '0/001'],
      ...['0/000.p/0', '0/000.p/256', '0/000.p/01', '0/0', '00/000', '-1/000.p/1', '64/000.p/1', '0/x000/000.p/1'],
      ...['0/000.p/1/', '0//000.p/1', '0/000.p', 'ENTRIES/000.p/1', '0/000.p/1.0', '0/000.p/1%00', '0/..%2f000.p/1'],
      ...[`0/${'x999/'.repeat(30)}999`, '0/x999/x999/x999/x999/x999/999.p/1', '9/x001/000', '%', '0/٠٠٠.p/1', ''],
    ]) {
      const response = await get(path);
      assert.ok([400, 404].includes(response.status), `${path}: ${response.status}`);
    }
  });

  test('records that are older than the log are not logged', async () => {
    const { body } = await submit();
    // As a release before the log has stored it.
    await service.database.transaction(async (transaction) => {
      await transaction
        .updateTable('log_entries')
        .set({ subject: 'other' })
        .where('subject', '=', body.record_id)
        .execute();
    });
    const { status, body: problem } = await service.live.call('GET', `/v1/records/${body.record_id}/proof`);
    assert.deepEqual([status, problem.error], [404, 'record_not_logged']);
    const page = await (await fetch(`${service.live.url}/certificate/${body.token}`)).text();
    assert.ok(!page.includes('Public log'));
    const bundle = await (await fetch(`${service.live.url}/v1/records/${body.record_id}/bundle`)).json();
    assert.ok(!('log' in (bundle as { statement: object }).statement));
  });
});

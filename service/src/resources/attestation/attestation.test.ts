// Attestations through real HTTP, on both databases: who can request one, what is counted, and that
// an export cannot be edited.
import assert from 'node:assert/strict';
import { createPublicKey, hash, verify } from 'node:crypto';
import { after, before, test } from 'node:test';
import { ml_dsa65 as noble } from '@noble/post-quantum/ml-dsa.js';
import { listEvents, makeAccount, makeApiKey, setPlan } from '../../../test-support/account.ts';
import { type AttestedAccount, makeAttestedAccount } from '../../../test-support/attested-account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeSigningAccount } from '../../../test-support/signing-client.ts';
import { planNames } from '../../plans/plans.ts';

const hour = 60 * 60 * 1_000;
const paths = ['/v1/attestation', '/v1/attestation/export'];

onEachDatabase((database) => {
  let service: RunningService;
  let account: AttestedAccount;
  let end: string;
  before(async () => {
    service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
    account = await makeAttestedAccount(service);
    // Another organization with the same content: nothing of it must count.
    await makeAttestedAccount(service);
    end = new Date().toISOString();
  });
  after(() => service.stop());

  const ask = (query = '', token = account.key) => service.live.call('GET', `/v1/attestation${query}`, { token });

  async function download(query = '') {
    const response = await fetch(`${service.live.url}/v1/attestation/export${query}`, {
      headers: { authorization: `Bearer ${account.key}` },
    });
    assert.equal(response.status, 200);
    return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  test('200: the organization’s own figures, and every part in the specification', async () => {
    const { status, body } = await ask();
    assert.equal(status, 200);
    assert.match(body.attestation_id, /^att_[0-9a-f]{32}$/);
    const { name } = (await service.live.call('GET', '/v1/auth/me', { token: account.token })).body.org;
    assert.deepEqual(body.org, { org_id: account.orgId, name, plan: 'enterprise' });
    assert.deepEqual(body.summary, {
      records_signed: 4,
      content_verified: 3,
      tamper_events: 1,
      generators_active: 2,
      formats: ['image', 'audio', 'text'],
    });
    assert.equal(body.period.from, `${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`);
    assert.equal(body.period.to, body.generated_at);
    for (const claim of ['not a certification', 'legal opinion', 'guarantee', 'human origin', 'ML-DSA signature']) {
      assert.ok(body.disclaimer.includes(claim), claim);
    }
  });

  test('Article 50(2), (4) and (5) have their figures, and 50(1) and 50(3) are named as not covered', async () => {
    const { mapping, not_covered, transparency_obligation } = (await ask()).body.eu_ai_act_article_50;
    assert.match(transparency_obligation, /2024\/1689/);
    assert.deepEqual(
      mapping.map((each: Record<string, unknown>) => [
        each.paragraph,
        each.records_covered ?? null,
        each.verifications_recorded ?? null,
      ]),
      [
        ['50(2)', 4, null],
        ['50(2)', null, 3],
        ['50(4)', 4, null],
        ['50(5)', null, 3],
      ],
    );
    assert.ok(mapping.every((each: Record<string, string>) => each.obligation && each.service_mechanism));
    assert.deepEqual(
      not_covered.map(({ paragraph }: { paragraph: string }) => paragraph),
      ['50(1)', '50(3)'],
    );
  });

  test('the measures of the Code of Practice: two layers, logging, free detection, robustness', async () => {
    const { body } = await ask();
    const { total } = (await service.live.call('GET', '/v1/audit', { token: account.key })).body;
    const facts = body.code_of_practice.measures.flatMap((each: { facts: { fact: string; count: number }[] }) =>
      each.facts.map(({ fact, count }) => [fact, count]),
    );
    assert.deepEqual(facts, [
      ['Records signed by the service', 1],
      ['Records whose content was marked', 1],
      ['Records stored', 4],
      ['Entries in the audit log', total],
      ['Verifications that found a record', 3],
      ['Verifications of content that was not what was signed', 1],
      ['Found by a watermark', 1],
      ['Found by similarity', 0],
    ]);
    assert.deepEqual(body.verifications_by_source, [
      { fact: 'Token in the metadata of the file', count: 2 },
      { fact: 'Watermark in the content', count: 1 },
    ]);
    assert.deepEqual(body.records_by_format, [
      { fact: 'image', count: 1 },
      { fact: 'audio', count: 2 },
      { fact: 'text', count: 1 },
    ]);
  });

  test('keys with rotation and revocation', async () => {
    const { generators } = (await ask()).body;
    const [client, server, revoked] = generators;
    assert.deepEqual(
      generators.map((each: Record<string, unknown>) => [each.generator_id, each.mode, each.status]),
      [
        [account.generatorId, 'client', 'active'],
        [account.serverGeneratorId, 'server', 'active'],
        [account.revokedGeneratorId, 'client', 'revoked'],
      ],
    );
    assert.deepEqual([client.revoked_at, client.keys[0].kid, client.keys[0].status], [null, 'key-1', 'active']);
    assert.deepEqual(
      server.keys.map(({ kid, status }: Record<string, string>) => [kid, status]),
      [
        [account.kids.retired, 'retired'],
        [account.kids.active, 'active'],
      ],
    );
    assert.equal(server.keys[0].retired_at, server.keys[1].created_at);
    assert.ok(Date.parse(revoked.revoked_at) >= Date.parse(revoked.created_at));
  });

  test('the window is inclusive at both ends, and nothing outside it is included', async () => {
    const rows = await service.database.read
      .selectFrom('records')
      .select('signed_at')
      .where('org_id', '=', account.orgId)
      .orderBy('signed_at')
      .execute();
    const first = new Date(rows[0]!.signed_at).toISOString();
    const counted = async (from: string, to: string) => {
      const { body } = await ask(`?from=${from}&to=${to}`);
      return [body.summary.records_signed, body.summary.content_verified, body.summary.formats.length];
    };
    const before = rows.filter(({ signed_at }) => signed_at === rows[0]!.signed_at).length;
    assert.deepEqual(await counted(first, first), [before, 0, 1]);
    assert.deepEqual(await counted('2001-01-01', new Date(rows[0]!.signed_at - 1).toISOString()), [0, 0, 0]);
    assert.deepEqual(await counted(first, end), [4, 3, 3]);
    // The state of the keys at that time: nothing was rotated or revoked yet.
    const { body } = await ask(`?from=${first}&to=${first}`);
    assert.deepEqual(
      body.generators.map((each: { generator_id: string; status: string }) => [each.generator_id, each.status]),
      [[account.generatorId, 'active']],
    );
    assert.equal(body.summary.generators_active, 1);
  });

  test('a date alone is the whole day, and an end in the future becomes now', async () => {
    const { body: dated } = await ask('?from=2026-01-31&to=2026-02-01');
    assert.deepEqual(dated.period, { from: '2026-01-31T00:00:00.000Z', to: '2026-02-01T23:59:59.999Z' });
    const { body } = await ask('?to=2999-01-01');
    assert.equal(body.period.to, body.generated_at);
  });

  test('400: no date, a reversed window, one in the future, an unknown format', async () => {
    const later = new Date(Date.now() + hour).toISOString();
    for (const path of paths) {
      for (const query of ['from=yesterday', 'to=2026-13-01', 'from=2026-02-02&to=2026-02-01', `from=${later}`]) {
        const { status, body } = await service.live.call('GET', `${path}?${query}`, { token: account.key });
        assert.deepEqual([status, body.error], [400, 'validation_error'], `${path}?${query}`);
      }
    }
    const { body } = await service.live.call('GET', '/v1/attestation/export?format=pdf', { token: account.key });
    assert.equal(body.error, 'validation_error');
  });

  test('401 without a key, even with a session; 402 on every other plan; 403 without a verified owner', async () => {
    const other = await makeSigningAccount(service, 'growth');
    const unverified = await makeAccount(service.live);
    const { key: unverifiedKey } = await makeApiKey(service.live, unverified);
    await setPlan(service, unverified.orgId, 'enterprise');
    for (const path of paths) {
      const call = (token?: string) => service.live.call('GET', path, token === undefined ? {} : { token });
      assert.equal((await call()).status, 401);
      assert.equal((await call(account.token)).status, 401);
      for (const plan of planNames.slice(0, -1)) {
        await setPlan(service, other.orgId, plan);
        const { status, body } = await call(other.key);
        assert.deepEqual([status, body.error, body.required_plan], [402, 'plan_required', 'enterprise']);
      }
      assert.equal((await call(unverifiedKey)).body.error, 'email_not_verified');
    }
  });

  for (const format of ['json', 'html'] as const) {
    test(`the signature of the ${format} export is valid, and invalid after one changed byte`, async () => {
      const { headers, bytes } = await download(`?format=${format}&from=2026-11-01&to=${end}`);
      assert.equal(
        headers.get('content-disposition'),
        `attachment; filename="attestation-2026-11-01-to-${end.slice(0, 10)}.${format}"`,
      );
      const type = { json: 'application/json', html: 'text/html' }[format];
      assert.equal(headers.get('content-type'), `${type}; charset=utf-8`);

      const text = bytes.toString();
      const place = /http:\/\/live\.test(\/v1\/attestation\/att_[0-9a-f]{32}\/signature)/.exec(text)![1]!;
      assert.ok(text.includes('http://live.test/v1/attestation/keys'));
      const { body: signed } = await service.live.call('GET', place);
      const { body: published } = await service.live.call('GET', '/v1/attestation/keys');
      assert.equal(signed.content_hash, `sha3-256:${hash('sha3-256', bytes)}`);
      const publicKey = Buffer.from(
        published.keys.find((each: { kid: string }) => each.kid === signed.kid).key,
        'base64',
      );
      const signature = Buffer.from(signed.signature, 'base64');
      const keyObject = createPublicKey({ key: publicKey, format: 'raw-public', asymmetricKeyType: 'ml-dsa-65' });
      const holds = (content: Buffer) => {
        const verdict = verify(null, content, keyObject, signature);
        assert.equal(noble.verify(signature, content, publicKey), verdict);
        return verdict;
      };
      assert.equal(holds(bytes), true);
      const edited = Buffer.from(bytes);
      edited[Math.floor(edited.length / 2)]! ^= 1;
      assert.equal(holds(edited), false);
    });
  }

  test('both exports say the same as the response, and the page loads nothing and escapes its input', async () => {
    const hostile = '<img src=x onerror=alert(1)>&"\'';
    const stranger = await makeSigningAccount(service, 'enterprise');
    await service.live.call('POST', '/v1/generators', {
      token: stranger.key,
      body: { name: hostile, supported_formats: ['image'] },
    });
    const window = `from=2026-11-01&to=${new Date().toISOString()}`;
    const exported = async (format: string) =>
      (
        await fetch(`${service.live.url}/v1/attestation/export?format=${format}&${window}`, {
          headers: { authorization: `Bearer ${stranger.key}` },
        })
      ).text();
    const page = await exported('html');
    const escaped = '&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;';
    assert.ok(page.includes(escaped) && !page.includes('<img'));
    assert.doesNotMatch(page.replaceAll(escaped, ''), /<script|<link|<iframe|url\(|@import|\ssrc=|href=/);

    const { body } = await ask(`?${window}`, stranger.key);
    const { signature, ...json } = JSON.parse(await exported('json'));
    const fixed = ({ attestation_id: _, generated_at: __, ...rest }: Record<string, unknown>) => rest;
    assert.deepEqual(fixed(json), fixed(body));
    assert.deepEqual(Object.keys(signature), ['algorithm', 'kid', 'covers', 'signature_url', 'public_key_url']);
    for (const paragraph of ['50(1)', '50(2)', '50(3)', '50(4)', '50(5)']) assert.ok(page.includes(paragraph));
    assert.ok(page.includes(body.disclaimer));
  });

  test('an export is audited, and a preview is not', async () => {
    const before = await listEvents(service, account);
    await ask();
    assert.equal((await listEvents(service, account)).length, before.length);
    const { bytes } = await download('?from=2026-11-01&to=2026-11-02');
    const { attestation_id, period } = JSON.parse(bytes.toString());
    assert.deepEqual((await listEvents(service, account))[0], {
      type: 'attestation_exported',
      metadata: { attestation_id, format: 'json', ...period, actor: account.keyId },
    });
  });

  test('404: the signature of an attestation that was never exported', async () => {
    const { body } = await ask();
    for (const id of [body.attestation_id, 'att_0', 'x'.repeat(100)]) {
      const answer = await service.live.call('GET', `/v1/attestation/${id}/signature`);
      assert.deepEqual([answer.status, answer.body.error], [404, 'not_found']);
    }
  });

  test('the key survives a restart, is sealed in the database, and differs in the sandbox', async () => {
    const keysAt = async (client: RunningService['live']) =>
      (await client.call('GET', '/v1/attestation/keys')).body.keys;
    const [key] = await keysAt(service.live);
    assert.deepEqual(
      [key.kid, key.algorithm, Buffer.from(key.key, 'base64').length],
      ['attestation-1', 'ml-dsa-65', 1952],
    );
    assert.notEqual((await keysAt(service.sandbox))[0].key, key.key);
    await service.restart();
    assert.deepEqual(await keysAt(service.live), [key]);
  });
});

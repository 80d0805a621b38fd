// /v1/generators and /v1/keys over HTTP, on both databases.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Account, addMember, makeApiKey, makeVerifiedAccount, setPlan } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeNobleSigner, makeSigner, registerGenerator } from '../../../test-support/signing-client.ts';
import { makeIdentifier } from '../../access/identifiers.ts';

onEachDatabase((database) => {
  let service: RunningService;
  let owner: Account;
  let key: string;
  before(async () => {
    service = await startRunningService({ database });
    owner = await makeVerifiedAccount(service.live, service.outbox);
    await setPlan(service, owner.orgId, 'enterprise');
    key = (await makeApiKey(service.live, owner)).key;
  });
  after(() => service.stop());

  const call = (method: string, path: string, body?: unknown, token: string = key) =>
    service.live.call(method, path, { token, ...(body !== undefined && { body }) });
  const create = (body: unknown) => call('POST', '/v1/generators', body);
  const valid = { name: 'Studio', supported_formats: ['image'] };

  const auditOf = async (type: string, generatorId: string) => {
    const { body } = await call('GET', '/v1/audit?limit=100');
    return body.events
      .filter((event: { type: string }) => event.type === type)
      .map((event: { metadata: { generator_id: string } }) => event.metadata)
      .filter((metadata: { generator_id: string }) => metadata.generator_id === generatorId);
  };

  test('a service-managed generator gets our key, and nothing shows the private part', async () => {
    const { status, body } = await create({ name: '  Studio  ', supported_formats: ['video', 'image', 'video'] });
    assert.equal(status, 201);
    assert.match(body.generator_id, /^gen_[0-9a-f]{32}$/);
    assert.deepEqual(body, {
      generator_id: body.generator_id,
      name: 'Studio',
      supported_formats: ['video', 'image'],
      status: 'active',
    });

    const { body: generator } = await call('GET', `/v1/generators/${body.generator_id}`);
    const [publicKey] = generator.public_keys;
    assert.equal(Buffer.from(publicKey.key, 'base64').length, 1952);
    assert.ok(Math.abs(Date.parse(generator.created_at) - Date.now()) < 60_000);
    assert.deepEqual(generator, {
      generator_id: body.generator_id,
      org_id: owner.orgId,
      name: 'Studio',
      status: 'active',
      supported_formats: ['video', 'image'],
      public_keys: [{ kid: publicKey.kid, algorithm: 'ml-dsa-65', key: publicKey.key }],
      mode: 'server',
      created_at: generator.created_at,
      revoked_at: null,
    });
    const metadata = await auditOf('key_created', body.generator_id);
    assert.equal(metadata.length, 1);
    assert.deepEqual([metadata[0].mode, metadata[0].name, metadata[0].kids], ['server', 'Studio', [publicKey.kid]]);
    assert.match(metadata[0].actor, /^kid_/);
  });

  test('a client-managed generator keeps the given keys', async () => {
    const signers = [makeSigner('first'), makeNobleSigner('second')];
    const id = await registerGenerator(service.live, key, signers, ['audio']);
    const { body } = await call('GET', `/v1/generators/${id}`);
    assert.equal(body.mode, 'client');
    assert.deepEqual(
      body.public_keys,
      signers.map(({ publicKey }) => publicKey),
    );
    const { body: published } = await service.live.call('GET', `/v1/keys/${id}`);
    assert.deepEqual(published, {
      generator_id: id,
      status: 'active',
      keys: signers.map(({ publicKey }) => ({
        ...publicKey,
        status: 'active',
        created_at: body.created_at,
        retired_at: null,
      })),
    });
  });

  test('ten keys are the maximum, and the padding of base64 is optional', async () => {
    const signers = Array.from({ length: 10 }, (_, index) => makeSigner(`key-${index}`));
    const id = await registerGenerator(service.live, key, signers);
    assert.equal((await call('GET', `/v1/generators/${id}`)).body.public_keys.length, 10);
    const { publicKey } = makeSigner();
    const unpadded = { ...publicKey, key: publicKey.key.replace(/=+$/, '') };
    const { body } = await create({ ...valid, public_keys: [unpadded] });
    const stored = await call('GET', `/v1/generators/${body.generator_id}`);
    assert.equal(stored.body.public_keys[0].key, publicKey.key);
  });

  test('the list contains every generator of the organization as shown on its own, newest first', async () => {
    const first = await registerGenerator(service.live, key);
    await setTimeout(2);
    const second = await registerGenerator(service.live, key, [makeSigner()]);
    const { body } = await call('GET', '/v1/generators');
    const alone = [second, first].map(async (id) => (await call('GET', `/v1/generators/${id}`)).body);
    assert.deepEqual(body.generators.slice(0, 2), await Promise.all(alone));
  });

  test('an organization without generators has an empty list', async () => {
    const other = await makeVerifiedAccount(service.live, service.outbox);
    assert.deepEqual((await call('GET', '/v1/generators', undefined, other.token)).body, { generators: [] });
  });

  test('input that is not a generator is refused with the place of the fault', async () => {
    const { publicKey } = makeSigner();
    const withKeys = (...public_keys: unknown[]) => ({ ...valid, public_keys });
    const zeroes = (bytes: number) => ({ ...publicKey, key: Buffer.alloc(bytes).toString('base64') });
    const onlyMatrixSeed = Buffer.concat([randomBytes(32), Buffer.alloc(1920)]).toString('base64');
    const refused: [unknown, string][] = [
      [{ supported_formats: ['image'] }, 'name'],
      [{ ...valid, name: '' }, 'name'],
      [{ ...valid, name: '   ' }, 'name'],
      [{ ...valid, name: 'x'.repeat(201) }, 'name'],
      [{ ...valid, name: 'a\0b' }, 'name'],
      [{ name: 'Studio' }, 'supported_formats'],
      [{ ...valid, supported_formats: [] }, 'supported_formats'],
      [{ ...valid, supported_formats: ['image', 'smell'] }, 'supported_formats.1'],
      [{ ...valid, supported_formats: 'image' }, 'supported_formats'],
      [withKeys(), 'public_keys'],
      [withKeys(...Array.from({ length: 11 }, (_, index) => ({ ...publicKey, kid: `${index}` }))), 'public_keys'],
      [withKeys(publicKey, { ...makeSigner().publicKey, kid: publicKey.kid }), 'public_keys.1.kid'],
      [withKeys({ ...publicKey, kid: '' }), 'public_keys.0.kid'],
      [withKeys({ ...publicKey, kid: 'two words' }), 'public_keys.0.kid'],
      [withKeys({ ...publicKey, algorithm: 'ml-dsa-44' }), 'public_keys.0.algorithm'],
      [withKeys({ kid: 'a', algorithm: 'ml-dsa-65' }), 'public_keys.0.key'],
      [withKeys({ ...publicKey, key: publicKey.key.slice(0, -4) }), 'public_keys.0.key'],
      [withKeys({ ...publicKey, key: `${publicKey.key}AAAA` }), 'public_keys.0.key'],
      [withKeys({ ...publicKey, key: `!${publicKey.key.slice(1)}` }), 'public_keys.0.key'],
      [withKeys({ ...publicKey, key: Buffer.from(publicKey.key, 'base64').toString('hex') }), 'public_keys.0.key'],
      [withKeys({ ...publicKey, key: '' }), 'public_keys.0.key'],
      [withKeys(zeroes(1952)), 'public_keys.0.key'],
      [withKeys({ ...publicKey, key: onlyMatrixSeed }), 'public_keys.0.key'],
      // A public key of ML-DSA-44, of ML-DSA-87 and of Ed25519 by their sizes.
      ...[1312, 2592, 32].map((size): [unknown, string] => [
        withKeys({ ...publicKey, key: randomBytes(size).toString('base64') }),
        'public_keys.0.key',
      ]),
      [withKeys(publicKey, { ...zeroes(1952), kid: 'other' }), 'public_keys.1.key'],
    ];
    const before = (await call('GET', '/v1/generators')).body.generators.length;
    for (const [body, path] of refused) {
      const answer = await create(body);
      const shown = JSON.stringify(body).slice(0, 200);
      assert.equal(answer.status, 400, shown);
      assert.equal(answer.body.error, 'validation_error');
      assert.ok(
        answer.body.details.some((each: { path: string }) => each.path === path),
        `${shown} ${JSON.stringify(answer.body)}`,
      );
    }
    assert.equal((await call('GET', '/v1/generators')).body.generators.length, before);
  });

  test('a rotation issues a new key and keeps the old one for what it signed', async () => {
    const id = await registerGenerator(service.live, key);
    const [old] = (await call('GET', `/v1/generators/${id}`)).body.public_keys;
    const { status, body } = await call('POST', `/v1/generators/${id}/rotate-key`);
    assert.equal(status, 200);
    assert.deepEqual(body, { generator_id: id, active_kid: body.active_kid, retired_kid: old.kid });
    assert.notEqual(body.active_kid, old.kid);

    const { keys } = (await service.live.call('GET', `/v1/keys/${id}`)).body;
    assert.deepEqual(
      keys.map((each: { kid: string; status: string }) => [each.kid, each.status]),
      [
        [body.active_kid, 'active'],
        [old.kid, 'retired'],
      ],
    );
    assert.equal(keys[0].retired_at, null);
    assert.equal(keys[1].retired_at, keys[0].created_at);
    assert.equal(keys[1].key, old.key);
    assert.notEqual(keys[0].key, old.key);
    const [metadata] = await auditOf('key_rotated', id);
    assert.deepEqual({ ...metadata, actor: undefined }, { ...body, actor: undefined });
  });

  test('simultaneous rotations follow each other: one key is active, all others are retired', async () => {
    const id = await registerGenerator(service.live, key);
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('POST', `/v1/generators/${id}/rotate-key`)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 200),
    );
    const { keys } = (await service.live.call('GET', `/v1/keys/${id}`)).body;
    assert.equal(keys.length, 9);
    assert.equal(keys.filter((each: { status: string }) => each.status === 'active').length, 1);
    assert.equal(new Set(answers.map(({ body }) => body.retired_kid)).size, 8);
    assert.equal((await auditOf('key_rotated', id)).length, 8);
  });

  test('the service does not rotate a client-managed generator', async () => {
    const id = await registerGenerator(service.live, key, [makeSigner()]);
    const { status, body } = await call('POST', `/v1/generators/${id}/rotate-key`);
    assert.deepEqual([status, body.error], [400, 'client_managed_generator']);
    assert.equal((await service.live.call('GET', `/v1/keys/${id}`)).body.keys.length, 1);
  });

  test('revoking is final, can be repeated, and sends one event', async () => {
    const id = await registerGenerator(service.live, key);
    const revoke = () => call('PUT', `/v1/generators/${id}/revoke`);
    const answers = await Promise.all([revoke(), revoke(), revoke()]);
    for (const { status, body } of answers) {
      assert.equal(status, 200);
      assert.deepEqual(body, { generator_id: id, status: 'revoked' });
    }
    const { body: first } = await call('GET', `/v1/generators/${id}`);
    assert.equal(first.status, 'revoked');
    assert.ok(Date.parse(first.revoked_at) >= Date.parse(first.created_at));
    assert.equal((await revoke()).status, 200);
    assert.deepEqual((await call('GET', `/v1/generators/${id}`)).body, first);
    assert.equal((await auditOf('key_revoked', id)).length, 1);

    assert.equal((await call('POST', `/v1/generators/${id}/rotate-key`)).status, 404);
    const { body: published } = await service.live.call('GET', `/v1/keys/${id}`);
    assert.deepEqual([published.status, published.keys.length], ['revoked', 1]);
  });

  test('a simultaneous rotation and revocation never leave a revoked generator rotated afterwards', async () => {
    const id = await registerGenerator(service.live, key);
    const [rotation] = await Promise.all([
      call('POST', `/v1/generators/${id}/rotate-key`),
      call('PUT', `/v1/generators/${id}/revoke`),
    ]);
    assert.ok([200, 404].includes(rotation.status));
    const { body } = await call('GET', '/v1/audit?limit=2');
    const types = body.events.map((event: { type: string }) => event.type);
    assert.equal(types[0], 'key_revoked');
    assert.equal(types.includes('key_rotated'), rotation.status === 200);
  });

  test('a missing and a foreign generator get the same response', async () => {
    const foreign = await registerGenerator(service.live, key);
    const stranger = await makeVerifiedAccount(service.live, service.outbox);
    const strangerKey = (await makeApiKey(service.live, stranger)).key;
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', '/revoke'],
      ['POST', '/rotate-key'],
    ] as const) {
      const bodies = [];
      for (const id of [foreign, makeIdentifier('gen'), 'nonsense']) {
        const { status, body } = await call(method, `/v1/generators/${id}${path}`, undefined, strangerKey);
        assert.equal(status, 404);
        bodies.push({ ...body, request_id: '' });
      }
      assert.deepEqual(bodies[0], bodies[1]);
      assert.deepEqual(bodies[0], bodies[2]);
    }
    assert.equal((await service.live.call('GET', `/v1/keys/${makeIdentifier('gen')}`)).status, 404);
    assert.equal((await call('GET', `/v1/generators/${foreign}`)).body.status, 'active');
  });

  test('an organization can have at most a thousand generators', async () => {
    const full = await makeVerifiedAccount(service.live, service.outbox);
    const row = { org_id: full.orgId, name: 'x', mode: 'server', status: 'active', supported_formats: '[]' } as const;
    const rows = Array.from({ length: 999 }, () => ({ ...row, generator_id: makeIdentifier('gen'), created_at: 1 }));
    await service.database.transaction((transaction) => transaction.insertInto('generators').values(rows).execute());
    const statuses = [];
    for (let round = 0; round < 2; round += 1) {
      statuses.push((await call('POST', '/v1/generators', valid, full.token)).status);
    }
    assert.deepEqual(statuses, [201, 409]);
  });

  test('every member can call with a session, nobody without credentials, and the keys are public to any origin', async () => {
    const id = await registerGenerator(service.live, key);
    const member = await addMember(service, owner, 'user');
    assert.equal((await call('GET', `/v1/generators/${id}`, undefined, member.token)).status, 200);
    assert.equal((await call('POST', '/v1/generators', valid, member.token)).status, 201);
    for (const [method, path] of [
      ['GET', '/v1/generators'],
      ['POST', '/v1/generators'],
      ['GET', `/v1/generators/${id}`],
      ['PUT', `/v1/generators/${id}/revoke`],
      ['POST', `/v1/generators/${id}/rotate-key`],
    ] as const) {
      assert.equal((await service.live.call(method, path)).status, 401);
    }
    const published = await service.live.call('GET', `/v1/keys/${id}`);
    assert.equal(published.headers.get('access-control-allow-origin'), '*');
    assert.equal((await service.sandbox.call('GET', `/v1/keys/${id}`)).status, 404);
  });
});

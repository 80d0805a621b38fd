// A key for certain generators, on every way to another generator of its organization: signing,
// records, batches, manifests, lists, exports, labels, searches and repeated requests.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Account, makeOwner } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeForm } from '../../../test-support/shared-photos.ts';
import { makeSigner, makeSubmission, registerGenerator } from '../../../test-support/signing-client.ts';

const text = 'A text with enough words in it that it can carry the marks of the service, and then some more.';
/** Texts with the same words would be found as a record of the other generator. */
const textOf = {
  own: text,
  other: 'Boats leave the harbor early in the morning, before any of the shops along the street have opened.',
};

onEachDatabase((database) => {
  let service: RunningService;
  let owner: Account;
  const signer = makeSigner();
  /** A generator with its own records, of the three that the organization has. */
  interface Party {
    readonly client: string;
    readonly server: string;
    readonly recordId: string;
    readonly signedId: string;
    readonly file: Uint8Array;
  }
  let own: Party;
  let other: Party;
  /** A key for `own`, one for both generators of `own` and `other`, and one for everything. */
  let narrow: string;
  let two: string;
  let wide: string;

  before(async () => {
    service = await startRunningService({
      database,
      settings: { NEURAL_WATERMARK: 'false', MEDIA_DECODER: 'false' },
    });
    owner = await makeOwner(service, 'growth');
    await call('PATCH', '/v1/account/record-settings', owner.token, { keeps_labels: true, keeps_thumbnails: true });
    wide = await make({});
    own = await makeParty(textOf.own);
    other = await makeParty(textOf.other);
    narrow = await make({ generator_ids: [own.client, own.server] });
    two = await make({ generator_ids: [own.client, other.client] });
  });
  after(() => service.stop());

  const call = (method: string, path: string, token: string, body?: unknown, headers = {}) =>
    service.live.call(method, path, { token, headers, ...(body !== undefined && { body }) });
  const make = async (body: object) => (await call('POST', '/v1/account/api-keys', owner.token, body)).body.key;

  async function makeParty(content: string): Promise<Party> {
    const client = await registerGenerator(service.live, owner.token, [signer]);
    const server = await registerGenerator(service.live, owner.token);
    const stored = await call('POST', '/v1/records', wide, { ...makeSubmission(signer, client), label: 'a label' });
    const signed = await sign(wide, server, undefined, content);
    return {
      client,
      server,
      recordId: stored.body.record_id,
      signedId: signed.headers.get('x-service-record-id')!,
      file: new Uint8Array(await signed.arrayBuffer()),
    };
  }

  const upload = (path: string, token: string, fields: Record<string, string | Uint8Array>, key?: string) =>
    fetch(service.live.url + path, {
      method: 'POST',
      body: makeForm(fields),
      headers: { authorization: `Bearer ${token}`, ...(key !== undefined && { 'idempotency-key': key }) },
    });
  const sign = (token: string, generatorId: string, key?: string, content = text) =>
    upload('/v1/sign', token, { content: Buffer.from(content), model: 'm', generator_id: generatorId }, key);
  const codeOf = async (response: Response) => [response.status, ((await response.json()) as { error: string }).error];
  const refused = [403, 'generator_not_allowed'];

  test('signing and storing records: only with its generators', async () => {
    assert.equal((await sign(narrow, own.server)).status, 200);
    assert.deepEqual(await codeOf(await sign(narrow, other.server)), refused);
    assert.equal((await call('POST', '/v1/records', narrow, makeSubmission(signer, own.client))).status, 201);
    const foreign = await call('POST', '/v1/records', narrow, makeSubmission(signer, other.client));
    assert.deepEqual([foreign.status, foreign.body.error], refused);
  });

  test('a batch with one record of another generator is refused completely', async () => {
    const mine = makeSubmission(signer, own.client);
    const records = [mine, makeSubmission(signer, other.client)];
    const { status, body } = await call('POST', '/v1/records/batch', narrow, { records });
    assert.deepEqual([status, body.error], refused);
    const found = await service.database.read
      .selectFrom('records')
      .select('record_id')
      .where('watermark_id', '=', mine.watermark_id)
      .execute();
    assert.deepEqual(found, []);
  });

  test('a batch to sign refuses only the items of another generator', async () => {
    const items = [own.server, other.server].map((generator_id) => ({ text, model: 'm', generator_id }));
    const { status, body } = await call('POST', '/v1/sign/batch', narrow, { items });
    assert.deepEqual([status, body.results[0].error, body.results[1].error], [200, undefined, 'generator_not_allowed']);
    assert.equal(body.results[1].status, 403);
  });

  test('jobs: only with its generators, and only those of its generators', async () => {
    const create = (token: string, generatorId: string) =>
      call('POST', '/v1/jobs/sign', token, {
        model: 'm',
        generator_id: generatorId,
        source: { upload: { size: text.length } },
      });
    const mine = await create(narrow, own.server);
    assert.equal(mine.status, 201);
    const foreign = await create(narrow, other.server);
    assert.deepEqual([foreign.status, foreign.body.error], refused);
    const job = (await create(wide, other.server)).body;
    const mineAt = `/v1/jobs/${mine.body.job_id}`;
    const others = `/v1/jobs/${job.job_id}`;
    assert.equal((await call('GET', mineAt, narrow)).status, 200);
    const ways = [
      ['GET', others],
      ['POST', `${others}/start`],
      ['POST', `${others}/cancel`],
      ['DELETE', others],
      ['GET', `${others}/content`],
      ['GET', '/v1/jobs'],
    ] as const;
    for (const [method, path] of ways) {
      const { status, body } = await call(method, path, narrow);
      assert.deepEqual([status, body.error], refused, `${method} ${path}`);
    }
    const part = await fetch(`${service.live.url}${others}/parts/1`, {
      method: 'PUT',
      body: Buffer.from(text),
      headers: { authorization: `Bearer ${narrow}`, 'content-type': 'application/octet-stream' },
    });
    assert.deepEqual(await codeOf(part), refused);
    for (const path of [mineAt, others]) assert.equal((await call('POST', `${path}/cancel`, wide)).status, 200);
  });

  test('the refusal is the same for a generator that does not exist', async () => {
    const ids = [other.server, 'gen_missing'];
    const answers = await Promise.all(ids.map(async (id) => (await sign(narrow, id)).json()));
    const [first, second] = answers.map((body) => ({ ...(body as object), request_id: '' }));
    assert.deepEqual(first, second);
  });

  test('embedding a manifest: only into files of its generators', async () => {
    const embed = (party: Party) => upload(`/v1/records/${party.signedId}/c2pa/embed`, narrow, { content: party.file });
    assert.deepEqual(await codeOf(await embed(other)), refused);
    // Text cannot carry a manifest, which is found out only after the generator.
    assert.notEqual((await codeOf(await embed(own)))[1], 'generator_not_allowed');
  });

  test('a repeated request does not give a narrow key the response of another key', async () => {
    const key = randomUUID();
    assert.equal((await sign(wide, other.server, key)).status, 200);
    assert.deepEqual(await codeOf(await sign(narrow, other.server, key)), refused);
    const submission = makeSubmission(signer, other.client);
    const headers = { 'idempotency-key': randomUUID() };
    assert.equal((await call('POST', '/v1/records', wide, submission, headers)).status, 201);
    const repeated = await call('POST', '/v1/records', narrow, submission, headers);
    assert.deepEqual([repeated.status, repeated.body.error], [409, 'idempotency_conflict']);
    // Its own requests can be repeated.
    const mine = makeSubmission(signer, own.client);
    const again = { 'idempotency-key': randomUUID() };
    const first = await call('POST', '/v1/records', narrow, mine, again);
    const second = await call('POST', '/v1/records', narrow, mine, again);
    assert.deepEqual([second.status, second.body], [201, first.body]);
  });

  test('generators: it sees and changes only its own, and creates none', async () => {
    const { body } = await call('GET', '/v1/generators', narrow);
    const ids = body.generators.map(({ generator_id }: { generator_id: string }) => generator_id);
    assert.deepEqual(new Set(ids), new Set([own.client, own.server]));
    for (const [method, path, input] of [
      ['GET', `/v1/generators/${other.server}`],
      ['PUT', `/v1/generators/${other.server}/revoke`],
      ['POST', `/v1/generators/${other.server}/rotate-key`],
      ['POST', '/v1/generators', { name: 'New', supported_formats: ['text'] }],
    ] as const) {
      const { status, body: answer } = await call(method, path, narrow, input);
      assert.deepEqual([status, answer.error], refused, path);
    }
    assert.equal((await call('POST', `/v1/generators/${own.server}/rotate-key`, narrow)).status, 200);
  });

  test('lists and exports have only records of its generators', async () => {
    const generatorsIn = (records: { generator_id: string }[]) => new Set(records.map((each) => each.generator_id));
    const listed = await call('GET', '/v1/records?limit=100', narrow);
    assert.deepEqual(generatorsIn(listed.body.records), new Set([own.client, own.server]));
    for (const [token, generator] of [
      [narrow, own.client],
      [two, other.client],
    ] as const) {
      const { body } = await call('GET', `/v1/records?generator_id=${generator}`, token);
      assert.deepEqual(generatorsIn(body.records), new Set([generator]));
    }
    for (const query of ['format=text', 'model=m', 'verdict=never_verified', 'search=label', 'from=2020-01-01']) {
      for (const token of [narrow, two]) {
        const allowed = token === narrow ? [own.client, own.server] : [own.client, other.client];
        const { body } = await call('GET', `/v1/records?limit=100&${query}`, token);
        for (const id of generatorsIn(body.records)) assert.ok(allowed.includes(id), query);
      }
      const { records } = (await call('GET', `/v1/records?limit=100&${query}`, owner.token)).body;
      const seen = generatorsIn(records);
      assert.ok(seen.has(other.client) || seen.has(other.server), query);
    }
    const byId = await call('GET', `/v1/records?search=${other.recordId}`, narrow);
    assert.deepEqual(byId.body.records, []);
    const foreign = await call('GET', `/v1/records?generator_id=${other.client}`, narrow);
    assert.deepEqual([foreign.status, foreign.body.error], refused);
    const exported = await call('GET', '/v1/records/export?file_type=json', two);
    assert.deepEqual(generatorsIn(exported.body.records), new Set([own.client, other.client]));
    const models = await call('GET', '/v1/records/models', narrow);
    assert.deepEqual([models.status, models.body.error], refused);
  });

  test('labels, thumbnails and searches: only those of its records', async () => {
    assert.equal((await call('GET', `/v1/records/${own.recordId}/notes`, narrow)).body.label, 'a label');
    for (const [method, path, input] of [
      ['GET', 'notes'],
      ['PATCH', 'notes', { label: 'Mine' }],
      ['GET', 'thumbnail'],
    ] as const) {
      const { status, body } = await call(method, `/v1/records/${other.recordId}/${path}`, narrow, input);
      assert.deepEqual([status, body.error], refused, `${method} ${path}`);
    }
    const find = async (party: Party) => (await upload('/v1/records/find', narrow, { content: party.file })).json();
    const found = (await find(own)) as { records: { record_id: string }[] };
    assert.deepEqual(
      found.records.map(({ record_id }) => record_id),
      [own.signedId],
    );
    assert.deepEqual(await find(other), { records: [], token_source: null });
  });
});

// POST /v1/sign/batch over HTTP: the results are in order, each item is signed or refused on its
// own, and every delivered item is authentic.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setPlan } from '../../../test-support/account.ts';
import {
  type BatchResult,
  bytesOf,
  expectAuthentic,
  makePicture,
  makeText,
  openBatchClient,
} from '../../../test-support/batch-client.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeSigner, registerGenerator } from '../../../test-support/signing-client.ts';
import { allOf, countStored } from '../../../test-support/stored-counts.ts';

onEachDatabase((database) => {
  let service: RunningService;
  let client: Awaited<ReturnType<typeof openBatchClient>>;
  let expected = 0;
  before(async () => {
    service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
    client = await openBatchClient(service);
  });
  after(() => service.stop());

  const expectStored = async (more: number) => {
    expected += more;
    assert.deepEqual(await countStored(service.database, client.account.orgId), allOf(expected));
  };

  test('a hundred texts are signed in order, and each is authentic', async () => {
    const texts = Array.from({ length: 100 }, (_, place) => makeText(place));
    const results = await client.sign(texts.map((text) => ({ text })));
    await expectStored(100);
    for (const [place, { text }] of results.entries()) assert.ok(text!.endsWith(texts[place]!));
    assert.equal(new Set(results.map(({ record_id }) => record_id)).size, 100);
    for (const result of results) await expectAuthentic(service, result);
    const [{ token, record_id, log_index, text, ...rest }] = results as [BatchResult];
    assert.equal(typeof log_index, 'number');
    assert.ok(token.startsWith('svc_'));
    assert.deepEqual(rest, { format: 'text', mime_type: 'text/plain', carries: ['watermark'], notes: [] });
  });

  test('files of several kinds and texts go together, and each comes back in its own format', async () => {
    const picture = await makePicture('jpeg');
    const items = [
      { file: 'b.png', neural: false, model: 'painter-1' },
      { text: makeText(1) },
      { file: 'a.jpg', watermark: 'none' },
      { text: '<!doctype html><html><head><title>t</title></head><body><p>First words of a page</p></body></html>' },
      { file: 'c.webp', neural: false, format: 'image' },
      { file: 'notes.txt' },
    ];
    const results = await client.signForm(items, [
      ['a.jpg', picture],
      ['b.png', await makePicture('png', 256)],
      ['c.webp', await makePicture('webp')],
      ['notes.txt', Buffer.from(makeText(5))],
    ]);
    await expectStored(6);
    assert.deepEqual(
      results.map(({ mime_type }) => mime_type),
      ['image/png', 'text/plain', 'image/jpeg', 'text/html', 'image/webp', 'text/plain'],
    );
    assert.deepEqual(
      results.map(({ text }) => text !== undefined),
      [false, true, false, true, false, false],
    );
    assert.deepEqual(results[2]!.carries, ['token']);
    for (const result of results) await expectAuthentic(service, result);
    const { body } = await service.live.call('GET', `/v1/records/${results[0]!.record_id}`);
    assert.equal(body.model, 'painter-1');
  });

  test('items that cannot be signed do not affect the others, and have the error of POST /v1/sign', async () => {
    const stranger = await openBatchClient(service);
    const revoked = await registerGenerator(service.live, client.key);
    await service.live.call('PUT', `/v1/generators/${revoked}/revoke`, { token: client.key });
    const clientManaged = await registerGenerator(service.live, client.key, [makeSigner()]);
    const onlyAudio = await registerGenerator(service.live, client.key, undefined, ['audio']);
    const faults: [Record<string, unknown>, number, string][] = [
      [{ file: 'broken.png' }, 400, 'unsupported_media'],
      [{ text: '' }, 400, 'unsupported_media'],
      [{ generator_id: stranger.generatorId }, 403, 'forbidden'],
      [{ generator_id: revoked }, 404, 'generator_not_found'],
      [{ generator_id: 'gen_unknown' }, 404, 'generator_not_found'],
      [{ generator_id: clientManaged }, 400, 'client_managed_generator'],
      [{ generator_id: onlyAudio }, 400, 'format_not_supported'],
      [{ format: 'image' }, 400, 'unsupported_media'],
      [{ watermark: 'none', neural: true }, 400, 'validation_error'],
      [{ label: 'private' }, 400, 'validation_error'],
    ];
    const items = faults.flatMap(([fault], place) => [
      { text: makeText(place) },
      fault.file ? fault : { text: makeText(place), ...fault },
    ]);
    const broken = (await makePicture('png')).subarray(0, 200);
    const results = await client.signForm(items, [['broken.png', broken]]);
    await expectStored(faults.length);
    for (const [place, [, status, error]] of faults.entries()) {
      const good = results[place * 2]!;
      const bad = results[place * 2 + 1]!;
      await expectAuthentic(service, good);
      assert.deepEqual([bad.status, bad.error], [status, error]);
      assert.match(String(bad.request_id), /^req_/);
      assert.equal(bad.token, undefined);
    }
  });

  test('every record has its audit event, in one order with the results', async () => {
    const results = await client.sign(Array.from({ length: 30 }, (_, place) => ({ text: makeText(place) })));
    await expectStored(30);
    const { body } = await service.live.call('GET', '/v1/audit?limit=30&type=sign', { token: client.account.token });
    type Event = { metadata: { record_id: string } };
    const told = body.events.map(({ metadata }: Event) => metadata.record_id);
    assert.deepEqual(told.sort(), results.map(({ record_id }) => record_id).sort());
  });

  test('Idempotency-Key returns the same files, and counts once', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const items = [{ text: makeText(1) }, { file: 'a.png', neural: false }, { text: makeText(3) }];
    const files = [['a.png', await makePicture('png')]] as const;
    const first = await client.signForm(items, files, headers);
    await expectStored(3);
    const batch = { defaults: { model: 'writer-2', generator_id: client.generatorId }, items };
    const again = await client.sendForm(batch, files, headers);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(again.body.results, first);
    await expectStored(0);

    const other = await client.sendForm({ ...batch, items: items.toReversed() }, files, headers);
    assert.deepEqual([other.status, other.body.error], [409, 'idempotency_conflict']);
    const otherFile = await client.sendForm(batch, [['a.png', await makePicture('png')]], headers);
    assert.deepEqual([otherFile.status, otherFile.body.error], [409, 'idempotency_conflict']);
    await expectStored(0);
  });

  test('with an item that failed, the same Idempotency-Key tries it again and signs nothing twice', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const items = [{ text: makeText(1) }, { text: '' }, { text: makeText(3) }];
    const first = await client.sign(items, headers);
    assert.equal(first[1]!.error, 'unsupported_media');
    await expectStored(2);
    const again = await client.sign(items, headers);
    assert.deepEqual([again[0], again[1]!.error, again[2]], [first[0], first[1]!.error, first[2]]);
    await expectStored(0);
  });

  test('texts of more than 1 MB with many commas and brackets are signed', async () => {
    const prose = 'One, two, {three}, [four], and "five".\n'.repeat(3_000);
    const results = await client.sign(Array.from({ length: 10 }, () => ({ text: prose })));
    assert.ok(results.every(({ error }) => error === undefined));
    await expectStored(10);
  });

  test('the same texts without a key are signed again', async () => {
    const items = [{ text: 'The same words.' }, { text: 'The same words.' }];
    const results = [...(await client.sign(items)), ...(await client.sign(items))];
    await expectStored(4);
    assert.equal(new Set(results.map((each) => bytesOf(each).toString())).size, 4);
  });

  test('every ten items count as one request of the minute', async () => {
    const other = await openBatchClient(service);
    await setPlan(service, other.account.orgId, 'starter');
    const remaining = async (count: number) => {
      const items = Array.from({ length: count }, (_, place) => ({ text: makeText(place) }));
      const defaults = { model: 'm', generator_id: other.generatorId };
      const { headers } = await other.call({ defaults, items });
      return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };
    const start = await remaining(1);
    assert.equal(start - (await remaining(10)), 1);
    assert.equal(start - (await remaining(25)), 4);
  });
});

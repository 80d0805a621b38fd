// POST /v1/sign/batch over HTTP: what is refused as a whole, before anything is signed, and the
// limits that the error names.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makePicture, makeText, openBatchClient } from '../../../test-support/batch-client.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { allOf, countStored } from '../../../test-support/stored-counts.ts';
import { longTest } from '../../../test-support/test-run.ts';

const mebibyte = 1024 * 1024;

onEachDatabase((database) => {
  let service: RunningService;
  let client: Awaited<ReturnType<typeof openBatchClient>>;
  let picture: Buffer;
  before(async () => {
    service = await startRunningService({ database });
    client = await openBatchClient(service);
    picture = await makePicture('png');
  });
  after(async () => {
    assert.deepEqual(await countStored(service.database, client.account.orgId), allOf(0), 'nothing was signed');
    await service.stop();
  });

  const defaultsOf = () => ({ model: 'm', generator_id: client.generatorId });
  const batchOf = (items: readonly object[]) => ({ defaults: defaultsOf(), items });
  const texts = (count: number) => Array.from({ length: count }, (_, place) => ({ text: makeText(place) }));

  async function expectRefused(batch: unknown, files: readonly (readonly [string, Uint8Array])[], wanted: RegExp) {
    const { status, body } = await client.sendForm(batch, files);
    assert.deepEqual([status, body.error], [400, 'validation_error'], JSON.stringify(body));
    const words = (body.details as { path: string; message: string }[]).map(
      ({ path, message }) => `${path} ${message}`,
    );
    assert.match(words.join('\n'), wanted);
  }

  test('101 items, no items and items without content are refused', async () => {
    for (const [body, wanted] of [
      [batchOf(texts(101)), /^items must not have more than 100 items$/],
      [batchOf([]), /^items /],
      [{}, /^items is required$/],
      [batchOf([{}]), /^items\.0\.text must be present, or file, but not both$/],
      [batchOf([{ text: 'a', file: 'a.png' }]), /items\.0\.text must be present, or file, but not both/],
      [batchOf([...texts(2), { text: 7 }]), /^items\.2\.text /],
      [batchOf([{ text: 'a', in_band: true }]), /^items\.0/],
      [{ defaults: { model: 'm' }, items: texts(2) }, /^items\.0\.generator_id is required, here or in defaults/],
      [{ items: texts(1) }, /items\.0\.model is required, here or in defaults/],
      [batchOf([{ text: 'a', watermark: 'loud' }]), /^items\.0\.watermark /],
    ] as const) {
      const { status, body: answer } = await client.call(body);
      assert.deepEqual([status, answer.error], [400, 'validation_error']);
      type Detail = { path: string; message: string };
      assert.match(answer.details.map(({ path, message }: Detail) => `${path} ${message}`).join('\n'), wanted);
    }
  });

  test('a file that is missing, unused, named twice or sent twice is refused', async () => {
    const one = [['a.png', picture]] as const;
    await expectRefused(batchOf([{ file: 'b.png' }]), one, /items\.0\.file is not the name of a file in this request/);
    await expectRefused(batchOf([{ file: 'a.png' }]), [], /items\.0\.file is not the name/);
    await expectRefused(batchOf(texts(1)), one, /files No item names the file a\.png/);
    await expectRefused(batchOf([{ file: 'a.png' }, { file: 'a.png' }]), one, /items must name each file only once/);
    await expectRefused(batchOf([{ file: 'a.png' }]), [...one, ...one], /files Two files have the name a\.png/);
    await expectRefused(
      batchOf(texts(1)),
      [['a'.repeat(256), picture]],
      /files A file name has more than 255 characters/,
    );
    const { status, body } = await client.call(batchOf([{ file: 'a.png' }]));
    assert.deepEqual([status, body.details[0].path], [400, 'items.0.file']);
  });

  test('a form without its JSON, with two of it, with other parts or with 101 files is refused', async () => {
    const one = [['a.png', picture]] as const;
    await expectRefused(undefined, one, /^batch The form has no part batch/);
    await expectRefused('{"items":', one, /^batch The part batch is not valid JSON/);
    await expectRefused('{"__proto__":{"items":[]}}', one, /^batch The part batch is not valid JSON/);
    const many = Array.from({ length: 101 }, (_, place) => [`${place}.txt`, Buffer.from('a')] as const);
    await expectRefused(
      batchOf(many.slice(1).map(([file]) => ({ file }))),
      many,
      /files The form has more than 100 files/,
    );

    const twice = new FormData();
    for (const name of ['batch', 'batch']) twice.append(name, JSON.stringify(batchOf(texts(1))));
    const other = new FormData();
    other.append('content', new Blob([new Uint8Array(picture)]), 'a.png');
    for (const form of [twice, other]) {
      const { status, body } = await client.send(form);
      assert.deepEqual([status, body.error], [400, 'validation_error']);
    }
  });

  test('the JSON can come as a file of the form, as browsers send it with a content type', async () => {
    const form = new FormData();
    const batch = JSON.stringify({ defaults: { ...defaultsOf(), generator_id: 'gen_unknown' }, items: texts(1) });
    form.append('batch', new Blob([batch], { type: 'application/json' }));
    const { status, body } = await client.send(form);
    assert.deepEqual([status, body.results[0].error], [200, 'generator_not_found']);
  });

  longTest('files up to 50 MB together are read, and the error names the limit', async () => {
    const half = new Uint8Array(26 * mebibyte);
    const files = [
      ['a.png', half],
      ['b.png', half],
    ] as const;
    const large = await client.sendForm(batchOf([{ file: 'a.png' }, { file: 'b.png' }]), files);
    assert.deepEqual([large.status, large.body.error], [413, 'payload_too_large']);
    assert.match(large.body.message, /together are larger than 50 MB/);
    const fitting = [
      ['a.png', half.subarray(0, 24 * mebibyte)],
      ['b.png', half.subarray(0, 24 * mebibyte)],
    ] as const;
    const { status, body } = await client.sendForm(batchOf([{ file: 'a.png' }, { file: 'b.png' }]), fitting);
    assert.equal(status, 200);
    assert.deepEqual(
      body.results.map(({ error }: { error: string }) => error),
      ['unsupported_media', 'unsupported_media'],
    );
  });

  test('JSON of more than 10 MB is refused, in a form too', async () => {
    const long = batchOf([{ text: 'a'.repeat(10 * mebibyte) }]);
    for (const { status, body } of [await client.call(long), await client.sendForm(long, [])]) {
      assert.deepEqual([status, body.error, body.largest_bytes], [413, 'payload_too_large', 10 * mebibyte]);
    }
  });

  test('a caller without a key is refused before anything is read', async () => {
    const { status, body } = await service.live.call('POST', '/v1/sign/batch', { body: batchOf(texts(1)) });
    assert.deepEqual([status, body.error], [401, 'unauthorized']);
  });
});

// Texts that programs read, over HTTP: by default their bytes stay as they are, on every way to
// sign, and verification still finds them. A caller can ask for the watermark.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeApiKey, makeOwner } from '../../../test-support/account.ts';
import { createJobClient, type JobClient } from '../../../test-support/job-client.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { registerGenerator } from '../../../test-support/signing-client.ts';

const answer = {
  title: 'A note about the harbor of Lübeck',
  lines: ['The first ships of the spring arrive in April, when the ice has left the river.', 'Each pays a toll.'],
  count: 2,
};
const json = Buffer.from(`${JSON.stringify(answer, null, 2)}\n`);
const shortJson = Buffer.from('{"ok":true}');
const table = Buffer.from(`harbor,month,ships\n${'Lübeck,April,17\nWismar,May,9\nRostock,June,23\n'.repeat(12)}`);
const code = Buffer.from(
  'def toll(ships):\n    """Each ship pays the toll of the harbor, which the council sets in spring."""\n' +
    '    return sum(ship.weight * 0.25 for ship in ships if ship.flag not in FREE)\n',
);
const prose = Buffer.from('The first ships of the spring arrive in April, when the ice has left the river.\n');

onEachDatabase((database) => {
  let service: RunningService;
  let key: string;
  let generatorId: string;
  let jobs: JobClient;
  before(async () => {
    service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
    key = (await makeApiKey(service.live, await makeOwner(service, 'enterprise'))).key;
    generatorId = await registerGenerator(service.live, key);
    jobs = createJobClient(() => service.live.url, key);
  });
  after(() => service.stop());

  interface Given {
    readonly fields?: Record<string, string>;
    readonly headers?: Record<string, string>;
  }

  function formOf(content: Uint8Array, fileName: string, fields: Record<string, string>): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('content', new Blob([new Uint8Array(content)]), fileName);
    return form;
  }

  async function post(content: Uint8Array, fileName: string, { fields = {}, headers = {} }: Given = {}) {
    return fetch(`${service.live.url}/v1/sign`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, ...headers },
      body: formOf(content, fileName, { model: 'writer-2', generator_id: generatorId, ...fields }),
    });
  }

  async function sign(content: Uint8Array, fileName: string, given?: Given) {
    const response = await post(content, fileName, given);
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(response.status, 200, bytes.toString());
    const header = (name: string) => response.headers.get(`x-service-${name}`);
    return { bytes, token: header('token')!, carries: header('carries'), notes: header('notes') };
  }

  async function verify(content: Uint8Array, fields: Record<string, string> = {}) {
    const body = formOf(content, 'upload', fields);
    const response = await fetch(`${service.live.url}/v1/verify`, { method: 'POST', body });
    const { authentic, token_source, reason } = (await response.json()) as Record<string, unknown>;
    return [authentic, token_source, reason];
  }

  async function signItems(items: readonly object[], files: readonly (readonly [string, Uint8Array])[]) {
    const form = new FormData();
    form.append('batch', JSON.stringify({ defaults: { model: 'm', generator_id: generatorId }, items }));
    for (const [name, content] of files) form.append('files', new Blob([new Uint8Array(content)]), name);
    const response = await fetch(`${service.live.url}/v1/sign/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: form,
    });
    assert.equal(response.status, 200);
    const { results } = (await response.json()) as {
      results: { text?: string; content?: string; carries: string[] }[];
    };
    return results.map(({ text, content, carries }) => ({
      bytes: text === undefined ? Buffer.from(content!, 'base64') : Buffer.from(text),
      carries,
    }));
  }

  test('JSON, a table and code come back byte for byte, and verification finds their record', async () => {
    const files = [
      [json, 'content'],
      [table, 'table.csv'],
      [code, 'toll.py'],
    ] as const;
    for (const [content, name] of files) {
      const { bytes, token, carries, notes } = await sign(content, name);
      assert.ok(bytes.equals(content), name);
      assert.equal(carries, null);
      assert.match(notes!, /^The file has no watermark, because .* only by its text or its token\. To add/);
      assert.deepEqual(await verify(content), [true, 'text_fingerprint', undefined], name);
      assert.deepEqual(await verify(content, { token }), [true, 'provided', undefined], name);
      const changed = Buffer.from(content.toString().replace('April', 'March').replace('0.25', '0.35'));
      assert.deepEqual(await verify(changed), [false, 'text_fingerprint', 'text_match_only'], name);
    }
    assert.deepEqual(JSON.parse((await sign(json, 'answer.json')).bytes.toString()), answer);
  });

  test('a short one is found only by its token, and the note says so', async () => {
    const { bytes, token, notes } = await sign(shortJson, 'a.json');
    assert.ok(bytes.equals(shortJson));
    assert.match(notes!, /only by its token\./);
    assert.deepEqual(await verify(shortJson), [false, null, 'no_provenance_found']);
    assert.deepEqual(await verify(shortJson, { token }), [true, 'provided', undefined]);
  });

  test('prose keeps its watermark, and a caller can ask for one or for none', async () => {
    const [usual, asked, none] = [
      await sign(prose, 'note.txt'),
      await sign(json, 'a.json', { fields: { watermark: 'balanced' } }),
      await sign(prose, 'note.txt', { fields: { watermark: 'none' } }),
    ];
    for (const { bytes, carries, notes } of [usual, asked]) {
      assert.equal(carries, 'watermark');
      assert.equal(notes, null);
      assert.deepEqual(await verify(bytes), [true, 'watermark', undefined]);
    }
    assert.ok(!asked.bytes.equals(json));
    assert.ok(none.bytes.equals(prose));
    assert.deepEqual([none.carries, none.notes], [null, null]);
  });

  test('a batch and a job decide in the same way', async () => {
    const items = [
      { file: 'table.csv' },
      { file: 'note.txt' },
      { text: json.toString() },
      { file: 'b.json', watermark: 'balanced' },
      { text: prose.toString() },
    ];
    const files = [
      ['table.csv', table],
      ['note.txt', prose],
      ['b.json', json],
    ] as const;
    const signed = await signItems(items, files);
    const carries = signed.map((item) => item.carries);
    assert.deepEqual(carries, [[], ['watermark'], [], ['watermark'], ['watermark']]);
    assert.ok(signed[0]!.bytes.equals(table));
    assert.ok(signed[2]!.bytes.equals(json));

    const upload = async (content: Buffer, file_name: string, options = {}) => {
      const source = { upload: { size: content.length, file_name } };
      const job = await jobs.create('sign', { model: 'm', generator_id: generatorId, ...options, source });
      await jobs.sendParts(job, content, [1]);
      await jobs.call('POST', `/v1/jobs/${job.job_id}/start`);
      const { signed: done } = await jobs.untilEnded(job.job_id);
      return { carries: done!.carries, bytes: (await jobs.download(job.job_id)).bytes };
    };
    const plain = await upload(table, 'table.csv');
    assert.deepEqual(plain.carries, []);
    assert.ok(plain.bytes.equals(table));
    assert.deepEqual((await upload(table, 'table.csv', { watermark: 'balanced' })).carries, ['watermark']);
    assert.deepEqual((await upload(prose, 'note.txt')).carries, ['watermark']);
  });

  test('a repeated request with the name of a program is another request', async () => {
    const headers = { 'idempotency-key': 'program-name' };
    const first = await sign(table, 'table.csv', { headers });
    const again = await sign(table, 'copy.csv', { headers });
    assert.equal(again.token, first.token);
    assert.ok(again.bytes.equals(first.bytes));
    assert.equal((await post(table, 'table.txt', { headers })).status, 409);
  });
});

// Filters, search and export of records over HTTP, on both databases: each filter alone and with
// others, on pages of any size, and never a record of another organization.
import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeForm } from '../../../test-support/shared-photos.ts';
import {
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from '../../../test-support/signing-client.ts';

interface Listed {
  readonly record_id: string;
  readonly token: string;
  readonly model: string;
  readonly label: string | null;
}

onEachDatabase((database) => {
  let service: RunningService;
  let org: SigningAccount;
  let otherGenerator: string;
  const contents = Array.from({ length: 12 }, () => randomBytes(100));
  const records: { record_id: string; token: string }[] = [];
  const day = (place: number) => Date.parse('2026-01-01T12:00:00Z') + place * 24 * 60 * 60 * 1_000;

  before(async () => {
    service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
    org = await makeSigningAccount(service, 'enterprise');
    otherGenerator = await registerGenerator(service.live, org.key, [org.signer]);
    await service.live.call('PATCH', '/v1/account/record-settings', { token: org.key, body: { keeps_labels: true } });
    for (const [place, content] of contents.entries()) {
      const fields = makeSubmission(org.signer, place % 3 === 0 ? otherGenerator : org.generatorId, {
        content_hash: `sha3-256:${hash('sha3-256', content)}`,
        model: place < 2 ? 'rare-model' : 'usual-model',
        format: place % 2 === 0 ? 'image' : 'text',
      });
      const label = place === 5 ? '100%_Sommer\\Fest.JPG' : `Picture ${place}`;
      const { body } = await service.live.call('POST', '/v1/records', { token: org.key, body: { ...fields, label } });
      records.push(body);
    }
    // A day between one record and the next. Both tables have the time of signing.
    await service.database.transaction(async (transaction) => {
      for (const [place, { record_id }] of records.entries())
        for (const table of ['records', 'record_labels'] as const)
          await transaction
            .updateTable(table)
            .set({ signed_at: day(place) })
            .where('record_id', '=', record_id)
            .execute();
    });
    await verify(0, contents[0]!);
    await verify(0, randomBytes(50));
    await verify(1, contents[1]!);
    await verify(2, randomBytes(50));
  });
  after(() => service.stop());

  async function verify(place: number, content: Uint8Array): Promise<void> {
    const body = makeForm({ content, token: records[place]!.token });
    const response = await fetch(`${service.live.url}/v1/verify`, { method: 'POST', body });
    assert.equal(response.status, 200);
  }

  const list = (query: string, token = org.key) => service.live.call('GET', `/v1/records?${query}`, { token });

  /** The places of all records that match, over all pages. */
  async function walk(query: string): Promise<number[]> {
    const places: number[] = [];
    for (let cursor = ''; ; ) {
      const { status, body } = await list(`limit=2&${query}${cursor}`);
      assert.equal(status, 200);
      places.push(
        ...body.records.map((each: Listed) => records.findIndex(({ record_id }) => record_id === each.record_id)),
      );
      if (body.next_cursor === undefined) return places;
      cursor = `&before=${encodeURIComponent(body.next_cursor)}`;
    }
  }

  test('each filter finds exactly its records, newest first', async () => {
    assert.deepEqual(await walk('model=rare-model'), [1, 0]);
    assert.deepEqual(await walk('model=rare'), []);
    assert.deepEqual(await walk('from=2026-01-04&to=2026-01-06'), [5, 4, 3]);
    assert.deepEqual(await walk('to=2026-01-02T11:00:00Z'), [0]);
    assert.deepEqual(await walk('verdict=verified'), [2, 1, 0]);
    assert.deepEqual(await walk('verdict=authentic'), [1, 0]);
    assert.deepEqual(await walk('verdict=tampered'), [2, 0]);
    assert.deepEqual(await walk('verdict=not_proven'), []);
    assert.deepEqual(await walk('verdict=never_verified'), [11, 10, 9, 8, 7, 6, 5, 4, 3]);
  });

  test('filters work together', async () => {
    assert.deepEqual(await walk(`generator_id=${otherGenerator}&format=image`), [6, 0]);
    assert.deepEqual(await walk(`verdict=tampered&generator_id=${otherGenerator}`), [0]);
    assert.deepEqual(await walk('verdict=never_verified&format=text&from=2026-01-08'), [11, 9, 7]);
    assert.deepEqual(await walk('search=picture&model=rare-model&verdict=authentic'), [1, 0]);
    assert.deepEqual(await walk('model=rare-model&format=audio'), []);
  });

  test('counts of an entry add up', async () => {
    const { body } = await list(`search=${records[0]!.record_id}`);
    const { verification_count, authentic_count, tamper_count, not_proven_count } = body.records[0];
    assert.deepEqual([verification_count, authentic_count, tamper_count, not_proven_count], [2, 1, 1, 0]);
  });

  test('search finds by token, ID, content hash, and a part of a label in any case', async () => {
    const { record_id, token } = records[5]!;
    const asked = [
      token,
      record_id,
      record_id.toUpperCase(),
      `sha3-256:${hash('sha3-256', contents[5]!)}`,
      'sommer',
      '100%_',
      '\\fest',
      ' SOMMER ',
    ];
    for (const text of asked) assert.deepEqual(await walk(`search=${encodeURIComponent(text)}`), [5], text);
    for (const text of ['100_', 'svc_nonsense', '%', 'absent', `${record_id.slice(0, -1)}x`])
      assert.deepEqual(await walk(`search=${encodeURIComponent(text)}`), text === '%' ? [5] : [], text);
  });

  test('another organization finds none of them', async () => {
    const stranger = await makeSigningAccount(service, 'enterprise');
    const { record_id, token } = records[0]!;
    for (const query of [
      `search=${record_id}`,
      `search=${token}`,
      `search=sha3-256:${hash('sha3-256', contents[0]!)}`,
      'search=picture',
      'verdict=verified',
      'model=rare-model',
    ])
      assert.deepEqual((await list(query, stranger.key)).body, { records: [] }, query);
    const { body } = await service.live.call('GET', '/v1/records/models', { token: stranger.key });
    assert.deepEqual(body, { models: [] });
  });

  test('invalid filters get 400 with their name', async () => {
    for (const [query, path] of [
      ['verdict=maybe', 'verdict'],
      ['from=yesterday', 'from'],
      ['to=2026-13-01', 'to'],
      ['search=', 'search'],
      ['search=%20', 'search'],
      [`search=${'x'.repeat(201)}`, 'search'],
    ] as const)
      for (const route of ['/v1/records', '/v1/records/export']) {
        const { status, body } = await service.live.call('GET', `${route}?${query}`, { token: org.key });
        assert.deepEqual([status, body.details[0].path], [400, path], query);
      }
  });

  test('the models of the organization are listed once, in order', async () => {
    const { body } = await service.live.call('GET', '/v1/records/models', { token: org.key });
    assert.deepEqual(body, { models: ['rare-model', 'usual-model'] });
  });

  test('an export contains everything that matches, as JSON and as CSV that spreadsheets do not run', async () => {
    const get = async (query: string) => {
      const headers = { authorization: `Bearer ${org.key}` };
      const response = await fetch(`${service.live.url}/v1/records/export?${query}`, { headers });
      assert.equal(response.status, 200);
      return { text: await response.text(), headers: response.headers };
    };
    const json = await get('verdict=verified');
    const exported = JSON.parse(json.text).records as Listed[];
    assert.deepEqual(
      exported.map(({ record_id }) => record_id),
      [2, 1, 0].map((place) => records[place]!.record_id),
    );
    assert.match(json.headers.get('content-disposition')!, /attachment; filename="records.json"/);

    const path = `/v1/records/${records[3]!.record_id}/notes`;
    await service.live.call('PATCH', path, { token: org.key, body: { label: '=HYPERLINK("http://x")' } });
    const { text, headers } = await get('file_type=csv');
    assert.match(headers.get('content-type')!, /text\/csv/);
    const lines = text.split('\r\n');
    assert.equal(lines.length, 14);
    assert.match(lines[0]!, /^record_id,token,/);
    assert.ok(text.includes(`"'=HYPERLINK(""http://x"")"`));
  });
});

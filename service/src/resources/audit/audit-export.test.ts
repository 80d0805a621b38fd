// GET /v1/audit/export over HTTP, on both databases: complete, between two moments, harmless in a
// spreadsheet, and never more than a page of it in memory.
import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { makeAccount, makeVerifiedAccount } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeSigningAccount, makeSubmission, type SigningAccount } from '../../../test-support/signing-client.ts';
import { createKeyVault } from '../../adapters/key-vault/key-vault.ts';
import { masterKeysFromFile } from '../../adapters/key-vault/secret-files.ts';
import { readOrMakeServiceSecret } from '../../database/service-secrets.ts';
import { createEventStream } from '../../events/event-stream.ts';
import { verifyChain } from '../../events/verify-chain.ts';
import { asCsv } from './audit-export.ts';
import type { PresentedEvent } from './present-events.ts';

onEachDatabase((database) => {
  let service: RunningService;
  let org: SigningAccount;
  before(async () => {
    service = await startRunningService({ database });
    org = await makeSigningAccount(service, 'growth');
  });
  after(() => service.stop());

  const download = (query: string, token = org.key) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` };
      get(`${service.live.url}/v1/audit/export${query}`, { headers }, resolve).on('error', reject);
    });
  const eventsOf = async (query: string) =>
    ((await json(await download(query))) as { events: PresentedEvent[] }).events;
  const told = async (): Promise<PresentedEvent[]> =>
    (await service.live.call('GET', '/v1/audit?limit=100', { token: org.key })).body.events.toReversed();

  test('JSON and CSV contain every event, oldest first, as a file to keep', async () => {
    const models = [
      '=HYPERLINK("http://evil","x")',
      '+1',
      '-1',
      '@SUM(A1)',
      '\tx',
      'a "quoted", word',
      'line\r\nbreak',
      '模型',
    ];
    for (const model of models) {
      const body = makeSubmission(org.signer, org.generatorId, { model });
      assert.equal((await service.live.call('POST', '/v1/records', { token: org.key, body })).status, 201);
    }
    const expected = await told();
    const asJson = await download('');
    assert.equal(asJson.headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(asJson.headers['content-disposition'], 'attachment; filename="audit-log.json"');
    assert.deepEqual(await json(asJson), { events: expected });

    const csv = await download('?format=csv');
    assert.equal(csv.headers['content-type'], 'text/csv; charset=utf-8');
    assert.equal(csv.headers['content-disposition'], 'attachment; filename="audit-log.csv"');
    const [header, ...rows] = readCsv(await text(csv));
    assert.deepEqual(header, ['event_id', 'type', 'timestamp', 'metadata', 'actor']);
    assert.deepEqual(
      rows.map(([event_id, type, timestamp, metadata, who]) => [event_id, type, timestamp, JSON.parse(metadata!), who]),
      expected.map(({ event_id, type, timestamp, metadata, actor }) => [
        event_id,
        type,
        timestamp,
        metadata,
        actor.name ?? actor.kind,
      ]),
    );
    for (const field of rows.flat()) assert.doesNotMatch(field, /^[=+\-@\t\r]/);
  });

  test('from and to include their own moments, and a date alone means the whole day', async () => {
    const expected = await told();
    const idsOf = (events: readonly PresentedEvent[]) => events.map(({ event_id }) => event_id);
    const first = expected[2]!.timestamp;
    const last = expected.at(-2)!.timestamp;
    const between = expected.filter(({ timestamp }) => timestamp >= first && timestamp <= last);
    assert.deepEqual(idsOf(await eventsOf(`?from=${first}&to=${last}`)), idsOf(between));
    const alone = expected.filter(({ timestamp }) => timestamp === first);
    assert.deepEqual(idsOf(await eventsOf(`?from=${first}&to=${first}`)), idsOf(alone));
    const [firstDay, lastDay] = [expected[0]!, expected.at(-1)!].map(({ timestamp }) => timestamp.slice(0, 10));
    assert.deepEqual(idsOf(await eventsOf(`?from=${firstDay}&to=${lastDay}`)), idsOf(expected));
    assert.deepEqual(await eventsOf('?to=2001-01-01'), []);
    assert.deepEqual(await eventsOf('?from=2999-01-01'), []);
    assert.deepEqual(await eventsOf(`?from=${last}&to=${first}`), last === first ? alone : []);
  });

  test('the type and actor filters apply to the export', async () => {
    const expected = await told();
    const signed = expected.filter(({ type }) => type === 'sign');
    assert.ok(signed.length > 0 && signed.length < expected.length);
    assert.deepEqual(await eventsOf('?type=sign'), signed);
    const byOwner = expected.filter(({ actor }) => actor.id === org.userId);
    assert.ok(byOwner.length > 0 && byOwner.length < expected.length);
    assert.deepEqual(await eventsOf(`?actor=${org.userId}`), byOwner);
    assert.deepEqual(await eventsOf(`?type=sign&actor=${org.userId}`), []);
  });

  test('an invalid query is refused by name', async () => {
    for (const [query, path] of [
      ['?format=xml', 'format'],
      ['?from=yesterday', 'from'],
      ['?to=2026-13-45', 'to'],
      ['?actor=%25', 'actor'],
    ] as const) {
      const answer = await download(query);
      const body = (await json(answer)) as { details: { path: string }[] };
      assert.deepEqual([answer.statusCode, body.details[0]!.path], [400, path]);
    }
  });

  test('the export needs a verified address, then the plan', async () => {
    const unverified = await makeAccount(service.live);
    const verified = await makeVerifiedAccount(service.live, service.outbox);
    const answers = [await download('', unverified.token), await download('', verified.token)];
    const bodies = (await Promise.all(answers.map((answer) => json(answer)))) as Record<string, unknown>[];
    assert.deepEqual([answers[0]!.statusCode, bodies[0]!.error], [403, 'email_not_verified']);
    assert.deepEqual(
      [answers[1]!.statusCode, bodies[1]!.error, bodies[1]!.required_plan, bodies[1]!.current_plan],
      [402, 'plan_required', 'growth', 'free'],
    );
    assert.equal((await service.live.call('GET', '/v1/audit/export')).status, 401);
  });

  test('20,000 events are streamed: a slow reader delays the reading and does not fill the memory', async () => {
    const vault = createKeyVault(masterKeysFromFile(service.dataDirectory), 'live');
    const chainKey = await readOrMakeServiceSecret(service.database, vault, 'audit-key');
    const stream = createEventStream(chainKey);
    const events = Array.from({ length: 500 }, () => ({
      type: 'login' as const,
      metadata: { user_id: 'x'.repeat(2_000) },
    }));
    for (let round = 0; round < 40; round += 1) {
      await service.database.transaction((transaction) => stream.append(transaction, org.orgId, events));
    }
    const before = memoryInUse();
    const answer = await download('');
    answer.pause();
    await setTimeout(700);
    const held = memoryInUse() - before;
    let length = 0;
    let count = 0;
    for await (const chunk of answer) {
      length += chunk.length;
      count += chunk.toString('latin1').split('"event_id"').length - 1;
    }
    assert.ok(length > 40_000_000 && count > 19_900, `${length} bytes, ${count} events`);
    assert.ok(held < length / 4, `${held} bytes are held of ${length}`);
    const verdict = await verifyChain(service.database.read, chainKey, org.orgId);
    assert.ok('events' in verdict && verdict.events > 20_000);

    // A reader that disconnects in the middle is not an error.
    (await download('?format=csv')).destroy();
    assert.equal((await service.live.call('GET', '/version')).status, 200);
  });
});

describe('CSV', () => {
  const line = async (fields: Partial<PresentedEvent>) => {
    const event: PresentedEvent = {
      event_id: 'evt_1',
      type: 'sign',
      timestamp: '2026-01-01T00:00:00.000Z',
      actor: { kind: 'service', id: null, name: null, member: null },
      names: {},
      metadata: {},
      ...fields,
    };
    const [, second] = await Array.fromAsync(
      asCsv(
        (async function* () {
          yield event;
        })(),
      ),
    );
    return second;
  };

  test('a text that a spreadsheet would take for a formula stays a text, in every column', async () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r']) {
      const actor = { kind: 'key', id: 'kid_1', name: `${start}1+1`, member: null } as const;
      const [row] = readCsv((await line({ actor, event_id: `${start}x` }))!);
      assert.deepEqual([row![0], row![4]], [`'${start}x`, `'${start}1+1`]);
    }
  });

  test('quotes, commas and line breaks stay inside their field', async () => {
    const metadata = { model: 'a "b", c\r\nd' };
    const [row] = readCsv((await line({ metadata }))!);
    assert.deepEqual(JSON.parse(row![3]!), metadata);
  });
});

/** RFC 4180. */
function readCsv(content: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of content.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '') break;
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

function memoryInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

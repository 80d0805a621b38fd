// The promise `nothing_retained`: after 1,000 receipts for unique uploads, neither the files of the
// database, nor the folders of the service, nor its log, nor its traces have any bytes, name, hash
// or address of an upload. The program runs as its own process, with its own temporary folder.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { spellingsOf, type Trace, TraceFinder, tracesOfHashes } from '../test-support/find-traces.ts';
import type { Client } from '../test-support/http-client.ts';
import { onEachDatabase } from '../test-support/on-each-database.ts';
import { type OtlpCollector, startOtlpCollector } from '../test-support/otlp-collector.ts';
import { type PrivatePostgres, runSql, startPostgres } from '../test-support/postgres-server.ts';
import type { RunningService } from '../test-support/running-service.ts';
import { makeSigningAccount, makeSubmission, type SigningAccount } from '../test-support/signing-client.ts';
import { type SpawnedService, spawnService } from '../test-support/spawned-service.ts';

interface Upload {
  readonly content: Buffer;
  readonly name: string;
  readonly address: string;
}

const receipts = 1_000;
const inBatches = 200;
const atOnce = 8;

onEachDatabase((database) => {
  let postgres: PrivatePostgres | undefined;
  let collector: OtlpCollector;
  let folder: string;
  let settings: Record<string, string>;
  let service: SpawnedService;
  let log: string;
  let account: SigningAccount;
  /** Each tenth upload is sent with this token of a record, so that events are stored. */
  let token: string;
  const uploads: Upload[] = [];
  const traces: Trace[] = [];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'provenance-nothing-'));
    for (const each of ['data', 'temporary']) mkdirSync(join(folder, each));
    postgres = database === 'postgres' ? await startPostgres() : undefined;
    collector = await startOtlpCollector();
    settings = {
      PORT: '0',
      SANDBOX_PORT: '0',
      PUBLIC_LIMIT_PER_MINUTE: '0',
      ACCOUNT_LIMIT_PER_MINUTE: '0',
      DATA_DIR: join(folder, 'data'),
      TMPDIR: join(folder, 'temporary'),
      LOG_LEVEL: 'trace',
      TRUST_PROXY: 'true',
      VERIFY_LIMIT_PER_MINUTE: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      NODE_NO_WARNINGS: '1',
      ...(postgres && {
        DATABASE_URL: await postgres.createDatabase(),
        SANDBOX_DATABASE_URL: await postgres.createDatabase(),
      }),
    };
    await start();
    account = await makeSigningAccount({ live: clientOf(service) } as unknown as RunningService);
    const body = makeSubmission(account.signer, account.generatorId);
    const answer = await clientOf(service).call('POST', '/v1/records', { token: account.key, body });
    token = answer.body.token;
  });
  after(async () => {
    await service.stop();
    await postgres?.stop();
    await collector.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    service = await spawnService(settings);
    log ??= '';
    for (const stream of [service.process.stdout!, service.process.stderr!]) {
      stream.on('data', (piece: Buffer) => (log += piece.toString()));
    }
  }

  /** Remembers everything by which the upload could be found again. */
  function remember(content: Buffer): Upload {
    const name = `holiday-${randomBytes(12).toString('hex')}.png`;
    const groups = Array.from({ length: 6 }, () => randomBytes(2).toString('hex').replace(/^0/, '1'));
    const address = `2001:db8:${groups.join(':')}`;
    const about = `upload ${uploads.length}`;
    const middle = content.subarray(Math.floor(content.length / 2) - 12, Math.floor(content.length / 2) + 12);
    traces.push(
      ...spellingsOf(`bytes of ${about}`, middle),
      ...tracesOfHashes(about, content),
      ...spellingsOf(`name of ${about}`, Buffer.from(name)),
      { about: `address of ${about}`, needle: Buffer.from(address) },
      { about: `network of ${about}`, needle: Buffer.from(`2001:db8:${groups.slice(0, 2).join(':')}`) },
      ...spellingsOf(
        `raw address of ${about}`,
        Buffer.from(`20010db8${groups.map((each) => each.padStart(4, '0')).join('')}`, 'hex'),
      ),
    );
    const upload = { content, name, address };
    uploads.push(upload);
    return upload;
  }

  const headersOf = ({ address }: Upload) => ({
    'x-forwarded-for': address,
    'idempotency-key': randomBytes(8).toString('hex'),
  });

  function formOf({ content, name }: Upload): FormData {
    const form = new FormData();
    if (uploads.length % 10 === 0) form.append('token', token);
    form.append('content', new Blob([new Uint8Array(content)]), name);
    return form;
  }

  async function verify(upload: Upload, query = '?receipt=true') {
    const response = await fetch(`${service.liveUrl}/v1/verify${query}`, {
      method: 'POST',
      headers: headersOf(upload),
      body: formOf(upload),
    });
    return { status: response.status, body: (await response.json()) as { receipt?: string; verdict?: string } };
  }

  async function uploadOf(place: number): Promise<Buffer> {
    const words = Buffer.from(`A letter about ${randomBytes(200).toString('base64')} and nothing else.\n`);
    if (place % 20 === 0) {
      const raw = { width: 48, height: 48, channels: 3 } as const;
      return sharp(randomBytes(48 * 48 * 3), { raw })
        .png()
        .toBuffer();
    }
    return place % 3 === 0 ? randomBytes(400) : words;
  }

  /** Everything that the service could have written into, with the name of the place. */
  async function search(): Promise<string[]> {
    const finder = new TraceFinder(traces);
    const found = [...finder.find(Buffer.from(log)).map((about) => `log: ${about}`)];
    // Spans carry times as bigint.
    const spans = JSON.stringify([collector.spans, collector.points, collector.resources], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    found.push(...finder.find(Buffer.from(spans)).map((about) => `telemetry: ${about}`));
    let searched = 0;
    const places = [folder];
    if (postgres) {
      await runSql(settings.DATABASE_URL!, 'CHECKPOINT');
      places.push(String(await runSql(settings.DATABASE_URL!, 'SHOW data_directory')));
      found.push(...finder.find(await dumpTables(settings.DATABASE_URL!)).map((about) => `tables: ${about}`));
    }
    for (const place of places) {
      const result = finder.findInFolder(place);
      assert.ok(result.files > 1, `${place} has files`);
      searched += result.bytes;
      found.push(...result.found);
    }
    assert.ok(searched > 1_000_000);
    return found;
  }

  test('1,000 receipts for unique uploads leave no trace, and verification still works', {
    timeout: 280_000,
  }, async () => {
    for (let first = 0; first < receipts - inBatches; first += atOnce) {
      const some = await Promise.all(Array.from({ length: atOnce }, (_, place) => uploadOf(first + place)));
      const answers = await Promise.all(some.map((content) => verify(remember(content))));
      for (const { status, body } of answers) assert.deepEqual([status, typeof body.receipt], [200, 'string']);
    }
    for (let first = 0; first < inBatches; first += 50) {
      const some = await Promise.all(Array.from({ length: 50 }, (_, place) => uploadOf(first + place)));
      const batch = some.map(remember);
      const response = await fetch(`${service.liveUrl}/v1/verify/batch?receipt=true`, {
        method: 'POST',
        headers: { ...headersOf(batch[0]!), 'content-type': 'application/json' },
        body: JSON.stringify({ items: batch.map(({ content }) => ({ content: content.toString('base64') })) }),
      });
      const results = (await response.json()) as { receipt?: string }[];
      assert.ok(results.every(({ receipt }) => receipt));
    }
    assert.equal(uploads.length, receipts);
    await failInManyWays();
    // Until the log and the spans have arrived.
    await pause(1_500);
    assert.ok(collector.spans.length > 1_000);
    const { body: events } = await clientOf(service).call('GET', '/v1/audit?type=verify', { token: account.key });
    assert.ok(events.total > 0);
    assert.ok(log.includes('POST /v1/verify'));
    assert.deepEqual(await search(), []);

    const after = remember(Buffer.from(`The last letter, ${randomBytes(64).toString('hex')}.`));
    assert.equal((await verify(after)).body.verdict, 'nothing_found');
    await service.stop();
    assert.deepEqual(await search(), []);
    await start();
    const { body } = await verify(after);
    assert.equal(body.verdict, 'nothing_found');
    const checked = await fetch(`${service.liveUrl}/v1/receipts/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ receipt: body.receipt }),
    });
    assert.equal(((await checked.json()) as { valid: boolean }).valid, true);
  });

  /** Errors go to the log, and broken uploads through other code. */
  async function failInManyWays(): Promise<void> {
    const make = () => remember(Buffer.from(`A refused letter, ${randomBytes(200).toString('hex')}.`));
    assert.equal((await verify(make(), '?receipt=perhaps')).status, 400);
    const text = make();
    const noForm = await fetch(`${service.liveUrl}/v1/verify?receipt=true`, {
      method: 'POST',
      headers: { ...headersOf(text), 'content-type': 'application/json' },
      body: text.content,
    });
    assert.equal(noForm.status, 400);
    const broken = make();
    const brokenBatch = await fetch(`${service.liveUrl}/v1/verify/batch?receipt=true`, {
      method: 'POST',
      headers: { ...headersOf(broken), 'content-type': 'application/json' },
      body: `{"items":[{"content":"${broken.content.toString('base64')}"`,
    });
    assert.equal(brokenBatch.status, 400);
    const cut = make();
    const { port } = new URL(service.liveUrl);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /v1/verify?receipt=true HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${cut.address}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n--b\r\nContent-Disposition: form-data; name="content"; filename="${cut.name}"\r\n\r\n${cut.content}`,
    );
    await pause(200);
    socket.destroy();
    // A receipt that is checked with the hash of a file.
    const hashed = make();
    await fetch(`${service.liveUrl}/v1/receipts/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': hashed.address },
      body: JSON.stringify({ receipt: hashed.content.toString(), content_hash: hashed.name }),
    });
  }

  test('the search finds what is there', () => {
    const [upload] = uploads;
    const finder = new TraceFinder(traces);
    const hash = traces.find(({ about }) => about === 'sha3-256 of upload 0')!.needle;
    const cases: readonly (readonly [string | Buffer, string])[] = [
      [hash, 'sha3-256 of upload 0'],
      [`x${hash.toString('hex')}`, 'sha3-256 of upload 0'],
      [Buffer.concat([Buffer.from('ab'), hash, Buffer.from('c')]).toString('base64'), 'sha3-256 of upload 0'],
      [Buffer.concat([Buffer.from('a'), upload!.content]).toString('base64url'), 'bytes of upload 0'],
      [upload!.content, 'bytes of upload 0'],
      [`file ${upload!.name}`, 'name of upload 0'],
      [upload!.address, 'address of upload 0'],
    ];
    for (const [content, about] of cases) {
      const planted = join(folder, 'data', 'planted');
      writeFileSync(planted, content);
      assert.ok(
        finder.findInFolder(folder).found.some((each) => each.endsWith(about)),
        about,
      );
      rmSync(planted);
    }
  });
});

/** Without the checks of responses, which need the routes of a service in this process. */
function clientOf({ liveUrl }: SpawnedService): Pick<Client, 'call'> {
  return {
    async call(method, path, { body, token } = {}) {
      const response = await fetch(liveUrl + path, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
  };
}

/** Every row as text: PostgreSQL compresses long values in its files. */
async function dumpTables(url: string): Promise<Buffer> {
  const names = String(
    await runSql(url, `SELECT string_agg(quote_ident(tablename), ',') FROM pg_tables WHERE schemaname = 'public'`),
  ).split(',');
  assert.ok(names.length > 20);
  const texts: string[] = [];
  for (const name of names) {
    texts.push(String(await runSql(url, `SELECT string_agg(row::text, E'\\n') FROM ${name} AS row`)));
  }
  return Buffer.from(texts.join('\n'));
}

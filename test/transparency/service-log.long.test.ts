// The log of a running service, read by programs that share no code with it, and asked by
// attackers.
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { onEachDatabase } from '../../service/test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../service/test-support/running-service.ts';
import {
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from '../../service/test-support/signing-client.ts';
import { GoProgram, goIsAbsent } from './go-program.ts';
import { readVerifierKeyText } from './independent/keys.ts';
import { consistencyPath, isConsistent, leafHash, rootOfLeaves } from './independent/merkle.ts';
import { openNote, parseBody, parseNote } from './independent/note.ts';
import { holds } from './independent/proof.ts';
import { requestRaw } from './raw-request.ts';

const inBatch = 50;
const entryBytes = 82;

onEachDatabase((database) => {
  let service: RunningService;
  let org: SigningAccount;
  let stranger: SigningAccount;
  let firstCheckpoint: string;
  const recordIds: string[] = [];

  before(async () => {
    service = await startRunningService({ database });
    org = await makeSigningAccount(service, 'enterprise');
    stranger = await makeSigningAccount(service, 'enterprise');
    await submit(org, inBatch);
    firstCheckpoint = await integrated(service.live.url, inBatch);
    for (let round = 0; round < 10; round++) await submit(round % 3 ? org : stranger, inBatch);
    await integrated(service.live.url, 550);
  });
  after(() => service.stop());

  async function submit(account: SigningAccount, count: number): Promise<void> {
    const records = Array.from({ length: count }, () => makeSubmission(account.signer, account.generatorId));
    const { status, body } = await service.live.call('POST', '/v1/records/batch', {
      token: account.key,
      body: { records },
    });
    assert.equal(status, 201);
    for (const { record_id } of body.results) recordIds.push(record_id);
  }

  test('Go reads the whole log over HTTP, recomputes it, and finds nothing that differs', {
    skip: goIsAbsent,
  }, async () => {
    const go = new GoProgram();
    const [ed25519] = await verifierKeysOf(service.live.url);
    const read = await go.read(`${service.live.url}/log`, ed25519!);
    assert.equal(read.origin, 'live.test/log');
    assert.ok(read.size >= 550);
    assert.deepEqual([read.bundles, read.tiles], [3, 4]);
    const [sandboxKey] = await verifierKeysOf(service.sandbox.url);
    assert.equal((await go.read(`${service.sandbox.url}/log`, sandboxKey!)).size, 0);
    await assert.rejects(go.read(`${service.live.url}/log`, sandboxKey!));
    go.remove();
  });

  test('the independent reader accepts both signatures, each proof, and the growth of the log', async () => {
    const keys = (await verifierKeysOf(service.live.url)).map((text) => readVerifierKeyText(text)!);
    assert.deepEqual(
      keys.map(({ kind }) => kind),
      ['ed25519', 'ml-dsa-44'],
    );
    const note = openNote(await textOf(service.live.url, 'checkpoint'), keys)!;
    assert.equal(note.signers.length, 2);
    assert.ok(Math.abs(Number(note.signers[1]!.time) - Date.now() / 1_000) < 600);

    const leaves = (await entriesOf(service.live.url)).map(leafHash);
    assert.deepEqual(rootOfLeaves(leaves), note.body.root);
    const old = openNote(firstCheckpoint, keys)!;
    assert.ok(
      isConsistent({
        from: old.body.size,
        to: note.body.size,
        fromRoot: old.body.root,
        toRoot: note.body.root,
        path: consistencyPath(Number(old.body.size), leaves),
      }),
    );

    const { body: monitoring } = await service.live.call('GET', '/v1/account/monitoring-key', { token: org.key });
    const monitoringKey = Buffer.from(monitoring.monitoring_key, 'base64url');
    for (const recordId of [recordIds[0]!, recordIds[255]!, recordIds[256]!, recordIds.at(-1)!]) {
      const { status, body } = await service.live.call('GET', `/v1/records/${recordId}/proof`);
      assert.equal(status, 200);
      const entry = Buffer.from(body.entry, 'base64');
      assert.equal(holds(body.proof, entry, keys)?.length, 2);
      const { body: record } = await service.live.call('GET', `/v1/records/${recordId}`);
      const opening = { ...body.opening };
      assert.deepEqual(
        [opening.record_id, opening.content_hash, opening.generator_id, opening.kid, opening.signed_at],
        [recordId, record.content_hash, record.generator_id, record.kid, record.signed_at],
      );
      const commitment = createHash('sha256')
        .update(JSON.stringify(opening, Object.keys(opening).sort()))
        .digest();
      assert.deepEqual(entry.subarray(50), commitment);
      const tag = createHmac('sha256', monitoringKey).update(entry.subarray(2, 18)).digest();
      assert.equal(entry.subarray(18, 50).equals(tag), record.org_id === org.orgId);
    }
  });

  test('entries show nothing that belongs to a record or an organization', async () => {
    const entries = await entriesOf(service.live.url);
    const all = Buffer.concat(entries);
    const { body: record } = await service.live.call('GET', `/v1/records/${recordIds[0]}`);
    for (const secret of [recordIds[0]!, org.orgId, org.generatorId, record.content_hash, record.watermark_id]) {
      const text = String(secret).replace(/^.*:/, '');
      assert.ok(!all.includes(text));
      const hex = text.replaceAll('-', '');
      if (/^(?:[0-9a-f]{2}){6,}$/.test(hex)) assert.ok(!all.includes(Buffer.from(hex, 'hex')));
    }
    const parts = (from: number, to: number) => new Set(entries.map((entry) => entry.toString('hex', from, to))).size;
    for (const [from, to] of [
      [2, 18],
      [18, 50],
      [50, 82],
    ] as const)
      assert.equal(parts(from, to), entries.length);
    assert.ok(entries.every((entry) => entry.length === entryBytes));
  });

  test('one record that is sent 30 times at once has one entry', async () => {
    const before = (await entriesOf(service.live.url)).length;
    const body = makeSubmission(org.signer, org.generatorId);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => service.live.call('POST', '/v1/records', { token: org.key, body })),
    );
    assert.equal(new Set(answers.map((answer) => answer.body.log_index)).size, 1);
    await integrated(service.live.url, before + 1);
    await setTimeout(700);
    assert.equal((await entriesOf(service.live.url)).length, before + 1);
  });

  test('a revoked generator and a retired key have entries that only their organization can open', async () => {
    const generatorId = await registerGenerator(service.live, org.key);
    const before = (await entriesOf(service.live.url)).length;
    const rotated = await service.live.call('POST', `/v1/generators/${generatorId}/rotate-key`, { token: org.key });
    const revoked = await service.live.call('PUT', `/v1/generators/${generatorId}/revoke`, { token: org.key });
    assert.deepEqual([rotated.status < 300, revoked.status < 300], [true, true]);
    await integrated(service.live.url, before + 2);
    for (const [index, kind] of [
      [before, 'key_retired'],
      [before + 1, 'generator_revoked'],
    ] as const) {
      const { status, body } = await service.live.call('GET', `/v1/log/entries/${index}`, { token: org.key });
      assert.equal(status, 200);
      assert.deepEqual([body.opening.kind, body.opening.generator_id], [kind, generatorId]);
      const entry = Buffer.from(body.entry, 'base64');
      const { opening } = body;
      const commitment = createHash('sha256')
        .update(JSON.stringify(opening, Object.keys(opening).sort()))
        .digest();
      assert.deepEqual(entry.subarray(50), commitment);
      assert.equal((await service.live.call('GET', `/v1/log/entries/${index}`, { token: stranger.key })).status, 404);
    }
  });

  test('a tile that is not published gets a 404 that no cache keeps', async () => {
    const { size } = await bodyOf(service.live.url);
    const last = Math.floor(Number(size) / 256);
    const width = Number(size) % 256;
    const paths = [
      `tile/0/${place(last)}`,
      `tile/0/${place(last)}.p/${width + 1}`,
      `tile/entries/${place(last)}`,
      `tile/entries/${place(last)}.p/${width + 1}`,
      `tile/0/${place(last + 1)}`,
      `tile/0/${place(last + 1)}.p/1`,
      'tile/1/000',
      'tile/1/000.p/3',
      'tile/2/000.p/1',
      'tile/63/000',
      'tile/0/x999/x999/x999/x999/999',
    ];
    for (const path of paths) {
      const { status, headers } = await requestRaw(service.live.url, `/log/${path}`);
      assert.equal(status, 404, path);
      const caching = String(headers['cache-control'] ?? '');
      assert.ok(!/immutable|public|max-age=[1-9]/.test(caching), `${path}: ${caching}`);
    }
    // A width that an earlier checkpoint had stays readable, and is the beginning of the wider one.
    const wide = await requestRaw(service.live.url, `/log/tile/0/${place(last)}.p/${width}`);
    const narrow = await requestRaw(service.live.url, `/log/tile/0/${place(last)}.p/1`);
    assert.equal(wide.body.length, width * 32);
    assert.deepEqual(narrow.body, wide.body.subarray(0, 32));
  });

  test('a full tile has one address, and no other spelling reaches it or anything next to it', async () => {
    const tile = await requestRaw(service.live.url, '/log/tile/0/000');
    assert.equal(tile.status, 200);
    assert.match(String(tile.headers['cache-control']), /immutable/);
    assert.equal(tile.headers['content-type'], 'application/octet-stream');
    assert.equal(tile.body.length, 8_192);
    const hostile = [
      '/log/tile/0/0',
      '/log/tile/0/00',
      '/log/tile/0/0000',
      '/log/tile/00/000',
      '/log/tile/0/x000/000',
      '/log/tile/0/000/',
      '/log/tile//0/000',
      '/log/tile/0//000',
      '/log//tile/0/000',
      '/log/tile/./0/000',
      '/log/tile/0/../0/000',
      '/log/tile/0/%2e%2e/0/000',
      '/log/tile/0/..%2f0/000',
      '/log/tile/%2e%2e/checkpoint',
      '/log/tile/../checkpoint',
      '/log/tile/..%2f..%2fv1%2fhealth',
      '/log/tile/0/000.p/256',
      '/log/tile/0/000.p/0',
      '/log/tile/0/000.p/00',
      '/log/tile/0/000.p/01',
      '/log/tile/0/000.p/-1',
      '/log/tile/0/000.p/1.5',
      '/log/tile/0/000.P/1',
      '/log/tile/0/000.p',
      '/log/tile/0/000%00',
      '/log/tile/0/000%0a',
      '/log/tile/0/000%20',
      '/log/tile/0/%30%300',
      '/log/tile/-1/000',
      '/log/tile/64/000',
      '/log/tile/999/000',
      '/log/tile/1e0/000',
      '/log/tile/entries/0',
      '/log/tile/Entries/000',
      '/log/tile/data/000',
      '/log/tile/8/0/000',
      '/log/tile/',
      '/log/tile',
      '/log/',
      '/log',
      '/log/keys/',
      '/log/checkpoint/',
      '/log/Checkpoint',
      '/log/checkpoint%00',
      `/log/tile/0/${'x000/'.repeat(30)}000`,
      `/log/tile/0/${'9'.repeat(3_000)}`,
      '/log/tile/0/%ff%fe',
      '/log/tile/0/%',
      '/LOG/checkpoint',
      '/log/tile/0/٠٠٠'.replace(/[^\x20-\x7e]/g, encodeURIComponent),
    ];
    for (const target of hostile) {
      const { status, body } = await requestRaw(service.live.url, target);
      const isRefused = status === 404 || status === 400 || status === 414;
      // An escaped digit is the same digit.
      const isSame = status === 200 && decodeURIComponent(target) === '/log/tile/0/000';
      assert.ok(isRefused || isSame, `${target}: ${status} ${body.subarray(0, 80)}`);
    }
  });

  test('other methods change nothing, and HEAD says the same as GET', async () => {
    for (const path of ['/log/checkpoint', '/log/keys', '/log/tile/0/000', '/log/tile/entries/000']) {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const { status } = await requestRaw(service.live.url, path, method);
        assert.ok(status === 404 || status === 405, `${method} ${path}: ${status}`);
      }
      const head = await requestRaw(service.live.url, path, 'HEAD');
      const get = await requestRaw(service.live.url, path);
      assert.equal(get.status, 200);
      assert.ok(head.status === 200 || head.status === 404, `${head.status}`);
      if (head.status === 200) assert.equal(head.headers['content-type'], get.headers['content-type']);
      assert.equal(get.headers['access-control-allow-origin'], '*');
      assert.equal(get.headers['set-cookie'], undefined);
    }
    const caching = (await requestRaw(service.live.url, '/log/checkpoint')).headers['cache-control'];
    assert.match(String(caching), /no-cache|no-store|max-age=[0-5]\b/);
  });

  test('20 readers of the checkpoint never see it shrink while records arrive', async () => {
    let isDone = false;
    const readers = Array.from({ length: 20 }, async () => {
      let largest = 0n;
      while (!isDone) {
        const { size } = await bodyOf(service.live.url);
        assert.ok(size >= largest, `${size} after ${largest}`);
        largest = size;
      }
    });
    for (let round = 0; round < 6; round++) await submit(round % 2 ? org : stranger, inBatch);
    isDone = true;
    await Promise.all(readers);
  });
});

const place = (index: number) => String(index).padStart(3, '0');

async function textOf(url: string, path: string): Promise<string> {
  const { status, body } = await requestRaw(url, `/log/${path}`);
  assert.equal(status, 200, path);
  return body.toString();
}

const verifierKeysOf = async (url: string) => (await textOf(url, 'keys')).trimEnd().split('\n');
const bodyOf = async (url: string) => parseBody(parseNote(await textOf(url, 'checkpoint'))!.text)!;

async function entriesOf(url: string): Promise<Buffer[]> {
  const size = Number((await bodyOf(url)).size);
  const entries: Buffer[] = [];
  for (let index = 0; index * 256 < size; index++) {
    const width = Math.min(256, size - index * 256);
    const path = `/log/tile/entries/${place(index)}${width < 256 ? `.p/${width}` : ''}`;
    const { status, body } = await requestRaw(url, path);
    assert.equal(status, 200, path);
    for (let at = 0; at < body.length; at += entryBytes + 2) {
      assert.equal(body.readUInt16BE(at), entryBytes);
      entries.push(body.subarray(at + 2, at + 2 + entryBytes));
    }
  }
  assert.equal(entries.length, size);
  return entries;
}

/** The first checkpoint that includes so many entries. */
async function integrated(url: string, size: number): Promise<string> {
  for (let tries = 0; tries < 400; tries++, await setTimeout(50)) {
    const checkpoint = await textOf(url, 'checkpoint');
    if (parseBody(parseNote(checkpoint)!.text)!.size >= BigInt(size)) return checkpoint;
  }
  throw new Error(`The log does not reach ${size} entries.`);
}

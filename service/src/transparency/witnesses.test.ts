// Witnesses and time stamps of the log, on the real service: witnesses over HTTPS that behave, lie,
// fail, or have seen another log, and a time stamp authority made by openssl.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import {
  ed25519Cosigner,
  mlDsa44Cosigner,
  openCheckpoint,
  readPolicy,
  verifyLogProof,
  writeVerifierKey,
} from '@content-provenance/engine/transparency';
import {
  answering,
  type Behaviour,
  type Certificates,
  makeCertificates,
  type Receiver,
  startReceiver,
  trustInThisProcess,
  withOpenssl,
} from '../../test-support/https-receiver.ts';
import { readCheckpoint, readKeys, readProof } from '../../test-support/log-reader.ts';
import { OpensslAuthority } from '../../test-support/openssl-authority.ts';
import { type RunningService, startRunningService } from '../../test-support/running-service.ts';
import { makeSigningAccount, makeSubmission, type SigningAccount } from '../../test-support/signing-client.ts';
import { longTest } from '../../test-support/test-run.ts';
import { createTestWitness, type TestWitness } from '../../test-support/test-witness.ts';
import { createOutgoingHttps } from '../adapters/outgoing-https/outgoing-https.ts';
import { createResolve, createResolver } from '../adapters/outgoing-https/resolve-host.ts';
import { createTimestamps } from '../resources/c2pa/timestamps.ts';
import { createLogTimestamps } from './log-timestamps.ts';
import { createPublishedLog } from './published-log.ts';

withOpenssl(() => {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-policy-'));
  let certificates: Certificates;
  let receivers: Receiver[];
  before(async () => {
    certificates = makeCertificates();
    trustInThisProcess(certificates);
    receivers = await Promise.all([startReceiver(certificates), startReceiver(certificates)]);
  });
  after(async () => {
    await Promise.all(receivers.map((receiver) => receiver.stop()));
    certificates.remove();
    rmSync(folder, { recursive: true });
  });

  /** The witnesses know only the live log. */
  async function start(witnesses: (TestWitness | undefined)[], quorum: string) {
    const lines = witnesses.map((witness, place) => witness?.policyLine(`w${place}`, receivers[place]!.url) ?? '');
    const text = [...lines, 'group both all w0 w1', `quorum ${quorum}`, ''].join('\n');
    const file = join(folder, 'policy');
    writeFileSync(file, text);
    for (const [place, witness] of witnesses.entries()) if (witness) receivers[place]!.behave(onlyLive(witness.answer));
    const service = await startRunningService({ settings: { LOG_POLICY: file, WEBHOOK_ALLOW_PRIVATE: 'true' } });
    const org = await makeSigningAccount(service);
    return { service, org, policy: readPolicy(text) };
  }

  const onlyLive =
    (answer: Behaviour): Behaviour =>
    (request, response) =>
      request.body.includes('\nlive.test/log\n') ? answer(request, response) : answering(404)(request, response);

  async function submit(service: RunningService, { signer, generatorId, key }: SigningAccount): Promise<string> {
    const body = makeSubmission(signer, generatorId);
    const { status, body: stored } = await service.live.call('POST', '/v1/records', { token: key, body });
    assert.equal(status, 201);
    return stored.record_id;
  }

  async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
    for (const end = Date.now() + 30_000; !(await holds()); await setTimeout(100)) assert.ok(Date.now() < end, what);
  }

  const ed25519 = (keys: () => Promise<Awaited<ReturnType<typeof readKeys>>>, seed = randomBytes(32)) =>
    createTestWitness(ed25519Cosigner('w.example/ed', seed), keys);
  const mlDsa44 = (keys: () => Promise<Awaited<ReturnType<typeof readKeys>>>) =>
    createTestWitness(mlDsa44Cosigner('w.example/ml', randomBytes(32)), keys);

  test('two witnesses cosign, proofs meet the policy, and a restart continues where they are', {
    timeout: 120_000,
  }, async () => {
    let service: RunningService | undefined;
    const keys = () => readKeys(service!.live);
    const witnesses = [ed25519(keys), mlDsa44(keys)];
    const started = await start(witnesses, 'both');
    service = started.service;
    const { org, policy } = started;
    const { live } = service;
    const prove = async (recordId: string) => {
      const { proof, entry } = await readProof(live, recordId);
      return verifyLogProof({ proof, entry: Buffer.from(entry, 'base64'), logKeys: await keys(), policy });
    };
    const first = await submit(service, org);
    await until('the proof has both cosignatures', async () => (await prove(first)).valid);
    assert.equal((await prove(first)).cosignedBy.length, 2);
    const note = await (await fetch(`${live.url}/log/witnessed-checkpoint`)).text();
    assert.equal(
      openCheckpoint(
        note,
        await keys(),
        policy.witnesses.map(({ key }) => key),
      )?.cosignedBy.length,
      2,
    );
    assert.equal(await (await fetch(`${live.url}/log/checkpoint`)).text(), note);
    for (const witness of witnesses) {
      const sizes = witness.cosigned.map(({ size }) => size);
      assert.deepEqual(
        sizes,
        sizes.toSorted((left, right) => left - right),
      );
    }

    await service.restart();
    const second = await submit(service, org);
    await until('the new proof has both cosignatures', async () => (await prove(second)).valid);
    // The last one was published while a witness was silent, so the proof of the first stays good.
    receivers[1]!.behave(answering(503));
    const third = await submit(service, org);
    await readProof(live, third);
    await setTimeout(4_000);
    assert.equal((await prove(third)).reason, 'quorum_not_met');
    assert.ok((await prove(first)).valid);
    await service.stop();
  });

  longTest(
    'wrong, foreign, oversized and missing cosignatures are not published, and the log grows on',
    {
      timeout: 120_000,
    },
    async () => {
      let service: RunningService | undefined;
      const keys = () => readKeys(service!.live);
      const seed = randomBytes(32);
      const witness = ed25519(keys, seed);
      const stranger = ed25519Cosigner('stranger.example', randomBytes(32));
      const honest = ed25519Cosigner('w.example/ed', seed);
      const started = await start([witness, mlDsa44(keys)], 'w0');
      service = started.service;
      const { live } = service;
      const checkpoint = async () => readCheckpoint(live);
      const answers = [
        async () => stranger.sign(await checkpoint(), 1),
        async () => honest.sign({ ...(await checkpoint()), root: randomBytes(32) }, 1),
        async () => honest.sign(await checkpoint(), 0),
        async () => 'x'.repeat(100_000),
        async () => '',
        async () => '— w.example/ed AAAA\n',
      ];
      for (const answer of answers) {
        const seen = receivers[0]!.requests.length;
        receivers[0]!.behave(async (_, response) => void response.writeHead(200).end(await answer()));
        await readProof(live, await submit(service, started.org));
        await until('the witness is asked', () => receivers[0]!.requests.length > seen);
        await setTimeout(200);
        assert.equal((await fetch(`${live.url}/log/witnessed-checkpoint`)).status, 404);
        await service.restart();
      }
      // A stranger's line next to a good one does no harm, and is not published.
      receivers[0]!.behave(async (_, response) => {
        const now = await checkpoint();
        response.writeHead(200).end(stranger.sign(now, 1) + honest.sign(now, 1));
      });
      await submit(service, started.org);
      await until('the good one is published', async () => (await fetch(`${live.url}/log/witnessed-checkpoint`)).ok);
      const note = await (await fetch(`${live.url}/log/witnessed-checkpoint`)).text();
      assert.ok(note.includes('— w.example/ed ') && !note.includes('stranger'));
      assert.ok(service.logLines.some(({ msg, level }) => level === 'warn' && msg === 'a witness did not cosign'));
      await service.stop();
    },
  );

  test('if a witness has seen a larger log, the service signs no checkpoint, and still signs records', {
    timeout: 60_000,
  }, async () => {
    let service: RunningService | undefined;
    const keys = () => readKeys(service!.live);
    const witness = ed25519(keys);
    const started = await start([witness, mlDsa44(keys)], 'w0');
    service = started.service;
    const first = await submit(service, started.org);
    await readProof(service.live, first);
    const { size } = await readCheckpoint(service.live);
    receivers[0]!.behave(onlyLive(answering(409, `${size + 5}\n`)));
    service.expectErrors();
    await service.restart();
    const later = await submit(service, started.org);
    await setTimeout(2_000);
    assert.equal((await readCheckpoint(service.live)).size, size);
    const { status, body } = await service.live.call('GET', `/v1/records/${later}/proof`);
    assert.deepEqual([status, body.error], [404, 'proof_not_ready']);
    await readProof(service.live, first);
    const errors = service.logLines.filter(({ level }) => level === 'error').map(({ msg }) => msg);
    assert.deepEqual(errors, ['the transparency log signs no more checkpoints']);
    await service.stop();
  });

  test('a checkpoint gets a time stamp, and proofs of its entries contain it', { timeout: 60_000 }, async () => {
    const authority = new OpensslAuthority();
    const clock = await authority.startTimestamps();
    const service = await startRunningService();
    try {
      const org = await makeSigningAccount(service);
      const recordId = await submit(service, org);
      await readProof(service.live, recordId);
      const resolve = createResolve(createResolver([]));
      const outgoing = createOutgoingHttps({ resolve, isAllowed: () => true });
      const warn = (...words: unknown[]) => assert.fail(JSON.stringify(words));
      let time = Date.now();
      const stamping = createLogTimestamps({
        database: service.database,
        published: createPublishedLog(service.database),
        timestamps: createTimestamps({ urls: [clock.url], outgoing, log: { warn } }),
        log: { warn },
        now: () => time,
      });
      assert.equal(await stamping.stampIfDue(), true);
      const { timestamp } = await readProof(service.live, recordId);
      assert.equal(timestamp!.stamped_at, new Date(time).toISOString());
      const body = /\n\n((?:.*\n){3})\n/.exec(timestamp!.proof)![1]!;
      writeFileSync(join(folder, 'body'), body);
      writeFileSync(join(folder, 'token'), Buffer.from(timestamp!.token, 'base64'));
      writeFileSync(join(folder, 'root.pem'), authority.root);
      const files = ['-data', join(folder, 'body'), '-in', join(folder, 'token'), '-token_in'];
      const checked = authority.run('ts', '-verify', ...files, '-CAfile', join(folder, 'root.pem'));
      assert.match(String(checked), /^$|OK/);

      // The next one follows when the log grew, and ten minutes have passed.
      assert.equal(await stamping.stampIfDue(), false);
      const later = await submit(service, org);
      const { timestamp: none } = await readProof(service.live, later);
      assert.equal(none, null);
      time += 9 * 60_000;
      assert.equal(await stamping.stampIfDue(), false);
      time += 60_000;
      assert.equal(await stamping.stampIfDue(), true);
      assert.equal((await readProof(service.live, recordId)).timestamp!.proof, timestamp!.proof);
      assert.notEqual((await readProof(service.live, later)).timestamp, null);
    } finally {
      await service.stop();
      await clock.stop();
      authority.remove();
    }
  });

  test('the log publishes its keys as verifier keys of both types', async () => {
    const service = await startRunningService();
    const keys = await readKeys(service.live);
    assert.deepEqual(
      keys.map(({ type, name }) => [type, name]),
      [
        ['ed25519', 'live.test/log'],
        ['ml-dsa-44', 'live.test/log'],
      ],
    );
    const text = await (await fetch(`${service.live.url}/log/keys`)).text();
    assert.equal(text, keys.map((key) => `${writeVerifierKey(key)}\n`).join(''));
    await service.restart();
    assert.deepEqual(await readKeys(service.live), keys);
    await service.stop();
  });
});

// Witnesses and time stamps of the log, on the real service: witnesses over HTTPS that behave, lie,
// fail, or have seen another log, and a time stamp authority made by openssl.
import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import {
  type CheckpointSigner,
  ed25519Cosigner,
  ed25519Signer,
  mlDsa44Cosigner,
  openCheckpoint,
  readPolicy,
  verifyLogProof,
  writeCheckpointBody,
  writeNote,
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
import { createKeyVault } from '../adapters/key-vault/key-vault.ts';
import { readMasterKeyFile } from '../adapters/key-vault/secret-files.ts';
import { createOutgoingHttps } from '../adapters/outgoing-https/outgoing-https.ts';
import { createResolve, createResolver } from '../adapters/outgoing-https/resolve-host.ts';
import { createTimestamps } from '../resources/c2pa/timestamps.ts';
import { openCheckpointSigners } from './log-keys.ts';
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
    const group = quorum === 'either' ? 'group either any w0 w1' : 'group both all w0 w1';
    const text = [...lines, group, `quorum ${quorum}`, ''].join('\n');
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
        // The log can ask while it stops, when its checkpoint can no longer be read.
        receivers[0]!.behave((_, response) => {
          answer().then(
            (lines) => response.writeHead(200).end(lines),
            () => response.writeHead(503).end(),
          );
        });
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

  test('a witness that fills its answer with valid lines does not spoil the quorum of others', {
    timeout: 60_000,
  }, async () => {
    let service: RunningService | undefined;
    const keys = () => readKeys(service!.live);
    const hostile = ed25519Cosigner('w.example/ed', randomBytes(32));
    const witnesses = [createTestWitness(hostile, keys), mlDsa44(keys)];
    const started = await start(witnesses, 'either');
    service = started.service;
    const { live } = service;
    const known = await keys();
    // With the two of the log, as many as a note can have.
    receivers[0]!.behave(
      onlyLive(({ body }, response) => {
        const { checkpoint } = openCheckpoint(body.slice(body.indexOf('\n\n') + 2), known)!;
        const lines = Array.from({ length: 98 }, (_, time) => hostile.sign(checkpoint, 1_000 + time));
        response.writeHead(200).end(lines.join(''));
      }),
    );
    const cosigned = async () => {
      const response = await fetch(`${live.url}/log/witnessed-checkpoint`);
      const policyKeys = started.policy.witnesses.map(({ key }) => key);
      return response.ok ? openCheckpoint(await response.text(), known, policyKeys)!.cosignedBy.length : 0;
    };
    await submit(service, started.org);
    await until('both cosigned', async () => (await cosigned()) === 2);
    const note = await (await fetch(`${live.url}/log/witnessed-checkpoint`)).text();
    assert.equal(note.split('\n').filter((line) => line.startsWith('— ')).length, 4);
    await service.stop();
  });

  test('a status 409 stops nothing by itself, and a signed larger checkpoint stops the log for all nodes', {
    timeout: 120_000,
  }, async () => {
    let service: RunningService | undefined;
    const keys = () => readKeys(service!.live);
    const started = await start([ed25519(keys), mlDsa44(keys)], 'w0');
    service = started.service;
    const { live, logLines } = service;
    await readProof(live, await submit(service, started.org));
    const { size, origin } = await readCheckpoint(live);
    const larger = { origin, size: size + 50, root: randomBytes(32) };
    const path = `/${hash('sha256', origin)}/checkpoint`;
    const show = (signers: readonly CheckpointSigner[]) => {
      const note = writeNote(
        writeCheckpointBody(larger),
        signers.map((signer) => signer.sign(larger, 1)),
      );
      receivers[0]!.behave((request, response) => {
        if (request.path.endsWith(path)) response.writeHead(200).end(note);
        else onlyLive(answering(409, `${size + 50}\n`))(request, response);
      });
    };
    const count = (message: string) => logLines.filter(({ msg }) => msg === message).length;

    // Nothing to show, or a checkpoint that a stranger signed under the name of the log.
    for (const behave of [
      () => receivers[0]!.behave(onlyLive(answering(409, `${size + 50}\n`))),
      () => show([ed25519Signer(origin, randomBytes(32))]),
    ]) {
      behave();
      await service.restart();
      await readProof(live, await submit(service, started.org));
      assert.equal(count('a witness did not cosign') > 0, true);
    }

    const { size: last } = await readCheckpoint(live);
    const vault = createKeyVault(() => readMasterKeyFile(started.service.dataDirectory), 'live');
    show(await openCheckpointSigners(service.database, vault, origin));
    service.expectErrors();
    await service.restart();
    const later = await submit(service, started.org);
    await setTimeout(2_500);
    assert.equal((await readCheckpoint(live)).size, last);
    const { status, body } = await live.call('GET', `/v1/records/${later}/proof`);
    assert.deepEqual([status, body.error], [404, 'proof_not_ready']);
    const stopped = 'the transparency log signs no more checkpoints';
    assert.equal(count(stopped), 1);

    // The database remembers, after the witness is gone.
    receivers[0]!.behave(answering(503));
    await service.restart();
    await until('it is reported again', () => count(stopped) === 2);
    assert.equal((await readCheckpoint(live)).size, last);
    const row = await service.database.read.selectFrom('log_checkpoint').select('lost_size').executeTakeFirst();
    assert.equal(row?.lost_size, size + 50);
    const metrics = await (await fetch(`${live.url}/metrics`)).text();
    assert.match(metrics, /^service_log_stopped\{environment="live"\} 1$/m);
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

// Three nodes over one PostgreSQL under load, with kill -9 again and again (KILLS=10 for more): no
// index of the transparency log appears twice, none is missing, no checkpoint shrinks or is
// inconsistent with an earlier one, and every acknowledged record is included within five seconds.
import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Checkpoint,
  openCheckpoint,
  opensEntry,
  proveConsistency,
  readVerifierKey,
  type VerifierKey,
  verifyConsistency,
} from '@content-provenance/engine/transparency';
import { readConfiguration } from '../src/configuration/read-configuration.ts';
import { createLog } from '../src/log.ts';
import { openDatabase, startService } from '../src/service.ts';
import { createClient } from '../test-support/http-client.ts';
import { expectProven, readProof, readWholeLog, tilesOf } from '../test-support/log-reader.ts';
import { outboxOf } from '../test-support/mail-server.ts';
import { withPostgres } from '../test-support/on-each-database.ts';
import { removeData, settingsFor } from '../test-support/running-service.ts';
import { makeSigningAccount, makeSubmission, type SigningAccount } from '../test-support/signing-client.ts';
import { type SpawnedService, spawnService } from '../test-support/spawned-service.ts';

const kills = Number(process.env.KILLS ?? 4);
const clientsPerNode = 4;
const includedWithin = 5_000;

interface Acknowledged {
  readonly recordId: string;
  readonly index: number;
  /** performance.now() of the response. */
  readonly time: number;
}

/** A checkpoint, and when it was seen first. */
type Seen = Checkpoint & { readonly time: number };

withPostgres(() => {
  test(`the log stays one sequence after ${kills} times kill -9 of one of three nodes under load`, {
    timeout: 300_000,
  }, async (t) => {
    const settings = await settingsFor({
      database: 'postgres',
      settings: { MASTER_KEY: randomBytes(32).toString('base64'), JWT_SECRET: randomBytes(32).toString('hex') },
    });
    const org = await makeOrganization(settings);
    const nodes = await Promise.all(Array.from({ length: 3 }, () => spawnService(settings)));
    const keys = await keysOf(nodes[0]!.liveUrl);
    const acknowledged: Acknowledged[] = [];
    const seen: Seen[] = [];
    let isDone = false;
    const isGoing = () => !isDone;
    const load = nodes.flatMap((_, place) =>
      Array.from({ length: clientsPerNode }, () => submitWhile(isGoing, () => nodes[place]!, org, acknowledged)),
    );
    const watching = watch(isGoing, () => nodes, keys, seen);

    for (let round = 0; round < kills; round += 1) {
      const enough = acknowledged.length + randomInt(60, 160);
      while (acknowledged.length < enough) await Promise.race([pause(10), Promise.all(load)]);
      const place = round % 3;
      await nodes[place]!.kill();
      nodes[place] = await spawnService(settings);
    }
    const last = performance.now();
    await pause(includedWithin);
    isDone = true;
    await Promise.all([...load, watching]);

    const indexes = acknowledged.map(({ index }) => index);
    assert.equal(new Set(indexes).size, indexes.length, 'no index was given twice');
    const database = openDatabase('live', readConfiguration(settings), createLog('silent'));
    const stored = await database.read.selectFrom('log_entries').select('log_index').orderBy('log_index').execute();
    assert.deepEqual(
      stored.map(({ log_index }) => log_index),
      stored.map((_, place) => place),
      'no index is missing',
    );
    await database.close();

    const delays = acknowledged
      .filter(({ time }) => time <= last)
      .map(({ index, time }) => (seen.find(({ size }) => size > index)?.time ?? Number.POSITIVE_INFINITY) - time);
    t.diagnostic(
      `${acknowledged.length} acknowledged, ${stored.length} entries, ${seen.length} checkpoints, ` +
        `included within ${Math.round(Math.max(...delays))} ms`,
    );
    assert.ok(Math.max(...delays) <= includedWithin, 'every acknowledged record was included in time');
    assert.ok(acknowledged.length > 60 * kills && seen.length > kills, 'the load was real');

    const place = { url: nodes[0]!.liveUrl };
    for (const [at, checkpoint] of seen.slice(1).entries()) await expectConsistent(place, seen[at]!, checkpoint);
    const entries = await readWholeLog(place);
    for (const { recordId, index } of sampleOf(acknowledged, 50)) {
      const proof = await readProof(place, recordId);
      assert.equal(proof.index, index);
      expectProven(proof, keys);
      assert.ok(opensEntry(entries[index]!, proof.opening));
    }
    for (const node of nodes) assert.equal(await node.stop(), 0);
    await removeData(settings);
  });
});

/** Sends records to the node at this place, whichever process that is at the moment. */
async function submitWhile(
  isGoing: () => boolean,
  nodeNow: () => SpawnedService,
  org: SigningAccount,
  acknowledged: Acknowledged[],
): Promise<void> {
  while (isGoing()) {
    try {
      const response = await fetch(`${nodeNow().liveUrl}/v1/records`, {
        method: 'POST',
        headers: { authorization: `Bearer ${org.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(makeSubmission(org.signer, org.generatorId)),
      });
      const body = (await response.json()) as { record_id: string; log_index: number };
      assert.equal(response.status, 201, JSON.stringify(body));
      acknowledged.push({ recordId: body.record_id, index: body.log_index, time: performance.now() });
    } catch (problem) {
      // fetch reports a lost connection as a TypeError. Anything else is an unexpected response.
      if (!(problem instanceof TypeError)) throw problem;
      await pause(50);
    }
  }
}

/** Asks all nodes in turn, as a monitor behind a load balancer does. */
async function watch(
  isGoing: () => boolean,
  nodesNow: () => readonly SpawnedService[],
  keys: readonly VerifierKey[],
  seen: Seen[],
): Promise<void> {
  for (let turn = 0; isGoing(); turn += 1) {
    const text = await fetch(`${nodesNow()[turn % 3]!.liveUrl}/log/checkpoint`)
      .then((response) => response.text())
      .catch(() => undefined);
    if (text !== undefined) {
      const opened = openCheckpoint(text, keys);
      assert.equal(opened?.signedBy.length, 2);
      const { checkpoint } = opened;
      const latest = seen.at(-1);
      assert.ok(!latest || checkpoint.size >= latest.size, `${latest?.size} shrank to ${checkpoint.size}`);
      if (checkpoint.size === latest?.size) assert.deepEqual(checkpoint.root, latest.root);
      else seen.push({ ...checkpoint, time: performance.now() });
    }
    await pause(20);
  }
}

async function expectConsistent(place: { url: string }, from: Checkpoint, to: Checkpoint): Promise<void> {
  const proof = from.size === 0 ? [] : await proveConsistency(from.size, to.size, tilesOf(place));
  const claim = { from: from.size, to: to.size, fromRoot: from.root, toRoot: to.root, proof };
  assert.ok(verifyConsistency(claim), `${from.size} and ${to.size} are consistent`);
}

async function keysOf(url: string): Promise<VerifierKey[]> {
  const text = await (await fetch(`${url}/log/keys`)).text();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => readVerifierKey(line)!);
}

function sampleOf<Value>(values: readonly Value[], count: number): Value[] {
  return Array.from({ length: count }, () => values[randomInt(values.length)]!);
}

/** Created by a service in this process that ends before the first kill. */
async function makeOrganization(settings: Readonly<Record<string, string>>): Promise<SigningAccount> {
  const configuration = readConfiguration(settings);
  const service = await startService(configuration, createLog('silent'));
  const live = createClient(() => service.live);
  const database = openDatabase('live', configuration, createLog('silent'));
  const org = await makeSigningAccount({ live, database, outbox: outboxOf(settings.DATA_DIR!) }, 'enterprise');
  await database.close();
  await service.stop();
  return org;
}

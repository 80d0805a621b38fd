// `provenance witness` as a process: every rule of C2SP tlog-witness over HTTP, two forks that the
// log's own key signed, and what is left after kill -9.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { request as openRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  mlDsa44Cosigner,
  openCheckpoint,
  proveConsistency,
  readVerifierKey,
  rootOf,
  verifyConsistency,
} from '@content-provenance/engine/transparency';
import { provenRoot } from '../../client/src/cli/transparency/other-root.ts';
import { openStateFolder, type StateFolder } from '../../client/src/cli/transparency/state-folder.ts';
import { openWitness } from '../../client/src/cli/transparency/witness.ts';
import { longTest } from '../../engine/test-support/test-run.ts';
import { run, start } from '../test-support/provenance-program.ts';
import { makeEntries, seedOf, TestLog } from '../test-support/static-log.ts';

const program = fileURLToPath(new URL('../../client/src/provenance.ts', import.meta.url));
const origin = 'log.example/log';

let folder: string;
const running: ChildProcess[] = [];
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'provenance-witness-'));
});
after(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Witness {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it printed at its start. */
  readonly vkey: string;
}

async function startWitness(state: string, log: TestLog, ...more: string[]): Promise<Witness> {
  const keys = log.vkeys.flatMap((vkey) => ['--log', vkey]);
  const words = ['witness', '--state', state, '--name', 'witness.example', '--port', '0', ...keys, ...more];
  const child = start(program, words);
  running.push(child);
  let said = '';
  let printed = '';
  child.stdout!.on('data', (chunk) => {
    printed += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('close', (code) => reject(new Error(`ended with ${code}: ${said}`)));
    child.stderr!.on('data', (chunk) => {
      said += chunk;
      const [, url] = /Listening on (\S+)\//.exec(said) ?? [];
      if (url) resolve({ url, child, vkey: printed.split('\n')[0]! });
    });
  });
}

async function kill({ child }: Witness, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
}

async function submit({ url }: Witness, body: string | Uint8Array<ArrayBuffer>) {
  const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

async function latestOf({ url }: Witness): Promise<string | null> {
  const response = await fetch(`${url}/${createHash('sha256').update(origin).digest('hex')}/checkpoint`);
  return response.status === 200 ? response.text() : null;
}

const newLog = async (entries: number) => {
  const log = new TestLog(origin);
  if (entries > 0) await log.add(makeEntries(entries));
  return log;
};

/** A log with the same key, and another entry at the end. */
const forkOf = async (log: TestLog, size: number, at = size - 1) => {
  const fork = new TestLog(origin);
  await fork.add([...log.entries.slice(0, at), ...makeEntries(size - at, 'other')]);
  return fork;
};

test('the first start makes a key of mode 0600, prints it with a policy line, and keeps it', async () => {
  const log = await newLog(1);
  const state = join(folder, 'key');
  const words = ['witness', '--state', state, '--print-key', '--url', 'https://witness.example/'];
  const nameless = await run(program, words);
  assert.deepEqual([nameless.code, nameless.output], [2, '']);
  const made = await run(program, [...words, '--name', 'witness.example/w1']);
  const [vkey, policyLine] = made.output.split('\n');
  assert.equal(made.code, 0, made.words);
  assert.equal(policyLine, `witness witness.example-w1 ${vkey} https://witness.example/`);
  assert.deepEqual([readVerifierKey(vkey!)?.name, readVerifierKey(vkey!)?.type], ['witness.example/w1', 'ml-dsa-44']);
  for (const name of ['key.json']) assert.equal(statSync(join(state, name)).mode & 0o777, 0o600);
  assert.equal(statSync(state).mode & 0o777, 0o700);
  const again = await run(program, words);
  assert.equal(again.output, made.output);
  const renamed = await run(program, [...words, '--name', 'another.example']);
  assert.deepEqual([renamed.code, renamed.output], [4, '']);
  const policy = join(folder, 'policy');
  writeFileSync(policy, `${log.vkeys.map((each) => `log ${each}\n`).join('')}quorum none\n`);
  const fromPolicy = start(program, ['witness', '--state', state, '--policy', policy, '--port', '0']);
  running.push(fromPolicy);
  const [said] = await once(fromPolicy.stderr!, 'data');
  assert.match(String(said), /witness\.example\/w1 accepts log\.example\/log/);
  fromPolicy.kill('SIGTERM');
  assert.equal((await once(fromPolicy, 'close'))[0], 0);
  for (const bad of [['witness'], ['witness', '--state', state], ['witness', '--state', state, '--log', 'nonsense']]) {
    assert.equal((await run(program, bad)).code, 2, bad.join(' '));
  }
});

test('each rule has its status: 200, 400, 403, 404, 409 and 422', async () => {
  const log = await newLog(20);
  const witness = await startWitness(join(folder, 'rules'), log);
  const key = readVerifierKey(witness.vkey)!;
  const logKeys = log.signers.map((signer) => signer.key);
  assert.equal(await latestOf(witness), null);

  // 404: an origin that it does not know, before any signature counts.
  const stranger = new TestLog('another.example/log');
  await stranger.add(makeEntries(3));
  assert.equal((await submit(witness, await stranger.submission(0, 3))).status, 404);

  // 403: no trusted key, a wrong signature of a trusted key, or no signature at all.
  const impostor = new TestLog(origin, 50);
  await impostor.add(makeEntries(20));
  assert.equal((await submit(witness, await impostor.submission(0, 20))).status, 403);
  const genuine = await log.sign(20);
  const other = await log.sign(10);
  const body = genuine.slice(0, genuine.indexOf('\n\n') + 2);
  const mixed = body + other.slice(other.indexOf('\n\n') + 2);
  assert.equal((await submit(witness, `old 0\n\n${mixed}`)).status, 403);
  assert.equal((await submit(witness, `old 0\n\n${body.slice(0, -1)}`)).status, 403);

  // 400: an old size above the size, and bodies that are not requests.
  assert.equal((await submit(witness, `old 21\n\n${genuine}`)).status, 400);
  const hash = Buffer.alloc(32, 7).toString('base64');
  for (const start of [
    '',
    'old',
    'old ',
    'old x',
    'old 01',
    'old -0',
    'old 1e1',
    'old +1',
    'old 99999999999999999999',
    'old 0 ',
    'OLD 0',
    'old 0\nshort',
    `old 0\n${hash.slice(0, -1)}`,
    `old 0\n${hash}=`,
    `old 0\n${`${hash}\n`.repeat(64).trimEnd()}`,
  ]) {
    assert.equal((await submit(witness, `${start}\n\n${genuine}`)).status, 400, JSON.stringify(start));
  }
  for (const note of [
    genuine.slice(0, -1),
    `${genuine}— x y\n`,
    genuine.replace('\n20\n', '\n020\n'),
    `${origin}\n\n— a\n`,
  ]) {
    assert.equal((await submit(witness, `old 0\n\n${note}`)).status, 400, JSON.stringify(note.slice(-40)));
  }
  const invalidText = new Uint8Array([...Buffer.from('old 0\n\n'), 0xff, 0xfe, ...Buffer.from(genuine)]);
  assert.equal((await submit(witness, invalidText)).status, 400);

  // 409: it has cosigned nothing yet.
  const conflict = await submit(witness, await log.submission(5, 20));
  assert.deepEqual(conflict, { status: 409, type: 'text/x.tlog.size', text: '0\n' });

  // 422: a proof for the empty tree. 400: an empty tree with another root is malformed.
  assert.equal((await submit(witness, `old 0\n${hash}\n\n${genuine}`)).status, 422);
  assert.equal((await submit(witness, `old 0\n\n${await log.sign(0, seedOf(9))}`)).status, 400);
  assert.equal(await latestOf(witness), null, 'nothing was stored so far');

  // 200: an empty tree, the first entries, the same again, and more.
  for (const [from, to] of [
    [0, 0],
    [0, 7],
    [7, 7],
    [7, 8],
    [8, 20],
  ] as const) {
    const { status, text } = await submit(witness, await log.submission(from, to));
    assert.equal(status, 200, `${from} → ${to}: ${text}`);
    const opened = openCheckpoint((await log.sign(to)) + text, logKeys, [key])!;
    assert.equal(opened.cosignedBy.length, 1);
    assert.ok(Math.abs(opened.cosignedBy[0]!.time! * 1_000 - Date.now()) < 60_000);
    const shown = openCheckpoint((await latestOf(witness))!, logKeys, [key])!;
    assert.deepEqual([shown.checkpoint.size, shown.signedBy.length, shown.cosignedBy.length], [to, 2, 1]);
  }
  // A stale old size gets the current one.
  assert.deepEqual(await submit(witness, await log.submission(8, 20)), { ...conflict, text: '20\n' });
  assert.deepEqual(await submit(witness, await log.submission(0, 7)), { ...conflict, text: '20\n' });

  // Foreign signature lines are ignored and never shown.
  const noisy = `${genuine}— stranger.example ${Buffer.alloc(70, 1).toString('base64')}\n`;
  assert.equal((await submit(witness, `old 20\n\n${noisy}`)).status, 200);
  assert.doesNotMatch((await latestOf(witness))!, /stranger/);

  const options = { method: 'GET' } as const;
  assert.equal((await fetch(`${witness.url}/add-checkpoint`, options)).status, 405);
  assert.equal((await fetch(`${witness.url}/${'0'.repeat(64)}/checkpoint`)).status, 404);
  assert.equal((await fetch(`${witness.url}/../../key.json`)).status, 404);
  await kill(witness, 'SIGTERM');
});

test('two forks signed by the key of the log are refused and kept as evidence', async () => {
  const log = await newLog(40);
  const state = join(folder, 'forks');
  const witness = await startWitness(state, log);
  assert.equal((await submit(witness, await log.submission(0, 30))).status, 200);
  // The same size with another root.
  const same = await forkOf(log, 30);
  const forked = await same.sign(30);
  assert.equal((await submit(witness, `old 30\n\n${forked}`)).status, 422);
  // A larger tree that does not contain the one before, with its own honest proof.
  const larger = await forkOf(log, 40, 25);
  assert.equal((await submit(witness, await larger.submission(30, 40))).status, 422);
  // The honest tree with a proof that does not hold: every hash altered once.
  const honest = await log.submission(30, 40);
  const lines = honest.slice(0, honest.indexOf('\n\n')).split('\n');
  for (let place = 1; place < lines.length; place += 1) {
    const altered = [...lines];
    const hash = Buffer.from(lines[place]!, 'base64');
    hash[place]! ^= 1;
    altered[place] = hash.toString('base64');
    const body = altered.join('\n') + honest.slice(honest.indexOf('\n\n'));
    assert.equal((await submit(witness, body)).status, 422, `hash ${place}`);
  }
  assert.equal((await submit(witness, honest.replace(`${lines[1]}\n`, ''))).status, 422, 'a hash is missing');

  const kept = readdirSync(join(state, 'evidence'));
  const forks = kept.filter((name) => name.startsWith('fork-'));
  assert.equal(forks.length, 2, kept.join(' '));
  const fileOf = (name: string, what: string) => join(state, 'evidence', name, what);
  const fork = forks.find((name) => !existsSync(fileOf(name, 'consistency.proof')))!;
  const files = ['stored', 'refused'].map((name) => fileOf(fork, `${name}.checkpoint`));
  // The larger tree: its own proof shows that it begins with another tree of size 30.
  const split = forks.find((name) => name !== fork)!;
  const hashes = readFileSync(fileOf(split, 'consistency.proof'), 'utf8').trimEnd().split('\n');
  const claim = {
    from: 30,
    to: 40,
    toRoot: await rootOf(40, larger.tiles),
    proof: hashes.map((hash) => new Uint8Array(Buffer.from(hash, 'base64'))),
  };
  assert.ok(verifyConsistency({ ...claim, fromRoot: await rootOf(30, larger.tiles) }));
  assert.ok(!verifyConsistency({ ...claim, fromRoot: await rootOf(30, log.tiles) }));
  assert.equal(kept.filter((name) => name.startsWith('unproven-')).length, 1, 'one checkpoint, many junk proofs');
  assert.equal(readFileSync(files[1]!, 'utf8'), forked);
  const shown = await run(program, ['monitor', '--compare', ...files, '--log', log.vkeys[0]!]);
  assert.deepEqual([shown.code, /two different roots for size 30/.test(shown.output)], [5, true], shown.words);
  // The same contradiction again needs no second folder.
  await submit(witness, `old 30\n\n${forked}`);
  assert.equal(readdirSync(join(state, 'evidence')).length, kept.length);
  // The honest log still goes on.
  assert.equal((await submit(witness, honest)).status, 200);
  await kill(witness, 'SIGTERM');
});

test('junk proofs with public checkpoints never take the place of a fork', async () => {
  const log = await newLog(300);
  const state = await openStateFolder(join(folder, 'junk'));
  const said: string[] = [];
  const keys = log.signers.map(({ key }) => key);
  let clock = Date.now();
  const note = (line: string) => said.push(line);
  const parts = { logs: new Map([[origin, keys]]), signer: mlDsa44Cosigner('w', seedOf(5)), note };
  const witness = openWitness({ ...parts, state, now: () => (clock += 1_000) });
  const send = async (body: string) => (await witness.addCheckpoint(Buffer.from(body))).status;
  assert.equal(await send(await log.submission(0, 70)), 200);
  const junk = Buffer.alloc(32, 7).toString('base64');
  for (let size = 71; size < 300; size += 1) {
    assert.equal(await send(`old 70\n${junk}\n\n${await log.sign(size)}`), 422);
  }
  const kept = (kind: string) => readdirSync(join(state.path, 'evidence')).filter((name) => name.startsWith(kind));
  assert.deepEqual([kept('fork').length, kept('unproven').length], [0, 20]);
  assert.ok(said.length < 10, said.join('\n'));
  assert.match(said.at(-1)!, /proves nothing about the log/);
  // The same fork again and again, between new cosignatures of the same tree, is one fork.
  const fork = await forkOf(log, 70);
  for (let round = 0; round < 5; round += 1) {
    assert.equal(await send(`old 70\n\n${await fork.sign(70)}`), 422);
    assert.equal(await send(await log.submission(70, 70)), 200);
  }
  assert.equal(kept('fork').length, 1);
  const larger = await forkOf(log, 90, 60);
  assert.equal(await send(await larger.submission(70, 90)), 422);
  assert.equal(kept('fork').length, 2);
  state.release();
});

test('a proof shows the other root of a larger tree, unless it starts at a power of two', async () => {
  const log = await newLog(40);
  for (let from = 1; from < 40; from += 1) {
    for (const to of [from + 1, 40].filter((size) => size <= 40 && size > from)) {
      const proof = await proveConsistency(from, to, log.tiles);
      const claim = { from, to, toRoot: await rootOf(to, log.tiles), proof };
      const expected = Number.isInteger(Math.log2(from)) ? null : Buffer.from(await rootOf(from, log.tiles));
      const found = provenRoot(claim);
      assert.deepEqual(found && Buffer.from(found), expected, `${from} → ${to}`);
      const altered = proof.map((hash, place) => (place === proof.length - 1 ? seedOf(9) : hash));
      assert.equal(provenRoot({ ...claim, proof: altered }), null);
      assert.equal(provenRoot({ ...claim, proof: [...proof, seedOf(9)] }), null);
    }
  }
});

test('of many requests at once, each accepted one extends the one before', async () => {
  const log = await newLog(64);
  const witness = await startWitness(join(folder, 'concurrent'), log);
  const results = await Promise.all(
    Array.from({ length: 40 }, async (_, place) => ({
      place,
      ...(await submit(witness, await log.submission(0, place + 1))),
    })),
  );
  const accepted = results.filter(({ status }) => status === 200);
  assert.equal(accepted.length, 1, 'only one extends the empty tree');
  for (const { status, text } of results) if (status === 409) assert.equal(text, `${accepted[0]!.place + 1}\n`);
  assert.deepEqual([...new Set(results.map(({ status }) => status))].sort(), [200, 409]);
  await kill(witness, 'SIGTERM');
});

longTest('after kill -9 at any moment, nothing that was acknowledged is forgotten', async () => {
  const log = await newLog(400);
  const state = join(folder, 'kill');
  let acknowledged = 0;
  let next = 1;
  for (let round = 0; round < 6; round += 1) {
    const witness = await startWitness(state, log);
    const closed = once(witness.child, 'close');
    // In the middle of the requests that follow, at another point in each round.
    let end: NodeJS.Timeout | undefined;
    for (let accepted = 0; ; ) {
      const [size, answer] = await tell(witness, next).catch(() => [next, undefined] as const);
      if (!answer) break;
      if (answer.status === 200) {
        [acknowledged, next] = [size, size + 1];
        accepted += 1;
        if (accepted === 2 + round) end = setTimeout(() => witness.child.kill('SIGKILL'), 7 * round);
      }
      if (answer.status !== 200) assert.equal(answer.status, 409);
      if (acknowledged >= log.size - 1) break;
    }
    clearTimeout(end);
    witness.child.kill('SIGKILL');
    await closed;
  }
  assert.ok(acknowledged > 0);
  const witness = await startWitness(state, log);
  const stored = openCheckpoint(
    (await latestOf(witness))!,
    log.signers.map(({ key }) => key),
  )!.checkpoint;
  // At most the one request whose response was lost.
  assert.ok(stored.size === acknowledged || stored.size === acknowledged + 1, `${stored.size}, ${acknowledged}`);
  assert.deepEqual(Buffer.from(stored.root), Buffer.from(await rootOf(stored.size, log.tiles)));
  const fork = await forkOf(log, stored.size);
  assert.equal((await submit(witness, `old ${stored.size}\n\n${await fork.sign(stored.size)}`)).status, 422);
  assert.deepEqual(
    readdirSync(join(state, 'logs', createHash('sha256').update(origin).digest('hex'))).filter(
      (name) => name === 'checkpoint',
    ),
    ['checkpoint'],
  );
  await kill(witness, 'SIGTERM');

  /** As a log does: after a conflict, it continues from the size that the witness names. */
  async function tell(witness: Witness, size: number) {
    let answer = await submit(witness, await log.submission(acknowledged, size));
    if (answer.status === 409) {
      const current = Number(answer.text);
      assert.ok(current === acknowledged || current === acknowledged + 1, `${current} after ${acknowledged}`);
      acknowledged = current;
      const wanted = Math.max(size, current);
      answer = await submit(witness, await log.submission(current, wanted));
      return [wanted, answer] as const;
    }
    return [size, answer] as const;
  }
});

test('a state that was written before the response was sent counts', async () => {
  const log = await newLog(10);
  const state = await openStateFolder(join(folder, 'unsent'));
  const keys = log.signers.map(({ key }) => key);
  const parts = { logs: new Map([[origin, keys]]), signer: mlDsa44Cosigner('w', seedOf(5)), note() {}, now: Date.now };
  // As after kill -9 between the two: the write is done and never returns.
  const written = Promise.withResolvers<void>();
  const stuck: StateFolder = {
    ...state,
    async write(name, content) {
      await state.write(name, content);
      written.resolve();
      return new Promise(() => undefined);
    },
  };
  void openWitness({ ...parts, state: stuck }).addCheckpoint(Buffer.from(await log.submission(0, 6)));
  await written.promise;
  const next = openWitness({ ...parts, state });
  const fork = await forkOf(log, 6);
  const answers = [];
  for (const body of [await fork.submission(0, 6), await fork.submission(6, 6), await log.submission(0, 6)]) {
    answers.push((await next.addCheckpoint(Buffer.from(body))).status);
  }
  assert.deepEqual(answers, [409, 422, 409]);
  assert.equal((await next.addCheckpoint(Buffer.from(await log.submission(6, 6)))).status, 200);
  // A disk that refuses to write: no cosignature leaves.
  const broken = { ...state, write: () => Promise.reject(new Error('The disk is full.')) };
  const full = openWitness({ ...parts, state: broken });
  await assert.rejects(full.addCheckpoint(Buffer.from(await log.submission(6, 8))), /disk is full/);
  assert.match(full.latest(createHash('sha256').update(origin).digest('hex'))!, /\n6\n/);
  state.release();
});

test('of several processes that find an abandoned lock, one gets the folder', async () => {
  const path = join(folder, 'abandoned');
  const first = await openStateFolder(path);
  const lock = readFileSync(join(path, 'lock'), 'utf8');
  first.release();
  const elsewhere = { ...JSON.parse(lock), host: 'another-host', nonce: 'x' };
  writeFileSync(join(path, 'lock'), JSON.stringify(elsewhere));
  await assert.rejects(openStateFolder(path), /in use by process \d+ on another-host/);
  const longAgo = new Date(Date.now() - 120_000);
  utimesSync(join(path, 'lock'), longAgo, longAgo);
  const tries = await Promise.allSettled([1, 2, 3].map(() => openStateFolder(path)));
  const opened = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  assert.equal(opened.length, 1);
  await opened[0]!.write('file', 'content');
  writeFileSync(join(path, 'lock'), JSON.stringify(elsewhere));
  await assert.rejects(opened[0]!.write('file', 'other'), /in use/);
  assert.equal(readFileSync(join(path, 'file'), 'utf8'), 'content');
  opened[0]!.release();
});

longTest('a damaged state stops the witness, and so does a second process on its folder', async () => {
  const log = await newLog(10);
  const state = join(folder, 'locked');
  const witness = await startWitness(state, log);
  await submit(witness, await log.submission(0, 5));
  const second = await run(program, ['witness', '--state', state, '--log', log.vkeys[0]!, '--port', '0']);
  assert.deepEqual([second.code, /in use by process/.test(second.words)], [4, true], second.words);
  assert.equal((await submit(witness, await log.submission(5, 6))).status, 200, 'the first one goes on');
  const printed = await run(program, ['witness', '--state', state, '--print-key']);
  assert.deepEqual([printed.code, printed.output.split('\n')[0]], [0, witness.vkey]);
  await kill(witness);
  const file = join(state, 'logs', createHash('sha256').update(origin).digest('hex'), 'checkpoint');
  const stored = readFileSync(file, 'utf8');
  writeFileSync(file, stored.replace('\n6\n', '\n5\n'));
  const damaged = await run(program, ['witness', '--state', state, '--log', log.vkeys[0]!, '--port', '0']);
  assert.deepEqual([damaged.code, /damaged/.test(damaged.words)], [4, true], damaged.words);
  writeFileSync(file, stored);
  const restored = await startWitness(state, log);
  assert.equal((await submit(restored, await log.submission(6, 7))).status, 200);
  await kill(restored, 'SIGTERM');
});

test('hostile requests get a status and leave the witness as it was', async () => {
  // With a second signature, a changed name of the first would only make it an unknown one.
  const log = new TestLog(origin, 1, 1);
  await log.add(makeEntries(10));
  const witness = await startWitness(join(folder, 'hostile'), log);
  const genuine = await log.submission(0, 10);
  assert.equal((await submit(witness, 'x'.repeat(1024 * 1024))).status, 413);
  for (let at = 0; at < genuine.length; at += 1) {
    const bytes = Buffer.from(genuine);
    bytes[at]! ^= 1 << (at % 8);
    const { status } = await submit(witness, new Uint8Array(bytes));
    assert.ok([400, 403, 404, 409, 422].includes(status), `byte ${at}: ${status}`);
  }
  for (const length of [0, 1, 6, 40, genuine.length - 1]) {
    assert.ok((await submit(witness, genuine.slice(0, length))).status >= 400, `${length} bytes`);
  }
  const { hostname, port } = new URL(witness.url);
  // A header of 20 kB, and a body that breaks off.
  const large = openRequest({ hostname, port, headers: { 'x-large': 'x'.repeat(20_000) } });
  large.on('error', () => undefined).end();
  assert.equal(((await once(large, 'response'))[0] as { statusCode: number }).statusCode, 431);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write('POST /add-checkpoint HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nold 0');
  socket.resume().end();
  await once(socket, 'close');
  assert.equal(await latestOf(witness), null);
  assert.equal((await submit(witness, genuine)).status, 200);
  await kill(witness, 'SIGTERM');
});

longTest('a slow request ends after its time limit', async () => {
  const log = await newLog(1);
  const witness = await startWitness(join(folder, 'slow'), log);
  const { hostname, port } = new URL(witness.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write('POST /add-checkpoint HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nold 0');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  await once(socket, 'close');
  assert.match(received, /^HTTP\/1\.1 408 /);
  await kill(witness, 'SIGTERM');
});

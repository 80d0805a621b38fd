// `provenance monitor` as a process against a log that the test serves: an honest one that grows,
// one that forks or shrinks between two runs, and one with an altered byte in each file.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { mlDsa44Cosigner, tagOf, writeEntry, writeVerifierKey } from '@content-provenance/engine/transparency';
import { longTest } from '../../engine/test-support/test-run.ts';
import { linesOf, run, start } from '../test-support/provenance-program.ts';
import { makeEntries, type ServedLog, seedOf, serveLog, TestLog } from '../test-support/static-log.ts';

const program = fileURLToPath(new URL('../../client/src/provenance.ts', import.meta.url));
const origin = 'log.example/log';
const monitoringKey = seedOf(77);

let folder: string;
let log: TestLog;
let served: ServedLog;
let states = 0;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'provenance-monitor-'));
  served = await serveLog(() => log);
});
after(async () => {
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
});

const newState = () => join(folder, `state-${states++}`);
const keysOf = ({ vkeys }: TestLog) => vkeys.flatMap((vkey) => ['--log', vkey]);

async function makeLog(count: number, label?: string): Promise<TestLog> {
  const made = new TestLog(origin);
  await made.add(makeEntries(count, label));
  return made;
}

/** The same log up to an index, and other entries from there. */
async function forkOf(source: TestLog, from: number, size: number): Promise<TestLog> {
  const fork = new TestLog(origin);
  await fork.add([...source.entries.slice(0, from), ...makeEntries(size - from, 'other')]);
  return fork;
}

const check = (state: string, ...more: string[]) =>
  run(program, ['monitor', served.url, '--state', state, '--once', '--json', ...keysOf(log), ...more]);

function evidenceOf(state: string): string[] {
  const all = join(state, 'evidence');
  return existsSync(all) ? readdirSync(all).map((name) => join(all, name)) : [];
}

function makeOwnEntry(nonceByte: number, key: Uint8Array): Uint8Array {
  const nonce = new Uint8Array(16).fill(nonceByte);
  return writeEntry({ kind: 'record', nonce, tag: tagOf(key, nonce), commitment: seedOf(nonceByte) });
}

test('an honest log that grows is consistent, and every entry is read once', async () => {
  log = await makeLog(300);
  const state = newState();
  const first = await check(state);
  assert.deepEqual([first.code, linesOf(first)], [0, [checked(300, 300)]], first.words);
  assert.deepEqual(linesOf(await check(state)), [checked(300, 0)]);
  let size = 300;
  for (const more of [1, 211, 1, 700]) {
    await log.add(makeEntries(more, 'entry', size));
    size += more;
    const next = await check(state);
    assert.deepEqual([next.code, linesOf(next)], [0, [checked(size, more)]], next.words);
  }
  log.asked.length = 0;
  await check(state);
  assert.deepEqual(log.asked, ['checkpoint'], 'what was read is not read again');
  assert.deepEqual(evidenceOf(state), []);

  function checked(total: number, fresh: number) {
    const root = log.checkpoint.split('\n')[2];
    const counts = { new_entries: fresh, own_entries: 0, unknown_entries: fresh };
    return { event: 'checked', origin, size: total, root, ...counts, complete: true, witnessed: null };
  }
});

longTest('the keys of the log are trusted on first use, with a warning, and never replaced', async () => {
  log = await makeLog(10);
  const state = newState();
  const words = ['monitor', served.url, '--state', state, '--once', '--json'];
  const first = await run(program, words);
  assert.deepEqual([first.code, /come from the log itself/.test(first.words)], [0, true], first.words);
  const again = await run(program, words);
  assert.deepEqual([again.code, again.words], [0, '']);
  log = new TestLog(origin, 40);
  await log.add(makeEntries(12));
  const replaced = await run(program, words);
  assert.deepEqual([replaced.code, linesOf(replaced)[0].kind], [5, 'signature']);
});

test('own entries are found by their tag, and foreign ones are not', async () => {
  log = new TestLog(origin);
  const foreign = seedOf(78);
  const entries = Array.from({ length: 600 }, (_, at) =>
    makeOwnEntry(at % 251, at % 97 === 5 ? monitoringKey : foreign),
  );
  await log.add(entries);
  const own = [5, 102, 199, 296, 393, 490, 587];
  const keyFile = join(folder, 'monitoring-key');
  writeFileSync(keyFile, `${Buffer.from(monitoringKey).toString('base64url')}\n`);
  const found = await check(newState(), '--monitoring-key-file', keyFile);
  const events = linesOf(found).filter(({ event }) => event === 'own_entry');
  assert.deepEqual(
    events,
    own.map((index) => ({ event: 'own_entry', index, kind: 'record' })),
  );
  const env = { PROVENANCE_MONITORING_KEY: Buffer.from(seedOf(79)).toString('base64url') };
  const words = ['monitor', served.url, '--state', newState(), '--once', '--json', ...keysOf(log)];
  const others = linesOf(await run(program, words, { env }));
  assert.deepEqual(
    others.map(({ event, own_entries }) => [event, own_entries]),
    [['checked', 0]],
  );
  const bad = await run(program, words, { env: { PROVENANCE_MONITORING_KEY: 'nonsense' } });
  assert.deepEqual([bad.code, /43 characters/.test(bad.words)], [4, true]);
});

test('a fork between two runs is shown, with both checkpoints as evidence that anyone can check', async () => {
  const honest = await makeLog(300);
  const cases = [
    { fork: await forkOf(honest, 299, 300), sentence: /two different roots for size 300/, code: 5 },
    { fork: await forkOf(honest, 100, 520), sentence: /does not contain the one of size 300/, code: 5 },
  ];
  for (const { fork, sentence, code } of cases) {
    const state = newState();
    log = honest;
    assert.equal((await check(state)).code, 0);
    log = fork;
    const alarm = await check(state);
    const [event] = linesOf(alarm);
    assert.deepEqual([alarm.code, event.event, event.kind], [code, 'misbehavior', 'fork'], alarm.output);
    assert.match(event.message, sentence);
    const [evidence, ...more] = evidenceOf(state);
    assert.deepEqual([evidence, more], [event.evidence, []]);
    const files = ['first', 'second'].map((name) => join(evidence!, `${name}.checkpoint`));
    assert.deepEqual(
      files.map((file) => readFileSync(file, 'utf8')),
      [honest.checkpoint, fork.checkpoint],
    );
    // With the log that serves the fork, the two files prove it again.
    const compared = await run(program, ['monitor', '--compare', ...files, served.url, ...keysOf(log)]);
    assert.deepEqual([compared.code, sentence.test(compared.output)], [5, true], compared.words + compared.output);
    // The alarm stays until somebody looks.
    assert.equal((await check(state)).code, 5);
    assert.equal(evidenceOf(state).length, 1);
  }
});

longTest('a checkpoint that somebody kept catches a log that was rewritten', async () => {
  const honest = await makeLog(300);
  const kept = join(folder, 'kept.checkpoint');
  writeFileSync(kept, await honest.sign(120));
  log = honest;
  assert.equal((await check(newState(), '--checkpoint', kept)).code, 0);
  log = await forkOf(honest, 50, 400);
  const alarm = await check(newState(), '--checkpoint', kept);
  assert.deepEqual([alarm.code, linesOf(alarm)[0].kind], [5, 'fork']);
  log = await forkOf(honest, 200, 400);
  assert.equal((await check(newState(), '--checkpoint', kept)).code, 0, 'what was kept is in this one');
  writeFileSync(kept, (await honest.sign(120)).replace('\n120\n', '\n121\n'));
  const unsigned = await check(newState(), '--checkpoint', kept);
  assert.deepEqual([unsigned.code, /not a checkpoint that/.test(unsigned.words)], [4, true]);
});

longTest('a log that shrinks is shown', async () => {
  log = await makeLog(30);
  const state = newState();
  assert.equal((await check(state)).code, 0);
  log.checkpoint = await log.sign(29);
  const alarm = await check(state);
  assert.deepEqual([alarm.code, linesOf(alarm)[0].kind], [5, 'shrunk']);
  assert.match(linesOf(alarm)[0].message, /30 entries earlier and shows 29 now/);
});

longTest('an altered byte in any served file is found', async () => {
  log = await makeLog(258);
  const state = newState();
  log.checkpoint = await log.sign(100);
  assert.equal((await check(state)).code, 0);
  const stored = readFileSync(join(state, 'monitor.json'));
  log.checkpoint = await log.sign(258);
  log.asked.length = 0;
  const copy = newState();
  await check(copy);
  const paths = [...new Set(log.asked)];
  const expected = [
    'checkpoint',
    'tile/0/000',
    'tile/0/001.p/2',
    'tile/1/000.p/1',
    'tile/entries/000',
    'tile/entries/001.p/2',
  ];
  assert.deepEqual([...paths].sort(), expected);
  for (const path of paths) {
    const { length } = (await log.file(path))!;
    for (const at of [0, Math.floor(length / 2), length - 1]) {
      log.tampering.set(path, (bytes) => {
        const altered = Uint8Array.from(bytes);
        altered[at]! ^= 4;
        return altered;
      });
      const again = newState();
      const { code, output, words } = await check(again);
      // A checkpoint that is not one any more is an unreadable log.
      assert.ok(code === 5 || (path === 'checkpoint' && code === 4), `${path}, byte ${at}: ${code} ${output}${words}`);
    }
    log.tampering.clear();
  }
  assert.notEqual(stored.length, 0);
});

longTest('a broken copy in a cache on the way raises no alarm', async () => {
  log = await makeLog(300);
  for (const path of ['tile/entries/000', 'tile/0/000', 'tile/1/000.p/1', 'checkpoint']) {
    let served = 0;
    log.tampering.set(path, (bytes) =>
      served++ === 0 ? bytes.map((byte, at) => (at === 200 ? byte ^ 1 : byte)) : bytes,
    );
    const { code, words, output } = await check(newState());
    assert.equal(code, 0, `${path}: ${output}${words}`);
    log.tampering.clear();
  }
});

longTest('a log that cannot be read is a failure and no alarm', async () => {
  log = await makeLog(10);
  const state = newState();
  assert.equal((await check(state)).code, 0);
  log.status = 503;
  const busy = await check(state);
  assert.deepEqual([busy.code, linesOf(busy)[0].event], [4, 'unavailable']);
  log.status = 200;
  log.tampering.set('checkpoint', () => Buffer.from('<html>Sign in to this network</html>'));
  assert.deepEqual((await check(state)).code, 4);
  log.tampering.clear();
  const nowhere = await run(program, ['monitor', 'http://127.0.0.1:1/log', '--state', state, '--once', ...keysOf(log)]);
  assert.deepEqual([nowhere.code, /says nothing about the log/.test(nowhere.words)], [4, true], nowhere.words);
  assert.deepEqual(evidenceOf(state), []);
  assert.equal((await check(state)).code, 0);
});

test('a policy requires the cosignatures of its witnesses', async () => {
  log = await makeLog(10);
  const witness = mlDsa44Cosigner('witness.example', seedOf(60));
  const policy = join(folder, 'policy');
  const lines = log.vkeys.map((vkey) => `log ${vkey}`);
  writeFileSync(policy, [...lines, `witness w ${writeVerifierKey(witness.key)}`, 'quorum w', ''].join('\n'));
  const words = ['monitor', served.url, '--once', '--json', '--policy', policy, '--state'];
  const alone = await run(program, [...words, newState()]);
  assert.deepEqual([alone.code, linesOf(alone)[0].witnessed], [6, { size: null, names: [] }], alone.words);
  const [, , root] = log.checkpoint.split('\n');
  const checkpoint = { origin, size: 10, root: new Uint8Array(Buffer.from(root!, 'base64')) };
  log.checkpoint += witness.sign(checkpoint, 1_700_000_000);
  const cosigned = await run(program, [...words, newState()]);
  const witnessed = { size: 10, names: ['witness.example'] };
  assert.deepEqual([cosigned.code, linesOf(cosigned)[0].witnessed], [0, witnessed]);
  // The newest checkpoint has no cosignature yet, and an earlier one has.
  const earlier = log.checkpoint;
  await log.add(makeEntries(5, 'entry', 10));
  log.witnessed = earlier;
  const grown = await run(program, [...words, newState()]);
  const [event] = linesOf(grown);
  assert.deepEqual([grown.code, event.size, event.witnessed], [0, 15, witnessed], grown.words);
  // What the witnesses saw is not what the log shows.
  const fork = await forkOf(log, 8, 15);
  fork.witnessed = earlier;
  log = fork;
  const alarm = await run(program, [...words, newState()]);
  assert.deepEqual([alarm.code, linesOf(alarm)[0].kind], [5, 'fork'], alarm.output);
});

test('a witness that saw another tree shows the fork', async () => {
  const honest = await makeLog(20);
  const fork = await forkOf(honest, 15, 20);
  const witness = await startWitness(newState(), honest);
  try {
    const body = await honest.submission(0, 20);
    assert.equal((await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body })).status, 200);
    const policy = join(folder, 'policy-with-url');
    const lines = honest.vkeys.map((vkey) => `log ${vkey}`);
    writeFileSync(policy, [...lines, `witness w ${witness.vkey} ${witness.url}`, 'quorum none', ''].join('\n'));
    const words = ['monitor', served.url, '--once', '--json', '--policy', policy, '--state'];
    log = honest;
    assert.equal((await run(program, [...words, newState()])).code, 0);
    log = fork;
    const alarm = await run(program, [...words, newState()]);
    assert.deepEqual([alarm.code, linesOf(alarm)[0].kind], [5, 'fork'], alarm.output);
  } finally {
    witness.child.kill('SIGKILL');
  }
});

test('a run that could not read everything continues where it was', async () => {
  log = await makeLog(5_000);
  log.hidden.add('tile/entries/016');
  const state = newState();
  const broken = await check(state);
  assert.deepEqual([broken.code, linesOf(broken)[0].event], [4, 'unavailable'], broken.output);
  log.hidden.clear();
  log.asked.length = 0;
  const next = await check(state);
  assert.deepEqual([next.code, linesOf(next)[0].new_entries], [0, 5_000 - 16 * 256], next.output);
  assert.equal(log.asked.includes('tile/entries/015'), false, 'what was read is not read again');
});

test('a log that breaks off before the root is checked does not pass in the next run', async () => {
  const honest = await makeLog(300);
  log = await forkOf(honest, 10, 300);
  // Other entries than those that the log signed.
  log.checkpoint = honest.checkpoint;
  log.hidden.add('tile/1/000.p/1');
  const state = newState();
  const broken = await check(state);
  assert.deepEqual([broken.code, linesOf(broken)[0].event], [4, 'unavailable'], broken.output);
  log.hidden.clear();
  for (const _ of [1, 2]) {
    const next = await check(state);
    assert.deepEqual([next.code, linesOf(next)[0].kind], [5, 'misfit'], next.output);
  }
});

test('a state that was read without this monitoring key is refused instead of missing entries', async () => {
  log = new TestLog(origin);
  await log.add([makeOwnEntry(1, monitoringKey), makeOwnEntry(2, seedOf(78))]);
  const state = newState();
  const keyed = (key: Uint8Array) => ['--monitoring-key-file', fileWith(Buffer.from(key).toString('base64url'))];
  const fileWith = (text: string) => {
    const file = join(folder, `key-${text.slice(0, 4)}`);
    writeFileSync(file, text);
    return file;
  };
  assert.equal((await check(state)).code, 0);
  const late = await check(state, ...keyed(monitoringKey));
  assert.deepEqual([late.code, /without this monitoring key/.test(late.words)], [4, true], late.output);
  const own = newState();
  assert.equal(linesOf(await check(own, ...keyed(monitoringKey))).at(-1).own_entries, 1);
  assert.equal((await check(own, ...keyed(seedOf(78)))).code, 4, 'the key of another organization');
  await log.add([makeOwnEntry(3, monitoringKey)]);
  assert.equal(linesOf(await check(own, ...keyed(monitoringKey))).at(-1).own_entries, 1, 'it goes on');
  await log.add([makeOwnEntry(4, monitoringKey)]);
  assert.equal((await check(own)).code, 0);
  assert.equal((await check(own, ...keyed(monitoringKey))).code, 4, 'an entry was read without the key');
});

longTest('a run that is killed leaves a good state, and a run follows the log until it is stopped', async () => {
  log = await makeLog(9_000);
  const state = newState();
  const child = start(program, ['monitor', served.url, '--state', state, '--interval', '1', '--json', ...keysOf(log)]);
  let output = '';
  child.stdout!.on('data', (chunk) => {
    output += chunk;
  });
  await until(() => output.includes('"size":9000'));
  await log.add(makeEntries(5, 'entry', 9_000));
  await until(() => output.includes('"size":9005,'));
  const ended = once(child, 'close');
  const second = await check(state);
  assert.deepEqual([second.code, /in use by process/.test(second.words)], [4, true], 'one process for a folder');
  child.kill('SIGKILL');
  await ended;
  const { code, output: after } = await check(state);
  assert.deepEqual([code, /"new_entries":0/.test(after)], [0, true], after);
  const damaged = readFileSync(join(state, 'monitor.json'), 'utf8').replace('9005', '9006');
  writeFileSync(join(state, 'monitor.json'), damaged);
  const refused = await check(state);
  assert.deepEqual([refused.code, /damaged/.test(refused.words)], [4, true], refused.words);
});

test('two files are compared by size and root, and with the log by a consistency proof', async () => {
  const honest = await makeLog(300);
  const fork = await forkOf(honest, 10, 300);
  const files = { small: await honest.sign(100), large: honest.checkpoint, other: fork.checkpoint };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const compare = async (left: string, right: string, ...more: string[]) => {
    const words = ['monitor', '--compare', join(folder, left), join(folder, right), ...more];
    return (await run(program, words)).code;
  };
  const keys = keysOf(honest);
  log = honest;
  assert.equal(await compare('large', 'other', ...keys), 5);
  assert.equal(await compare('large', 'large', ...keys), 0);
  assert.equal(await compare('small', 'large', ...keys), 3, 'only the log can tell');
  assert.equal(await compare('large', 'small', served.url, ...keys), 0);
  log = fork;
  assert.equal(await compare('small', 'other', served.url, ...keys), 5);
  assert.equal(await compare('small', 'other'), 2, 'without a key nothing counts');
  assert.equal(await compare('small', 'other', '--log', new TestLog(origin, 9).vkeys[0]!), 4);
});

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function startWitness(state: string, { vkeys }: TestLog) {
  const keys = vkeys.flatMap((vkey) => ['--log', vkey]);
  const words = ['witness', '--state', state, '--name', 'w.example', '--port', '0', ...keys];
  const child: ChildProcess = start(program, words);
  let [printed, said] = ['', ''];
  child.stdout!.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr!.on('data', (chunk) => {
    said += chunk;
  });
  await until(() => /Listening on \S+\//.test(said));
  return { child, vkey: printed.split('\n')[0]!, url: /Listening on (\S+)\//.exec(said)![1]! };
}

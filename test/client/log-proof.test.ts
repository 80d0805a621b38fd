// The proof of a record from the real service, checked after the service is gone: by the SDK, by
// the command line and with policies. Every altered byte of a proof is refused. The monitor finds
// the records of one organization, and only these.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@content-provenance/client';
import { readCanonical } from '@content-provenance/client/node';
import {
  type LogFindings,
  type RecordProof,
  verifyBundle,
  verifyRecordProof,
} from '@content-provenance/client/signing';
import {
  commitmentOf,
  mlDsa44Cosigner,
  type Opening,
  readCheckpointBody,
  readLogProof,
  writeEntry,
  writeVerifierKey,
} from '@content-provenance/engine/transparency';
import type { Context } from '../../client/src/cli/command.ts';
import { describeLog } from '../../client/src/cli/describe-log.ts';
import { findLogKeys, findTrustedLog } from '../../client/src/cli/trusted-log.ts';
import { checkLog } from '../../client/src/signing/verify-log.ts';
import { askForTimestamp } from '../../engine/src/c2pa/timestamp.ts';
import { OpensslAuthority } from '../../service/test-support/openssl-authority.ts';
import { startRunningService } from '../../service/test-support/running-service.ts';
import { makeSigningAccount, registerGenerator } from '../../service/test-support/signing-client.ts';
import { linesOf, type ProgramRun, run } from '../test-support/provenance-program.ts';
import { makeEntries, seedOf, TestLog } from '../test-support/static-log.ts';

const program = fileURLToPath(new URL('../../client/src/provenance.ts', import.meta.url));

let folder: string;
let proof: RecordProof;
let bundle: string;
let text: Uint8Array;
const file = (name: string) => join(folder, name);
const monitored: Record<string, unknown>[][] = [];
let fetched: ProgramRun;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'provenance-log-proof-'));
  const service = await startRunningService();
  try {
    const accounts = [await makeSigningAccount(service), await makeSigningAccount(service)];
    for (const [at, { key: credential }] of accounts.entries()) {
      const client = createClient({ baseUrl: service.live.url, credential });
      const generatorId = await registerGenerator(service.live, credential);
      for (let count = 0; count <= at; count += 1) {
        const content = new Blob([`Text ${count} of organization ${at}, which a model wrote.\n`]);
        const signed = await client.sign({ content, model: 'writer-1', generatorId });
        text = new Uint8Array(await signed.content.arrayBuffer());
        proof = await waitForProof(() => client.records.proof(signed.recordId));
        bundle = await client.records.bundle(signed.recordId);
        fetched = await run(program, ['proof', signed.recordId, '--check', '--json'], {
          env: { PROVENANCE_URL: service.live.url },
        });
      }
      const config = { PROVENANCE_CONFIG: file('config'), PROVENANCE_URL: service.live.url };
      const login = await run(program, ['login'], { env: config, input: credential });
      assert.equal(login.code, 0, login.words);
      writeFileSync(file(`key-${at}`), (await client.account.monitoringKey()).monitoring_key);
    }
    for (const at of [0, 1]) {
      const words = ['monitor', `${service.live.url}/log`, '--once', '--json', '--state', file(`state-${at}`)];
      const result = await run(program, [...words, '--monitoring-key-file', file(`key-${at}`)]);
      assert.equal(result.code, 0, result.words + result.output);
      monitored.push(linesOf(result));
    }
  } finally {
    await service.stop();
  }
  for (const [name, content] of Object.entries({ text, bundle, proof: JSON.stringify(proof) })) {
    writeFileSync(file(name), content);
  }
});
after(() => rmSync(folder, { recursive: true, force: true }));

async function waitForProof(get: () => Promise<RecordProof>): Promise<RecordProof> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await get();
    } catch (problem) {
      if (attempt === 50) throw problem;
      await pause(100);
    }
  }
}

const policyOf = (vkeys: readonly string[], ...lines: string[]) =>
  [...vkeys.map((vkey) => `log ${vkey}`), ...lines, ''].join('\n');
const ownPolicy = () => policyOf(proof.log.verifier_keys, 'quorum none');
const strangers = new TestLog('stranger.example/log', 30);

test('the monitor finds every record of the organization and no other', () => {
  const own = monitored.map((events) => events.filter(({ event }) => event === 'own_entry').map(({ index }) => index));
  assert.deepEqual(
    own.map((indexes) => indexes.length),
    [1, 2],
  );
  assert.equal(own[1]!.at(-1), proof.index);
  for (const events of monitored) assert.equal(events.at(-1)!.unknown_entries, 0);
});

test('a bundle proves its log entry without the service, and a policy decides which log counts', async () => {
  const content = await readCanonical(text);
  const check = async (logPolicy?: string) => verifyBundle({ bundle, ...content, logPolicy });
  const alone = await check();
  assert.deepEqual([alone.authentic, alone.reason], [true, undefined]);
  const log = {
    index: proof.index,
    logged: false,
    key_known: null,
    key_from: 'bundle',
    witnesses: [],
    timestamp: null,
  };
  assert.deepEqual(alone.log, log);
  const known = { ...log, logged: true, key_known: true };
  assert.deepEqual((await check(ownPolicy())).log, { ...known, key_from: 'policy' });
  const keyed = (vkeys: readonly string[]) => verifyBundle({ bundle, ...content, logKeys: vkeys.join('\n') });
  assert.deepEqual((await keyed(proof.log.verifier_keys)).log, { ...known, key_from: 'keys' });
  assert.equal((await keyed(strangers.vkeys)).reason, 'log_key_unknown');
  const other = await check(policyOf(strangers.vkeys, 'quorum none'));
  assert.deepEqual([other.authentic, other.reason, other.log?.key_known], [false, 'log_key_unknown', false]);
  const witness = writeVerifierKey(mlDsa44Cosigner('w.example', seedOf(3)).key);
  const unmet = await check(policyOf(proof.log.verifier_keys, `witness w ${witness}`, 'quorum w'));
  assert.deepEqual([unmet.authentic, unmet.reason], [false, 'log_key_unknown']);
  await assert.rejects(check('nonsense'), /Line 1 of the policy/);
});

test('the command line says what the log proves, and checks policies', async () => {
  // The service itself shows its keys. The result says so.
  assert.equal(fetched.code, 0, fetched.output);
  assert.deepEqual(linesOf(fetched)[0].keys_from, 'service');
  writeFileSync(file('policy'), ownPolicy());
  writeFileSync(file('other-policy'), policyOf(strangers.vkeys, 'quorum none'));
  writeFileSync(file('bad-policy'), 'log nonsense\n');
  const verify = (...more: string[]) =>
    run(program, ['verify', '--offline', '--bundle', file('bundle'), ...more, file('text')]);
  const plain = await verify();
  assert.equal(plain.code, 0, plain.output + plain.words);
  assert.match(
    plain.output,
    new RegExp(`^ {2}log {8}entry ${proof.index} · under a key that the service names in this bundle`, 'm'),
  );
  assert.match((await verify('--policy', file('policy'))).output, /under a key of your policy/);
  const refused = await verify('--policy', file('other-policy'));
  assert.deepEqual([refused.code, /log_key_unknown/.test(refused.output)], [1, true]);
  assert.equal((await verify('--policy', file('bad-policy'))).code, 4);
  const stored = (...more: string[]) => run(program, ['proof', '--proof', file('proof'), ...more]);
  const alone = await stored();
  assert.deepEqual([alone.code, /^\? unproven .*log_key_not_given/.test(alone.output)], [3, true], alone.output);
  assert.doesNotMatch(alone.output, /in the log\b/);
  const checked = await stored('--policy', file('policy'));
  assert.deepEqual([checked.code, /✔ in the log/.test(checked.output)], [0, true], checked.words);
  assert.equal((await stored('--policy', file('other-policy'))).code, 1);
  writeFileSync(file('proof'), JSON.stringify({ ...proof, index: proof.index + 1 }));
  assert.deepEqual([(await stored()).code, (await run(program, ['proof'])).code], [1, 2]);
});

test('a bundle of a log proof about another record, or with another log, is refused', async () => {
  const { statement } = JSON.parse(bundle);
  const { record_id, content_hash, generator_id, kid, signed_at } = statement.record;
  const record = { record_id, content_hash, generator_id, kid, signed_at };
  assert.equal(checkLog(statement.log, record, {}, 'bundle').reason, undefined);
  for (const [name, value] of Object.entries(record)) {
    const result = checkLog(statement.log, { ...record, [name]: `${value}x` }, {}, 'bundle');
    assert.equal(result.reason, 'log_proof_invalid', name);
  }
  // An attacker with an own log and own keys: only a policy shows it.
  const opening = statement.log.opening as Opening;
  const entry = writeEntry({
    kind: 'record',
    nonce: new Uint8Array(16),
    tag: seedOf(1),
    commitment: commitmentOf(opening),
  });
  await strangers.add([entry]);
  const own = {
    ...statement.log,
    index: 0,
    log: { ...statement.log.log, origin: strangers.origin, verifier_keys: strangers.vkeys },
    entry: Buffer.from(entry).toString('base64'),
    proof: await strangers.prove(0),
  };
  assert.deepEqual(pick(checkLog(own, record, {}, 'proof').findings), [null, false, 'proof']);
  assert.equal(checkLog(own, record, { logPolicy: ownPolicy() }, 'bundle').reason, 'log_key_unknown');
  // As a proof on its own: consistent in itself, and never valid.
  const forged = { ...own, record_id } as RecordProof;
  const logKeys = proof.log.verifier_keys.join('\n');
  const alone = await verifyRecordProof({ proof: forged, expected: { content_hash } });
  assert.deepEqual([alone.valid, alone.reason, ...pick(alone.log)], [false, 'log_key_not_given', null, false, 'proof']);
  for (const trusted of [{ logKeys }, { logPolicy: ownPolicy() }, { logKeys: '' }]) {
    const { valid, reason } = await verifyRecordProof({ proof: forged, ...trusted });
    assert.deepEqual([valid, reason], [false, 'log_key_unknown']);
  }
  assert.equal((await verifyRecordProof({ proof, logKeys })).valid, true);
  await assert.rejects(verifyRecordProof({ proof, logKeys: 'nonsense' }), /keys of the log are malformed/);
  writeFileSync(file('forged'), JSON.stringify(forged));
  const words = ['proof', '--proof', file('forged')];
  const plain = await run(program, words);
  assert.deepEqual([plain.code, plain.output.includes('✔')], [3, false], plain.output);
  assert.deepEqual(linesOf(await run(program, [...words, '--json']))[0].keys_from, null);
  assert.equal((await run(program, words, { env: { PROVENANCE_CONFIG: file('config') } })).code, 1);
});

test('login saves the keys of the log, which then count without a policy', async () => {
  const { logKeys } = JSON.parse(readFileSync(file('config'), 'utf8'));
  assert.equal(logKeys.keys, `${proof.log.verifier_keys.join('\n')}\n`);
  writeFileSync(file('genuine'), JSON.stringify(proof));
  const env = { PROVENANCE_CONFIG: file('config') };
  const checked = await run(program, ['proof', '--proof', file('genuine')], { env });
  assert.deepEqual(
    [checked.code, /under a key that you saved at login/.test(checked.output)],
    [0, true],
    checked.output,
  );
  const [found] = linesOf(await run(program, ['proof', '--proof', file('genuine'), '--json'], { env }));
  assert.deepEqual([found.valid, found.keys_from, found.log.key_from], [true, 'login', 'keys']);
  const verified = ['verify', '--offline', '--bundle', file('bundle'), '--json', file('text')];
  const [offline] = linesOf(await run(program, verified, { env }));
  assert.deepEqual([offline.authentic, offline.log.key_known, offline.log.key_from], [true, true, 'keys']);
});

test('keys that arrive over plain HTTP from another machine are not trusted', async () => {
  const context = { configuration: { url: 'http://service.example' } } as Context;
  assert.deepEqual(await findTrustedLog(context, undefined, true), { from: null });
  for (const url of ['http://127.0.0.1.example', 'http://localhost.example', 'http://']) {
    assert.equal(await findLogKeys(url), undefined, url);
  }
  const other = { url: 'https://another.example', keys: 'saved' };
  const elsewhere = { configuration: { ...context.configuration, logKeys: other } } as Context;
  assert.deepEqual(await findTrustedLog(elsewhere, undefined, true), { from: null });
  assert.deepEqual(await findTrustedLog(elsewhere, undefined, false), { logKeys: 'saved', from: 'login' });
});

test('every altered byte of a proof is refused', async () => {
  const logPolicy = ownPolicy();
  const valid = async (changes: object) => {
    const altered = { ...proof, ...changes };
    const { valid } = await verifyRecordProof({ proof: altered, logPolicy });
    // Also without a policy, an altered proof is not even consistent.
    const { reason } = await verifyRecordProof({ proof: altered });
    assert.equal(reason, valid ? 'log_key_not_given' : 'log_proof_invalid');
    return valid;
  };
  assert.equal(await valid({}), true);
  const alterations = Array.from(proof.proof, (_, at) => at).filter((at) => at < 700 || at % 37 === 0);
  for (const at of alterations) {
    const bytes = Buffer.from(proof.proof);
    bytes[at]! ^= 1 << (at % 7);
    assert.equal(await valid({ proof: bytes.toString('utf8') }), false, `proof, byte ${at}`);
  }
  for (let at = 0; at < proof.entry.length; at += 1) {
    const bytes = Buffer.from(proof.entry);
    bytes[at]! ^= 1;
    assert.equal(await valid({ entry: bytes.toString('utf8') }), false, `entry, byte ${at}`);
  }
  for (const [name, value] of Object.entries(proof.opening)) {
    assert.equal(await valid({ opening: { ...proof.opening, [name]: `${value} ` } }), false, name);
  }
  const { log } = proof;
  for (const changes of [
    { record_id: 'x' },
    { record_id: undefined },
    { index: proof.index - 1 },
    { index: String(proof.index) },
    { opening: { ...proof.opening, more: 'x' } },
    { log: { ...log, origin: `${log.origin}x` } },
    { log: { ...log, verifier_keys: [] } },
    { log: { ...log, verifier_keys: strangers.vkeys } },
    { log: { ...log, verifier_keys: [...log.verifier_keys, strangers.vkeys[0]] } },
    { log: null },
    { entry: null },
    { proof: 5 },
    { timestamp: {} },
    { timestamp: undefined },
  ]) {
    assert.equal(await valid(changes), false, JSON.stringify(changes).slice(0, 60));
  }
  for (const hostile of [null, [], 'x', 5, {}]) {
    assert.equal((await verifyRecordProof({ proof: hostile as unknown as RecordProof })).valid, false);
  }
  const { content_hash } = proof.opening;
  const expected = async (fields: object) => (await verifyRecordProof({ proof, expected: fields, logPolicy })).valid;
  assert.deepEqual(
    [
      await expected({ content_hash }),
      await expected({ content_hash: 'sha3-256:0' }),
      await expected({ record_id: 'x' }),
    ],
    [true, false, false],
  );
});

test('a time stamp counts only if it covers the checkpoint in its proof', async () => {
  const authority = new OpensslAuthority();
  const clock = await authority.startTimestamps();
  try {
    const body = bodyOf(proof.proof);
    const token = await stampOf(clock.url, body);
    const check = async (timestamp: object) =>
      verifyRecordProof({ proof: { ...proof, timestamp } as RecordProof, logPolicy: ownPolicy() });
    const stamped = await check({ proof: proof.proof, token, stamped_at: '' });
    assert.equal(stamped.valid, true);
    // OpenSSL checks the signer, as the guide says: docs/use/verify-without-us.md.
    writeFileSync(file('stamped.txt'), body);
    writeFileSync(file('token.tst'), Buffer.from(token, 'base64'));
    writeFileSync(file('authority.pem'), authority.root);
    writeFileSync(file('stranger.pem'), authority.makeStranger());
    const command = ['ts', '-verify', '-token_in', '-in', file('token.tst'), '-data', file('stamped.txt'), '-CAfile'];
    authority.run(...command, file('authority.pem'));
    assert.throws(() => authority.run(...command, file('stranger.pem')));
    assert.match(String(authority.run('ts', '-reply', '-token_in', '-in', file('token.tst'), '-text')), /Time stamp: /);
    // Anyone could have made the token, with any time.
    assert.equal(stamped.log!.timestamp!.signer_checked, false);
    assert.ok(Math.abs(Date.parse(stamped.log!.timestamp!.states) - Date.now()) < 60_000);
    const words = describeLog(stamped.log);
    assert.match(words, /has a time stamp that states .*Its signer was not checked$/);
    for (const timestamp of [
      { proof: proof.proof, token: await stampOf(clock.url, `${body}x`), stamped_at: '' },
      { proof: proof.proof.replace('index', 'Index'), token, stamped_at: '' },
      { proof: proof.proof, token: 'AAAA', stamped_at: '' },
      { proof: proof.proof, token: token.slice(0, -8), stamped_at: '' },
    ]) {
      assert.equal((await check(timestamp)).reason, 'log_proof_invalid');
    }
  } finally {
    await clock.stop();
    authority.remove();
  }
});

test('a time stamp on a checkpoint that no trusted key signed is refused', async () => {
  const authority = new OpensslAuthority();
  const clock = await authority.startTimestamps();
  try {
    // An own log under the name of the real one, with the real entry at the real place.
    const entry = Buffer.from(proof.entry, 'base64');
    const forger = new TestLog(proof.log.origin, 40);
    await forger.add([...makeEntries(proof.index), entry]);
    const ownProof = await forger.prove(proof.index);
    const timestamp = { proof: ownProof, token: await stampOf(clock.url, bodyOf(ownProof)), stamped_at: '' };
    // The forger also signs the real checkpoint, so that one list of keys fits both.
    const real = readCheckpointBody(bodyOf(proof.proof))!;
    const both = proof.proof + forger.signers.map((signer) => signer.sign(real, 1_700_000_000)).join('');
    const forged = { ...proof, proof: both, log: { ...proof.log, verifier_keys: forger.vkeys }, timestamp };
    const unstamped = await verifyRecordProof({ proof: { ...forged, timestamp: null }, logPolicy: ownPolicy() });
    assert.equal(unstamped.valid, true, 'the signature of a stranger changes nothing');
    for (const trusted of [{ logPolicy: ownPolicy() }, { logKeys: proof.log.verifier_keys.join('\n') }]) {
      const { valid, reason, log } = await verifyRecordProof({ proof: forged, ...trusted });
      assert.deepEqual([valid, reason, log], [false, 'log_proof_invalid', null]);
    }
    const untrusted = await verifyRecordProof({ proof: forged });
    assert.deepEqual([untrusted.reason, untrusted.log?.timestamp], ['log_key_not_given', null]);
    // One trusted key of two is enough, as for the proof itself.
    const genuine = { ...timestamp, proof: proof.proof, token: await stampOf(clock.url, bodyOf(proof.proof)) };
    for (const vkey of proof.log.verifier_keys) {
      const found = await verifyRecordProof({ proof: { ...proof, timestamp: genuine }, logKeys: vkey });
      assert.deepEqual([found.valid, found.log?.timestamp?.signer_checked], [true, false]);
    }
  } finally {
    await clock.stop();
    authority.remove();
  }
});

const pick = (log: LogFindings | null) => [log?.key_known, log?.logged, log?.key_from];

/** A token of the authority at this address. */
async function stampOf(url: string, text: string): Promise<string> {
  const { request, accept } = askForTimestamp(Buffer.from(text));
  const response = await fetch(url, { method: 'POST', body: new Uint8Array(request) });
  return Buffer.from(accept(new Uint8Array(await response.arrayBuffer()))!).toString('base64');
}

/** The text of the checkpoint without its signatures. */
function bodyOf(text: string): string {
  const { checkpoint } = readLogProof(text)!;
  const body = checkpoint.slice(0, checkpoint.indexOf('\n\n') + 1);
  assert.ok(readCheckpointBody(body));
  return body;
}

// `provenance verify --receipt` and `provenance receipt check`: the packed program writes a receipt
// with the service, and checks it without.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type RunningService, startRunningService } from '../../service/test-support/running-service.ts';
import { makeSigningAccount } from '../../service/test-support/signing-client.ts';
import { linesOf, type PackedClient, packClient, run } from '../test-support/provenance-program.ts';

let service: RunningService;
let client: PackedClient;
let folder: string;
let env: Record<string, string>;
/** An address where nothing listens: a command that asks it fails. */
const nowhere = { PROVENANCE_URL: 'http://127.0.0.1:9' };
const at = (name: string) => join(folder, name);

before(async () => {
  [service, client] = await Promise.all([
    startRunningService({ settings: { VERIFY_LIMIT_PER_MINUTE: '0' } }),
    packClient(),
  ]);
  folder = mkdtempSync(join(tmpdir(), 'provenance-receipt-'));
  env = { PROVENANCE_URL: service.live.url, PROVENANCE_CONFIG: at('config.json') };
  writeFileSync(at('letter.txt'), 'A letter.\n');
  writeFileSync(at('other.txt'), 'A letter!\n');
  const written = await run(client.program, ['verify', '--receipt', at('receipt.jws'), at('letter.txt')], { env });
  assert.deepEqual([written.code, written.words], [3, `The receipt is in ${at('receipt.jws')}.\n`]);
  writeFileSync(at('keys.json'), JSON.stringify((await service.live.call('GET', '/v1/receipts/keys')).body));
});
after(async () => {
  await service.stop();
  client.remove();
  rmSync(folder, { recursive: true, force: true });
});

const check = (words: readonly string[], environment: Record<string, string> = nowhere) =>
  run(client.program, ['receipt', 'check', ...words], { env: environment });

test('a receipt is checked without the service, with a saved copy of its keys', async () => {
  const { code, output, words } = await check(['--keys', at('keys.json'), at('receipt.jws'), at('letter.txt')]);
  assert.deepEqual([code, words], [0, '']);
  assert.match(output, /✔ valid receipt/);
  assert.match(output, /nothing_found/);
  assert.match(output, /letter\.txt, 10 bytes/);
  const [found] = linesOf(await check(['--json', '--keys', at('keys.json'), at('receipt.jws'), at('letter.txt')]));
  assert.deepEqual([found.valid, found.statement.verdict, found.keys_from], [true, 'nothing_found', 'file']);
});

test('without the file, the hash of the receipt is shown, and what is missing', async () => {
  const { code, output } = await check(['--keys', at('keys.json'), at('receipt.jws')]);
  assert.equal(code, 0);
  assert.match(output, /sha3-256:[0-9a-f]{64}, 10 bytes/);
  assert.match(output, /Name the file too/);
});

test('a receipt for another file, a changed receipt and other keys give exit code 1', async () => {
  const text = readFileSync(at('receipt.jws'), 'utf8');
  writeFileSync(at('changed.jws'), `${text.slice(0, -10)}AAAAAAAAAA`);
  writeFileSync(at('words.jws'), 'Not a receipt.');
  writeFileSync(at('sandbox.json'), JSON.stringify((await service.sandbox.call('GET', '/v1/receipts/keys')).body));
  writeFileSync(at('none.json'), '{"keys":[]}');
  for (const [words, reason] of [
    [[at('receipt.jws'), at('other.txt'), '--keys', at('keys.json')], 'receipt_for_other_content'],
    [[at('changed.jws'), '--keys', at('keys.json')], 'receipt_signature_invalid'],
    [[at('words.jws'), '--keys', at('keys.json')], 'receipt_malformed'],
    [[at('receipt.jws'), '--keys', at('sandbox.json')], 'receipt_signature_invalid'],
    [[at('receipt.jws'), '--keys', at('none.json')], 'receipt_key_unknown'],
  ] as const) {
    const { code, output } = await check(words);
    assert.equal(code, 1, reason);
    assert.ok(output.includes('✘ not valid') && output.includes(`(${reason})`), output);
  }
});

test('a line break at the end of a saved receipt does no harm', async () => {
  writeFileSync(at('saved.jws'), `${readFileSync(at('receipt.jws'), 'utf8')}\n`);
  assert.equal((await check(['--keys', at('keys.json'), at('saved.jws'), at('letter.txt')])).code, 0);
});

test('keys that arrive over plain HTTP from another machine are not trusted', async () => {
  const remote = { PROVENANCE_URL: 'http://service.example', PROVENANCE_CONFIG: at('none.config') };
  const { code, words } = await check([at('receipt.jws'), at('letter.txt')], remote);
  assert.deepEqual([code, /can send other keys/.test(words)], [4, true], words);
});

test('login saves the keys, and otherwise the program says that it asked for them', async () => {
  const asked = await check([at('receipt.jws')], env);
  assert.equal(asked.code, 0);
  assert.match(asked.words, /The keys come from http:\/\/127\.0\.0\.1:\d+ now/);
  assert.equal((await check([at('receipt.jws')])).code, 4);
  const { key } = await makeSigningAccount(service);
  assert.equal((await run(client.program, ['login'], { env, input: key })).code, 0);
  const offline = await check([at('receipt.jws')], { ...nowhere, PROVENANCE_CONFIG: at('config.json') });
  assert.deepEqual([offline.code, offline.words], [0, '']);
});

test('words that make no sense give exit code 2, and unreadable files a sentence', async () => {
  for (const words of [
    ['verify', '--receipt', at('x'), at('letter.txt'), at('other.txt')],
    ['verify', '--receipt', at('x'), folder],
    ['verify', '--receipt', at('x'), '--bundle', at('y'), at('letter.txt')],
    ['receipt', 'check'],
    ['receipt', 'check', 'a', 'b', 'c'],
  ]) {
    assert.equal((await run(client.program, words, { env })).code, 2, words.join(' '));
  }
  for (const words of [
    [at('missing.jws'), '--keys', at('keys.json')],
    [at('receipt.jws'), at('missing.txt'), '--keys', at('keys.json')],
    [at('receipt.jws'), '--keys', at('letter.txt')],
  ]) {
    const { code, words: said } = await check(words);
    assert.equal(code, 4, said);
    assert.match(said, /Cannot read|is not a saved copy/);
  }
});

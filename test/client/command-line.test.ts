// The packed `provenance` program against the real service, on real files: a round trip through
// every command, and its behavior if things go wrong: Ctrl-C, a service that dies, a full disk. It
// never leaves a partial file.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LARGEST_UPLOAD } from '../../engine/src/content-sizes.ts';
import { longTest } from '../../engine/test-support/test-run.ts';
import { type NameServer, startNameServer } from '../../service/test-support/dns-server.ts';
import { untilItAnswers } from '../../service/test-support/private-program.ts';
import { type RunningService, startRunningService } from '../../service/test-support/running-service.ts';
import { withSharedFiles } from '../../service/test-support/shared-photos.ts';
import {
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from '../../service/test-support/signing-client.ts';
import { startCuttableProxy } from '../test-support/cuttable-proxy.ts';
import {
  linesOf,
  type PackedClient,
  packClient,
  type RunOptions,
  run,
  start,
  toItsEnd,
} from '../test-support/provenance-program.ts';
import { harbor, invisible } from '../test-support/signed-texts.ts';

const media = fileURLToPath(new URL('../../../shared/media/', import.meta.url));
const realFiles = ['photos/Wine_by_Jakkub_Mede.jpg', 'documents/a-text.pdf', 'audio/debian.mp3'];
/** Each is signed here, with your own key. SMALL_FILES=1000 uses more of them. */
const smallFiles = Number(process.env.SMALL_FILES ?? 300);

let service: RunningService;
let names: NameServer;
let client: PackedClient;
let account: SigningAccount;
let generator: string;
let folder: string;
let env: Record<string, string>;

before(async () => {
  names = await startNameServer();
  [service, client] = await Promise.all([
    startRunningService({ settings: { VERIFY_LIMIT_PER_MINUTE: '0', DNS_SERVERS: names.address } }),
    packClient(),
  ]);
  account = await makeSigningAccount(service, 'enterprise');
  generator = await registerGenerator(service.live, account.key);
  folder = mkdtempSync(join(tmpdir(), 'provenance-cli-'));
  env = { PROVENANCE_URL: service.live.url, PROVENANCE_API_KEY: account.key, PROVENANCE_MODEL: 'studio-3' };
  env.PROVENANCE_GENERATOR = generator;
});
after(async () => {
  await service.stop();
  await names.stop();
  client.remove();
  rmSync(folder, { recursive: true, force: true });
});

const provenance = (words: readonly string[], options: RunOptions = {}) =>
  run(client.program, words, { env, cwd: folder, ...options });

/** A separate folder with this many texts in it. */
function makeTexts(name: string, count: number): string {
  const place = join(folder, name);
  mkdirSync(place);
  for (let number = 0; number < count; number += 1) {
    writeFileSync(join(place, `${String(number).padStart(4, '0')}.txt`), `Text ${number} of ${name}.\n`);
  }
  return place;
}

const namesIn = (place: string) => readdirSync(place).sort();
const halfFiles = (place: string) => namesIn(place).filter((name) => name.startsWith('.') || name.endsWith('.part'));

withSharedFiles(() => {
  test('a picture, a document and a sound are signed, skipped the second time, verified, inspected and altered', async () => {
    const place = join(folder, 'real');
    mkdirSync(place);
    for (const file of realFiles) copyFileSync(join(media, file), join(place, file.split('/')[1]!));
    const signed = await provenance(['sign', '--json', place]);
    assert.equal(signed.code, 0, signed.words);
    const outcomes = linesOf(signed);
    assert.deepEqual(new Set(outcomes.map(({ format }) => format)), new Set(['image', 'text', 'audio']));
    assert.equal(signed.words, '', 'no bar and no note for programs');

    const again = await provenance(['sign', '--json', place, ...outcomes.map(({ output }) => output)]);
    assert.deepEqual(new Set(linesOf(again).map(({ status }) => status)), new Set(['skipped']));
    assert.equal(again.code, 0);

    const verified = await provenance(['verify', '--json', ...outcomes.map(({ output }) => output)]);
    assert.equal(verified.code, 0, verified.output);
    assert.deepEqual(
      linesOf(verified).map(({ authentic }) => authentic),
      [true, true, true],
    );

    const [{ output, token, record_id }] = outcomes.filter(({ format }) => format === 'text');
    const found = linesOf(await provenance(['inspect', '--json', output]))[0];
    assert.deepEqual([found.format, found.token, found.xmp.packets], ['pdf', token, 1]);
    const { body: record } = await service.live.call('GET', `/v1/records/${record_id}`);
    assert.equal(found.content_hash, record.content_hash);

    const bytes = readFileSync(output);
    bytes[10_000]! ^= 1;
    const altered = await provenance(['verify', '-'], { input: bytes });
    assert.equal(altered.code, 1);
    const named = String.raw`a record of .+ \(name stated by the signer, not verified\)`;
    const differs = `^✘ Changed  -\n  This content carries the token of ${named}, but its bytes are not what was signed`;
    assert.match(altered.output, new RegExp(differs));

    const [picture] = outcomes.filter(({ format }) => format === 'image');
    const other = join(media, 'photos/Wood.jpg');
    const framed = await provenance(['verify', '--token', picture.token, other]);
    assert.equal(framed.code, 1);
    const otherContent = `^✘ Watermark or token on other content  .+\n  This content came with the token of ${named}, but does not look like it\\.`;
    assert.match(framed.output, new RegExp(otherContent));
  });
});

test('verify says which share of a text is in a record, and that a match is not proof', async () => {
  const original = join(folder, 'harbor.txt');
  writeFileSync(original, harbor);
  const [{ output, record_id }] = linesOf(await provenance(['sign', '--json', original]));
  const visible = readFileSync(output, 'utf8').replaceAll(invisible, '');
  const same = await provenance(['verify', '-'], { input: Buffer.from(visible.replaceAll(/\s+/g, ' ')) });
  assert.equal(same.code, 3);
  const start = `Text of record ${record_id} of Organization of ${account.email} (name stated by the signer, not verified): `;
  assert.ok(same.output.includes(`${start}The visible text is the same as that of the record.`), same.output);
  assert.match(same.output, /A text match is not proof: anyone can copy, quote or retype a text\./);
  const edited = Buffer.from(visible.replace('eleven crates', 'forty barrels').replace('oldest', 'youngest'));
  const changed = await provenance(['verify', '-'], { input: edited });
  assert.match(changed.output, /: About 9\d% of the words here .+ Found 2 changed passages\./);
  const [answer] = linesOf(await provenance(['verify', '--json', '-'], { input: edited }));
  assert.equal(answer.text_matches[0].record_id, record_id);
  assert.equal(answer.visible_text, undefined);
});

longTest('verify --localize prints where a file lacks the watermark', async () => {
  const original = join(folder, 'story.txt');
  writeFileSync(original, 'Once upon a time.\n\nThere was a bench.\n');
  const [{ output }] = linesOf(await provenance(['sign', '--json', original]));
  const added = `${readFileSync(output, 'utf8')}\nNobody signed this.\n`;
  const changed = await provenance(['verify', '--localize', '-'], { input: Buffer.from(added) });
  assert.equal(changed.code, 1);
  assert.match(changed.output, /\n {2}paragraph 3 \(line 5\) does not carry the watermark\n$/);
  const [answer] = linesOf(await provenance(['verify', '--localize', '--json', '-'], { input: Buffer.from(added) }));
  assert.deepEqual(answer.localization.paragraphs, [{ paragraph: 3, line: 5, payload: 'missing' }]);
  const whole = await provenance(['verify', '--localize', output]);
  assert.equal(whole.code, 0);
  assert.match(whole.output, /exactly what was signed/);
  const plain = await provenance(['verify', '-'], { input: Buffer.from(added) });
  assert.doesNotMatch(plain.output, /paragraph/);
});

test('for an empty file and one of unknown format, the result says why they are unproven', async () => {
  const [empty, unknown] = [join(folder, 'empty.png'), join(folder, 'unknown.bin')];
  writeFileSync(empty, '');
  writeFileSync(unknown, Buffer.from([1, 2, 3, 0, 255]));
  const { code, output } = await provenance(['verify', empty, unknown]);
  assert.equal(code, 3);
  assert.match(output, /– Empty file {2}.*empty\.png\n {2}The file has no content/);
  assert.match(output, /– Unknown file type {2}.*unknown\.bin\n {2}This service cannot read this file type\./);
  const lines = linesOf(await provenance(['verify', '--json', empty]));
  assert.deepEqual(lines[0]!.notes, ['The upload is empty.']);
});

test('a signed file above 50 MB is skipped, and an unsigned one is refused', async () => {
  const [signed, other] = [join(folder, 'large.txt'), join(folder, 'larger.txt')];
  writeFileSync(signed, 'The first words of a long text.\n');
  assert.equal((await provenance(['sign', signed, '--in-place'])).code, 0);
  const more = 'And so on. '.repeat(4_800_000).slice(0, LARGEST_UPLOAD);
  writeFileSync(signed, more, { flag: 'a' });
  writeFileSync(other, `${more} `);
  const lines = linesOf(await provenance(['sign', signed, other, '--in-place', '--json']));
  assert.deepEqual(lines.map(({ file, status, message }) => [file, status, message]).toSorted(), [
    [signed, 'skipped', 'already signed'],
    [
      other,
      'failed',
      'The file is larger than 50 MB. Sign it with `provenance jobs sign`, or with your own key (--key).',
    ],
  ]);
});

test('login and status work with a key that can only sign', async () => {
  const home = mkdtempSync(join(folder, 'home-'));
  const env = { PROVENANCE_CONFIG: join(home, 'config.json'), PROVENANCE_URL: service.live.url };
  const made = await service.live.call('POST', '/v1/account/api-keys', {
    token: account.token,
    body: { scopes: ['sign'] },
  });
  const login = await provenance(['login'], { env, input: `${made.body.key}\n` });
  assert.equal(login.code, 0, login.words);
  const status = await provenance(['status'], { env });
  assert.match(status.output, /logged in with a key that cannot read usage/);
  const scopes = await provenance(['login', '--scopes', 'sign'], { env, input: `${made.body.key}\n` });
  assert.match(scopes.words, /Use --scopes and --days with --email/);
});

test('login stores the key where only its owner can read it, and the other commands use it', async () => {
  const home = mkdtempSync(join(folder, 'home-'));
  const config = { PROVENANCE_CONFIG: join(home, 'deep/config.json'), PROVENANCE_URL: service.live.url };
  const refused = await provenance(['login'], { env: config, input: 'svc_key_wrong' });
  assert.equal(refused.code, 4);
  assert.match(refused.words, /\(unauthorized, request req_/);
  assert.deepEqual(namesIn(home), []);

  const login = await provenance(['login', '--generator', generator], { env: config, input: `${account.key}\n` });
  assert.equal(login.code, 0, login.words);
  assert.equal(statSync(config.PROVENANCE_CONFIG).mode & 0o777, 0o600);
  const from = { env: { PROVENANCE_CONFIG: config.PROVENANCE_CONFIG } };
  const status = await provenance(['status', '--json'], from);
  assert.equal(linesOf(status)[0].usage.plan, 'enterprise', status.words);
  const rotated = await provenance(['keys', 'rotate', '--json'], from);
  assert.equal(linesOf(rotated)[0].generator_id, generator);
  const audit = await provenance(['audit', 'export', '--format', 'csv'], from);
  assert.match(audit.output, /key_rotated/);
  const attestation = await provenance(['attestation', '--out', join(home, 'attestation.json')], from);
  assert.equal(attestation.code, 0, attestation.words);
  assert.ok(JSON.parse(readFileSync(join(home, 'attestation.json'), 'utf8')).attestation_id);
  assert.equal((await provenance(['logout'], from)).code, 0);
  const after = await provenance(['keys', 'list'], from);
  assert.deepEqual([after.code, /provenance login/.test(after.words)], [4, true]);
});

longTest(`${smallFiles} small files with your own key are interrupted by Ctrl-C and then continued`, async () => {
  const place = makeTexts('many', smallFiles);
  assert.equal((await provenance(['keys', 'generate', '--out', 'own.pem'])).code, 0);
  assert.equal(statSync(join(folder, 'own.pem')).mode & 0o777, 0o600);
  assert.equal((await provenance(['keys', 'generate', '--out', 'own.pem'])).code, 4, 'a key is never written over');
  const registered = await provenance(['keys', 'register', '--name', 'Own', '--key', 'own.pem']);
  const own = registered.output.trim();
  const words = ['sign', '--json', '--key', 'own.pem', '--generator', own, '--in-place', place];

  const child = start(client.program, words, { env, cwd: folder });
  let heard = 0;
  child.stdout!.on('data', (chunk: Buffer) => {
    heard += chunk.length;
    if (heard > 0) child.kill('SIGINT');
  });
  const broken = await toItsEnd(child);
  assert.equal(broken.code, 130, broken.words);
  assert.deepEqual(halfFiles(place), []);
  assert.equal(namesIn(place).length, smallFiles);

  const rest = await provenance(words);
  assert.equal(rest.code, 0, rest.words);
  const outcomes = linesOf(rest);
  assert.equal(outcomes.length, smallFiles);
  assert.ok(outcomes.some(({ status }) => status === 'skipped') && outcomes.some(({ status }) => status === 'signed'));
  assert.deepEqual(halfFiles(place), []);
  // What was stored before the interruption was not stored again.
  const counted = await service.database.read
    .selectFrom('records')
    .select(({ fn }) => fn.countAll<number>().as('records'))
    .where('generator_id', '=', own)
    .executeTakeFirstOrThrow();
  assert.equal(Number(counted.records), smallFiles);
  const files = [0, smallFiles >> 1, smallFiles - 1].map((number) =>
    join(place, `${String(number).padStart(4, '0')}.txt`),
  );
  const verified = await provenance(['verify', '--json', ...files]);
  assert.deepEqual(
    linesOf(verified).map(({ authentic, confidence }) => [authentic, confidence]),
    [
      [true, 'high'],
      [true, 'high'],
      [true, 'high'],
    ],
  );
});

longTest('Ctrl-C while the service signs leaves no partial file, and the next run gets the same record', async () => {
  const place = makeTexts('interrupted', 30);
  const words = ['sign', '--json', '--out', join(folder, 'interrupted-out'), place];
  const child = start(client.program, words, { env, cwd: folder });
  child.stdout!.once('data', () => child.kill('SIGINT'));
  const broken = await toItsEnd(child);
  assert.equal(broken.code, 130, broken.words);
  assert.deepEqual(halfFiles(join(folder, 'interrupted-out')), []);
  for (const name of namesIn(join(folder, 'interrupted-out'))) {
    assert.ok(readFileSync(join(folder, 'interrupted-out', name), 'utf8').endsWith('of interrupted.\n'));
  }
  const rest = await provenance(words);
  assert.equal(rest.code, 0, rest.words);
  const texts = namesIn(place).map((name) => readFileSync(join(folder, 'interrupted-out', name), 'utf8'));
  assert.equal(new Set(texts).size, 30);
});

longTest(
  'if the service dies, a lost response counts once, the rest is not tried, and there is no partial file',
  async () => {
    const proxy = await startCuttableProxy(service.live.url);
    const place = makeTexts('dying', 12);
    const through = { ...env, PROVENANCE_URL: proxy.url };
    const recordsOf = async () =>
      (await service.live.call('GET', `/v1/records?limit=100&generator_id=${generator}`, { token: account.key })).body
        .records.length;
    const before = await recordsOf();
    proxy.swallowAnswers(1);
    const lost = await provenance(['sign', '--json', join(place, '0000.txt')], { env: through });
    assert.equal(lost.code, 0, lost.words + lost.output);
    assert.equal(await recordsOf(), before + 1, 'the record of the lost answer is the record of the second try');

    const child = start(client.program, ['sign', '--json', '--parallel', '1', place], { env: through, cwd: folder });
    child.stdout!.once('data', () => void proxy.die());
    const broken = await toItsEnd(child);
    assert.equal(broken.code, 4, broken.words);
    assert.equal(linesOf(broken).filter(({ error }) => error === 'unreachable').length, 1, broken.output);
    assert.match(broken.words, /^Stopped: \d+ files left/m);
    assert.deepEqual(halfFiles(place), []);
  },
);

longTest('a full disk is reported, leaves no partial file, and stops the run', async () => {
  const full = join(folder, 'full');
  mkdirSync(full);
  const place = join(folder, 'large');
  mkdirSync(place);
  for (const name of ['a.txt', 'b.txt', 'c.txt'])
    writeFileSync(join(place, name), `${'One more line.\n'.repeat(20_000)}${name}\n`);
  // A separate disk if the system allows it, otherwise a limit on the size of files.
  const ownDisk = spawnSync('unshare', ['-rm', 'true']).status === 0;
  const script = ownDisk
    ? `mount -t tmpfs -o size=64k none "${full}" && "$@"; code=$?; ls -A "${full}"; exit $code`
    : `ulimit -f 32; "$@"; code=$?; ls -A "${full}"; exit $code`;
  const shell = ['bash', '-c', script, 'bash'];
  const result = await provenance(['sign', '--json', '--parallel', '1', '--out', full, place], {
    through: ownDisk ? ['unshare', '-rm', ...shell] : shell,
  });
  assert.equal(result.code, 4, result.words);
  const [line, ...listed] = result.output.trim().split('\n');
  assert.equal(JSON.parse(line!).error, ownDisk ? 'ENOSPC' : 'EFBIG', result.output);
  assert.deepEqual(listed, [], 'the folder is empty');
  assert.match(result.words, /^Stopped: 2 files left/m);
});

test('domains: add one, check it before and after the record is there, list it, remove it', async () => {
  const added = await provenance(['domains', 'add', 'Lumen.example']);
  assert.equal(added.code, 0);
  const [, name] = /name {3}(\S+)/.exec(added.output)!;
  const [, value] = /value {2}(\S+)/.exec(added.output)!;
  assert.equal(name, '_content-provenance.lumen.example');
  assert.match(added.output, /URL {6}https:\/\/lumen\.example\/\.well-known\/content-provenance\.txt/);
  const missing = await provenance(['domains', 'check', 'lumen.example']);
  assert.deepEqual(
    [missing.code, /lumen\.example is pending\. We found no TXT record/.test(missing.output)],
    [3, true],
  );
  names.set(name!, { TXT: [value!] });
  const proven = await provenance(['domains', 'check', 'LUMEN.example']);
  assert.deepEqual([proven.code, proven.output.trim()], [0, 'lumen.example is verified.']);
  const listed = await provenance(['domains', 'list']);
  assert.deepEqual([listed.code, listed.output.trim()], [0, 'lumen.example  verified']);
  assert.match(listed.words, /People see: Organization of .* \(lumen\.example, verified\)/);
  const { state } = JSON.parse((await provenance(['domains', 'list', '--json'])).output);
  assert.equal(state, 'verified');
  assert.equal((await provenance(['domains', 'remove', 'lumen.example'])).code, 0);
  const gone = await provenance(['domains', 'remove', 'lumen.example']);
  assert.deepEqual([gone.code, /does not have the domain/.test(gone.words)], [4, true]);
  assert.equal((await provenance(['domains', 'add'])).code, 2);
  assert.equal((await provenance(['domains', 'add', 'localhost'])).code, 4);
});

test('webhooks: add an endpoint with queued delivery, and list it', async () => {
  // A public address, to which nothing is sent here.
  const url = 'https://8.8.8.8/hooks/provenance';
  const added = await provenance(['webhooks', 'add', '--queued', '--event', 'generator.revoked', url]);
  assert.equal(added.code, 0, added.words);
  assert.match(added.output, /^Added \S+ with queued delivery\.\nSecret: whsec_\S+\n$/);
  const { secret, ...json } = JSON.parse((await provenance(['webhooks', 'add', '--json', url])).output);
  assert.match(secret, /^whsec_/);
  assert.deepEqual([json.delivery, json.events], ['synchronous', ['record.created', 'verify.tamper_detected']]);
  const listed = await provenance(['webhooks', 'list']);
  assert.match(listed.output, /active {2}queued {2}https:\/\/8\.8\.8\.8/);
  assert.equal(JSON.parse((await provenance(['webhooks', 'list', '--json'])).output.split('\n')[1]!).url, url);
  for (const { webhook_id } of (await service.live.call('GET', '/v1/webhooks', { token: account.key })).body
    .endpoints) {
    await service.live.call('DELETE', `/v1/webhooks/${webhook_id}`, { token: account.key });
  }
  assert.equal((await provenance(['webhooks', 'add'])).code, 2);
  const unknown = await provenance(['webhooks', 'add', '--event', 'unknown', url]);
  assert.equal(unknown.code, 4, unknown.words);
});

test('webhooks listen accepts only what is signed with its secret', async () => {
  const { createHmac } = await import('node:crypto');
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const child = start(client.program, ['webhooks', 'listen', '--port', '0'], {
    env: { PROVENANCE_WEBHOOK_SECRET: secret },
  });
  let output = '';
  let words = '';
  child.stdout!.on('data', (text) => (output += text));
  child.stderr!.on('data', (text) => (words += text));
  try {
    const url = await untilItAnswers(async () => /http:\/\/\S+/.exec(words)![0], 30_000);
    const body = JSON.stringify({
      timestamp: '2026-01-01T00:00:00Z',
      event: 'record.created',
      data: { record_id: 'r' },
    });
    const time = Math.floor(Date.now() / 1_000);
    const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const send = (signature: string) =>
      fetch(url, { method: 'POST', body, headers: { 'x-service-signature': signature } }).then(({ status }) => status);
    assert.equal(await send(`t=${time},v1=${mac}`), 204);
    assert.equal(await send(`t=${time - 301},v1=${mac}`), 400);
    assert.equal(await send(`t=${time},v1=${mac.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}`), 400);
    await untilItAnswers(async () => assert.match(output, /record\.created {2}\{"record_id":"r"\}/), 30_000);
  } finally {
    child.kill('SIGINT');
    assert.equal((await toItsEnd(child)).code, 130);
  }
});

test('text from others cannot clear or color the terminal', async () => {
  const model = 'studio\u001b[2J\r\n✔ authentic \u202e3';
  const submission = makeSubmission(account.signer, account.generatorId, { model });
  const { body } = await service.live.call('POST', '/v1/records', { token: account.key, body: submission });
  for (const words of [
    ['status', body.token],
    ['records', '--limit', '5'],
  ]) {
    const { code, output } = await run(client.program, words, { env });
    assert.equal(code, 0);
    assert.match(output, /studio \[2J ✔ authentic {2}3/);
  }
});

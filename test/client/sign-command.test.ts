// `provenance sign` in every way: the form fields of the service, large files with your own key,
// standard input, a watched folder, and the progress line. The packed program, the real service.
import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@content-provenance/client';
import { NewFiles } from '../../client/src/cli/new-files.ts';
import { timeLeft } from '../../client/src/cli/time-left.ts';
import { LARGEST_DELIVERED } from '../../engine/src/content-sizes.ts';
import { box, sampleVideos } from '../../engine/test-support/sample-videos.ts';
import { untilItAnswers } from '../../service/test-support/private-program.ts';
import { type RunningService, startRunningService } from '../../service/test-support/running-service.ts';
import { readSound, withSharedFiles } from '../../service/test-support/shared-photos.ts';
import {
  makeSigningAccount,
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
import { makePicture } from '../test-support/signed-picture.ts';

let service: RunningService;
let client: PackedClient;
let account: SigningAccount;
let generator: string;
let own: string;
let folder: string;
let env: Record<string, string>;

before(async () => {
  [service, client] = await Promise.all([
    startRunningService({ settings: { VERIFY_LIMIT_PER_MINUTE: '0' } }),
    packClient(),
  ]);
  account = await makeSigningAccount(service, 'enterprise');
  generator = await registerGenerator(service.live, account.key);
  const settings = { keeps_labels: true };
  await service.live.call('PATCH', '/v1/account/record-settings', { token: account.token, body: settings });
  folder = mkdtempSync(join(tmpdir(), 'provenance-sign-'));
  env = { PROVENANCE_URL: service.live.url, PROVENANCE_API_KEY: account.key, PROVENANCE_MODEL: 'studio-3' };
  env.PROVENANCE_GENERATOR = generator;
  assert.equal((await provenance(['keys', 'generate', '--out', 'own.pem'])).code, 0);
  own = (await provenance(['keys', 'register', '--name', 'Own', '--key', 'own.pem'])).output.trim();
});
after(async () => {
  await service.stop();
  client.remove();
  rmSync(folder, { recursive: true, force: true });
});

const provenance = (words: readonly string[], options: RunOptions = {}) =>
  run(client.program, words, { env, cwd: folder, ...options });

function makeFolder(name: string): string {
  const place = join(folder, name);
  mkdirSync(place);
  return place;
}

const labelOf = async (recordId: string) =>
  (await service.live.call('GET', `/v1/records/${recordId}/notes`, { token: account.key })).body.label;

async function countRecords(): Promise<number> {
  const { body } = await service.live.call('GET', '/v1/records?limit=100', { token: account.key });
  return body.records.length;
}

test('the command and the SDK send every form field: neural, format and label', async () => {
  const place = makeFolder('fields');
  const picture = join(place, 'picture.png');
  writeFileSync(picture, await makePicture());
  const sign = async (...words: string[]) => {
    const result = await provenance(['sign', '--json', '--force', ...words, picture]);
    return { ...result, outcome: linesOf(result)[0] };
  };
  const plain = await sign();
  assert.deepEqual(plain.outcome.carries, ['token', 'watermark', 'neural'], plain.output + plain.words);
  assert.equal(await labelOf(plain.outcome.record_id), 'picture.png');
  const without = await sign('--no-neural', '--label', 'Cover, second draft', '--format', 'image');
  assert.deepEqual(without.outcome.carries, ['token', 'watermark']);
  assert.equal(await labelOf(without.outcome.record_id), 'Cover, second draft');
  const other = await sign('--format', 'audio');
  assert.deepEqual([other.code, other.outcome.error], [4, 'unsupported_media'], other.output);

  const sdk = createClient({ baseUrl: service.live.url, credential: account.key });
  const content = new Blob([readFileSync(picture)]);
  const input = { content, model: 'm', generatorId: generator, label: 'Third draft', format: 'image' } as const;
  const signed = await sdk.sign({ ...input, neural: false });
  assert.deepEqual(signed.carries, ['token', 'watermark']);
  assert.equal(await labelOf(signed.recordId), 'Third draft');
});

withSharedFiles(() => {
  test('an MP3 carries no watermark by default, and a neural one with --neural', async () => {
    const place = makeFolder('sounds');
    writeFileSync(join(place, 'clip.mp3'), readSound('debian.mp3'));
    const sign = async (...words: string[]) =>
      linesOf(await provenance(['sign', '--json', '--force', ...words, place]))[0].carries;
    assert.deepEqual(await sign(), ['token']);
    assert.deepEqual(await sign('--neural'), ['token', 'neural']);
  });
});

test('options that conflict, or that only the service knows, are refused before anything is sent', async () => {
  for (const words of [
    ['--neural', '--no-neural', 'x.txt'],
    ['--neural', '--watermark', 'none', 'x.txt'],
    ['--format', 'picture', 'x.txt'],
    ['--key', 'own.pem', '--neural', 'x.txt'],
    ['--key', 'own.pem', '--format', 'text', 'x.txt'],
    ['-', 'x.txt'],
    ['--in-place', '-'],
    ['--watch', '-'],
    ['--json', '-'],
    ['--watch', 'own.pem'],
    ['--watch', '--out', '.', '.'],
  ]) {
    const { code, output, words: said } = await provenance(['sign', ...words]);
    assert.deepEqual([code, output], [2, ''], `${words.join(' ')}: ${said}`);
  }
});

test('code and data stay byte for byte, with a service key and your own, unless you ask for a watermark', async () => {
  const place = makeFolder('programs');
  const table = join(place, 'table.csv');
  const signed = join(place, 'table.signed.csv');
  writeFileSync(table, `harbor,ships\n${'Wismar,9\nRostock,23\n'.repeat(20)}`);
  const sign = async (...words: string[]) => linesOf(await provenance(['sign', '--json', ...words, table]))[0];
  const first = await sign();
  assert.deepEqual([first.status, first.carries], ['signed', []]);
  assert.match(first.notes, /no watermark, because programs/);
  assert.ok(readFileSync(signed).equals(readFileSync(table)));
  // Nothing in the file says that it is signed, so it is sent again and counts once.
  assert.deepEqual([(await sign()).status, (await sign()).record_id], ['signed', first.record_id]);
  const withOwnKey = ['--key', 'own.pem', '--generator', own];
  const here = await sign(...withOwnKey);
  assert.match(here.notes, /no watermark, because programs/);
  assert.ok(readFileSync(signed).equals(readFileSync(table)));
  for (const words of [[], withOwnKey]) {
    const asked = await sign('--force', '--watermark', 'balanced', ...words);
    assert.equal(asked.status, 'signed');
    assert.ok(readFileSync(signed).length > readFileSync(table).length);
    assert.equal((await provenance(['verify', signed])).code, 0);
  }
  assert.equal((await provenance(['sign', '--key', 'own.pem', '--watermark', 'strong', table])).code, 2);
});

test('with your own key, a file of more than 51 MB is signed, and its bundle proves it offline', async () => {
  const place = makeFolder('huge');
  const file = join(place, 'clip.mp4');
  const [movie] = sampleVideos.mp4!().values();
  writeFileSync(file, Buffer.concat([movie!, box('free', Buffer.alloc(LARGEST_DELIVERED, 7))]));
  const [refused] = linesOf(await provenance(['sign', '--json', file]));
  assert.match(refused.message, /larger than 50 MB\. Sign it with `provenance jobs sign`, or with your own key/);

  const signed = await provenance(['sign', '--json', '--key', 'own.pem', '--generator', own, '--label', 'Huge', file]);
  const [{ status, output, record_id, notes }] = linesOf(signed);
  assert.deepEqual([signed.code, status], [0, 'signed'], signed.output + signed.words);
  assert.match(notes, /larger than the 51 MB that the service verifies/);
  assert.equal(await labelOf(record_id), 'Huge');
  assert.ok(statSync(output).size > LARGEST_DELIVERED);

  const bundle = await provenance(['bundle', output, '--out', 'huge.bundle.json']);
  assert.equal(bundle.code, 0, bundle.words);
  const proven = await provenance(['verify', '--offline', '--bundle', 'huge.bundle.json', output]);
  assert.match(proven.output, /^✔ Authentic .* proven offline/, proven.words);
  const missing = await provenance(['bundle', file]);
  assert.deepEqual([missing.code, /no token in its metadata.*51 MB/.test(missing.words)], [4, true], missing.words);
});

test('standard input is signed to standard output or to a file, and a pipe can sign it twice', async () => {
  const input = 'A text that a model wrote.\n';
  const signed = await provenance(['sign', '-'], { input });
  assert.equal(signed.code, 0, signed.words);
  assert.match(signed.words, /^signed {3}- → - {2}svc_/);
  assert.notEqual(signed.output, input);
  assert.equal((await provenance(['verify', '-'], { input: signed.output })).code, 0);
  const again = await provenance(['sign', '-'], { input: signed.output });
  assert.deepEqual([again.code, again.output], [0, signed.output]);
  assert.match(again.words, /^skipped/);

  const picture = await makePicture();
  const target = join(folder, 'piped.png');
  writeFileSync(target, 'an earlier output');
  const file = await provenance(['sign', '--json', '--out', target, '-'], { input: picture });
  assert.deepEqual([file.code, linesOf(file)[0].output], [0, target], file.words);
  assert.equal((await provenance(['verify', target])).code, 0);
  const words = ['sign', '--key', 'own.pem', '--generator', own, '-'];
  const ownKey = await provenance(words, { input: 'Written here.\n' });
  assert.equal((await provenance(['verify', '-'], { input: ownKey.output })).code, 0, ownKey.words);

  const empty = await provenance(['sign', '-'], { input: '' });
  assert.deepEqual(
    [empty.code, empty.output, empty.words],
    [4, '', 'Standard input is empty. There is nothing to sign.\n'],
  );
  const unknown = await provenance(['sign', '-'], { input: Buffer.from([1, 2, 3, 0, 255]) });
  assert.deepEqual([unknown.code, unknown.output], [4, '']);
  const terminal = `Object.defineProperty(process.stdout, 'isTTY', { value: true })`;
  const preload = `--import=data:text/javascript,${encodeURIComponent(terminal)}`;
  const shown = { env: { ...env, NODE_OPTIONS: preload }, input: Buffer.from([137, 80, 78, 71, 0, 1]) };
  const binary = await provenance(['sign', '-'], shown);
  assert.deepEqual([binary.code, binary.output], [2, '']);
  assert.match(binary.words, /standard output is a terminal/);
  const endless = await provenance(['sign', '-'], { input: Buffer.alloc(LARGEST_DELIVERED + 1, 'a') });
  assert.match(endless.words, /^Standard input has more than 51 MB/);
});

/** Starts `sign --watch`, and returns when it looks at the folders. */
async function watch(words: readonly string[], from: RunOptions = {}) {
  const child = start(client.program, ['sign', '--watch', '--json', ...words], { env, cwd: folder, ...from });
  const end = toItsEnd(child);
  let output = '';
  child.stdout!.on('data', (text) => (output += text));
  const ready = new Promise((resolve) => child.stderr!.once('data', resolve));
  await ready;
  const outcomes = () => linesOf({ output: output.slice(0, output.lastIndexOf('\n') + 1) } as never);
  return {
    /** Waits for this many outcomes. */
    until: (count: number) =>
      untilItAnswers(async () => {
        assert.ok(outcomes().length >= count, output);
        return outcomes();
      }, 60_000),
    async stop() {
      child.kill('SIGINT');
      return end;
    },
    end,
  };
}

test('a watched folder signs what is there and what appears, once and complete, and never its own output', async () => {
  const place = makeFolder('watched');
  mkdirSync(join(place, 'deeper'));
  writeFileSync(join(place, 'first.txt'), 'Here before.\n');
  const before = await countRecords();
  const watching = await watch([place]);
  await watching.until(1);
  // A program that writes in pieces, one that renames, one that is not done, and a folder.
  const slow = join(place, 'slow.txt');
  for (let piece = 0; piece < 12; piece += 1) {
    appendFileSync(slow, `Piece ${piece} of a text.\n`);
    await pause(250);
  }
  writeFileSync(join(folder, 'renamed'), 'Renamed into place.\n');
  renameSync(join(folder, 'renamed'), join(place, 'deeper/renamed.txt'));
  writeFileSync(join(place, 'movie.mp4.part'), 'half');
  writeFileSync(join(place, 'empty.txt'), '');
  const outcomes = await watching.until(3);
  assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set(['signed']));
  assert.match(readFileSync(join(place, 'slow.signed.txt'), 'utf8'), /Piece 11 of a text\.\n$/);
  // A new version replaces the signed copy of the old one.
  writeFileSync(join(place, 'first.txt'), 'Written again.\n');
  await watching.until(4);
  assert.match(readFileSync(join(place, 'first.signed.txt'), 'utf8'), /Written again\.\n$/);
  writeFileSync(join(place, 'broken.bin'), Buffer.from([1, 2, 3, 0, 255]));
  assert.deepEqual((await watching.until(5)).map(({ status }) => status).at(-1), 'failed');

  const { code, words, output } = await watching.stop();
  assert.equal(code, 4, 'one file failed');
  assert.match(words, /Stopping after the files in progress/);
  assert.equal(linesOf({ output } as never).length, 5);
  assert.equal(await countRecords(), before + 4);
  const files = [
    'deeper',
    'empty.txt',
    'first.signed.txt',
    'first.txt',
    'movie.mp4.part',
    'slow.signed.txt',
    'slow.txt',
  ];
  assert.deepEqual(readdirSync(place).sort(), ['broken.bin', ...files]);
  assert.deepEqual(readdirSync(join(place, 'deeper')).sort(), ['renamed.signed.txt', 'renamed.txt']);
});

test('a watch with --out in the folder, with --in-place and with your own key signs each file once', async () => {
  const place = makeFolder('watched-out');
  const out = join(place, 'signed');
  const watching = await watch(['--out', out, '--key', 'own.pem', '--generator', own, place]);
  for (const name of ['a', 'b']) {
    mkdirSync(join(place, name));
    writeFileSync(join(place, name, 'same.txt'), `From ${name}.\n`);
  }
  const outcomes = await watching.until(2);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['failed', 'signed']);
  assert.match(JSON.stringify(outcomes), /is already the output of .* Rename one of them/);
  assert.deepEqual(readdirSync(out), ['same.txt']);
  await watching.stop();

  const inPlace = makeFolder('watched-in-place');
  writeFileSync(join(inPlace, 'text.txt'), 'Signed where it is.\n');
  const second = await watch(['--in-place', '--watermark', 'none', inPlace]);
  await second.until(1);
  writeFileSync(join(inPlace, 'other.txt'), 'And another one.\n');
  assert.equal((await second.until(2)).length, 2);
  // Time to sign the output again, which must not happen.
  await pause(4_000);
  const { code, words, output } = await second.stop();
  assert.deepEqual([code, linesOf({ output } as never).length], [0, 2], words);
  assert.match(words, /Stopping after the files in progress/);
});

test('a watch waits for a service that does not respond, and ends at a problem that stays', async () => {
  const proxy = await startCuttableProxy(service.live.url);
  await proxy.die();
  const place = makeFolder('watched-away');
  writeFileSync(join(place, 'text.txt'), 'Nobody is there.\n');
  const away = await watch([place], { env: { ...env, PROVENANCE_URL: proxy.url } });
  const [{ status, error }] = await away.until(1);
  assert.deepEqual([status, error], ['waiting', 'unreachable']);
  const stopped = await away.stop();
  assert.deepEqual([stopped.code, /Stopped: 1 files left/.test(stopped.words)], [130, true], stopped.words);
  const refused = await watch([place], { env: { ...env, PROVENANCE_API_KEY: 'svc_key_wrong' } });
  const { code, output } = await refused.end;
  assert.deepEqual([code, linesOf({ output } as never)[0].error], [4, 'unauthorized']);
});

test('a file is complete when it has not changed for two seconds', () => {
  const files = new NewFiles();
  const at = (now: number, bytes: number, changed = bytes) => {
    const file = { path: 'a', bytes, changed };
    const [ready] = files.take([file], now);
    if (ready) files.finish(ready);
    return ready !== undefined;
  };
  const looks = [at(0, 5), at(1_000, 9), at(2_000, 9), at(2_999, 9), at(3_000, 9), at(4_000, 9), at(99_000, 9)];
  assert.deepEqual(looks, [false, false, false, false, true, false, false]);
  assert.deepEqual([at(100_000, 9, 10), at(101_000, 9, 10), at(102_000, 9, 10)], [false, false, true]);
  assert.deepEqual([at(110_000, 0), at(120_000, 0)], [false, false], 'an empty file is still to be written');
  files.take([], 130_000);
  assert.deepEqual([at(140_000, 9), at(142_000, 9)], [false, true], 'a file that came back');
  files.take([], 150_000);
  assert.deepEqual([at(151_000, 9), at(153_000, 9)], [false, false], 'a disk that was away for a moment');
  files.take([], 160_000);
  files.take([{ path: 'a', bytes: 9, changed: 160_500 }], 161_000);
  assert.ok(
    files.isNewer({ path: 'a', bytes: 9, changed: 160_500 }),
    'a program that removes a file to write it again',
  );
});

/** A terminal without a width, as in some containers, and a clock that jumps by minutes. */
const terminal = `for (const name of ['isTTY', 'columns'])
  Object.defineProperty(process.stderr, name, { value: name === 'isTTY' ? true : Number(process.env.COLUMNS_SAID) });
let now = 0;
Object.defineProperty(performance, 'now', { value: () => (now += 60_000) });`;

test('the progress line is complete on a terminal of width 0, and says how long the rest takes', async () => {
  const place = makeFolder('progress');
  for (let count = 0; count < 12; count += 1) writeFileSync(join(place, `${count}.txt`), `Text ${count}.\n`);
  const preload = `--import=data:text/javascript,${encodeURIComponent(terminal)}`;
  const more = { NODE_OPTIONS: preload, TERM: 'xterm' };
  const sign = (columns: string, ...words: string[]) =>
    provenance(['sign', ...words, place], { env: { ...env, ...more, COLUMNS_SAID: columns } });
  const unknown = await sign('0', '--parallel', '1');
  assert.match(unknown.words, /█+░+ 11 of 12, about \d+ min left/);
  assert.match(unknown.words, /░+ 0 of 12[^,\d]/);
  const narrow = await sign('20', '--force');
  assert.doesNotMatch(narrow.words, / of 12/);
});

test('the time left follows from the time so far', () => {
  const cases: readonly [seconds: number, done: number, text: string][] = [
    [4, 0.5, ''],
    [60, 0.001, ''],
    [60, 1, ''],
    [60, Number.NaN, ''],
    [10, 0.5, ', about 10 s left'],
    [100, 0.999, ', about 1 s left'],
    [60, 0.25, ', about 3 min left'],
    [3_600, 0.5, ', about 1 h left'],
    [3_600, 0.3, ', about 2 h 20 min left'],
    [3_599, 0.5, ', about 1 h left'],
  ];
  for (const [seconds, done, text] of cases) assert.equal(timeLeft(seconds * 1_000, done), text);
});

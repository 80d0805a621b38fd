// `provenance mcp` with messages that no official client sends, and with paths that try to leave
// the allowed folders. After each, the server still serves. Only a canceled call needs a peer.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { initialize, type McpConversation, startConversation } from '../test-support/mcp-conversation.ts';
import { type PackedClient, packClient, run } from '../test-support/provenance-program.ts';

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
/** Nothing listens there. */
const env = { PROVENANCE_URL: 'http://127.0.0.1:1', PROVENANCE_API_KEY: 'svc_key_of_nobody' };

let packed: PackedClient;
let folder: string;
let outside: string;
let server: McpConversation;

before(async () => {
  packed = await packClient();
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'provenance-mcp-')));
  [folder, outside] = [join(place, 'allowed'), join(place, 'allowed-not')];
  for (const each of [folder, outside]) mkdirSync(each);
  writeFileSync(join(folder, 'a.txt'), 'A text.\n');
  writeFileSync(join(outside, 'secret.txt'), 'A secret.\n');
});
after(() => {
  packed.remove();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

beforeEach(async () => {
  server = startConversation(packed.program, ['--generator', 'g', '--model', 'm'], { env, cwd: folder });
});
afterEach(async () => {
  // Whatever happened, it still serves, and ends when its input ends.
  const { result } = await server.ask('server/discover', { _meta: modern });
  assert.deepEqual(result.supportedVersions, ['2026-07-28']);
  const { code } = await server.end();
  assert.equal(code, 0);
});

const refusal = async (name: string, input: object): Promise<string> => {
  const { result } = await server.call(name, input);
  assert.equal(result.isError, true, JSON.stringify(result));
  return result.content[0].text;
};

test('a line that is not a message gets the error that JSON-RPC prescribes', async () => {
  const lines: readonly (readonly [line: string | Uint8Array, code: number, id?: string | number])[] = [
    ['{"jsonrpc": "2.0", ', -32700],
    ['', -32700],
    [Uint8Array.of(0x22, 0xff, 0x22), -32700],
    ['['.repeat(100_000), -32700],
    ['7', -32600],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
    ['{"jsonrpc":"1.0","id":2,"method":"ping"}', -32600, 2],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":3}', -32600, 3],
    ['{"jsonrpc":"2.0","id":4,"method":"ping","params":[]}', -32602, 4],
    ['{"jsonrpc":"2.0","id":5,"method":"ping"}', 0, 5],
  ];
  for (const [line] of lines) server.write(line);
  await server.next(({ id }) => id === 5);
  assert.deepEqual(
    server.received.map(({ id, error }) => [error?.code ?? 0, id]),
    lines.map(([, code, id]) => [code, id]),
  );
});

test('a response that nobody asked for, and an unknown notification, get no response', async () => {
  server.write('{"jsonrpc":"2.0","id":9,"result":{}}');
  server.write('{"jsonrpc":"2.0","id":9,"error":{"code":1,"message":"no"}}');
  server.notify('notifications/of/the/future', { a: 1 });
  server.notify('notifications/cancelled', { requestId: 'never sent' });
  server.notify('notifications/cancelled', { requestId: {} });
  await server.ask('ping', {}, 'last');
  assert.deepEqual(
    server.received.map(({ id }) => id),
    ['last'],
  );
});

test('a message above 8 MB is dropped with an error, and the next one is served', async () => {
  server.write('x'.repeat(8 * 1024 * 1024 + 1));
  const { error } = await server.next(() => true);
  assert.deepEqual(
    [error.code, error.message],
    [-32600, 'The message is larger than 8 MB. Pass large content as a file.'],
  );
  const text = '\u0001'.repeat(1_000_000);
  await initialize(server);
  const { result } = await server.call('inspect', { text });
  assert.equal(result.structuredContent.bytes, 1_000_000, 'the longest text, in its longest notation, still fits');
});

test('the revision is negotiated with clients of every era', async () => {
  const asked = { '2025-11-25': '2025-11-25', '2025-06-18': '2025-06-18', '2025-03-26': '2024-11-05' };
  for (const [version, agreed] of Object.entries({
    ...asked,
    '2024-11-05': '2024-11-05',
    '1999-01-01': '2025-11-25',
  })) {
    const { result } = await initialize(server, version);
    assert.equal(result.protocolVersion, agreed);
    assert.deepEqual(result.capabilities, { tools: {} });
    assert.equal(result.resultType, undefined, 'fields of later revisions stay away');
  }
  const later = await server.ask('tools/list', {
    _meta: { ...modern, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' },
  });
  assert.equal(later.error.code, -32022);
  assert.deepEqual(later.error.data, { supported: ['2026-07-28'], requested: '2099-01-01' });
});

test('a request that does not say its revision is refused until a client initializes', async () => {
  assert.equal((await server.ask('tools/list')).error.code, -32602);
  assert.equal((await server.ask('server/discover')).error.code, -32602);
  const key = 'io.modelcontextprotocol/protocolVersion';
  assert.equal((await server.ask('tools/list', { _meta: { [key]: '2026-07-28' } })).error.code, -32602);
  assert.deepEqual((await server.ask('ping')).result, {});
  assert.equal((await server.ask('ping', { _meta: modern })).error.code, -32601, 'later revisions have no ping');
  const { result } = await server.ask('tools/list', { _meta: modern });
  assert.deepEqual([result.resultType, result.cacheScope], ['complete', 'private']);
  assert.equal(result._meta['io.modelcontextprotocol/serverInfo'].name, 'provenance');
  await initialize(server);
  assert.equal((await server.ask('tools/list')).result.resultType, undefined);
});

test('an unknown method, an unknown tool and arguments that are not an object are errors of the protocol', async () => {
  await initialize(server);
  assert.equal((await server.ask('resources/list')).error.code, -32601);
  assert.equal((await server.ask('tools/call', { name: 'constructor' })).error.code, -32602);
  assert.equal((await server.ask('tools/call', {})).error.code, -32602);
  assert.equal((await server.ask('tools/call', { name: 'inspect', arguments: ['a.txt'] })).error.code, -32602);
  assert.match(
    await refusal('inspect', JSON.parse('{"__proto__": {"path": "a.txt"}}')),
    /There is no argument "__proto__"/,
  );
  assert.match(await refusal('inspect', { text: '\ud800' }), /not valid Unicode/);
});

test('paths that leave the folder are refused: up, absolute, and through links', async () => {
  await initialize(server);
  symlinkSync(join(outside, 'secret.txt'), join(folder, 'link.txt'));
  symlinkSync(outside, join(folder, 'way'));
  symlinkSync(join(folder, 'a.txt'), join(folder, 'inner.txt'));
  const paths = [
    '../allowed-not/secret.txt',
    '/etc/passwd',
    join(outside, 'secret.txt'),
    'link.txt',
    'way/secret.txt',
    '..',
    folder,
  ];
  for (const path of paths) {
    const sentence = await refusal('inspect', { path });
    assert.match(sentence, /is outside the allowed folders\. Use a file in /, path);
    assert.ok(!sentence.includes('secret') || path.includes('secret'), 'the target of a link stays unknown');
  }
  const inner = await server.call('inspect', { path: 'inner.txt' });
  assert.equal(inner.result.structuredContent.path, join(folder, 'a.txt'), 'a link within the folder is fine');
  for (const output of ['../stolen.txt', '/tmp/stolen.txt', 'way/stolen.txt', '../allowed-not/secret.txt']) {
    assert.match(await refusal('sign', { text: 'a', output, overwrite: true }), /outside the allowed folders/, output);
  }
  assert.match(await refusal('sign', { text: 'a', output: 'link.txt', overwrite: true }), /is not a file, so it stays/);
  assert.match(await refusal('sign', { text: 'a', output: 'link.txt' }), /already exists/);
  assert.deepEqual(readdirSync(outside), ['secret.txt']);
});

test('hidden files, folders, pipes and missing files are refused', async () => {
  await initialize(server);
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, '.env'), 'KEY=1\n');
  writeFileSync(join(folder, '.git/config.txt'), 'x');
  symlinkSync(join(folder, '.env'), join(folder, 'env.txt'));
  for (const path of ['.env', '.git/config.txt', 'env.txt'])
    assert.match(await refusal('inspect', { path }), /is hidden/, path);
  for (const output of ['.envrc.txt', '.git/hook.txt'])
    assert.match(await refusal('sign', { text: 'a', output }), /is hidden/);
  mkdirSync(join(folder, 'more'));
  assert.match(await refusal('inspect', { path: 'more' }), /is not a file/);
  assert.match(await refusal('inspect', { path: 'a\u0000.txt' }), /cannot be read/);
  assert.equal(await refusal('inspect', { path: 'missing.txt' }), '"missing.txt" does not exist.');
  assert.equal(await refusal('sign', { text: 'a', output: 'missing/a.txt' }), '"missing" does not exist.');
  if (process.platform === 'win32') return;
  execFileSync('mkfifo', [join(folder, 'pipe.txt')]);
  assert.match(await refusal('inspect', { path: 'pipe.txt' }), /is not a file/);
});

test('a canceled call ends its upload and gets no response', async () => {
  let arrived: (socket: Socket) => void;
  const upload = new Promise<Socket>((resolve) => {
    arrived = resolve;
  });
  const silent = createServer((socket) => arrived(socket.on('error', () => undefined).resume()));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const waiting = startConversation(packed.program, [], {
    env: { PROVENANCE_URL: `http://127.0.0.1:${port}` },
    cwd: folder,
  });
  try {
    await initialize(waiting);
    void waiting.call('verify', { path: 'a.txt' }, 'slow').catch(() => undefined);
    const socket = await upload;
    waiting.write('{"jsonrpc":"2.0","id":"slow","method":"ping"}');
    const twice = await waiting.next(({ id }) => id === 'slow');
    assert.equal(twice.error.code, -32600, 'an id in use is refused');
    waiting.notify('notifications/cancelled', { requestId: 'slow', reason: 'no longer needed' });
    await once(socket, 'close');
    await waiting.ask('ping');
    assert.equal(waiting.received.filter(({ id }) => id === 'slow').length, 1);
  } finally {
    assert.equal((await waiting.end()).code, 0);
    silent.close();
  }
});

test('calls above the limit are refused, and the end of the input cancels those in progress', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined).resume());
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const busy = startConversation(packed.program, [], {
    env: { PROVENANCE_URL: `http://127.0.0.1:${port}` },
    cwd: folder,
  });
  await initialize(busy);
  for (let call = 0; call < 33; call += 1) {
    void busy.call('verify', { text: `Text ${call}.` }, call).catch(() => undefined);
  }
  const { id, result } = await busy.next((message) => message.result?.isError === true);
  assert.equal(id, 32);
  assert.match(result.content[0].text, /^32 calls are in progress\./);
  assert.equal((await busy.end()).code, 0);
  silent.close();
});

test('standard output has only messages, and the key is nowhere', async () => {
  await initialize(server);
  await refusal('verify', { text: 'a' });
  await refusal('sign', { text: 'a', output: 'b.txt' });
  assert.ok(!JSON.stringify(server.received).includes('svc_key_of_nobody'));
});

test('help and completion know the command', async () => {
  const [help, details, completion] = await Promise.all(
    [['help'], ['mcp', '--help'], ['completion', 'bash']].map((words) => run(packed.program, words, { env })),
  );
  assert.match(help!.output, /^ {2}mcp +Run an MCP server/m);
  assert.match(details!.output, /--folder <folder>.+\n +--read-only/);
  assert.match(completion!.output, /mcp\) words="--folder --read-only --generator --model"/);
});

test('the folders are those of --folder, and a start at home or in the root folder needs one', async () => {
  const both = startConversation(packed.program, ['--folder', folder, '--folder', outside], { env, cwd: '/' });
  await initialize(both);
  for (const path of ['a.txt', join(outside, 'secret.txt')]) {
    assert.equal((await both.call('inspect', { path })).result.isError, false, path);
  }
  assert.ok(!(await both.end()).words.includes('svc_key'));
  const atRoot = await run(packed.program, ['mcp'], { env, cwd: '/' });
  const atHome = await run(packed.program, ['mcp'], { env: { ...env, HOME: folder }, cwd: folder });
  const missing = await run(packed.program, ['mcp', '--folder', 'missing'], { env, cwd: folder });
  assert.deepEqual([atRoot.code, atHome.code, missing.code], [4, 4, 4]);
  assert.match(atRoot.words, /Name the folders that the tools can use with --folder\./);
  assert.match(missing.words, /missing is not a folder/);
});

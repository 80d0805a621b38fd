// The examples for programs, for every operation of the real API: the TypeScript runs against a
// recording server, the Python compiles.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { type RunningService, startRunningService } from '../../../../test-support/running-service.ts';
import type { OpenApiDocument } from '../openapi.ts';
import { readResources } from './read-document.ts';
import { pythonOf, typescriptOf } from './snippets.ts';

let service: RunningService;
const recorded: { request: IncomingMessage; body: string }[] = [];
const recorder = createServer(async (request, response) => {
  recorded.push({ request, body: await text(request) });
  response.setHeader('content-type', 'application/json').end('{}');
});
before(async () => {
  service = await startRunningService();
  await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  recorder.close();
  await service.stop();
});

async function readOperations() {
  const response = await fetch(new URL('/openapi.json', service.live.url));
  const document = (await response.json()) as OpenApiDocument;
  return readResources(document).flatMap(({ operations }) => operations);
}

test('the TypeScript example of every operation sends the request that it shows', async () => {
  const address = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`;
  const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor;
  const environment = new Proxy({}, { get: (_, name) => String(name).toLowerCase() });
  const openAsBlob = async () => new Blob(['content']);
  const operations = await readOperations();
  assert.ok(operations.length > 60);
  for (const operation of operations) {
    recorded.length = 0;
    const code = typescriptOf(operation, address).replace("import { openAsBlob } from 'node:fs';\n", '');
    await new AsyncFunction('process', 'openAsBlob', code)({ env: environment }, openAsBlob);
    const [{ request, body }] = recorded as [(typeof recorded)[0]];
    assert.equal(request.method, operation.method);
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toLowerCase());
    assert.equal(request.url!.split('?')[0], path);
    if (operation.access.caller !== 'public')
      assert.match(request.headers.authorization!, /^Bearer (api_key|session_token)$/);
    if (operation.body?.type.startsWith('application/json')) JSON.parse(body);
    if (operation.body?.type.startsWith('multipart')) assert.match(request.headers['content-type']!, /^multipart/);
  }
});

const pythonAbsence =
  spawnSync('python3', ['--version']).error && process.env.CI !== 'true' ? 'python3 is not installed.' : false;

test('the Python example of every operation compiles', { skip: pythonAbsence }, async () => {
  const examples = (await readOperations()).map((operation) => pythonOf(operation, 'http://127.0.0.1'));
  const program = 'import json, sys\nfor code in json.load(sys.stdin): compile(code, "example", "exec")';
  const { status, stderr } = spawnSync('python3', ['-c', program], { input: JSON.stringify(examples) });
  assert.equal(status, 0, String(stderr));
});

// The packed package in a fresh project without a network, on the system's own Node (20 or newer):
// every entry as a module and as CommonJS, and its types for every way to find them.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeNoise } from '../../engine/test-support/made-wav.ts';
import { findProgram } from '../../service/test-support/private-program.ts';
import { type RunningService, startRunningService } from '../../service/test-support/running-service.ts';
import { makeSigningAccount } from '../../service/test-support/signing-client.ts';
import { packClient } from '../test-support/provenance-program.ts';

const run = promisify(execFile);
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

let service: RunningService;
let project: string;
let env: Record<string, string>;

before(async () => {
  // npm puts the Node of the tests first in the path, but this needs the system's own.
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  for (const program of ['node', 'npm']) assert.ok(findProgram(program), `${program} is not here`);
  const [started, packed] = await Promise.all([startRunningService(), packClient(true)]);
  service = started;
  try {
    const { key } = await makeSigningAccount(service, 'enterprise');
    project = mkdtempSync(join(tmpdir(), 'provenance-package-'));
    env = { PATH: path.join(':'), HOME: project, PROVENANCE_URL: service.live.url, PROVENANCE_API_KEY: key };
    const quiet = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const { stdout } = await run('npm', ['pack', packed.folder, ...quiet], { cwd: project, env });
    writeFileSync(join(project, 'package.json'), '{ "private": true }');
    await run('npm', ['install', `./${stdout.trim().split('\n').at(-1)}`, ...quiet], { cwd: project, env });
    writeFileSync(join(project, 'sound.wav'), makeNoise(1, { seconds: 30, sampleRate: 44_100 }));
  } finally {
    packed.remove();
  }
});
after(async () => {
  await service.stop();
  rmSync(project, { recursive: true, force: true });
});

/** Uses every entry: signs a sound with an own key, finds its watermark, verifies it twice. */
const body = `
  const client = createClient({ baseUrl: process.env.PROVENANCE_URL, credential: process.env.PROVENANCE_API_KEY });
  const key = await SigningKey.generate();
  const { generator_id: generatorId } = await client.generators.create({
    name: 'Own', supported_formats: ['audio'], public_keys: [key.toPublicKey()],
  });
  const content = new Uint8Array(await (await openFile('sound.wav')).arrayBuffer());
  const watermarkId = key.deriveId('sound');
  const prepared = await prepareContent(content, watermarkId);
  const { contentHash, exactFormat } = prepared;
  const record = await key.signRecord({ generatorId, model: 'm', contentHash, exactFormat, watermarkId });
  const { token, record_id } = await client.records.submit(record);
  const signed = prepared.withToken(token);
  const { authentic } = await client.verify.content({ content: new Blob([signed]) });
  const bundle = await client.records.bundle(record_id);
  const proof = await verifyBundle({ bundle, ...(await readCanonical(signed)) });
  const getProof = () => client.records.proof(record_id).catch(() => undefined);
  let logProof = await getProof();
  while (!logProof) logProof = await getProof();
  const logKeys = await (await fetch(process.env.PROVENANCE_URL + '/log/keys')).text();
  const { valid } = await verifyRecordProof({ proof: logProof, logKeys });
  const problem = await createClient({ baseUrl: process.env.PROVENANCE_URL }).billing.usage().catch((each) => each);
  const { watermark_id } = await inspectContent(signed);
  console.log(authentic, proof.authentic, valid, problem instanceof ServiceError, watermark_id === watermarkId);
`;
const names = {
  '': 'createClient, ServiceError',
  '/node': 'inspectContent, openFile, prepareContent, readCanonical',
  '/signing': 'SigningKey, verifyBundle, verifyRecordProof',
};
const lines = (write: (names: string, entry: string) => string) =>
  Object.entries(names)
    .map(([entry, list]) => write(list, `@content-provenance/client${entry}`))
    .join('\n');
const programs = {
  'used.mjs': `${lines((list, entry) => `import { ${list} } from '${entry}';`)}\n${body}`,
  'used.cjs': `${lines((list, entry) => `const { ${list} } = require('${entry}');`)}\n(async () => {${body}})();`,
};

for (const [name, text] of Object.entries(programs)) {
  test(`every entry works in ${name}, also on a Node that cannot require modules`, async () => {
    writeFileSync(join(project, name), text);
    const { stdout: help } = await run('node', ['--help'], { env });
    const older = help.includes('-require-module') ? ['--no-experimental-require-module'] : [];
    for (const options of [[], older]) {
      const { stdout, stderr } = await run('node', [...options, name], { cwd: project, env });
      assert.deepEqual([stdout, stderr], ['true true true true true\n', '']);
    }
  });
}

test('witness and monitor run on it', async () => {
  const { stdout: version } = await run('node', ['--version'], { env });
  const provenance = (...words: string[]) =>
    run('node', ['node_modules/.bin/provenance', ...words], { cwd: project, env }).catch((problem) => problem);
  const witness = await provenance('witness', '--state', 'witness', '--name', 'w.example', '--print-key');
  assert.match(witness.stdout, /^w\.example\+[0-9a-f]{8}\+\S+\nwitness w\.example /, version + witness.stderr);
  const log = `${service.live.url}/log`;
  const monitor = await provenance('monitor', log, '--state', 'monitor', '--once', '--json');
  assert.match(monitor.stdout, /"event":"checked".*"unknown_entries":0,"complete":true/, version + monitor.stderr);
});

const typed = `${lines((list, entry) => `import { ${list} } from '${entry}';`)}
import type { CallOptions, ErrorCode, SignInput } from '@content-provenance/client';
export async function use(options: CallOptions, input: SignInput): Promise<string> {
  const client = createClient({ baseUrl: '', timeout: 1_000 });
  const record: string = (await client.records.get('x', options)).record_id;
  const { token } = await client.sign({ ...input, neural: true }, { ...options, onProgress: () => undefined });
  const key: SigningKey = await SigningKey.generate();
  const file: Blob = await openFile('x');
  const { contentHash } = await readCanonical(new Uint8Array(await file.arrayBuffer()));
  const { authentic } = await verifyBundle({ bundle: '', contentHash, token });
  const { reason } = await verifyRecordProof({ proof: await client.records.proof('x'), logPolicy: '' });
  void [inspectContent, prepareContent, key, reason];
  // @ts-expect-error: a record has no such field.
  void (await client.records.get('x')).nothing;
  // @ts-expect-error: not a code.
  const code: ErrorCode = 'nothing';
  try {
    return record;
  } catch (problem) {
    if (problem instanceof ServiceError && problem.code === 'rate_limited') return problem.message;
    return authentic ? code : token;
  }
}
`;

for (const moduleResolution of ['node16', 'nodenext', 'bundler']) {
  test(`the types are found with moduleResolution ${moduleResolution}, in modules and in CommonJS`, async () => {
    const files = ['typed.ts', 'typed.mts', 'typed.cts'];
    for (const file of files) writeFileSync(join(project, file), typed);
    const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution;
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable'];
    const ways = ['--module', module, '--moduleResolution', moduleResolution, '--types', ''];
    const { stdout } = await run(process.execPath, [compiler, ...options, ...ways, ...files], { cwd: project }).catch(
      (problem: { stdout: string }) => problem,
    );
    assert.equal(stdout, '');
  });
}

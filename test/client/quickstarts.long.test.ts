// The delivered client: packed by npm, installed in an empty project without a network, on the
// system's own Node (20 or newer). Its README and the quickstart of the SDK run there as written,
// with only address and key filled in. The other pages, and the code that the sign page shows, run
// on the Node of the tests, which starts faster.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@content-provenance/client';
import { type SnippetLanguage, snippetsOf } from '../../dashboard/src/pages/sign/snippets.ts';
import { findProgram } from '../../service/test-support/private-program.ts';
import { type RunningService, startRunningService } from '../../service/test-support/running-service.ts';
import { makeForm } from '../../service/test-support/shared-photos.ts';
import { makeSigningAccount, registerGenerator } from '../../service/test-support/signing-client.ts';
import { type PackedClient, packClient } from '../test-support/provenance-program.ts';
import { makePicture } from '../test-support/signed-picture.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const placeholder = { url: 'http://127.0.0.1:8080', key: 'svc_key_…' };

let service: RunningService;
let packed: PackedClient;
let project: string;
let env: Record<string, string>;
let key: string;

before(async () => {
  // npm puts the Node of the tests first in the path, but this needs the system's own.
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  for (const program of ['node', 'npm', 'bash', 'curl', 'python3', 'openssl'])
    assert.ok(findProgram(program), `${program} is not here`);
  [service, packed] = await Promise.all([startRunningService(), packClient()]);
  ({ key } = await makeSigningAccount(service));
  project = mkdtempSync(join(tmpdir(), 'provenance-project-'));
  env = { PATH: path.join(':'), HOME: project, PROVENANCE_CONFIG: join(project, 'config.json') };
  const quiet = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { stdout } = await run('npm', ['pack', packed.folder, ...quiet], { cwd: project, env });
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', `./${stdout.trim().split('\n').at(-1)}`, ...quiet], { cwd: project, env });
  writeFileSync(join(project, 'picture.jpg'), await makePicture());
});
after(async () => {
  await service.stop();
  packed.remove();
  rmSync(project, { recursive: true, force: true });
});

function blocksOf(file: string, language: string): string[] {
  const page = readFileSync(join(root, file), 'utf8');
  return Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')), ([, code]) =>
    code!.replaceAll(placeholder.url, service.live.url).replaceAll(placeholder.key, key),
  );
}

/** In the empty project, in the order of the page. */
async function runScripts(file: string): Promise<string> {
  let output = '';
  for (const script of blocksOf(file, 'js')) {
    const name = /^\/\/ (\S+\.mjs)$/m.exec(script)![1]!;
    writeFileSync(join(project, name), script);
    const { stdout } = await run('node', [name], {
      cwd: project,
      env: { ...env, PROVENANCE_URL: service.live.url, PROVENANCE_API_KEY: key },
    });
    output += stdout;
  }
  return output;
}

async function runCommands(
  commands: readonly string[],
  { cwd = project, node = '', more = {} }: { cwd?: string; node?: string; more?: Record<string, string> },
): Promise<string> {
  const path = [join(project, 'node_modules/.bin'), node, env.PATH].filter(Boolean).join(':');
  const script = commands.join('\n');
  const { stdout } = await run('bash', ['--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    env: { ...env, PATH: path, ...more },
  });
  return stdout;
}

/** With the picture in it. */
function makeFolder(name: string): string {
  const folder = join(project, name);
  mkdirSync(folder);
  copyFileSync(join(project, 'picture.jpg'), join(folder, 'picture.jpg'));
  return folder;
}

test('the package installs on the system’s Node without any other package, and the README runs', async () => {
  assert.deepEqual(
    readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['@content-provenance'],
  );
  const output = await runScripts('client/README.md');
  assert.match(output, /^record [0-9a-f-]{36}\nauthentic true by .+ with writer-1\n$/);
  const commands = blocksOf('client/README.md', 'sh').slice(1);
  const said = await runCommands(commands, { more: { PROVENANCE_URL: service.live.url, PROVENANCE_API_KEY: key } });
  assert.match(said, /✔ Authentic {2}text\.signed\.txt\n {2}Signed by /);
});

test('what browsers load contains nothing from Node, and signs and verifies without it', async () => {
  const installed = join(project, 'node_modules/@content-provenance/client');
  const files = ['index.js', 'signing.js', ...readdirSync(join(installed, 'shared')).map((name) => `shared/${name}`)];
  for (const file of files) assert.doesNotMatch(readFileSync(join(installed, file), 'utf8'), /from ?"(?!\.)/, file);
  const script = `delete globalThis.Buffer;
globalThis.process = undefined;
const { SigningKey, hashContent, canonicalBytes, verifySignature } = await import('@content-provenance/client/signing');
const key = await SigningKey.fromPem((await SigningKey.generate()).toPem());
const record = await key.signRecord({ generatorId: 'g', model: 'm', contentHash: await hashContent(new Blob(['abc'])) });
const signature = Uint8Array.from(atob(record.signature), (character) => character.charCodeAt(0));
console.log(record.content_hash, await verifySignature(key.publicKey, canonicalBytes(record.signed_payload), signature));`;
  writeFileSync(join(project, 'browser.mjs'), script);
  const { stdout } = await run('node', ['browser.mjs'], { cwd: project, env });
  // FIPS 202, example of SHA3-256 for "abc".
  const hash = '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532';
  assert.equal(stdout, `sha3-256:${hash} true\n`);
});

test('the quickstart of the SDK', async () => {
  const output = await runScripts('docs/use/quickstart-sdk.md');
  for (const line of [
    /^svc_/m,
    /^online true (high|medium) picture-model-1$/m,
    /^offline true true$/m,
    /^own key true$/m,
    /^webhook record\.created$/m,
    /^error true unauthorized 401$/m,
  ]) {
    assert.match(output, line);
  }
});

test('the quickstart of the command line', async () => {
  const node = dirname(process.execPath);
  const folder = makeFolder('cli');
  const output = await runCommands(blocksOf('docs/use/quickstart-cli.md', 'sh'), { cwd: folder, node });
  for (const line of [
    /^✔ Authentic {2}picture\.signed\.jpg$/m,
    /^✔ Authentic {2}picture\.signed\.jpg {2}proven offline$/m,
    /^exit code 3$/m,
    /^✔ Authentic {2}own-texts\/3\.txt/m,
  ]) {
    assert.match(output, line);
  }
  assert.equal(existsSync(env.PROVENANCE_CONFIG!), false, 'logged out');
});

test('the quickstart with curl runs, and so does the offline proof of its files', async () => {
  const node = dirname(process.execPath);
  const folder = makeFolder('curl');
  const [verified] = /`(provenance verify --offline [^`]+)`/
    .exec(readFileSync(join(root, 'docs/use/quickstart-curl.md'), 'utf8'))!
    .slice(1);
  const output = await runCommands([...blocksOf('docs/use/quickstart-curl.md', 'sh'), verified!], {
    cwd: folder,
    node,
  });
  assert.match(output, /"authentic":true/);
  assert.match(output, /"org_name":"Acme Studio"/);
  assert.match(output, /proven offline/);
});

test('the guide to verify without us checks a record, a bundle and the log with other tools', async () => {
  const folder = makeFolder('without-us');
  const client = createClient({ baseUrl: service.live.url, credential: key });
  const generatorId = await registerGenerator(service.live, key);
  const content = new Blob([readFileSync(join(folder, 'picture.jpg'))]);
  const signed = await client.sign({ content, model: 'picture-model-1', generatorId });
  writeFileSync(join(folder, 'picture.signed.jpg'), new Uint8Array(await signed.content.arrayBuffer()));
  const isReady = () =>
    client.records.proof(signed.recordId).then(
      () => true,
      () => false,
    );
  while (!(await isReady()));
  const page = 'docs/use/verify-without-us.md';
  writeFileSync(join(folder, 'check-proof.py'), blocksOf(page, 'python').join(''));
  const more = { record: signed.recordId, PROVENANCE_URL: service.live.url, PROVENANCE_API_KEY: key };
  const output = await runCommands(blocksOf(page, 'sh'), { cwd: folder, node: dirname(process.execPath), more });
  for (const line of [
    new RegExp(`^${signed.recordId} is entry \\d+ of \\S+/log$`, 'm'),
    /^Signature Verified Successfully$/m,
    new RegExp(`^✔ in the log {2}${signed.recordId}$`, 'm'),
    /^ {2}log {8}entry \d+ · under a key of your policy$/m,
    /^✔ \S+\/log {2}consistent/m,
    /^ {2}entry \d+ {2}record {2}of your organization$/m,
  ]) {
    assert.match(output, line);
  }
});

test('the tour of the README ends with an authentic file', async () => {
  const node = dirname(process.execPath);
  const [tour] = /^<!-- tour -->\n```sh\n(.*?)^```$/ms.exec(readFileSync(join(root, 'README.md'), 'utf8'))!.slice(1);
  const commands = tour!.replaceAll(placeholder.url, service.live.url);
  const output = await runCommands([commands], { cwd: makeFolder('tour'), node });
  assert.match(output, /\{"verdict":"authentic"/);
});

const programs: Readonly<Record<SnippetLanguage, { readonly file: string; readonly command?: string }>> = {
  curl: { file: 'sign.sh' },
  typescript: { file: 'sign.mts', command: 'node sign.mts' },
  python: { file: 'sign.py', command: 'python3 sign.py' },
  cli: { file: 'sign.sh' },
};

for (const language of Object.keys(programs) as SnippetLanguage[]) {
  test(`the ${language} code of the sign page signs a file that is authentic`, async () => {
    const generatorId = await registerGenerator(service.live, key);
    // Nothing in a name ends a string or starts a command.
    const model = `Émile's "model" $HOME \`x\`; @2 \\n`;
    const folder = makeFolder(`sign-${language}`);
    const code = snippetsOf({ baseUrl: service.live.url, generatorId, model })[language];
    const { file, command = code } = programs[language];
    writeFileSync(join(folder, file), code);
    await runCommands([command], {
      cwd: folder,
      node: dirname(process.execPath),
      more: { PROVENANCE_API_KEY: key, NODE_NO_WARNINGS: '1' },
    });
    const signed = language === 'cli' ? 'picture.signed.jpg' : 'picture-signed.jpg';
    const answer = await fetch(`${service.live.url}/v1/verify`, {
      method: 'POST',
      body: makeForm({ content: readFileSync(join(folder, signed)) }),
    });
    const result = (await answer.json()) as { authentic: boolean; provenance: Record<string, string> };
    assert.deepEqual(
      [result.authentic, result.provenance.model, result.provenance.generator_id],
      [true, model, generatorId],
    );
  });
}

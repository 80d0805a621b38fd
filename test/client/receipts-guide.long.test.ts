// docs/use/receipts.md runs as written, with only the address filled in: curl, a check without our
// code on the system's Node, the packed command line, the packed SDK, and the Python package.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { makeGuideProject, systemPath } from '../../service/test-support/guide-project.ts';
import { findProgram } from '../../service/test-support/private-program.ts';
import { type RunningService, startRunningService } from '../../service/test-support/running-service.ts';
import { type PackedClient, packClient } from '../test-support/provenance-program.ts';
import { packageFolder, python } from '../test-support/python-package.ts';

const run = promisify(execFile);
const guide = readFileSync(new URL('../../docs/use/receipts.md', import.meta.url), 'utf8');

let service: RunningService;
let packed: PackedClient;
let folder: string;
before(async () => {
  [service, packed] = await Promise.all([startRunningService(), packClient()]);
  folder = makeGuideProject('receipts');
  mkdirSync(join(folder, 'node_modules/@content-provenance'));
  symlinkSync(packed.folder, join(folder, 'node_modules/@content-provenance/client'), 'junction');
  writeFileSync(join(folder, 'provenance'), `#!/bin/sh\nexec node ${packed.program} "$@"\n`);
  chmodSync(join(folder, 'provenance'), 0o755);
});
after(async () => {
  await service.stop();
  packed.remove();
  rmSync(folder, { recursive: true });
});

const blocks = (language: string) =>
  Array.from(guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')), ([, code]) =>
    code!.replaceAll('http://127.0.0.1:8080', service.live.url),
  );

async function inShell(commands: string): Promise<string> {
  const env = { PATH: `${folder}:${systemPath()}`, HOME: folder, PROVENANCE_URL: service.live.url };
  const { stdout } = await run('bash', ['--norc', '-ec', commands], { cwd: folder, env });
  return stdout;
}

test('every block of the guide does what the guide says', async (t) => {
  const missing = ['curl', 'bash', 'openssl'].filter((name) => !findProgram(name));
  if (missing.length > 0) {
    assert.notEqual(process.env.CI, 'true', `${missing} is not here`);
    return t.skip(`${missing} is not here`);
  }
  const [get, checkIt, commandLine, ...otherCommands] = blocks('sh');
  const [check, sdk, ...otherScripts] = blocks('js');
  const [promised, ...otherTexts] = blocks('text');
  assert.deepEqual([...otherCommands, ...otherScripts, ...otherTexts], []);
  writeFileSync(join(folder, 'check.mjs'), check!);
  writeFileSync(join(folder, 'sdk.mjs'), sdk!);

  assert.equal(await inShell(get!), '');
  assert.equal(await inShell(checkIt!), promised);
  const said = await inShell(commandLine!);
  assert.match(said, /Nothing found[\s\S]*✔ valid receipt {2}letter\.jws/);
  assert.equal(await inShell('node sdk.mjs'), 'true nothing_found\n');

  writeFileSync(join(folder, 'letter.txt'), 'Another letter.\n');
  assert.equal(await inShell(checkIt!), 'true false nothing_found\n');
  const receipt = readFileSync(join(folder, 'receipt.jws'), 'utf8');
  writeFileSync(join(folder, 'receipt.jws'), `${receipt.slice(0, -8)}AAAAAAAA`);
  assert.match(await inShell(checkIt!), /^false /);
});

test('the Python of the guide runs', async (t) => {
  if (!python) return t.skip('python3 is not here');
  writeFileSync(join(folder, 'letter.txt'), 'A letter.\n');
  const [script] = blocks('python');
  const { stdout } = await run(python, ['-c', script!], {
    cwd: folder,
    env: { PATH: systemPath(), PYTHONPATH: join(packageFolder, 'src') },
  });
  assert.equal(stdout, 'True nothing_found\n');
});

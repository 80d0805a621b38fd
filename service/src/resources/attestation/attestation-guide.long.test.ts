// docs/use/attestation.md runs as written: the test takes its blocks from the page and runs them
// against a running service. It fills in only the address and the key.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { makeGuideProject, systemPath } from '../../../test-support/guide-project.ts';
import { findProgram } from '../../../test-support/private-program.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeSigningAccount } from '../../../test-support/signing-client.ts';

const run = promisify(execFile);
const guide = readFileSync(new URL('../../../../docs/use/attestation.md', import.meta.url), 'utf8');
const blocks = (language: string) =>
  Array.from(guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')), ([, code]) => code!);

let service: RunningService;
let folder: string;
before(async () => {
  service = await startRunningService();
  folder = makeGuideProject('attestation');
});
after(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

test('the guide exports two files and checks them with its script, and an edited file does not pass', async (t) => {
  if (!findProgram('curl') || !findProgram('bash')) {
    assert.notEqual(process.env.CI, 'true', 'curl or bash is not here');
    return t.skip('curl or bash is not here');
  }
  const { key } = await makeSigningAccount(service, 'enterprise');
  const [script, ...otherScripts] = blocks('js');
  const [exportFiles, check, ...others] = blocks('sh');
  const [promised] = blocks('text');
  assert.deepEqual([...otherScripts, ...others], []);
  const lines = script!.split('\n').filter((line) => line !== '' && !line.startsWith('import '));
  assert.equal(lines.length, 5);

  writeFileSync(join(folder, 'check.mjs'), script!);
  const inShell = (commands: string) =>
    run('bash', ['--norc', '-ec', commands], {
      cwd: folder,
      env: { PATH: systemPath(), API_KEY: key, BASE: service.live.url },
    });
  assert.match(exportFiles!, /BASE=http:\/\/127\.0\.0\.1:8080$/m);
  await inShell(exportFiles!.replace('http://127.0.0.1:8080', service.live.url));
  const { stdout, stderr } = await inShell(check!);
  assert.deepEqual([stdout, stderr], [promised!.repeat(2), '']);

  for (const [name, genuine, forged] of [
    ['attestation.html', '<dd>0</dd>', '<dd>9</dd>'],
    ['attestation.json', '"records_signed": 0', '"records_signed": 9'],
  ] as const) {
    const file = join(folder, name);
    const text = readFileSync(file, 'utf8');
    assert.ok(text.includes(genuine));
    writeFileSync(file, text.replace(genuine, forged));
    assert.equal((await inShell(`node check.mjs ${name}`)).stdout, 'false\n');
    writeFileSync(file, text);
    assert.equal((await inShell(`node check.mjs ${name}`)).stdout, 'true\n');
  }
});

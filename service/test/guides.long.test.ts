// The guides under docs/use run as written: the test takes their blocks from the page and runs them
// against a running service, with a shell and with the system's Node. It fills in only the address.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { canonicalJson } from '@content-provenance/engine';
import { makeGuideProject, systemPath } from '../test-support/guide-project.ts';
import { findProgram } from '../test-support/private-program.ts';
import { type RunningService, startRunningService } from '../test-support/running-service.ts';

const run = promisify(execFile);
const guide = readFileSync(fileURLToPath(new URL('../../docs/use/client-managed-signing.md', import.meta.url)), 'utf8');
const blocks = (language: string) =>
  Array.from(guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')), ([, code]) => code!);

describe('client-managed signing', () => {
  let service: RunningService;
  let folder: string;
  before(async () => {
    service = await startRunningService();
    folder = makeGuideProject('guide');
  });
  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  test('the guide leads from an empty account to a verified status', async (t) => {
    if (!findProgram('curl') || !findProgram('bash')) {
      assert.notEqual(process.env.CI, 'true', 'curl or bash is not here');
      return t.skip('curl or bash is not here');
    }
    const [account, runIt, ...others] = blocks('sh');
    const [script] = blocks('js');
    assert.deepEqual(others, []);
    assert.match(account!, /BASE=http:\/\/127\.0\.0\.1:8080$/m);
    writeFileSync(join(folder, 'sign.mjs'), script!);
    const commands = [account!.replace('http://127.0.0.1:8080', service.live.url), runIt].join('\n');
    const { stdout, stderr } = await run('bash', ['--norc', '-ec', commands], {
      cwd: folder,
      env: { PATH: systemPath() },
    });
    assert.equal(stderr, '');
    const [promised] = blocks('text');
    assert.ok(stdout.endsWith(promised!), stdout);
    assert.match(stdout, /^signed by {2}Acme Studio with studio-model-3, \d{4}-/m);
    assert.equal(statSync(join(folder, 'signing-key.pem')).mode & 0o777, 0o600);

    const token = /^token +(svc_\S+)$/m.exec(stdout)![1]!;
    const { status, body } = await service.live.call('GET', `/v1/verify/status/${token}`);
    assert.deepEqual([status, body.org_name, body.generator_status], [200, 'Acme Studio', 'active']);
  });

  test('the payload in the guide is canonical, and the variant without a package reads the same key', async () => {
    const [payload] = blocks('json');
    assert.equal(canonicalJson(JSON.parse(payload!)), payload!.trim());
    const [, variant] = blocks('js');
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', variant!]);
    assert.equal(stdout, '1952 true\n');
    const key = createPublicKey(createPrivateKey(readFileSync(join(folder, 'signing-key.pem'), 'utf8')));
    assert.equal(key.asymmetricKeyType, 'ml-dsa-65');
  });
});

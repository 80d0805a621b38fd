// The example of docs/run/key-custody.md runs as written: the test takes its blocks from the page
// and fills in only the organization.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeOwner } from '../../test-support/account.ts';
import { runOperator } from '../../test-support/run-operator.ts';
import { startRunningService } from '../../test-support/running-service.ts';
import { withSoftHsm } from '../../test-support/soft-hsm.ts';

const guide = readFileSync(new URL('../../../docs/run/key-custody.md', import.meta.url), 'utf8');
const [makeToken, settings, request, ...others] = Array.from(
  guide.matchAll(/^```sh\n(.*?)^```$/gms),
  ([, code]) => code!,
);

withSoftHsm(() => {
  test('the example makes a token, and the operator gets a signing request for its key', async () => {
    assert.deepEqual(others, []);
    const folder = mkdtempSync(join(tmpdir(), 'provenance-guide-'));
    const printed = execFileSync('bash', ['--norc', '-ec', `${makeToken}${settings}env -0`], {
      cwd: folder,
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const given = Object.fromEntries(
      printed
        .split('\0')
        .map((line) => /(PKCS11_\w+|SOFTHSM2_CONF)=(.*)$/s.exec(line))
        .flatMap((match) => (match ? [[match[1], match[2]]] : [])),
    ) as Record<string, string>;
    assert.equal(Object.keys(given).length, 4);
    const service = await startRunningService({ settings: given });
    try {
      const { orgId } = await makeOwner(service, 'growth');
      const [, words, subject] = /^npm run operator -- (.*) "(.*)"\n$/.exec(request!)!;
      const run = await runOperator(service.settings, ...words!.replace('ORG_ID', orgId).split(' '), subject!);
      assert.equal(run.code, 0, run.words);
      const [pem] = /-----BEGIN[\s\S]+REQUEST-----/.exec(run.output)!;
      const verified = execFileSync('openssl', ['req', '-verify', '-noout', '-subject'], {
        input: pem,
        encoding: 'utf8',
      });
      assert.match(verified, /C ?= ?DE, O ?= ?Acme Pictures, CN ?= ?Acme/);
    } finally {
      await service.stop();
      rmSync(folder, { recursive: true });
    }
  });
});

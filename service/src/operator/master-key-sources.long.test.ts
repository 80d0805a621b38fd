// The master key from a file, a command and a KMS: the service starts with each, the operator
// rotates it, and every bad source stops the start with one sentence that shows no secret.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { makeApiKey, makeOwner } from '../../test-support/account.ts';
import { type Certificates, makeCertificates, withOpenssl } from '../../test-support/https-receiver.ts';
import { type KmsServer, startKms } from '../../test-support/kms-server.ts';
import { onEachDatabase } from '../../test-support/on-each-database.ts';
import { runOperator } from '../../test-support/run-operator.ts';
import { removeData, settingsFor, startRunningService } from '../../test-support/running-service.ts';
import { makeForm } from '../../test-support/shared-photos.ts';
import { registerGenerator } from '../../test-support/signing-client.ts';
import { runToItsEnd } from '../../test-support/spawned-service.ts';

withOpenssl(() => {
  let certificates: Certificates;
  let kms: KmsServer;
  let folder: string;
  const sources = ['MASTER_KEY_FILE', 'MASTER_KEY_COMMAND', 'MASTER_KEY_WRAPPED_FILE'] as const;
  before(async () => {
    certificates = makeCertificates();
    kms = await startKms(certificates);
    folder = mkdtempSync(join(tmpdir(), 'provenance-sources-'));
  });
  after(async () => {
    await kms.stop();
    certificates.remove();
    rmSync(folder, { recursive: true });
  });

  const write = (name: string, lines: readonly string[]) => {
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`, { mode: 0o600 });
    return join(folder, name);
  };

  /** The settings of a source that gives these keys. */
  function give(source: (typeof sources)[number], keys: readonly Buffer[]): Record<string, string> {
    const plain = keys.map((key) => key.toString('base64'));
    if (source === 'MASTER_KEY_FILE') return { [source]: write('keys', plain) };
    if (source === 'MASTER_KEY_COMMAND') return { [source]: `/bin/cat ${write('printed', plain)}` };
    const wrapped = write('wrapped', keys.map(kms.wrap));
    return { ...kms.settings, [source]: wrapped, MASTER_KEY_KMS_KEY: 'master' };
  }

  onEachDatabase((database) => {
    for (const source of sources) {
      test(`${source}: the service starts and signs, also after a rotation`, async () => {
        const [older, newer] = [randomBytes(32), randomBytes(32)];
        const service = await startRunningService({ database, settings: give(source, [older]) });
        try {
          const owner = await makeOwner(service, 'growth');
          const { key } = await makeApiKey(service.live, owner);
          const generatorId = await registerGenerator(service.live, key);
          const sign = async () => {
            const response = await fetch(`${service.live.url}/v1/sign`, {
              method: 'POST',
              headers: { authorization: `Bearer ${key}` },
              body: makeForm({ content: Buffer.from('A text.\n'), model: 'writer-2', generator_id: generatorId }),
            });
            return response.status;
          };
          assert.equal(await sign(), 200);
          const rotate = () => runOperator(service.settings, 'rotate-master-key');
          const alone = await rotate();
          assert.equal(alone.code, 1);
          assert.match(alone.words, new RegExp(`${source} has only one key`));
          give(source, [newer, older]);
          await service.restart();
          const rotated = await rotate();
          assert.deepEqual([rotated.code, rotated.words], [0, '']);
          assert.match(rotated.output, new RegExp(`All secrets use the first key of ${source}`));
          give(source, [newer]);
          await service.restart();
          assert.equal(await sign(), 200);
        } finally {
          await service.stop();
        }
      });
    }
  });

  test('a bad source stops the start with one sentence', async () => {
    const settings = await settingsFor({});
    const good = randomBytes(32);
    const open = write('open', [good.toString('base64')]);
    chmodSync(open, 0o644);
    const wrapped = { ...kms.settings, MASTER_KEY_KMS_KEY: 'master' };
    const cases: [Record<string, string>, RegExp][] = [
      [{ MASTER_KEY_FILE: join(folder, 'missing') }, /MASTER_KEY_FILE gives no master key: ENOENT/],
      [{ MASTER_KEY_FILE: open }, /is open to other users \(mode 644\)/],
      [{ MASTER_KEY_FILE: write('empty', ['']) }, /there is no key in it/],
      [{ MASTER_KEY_FILE: write('short', ['c2hvcnQ=']) }, /each key must be 32 bytes in base64/],
      [
        { MASTER_KEY_COMMAND: '/bin/false' },
        /MASTER_KEY_COMMAND gives no master key: the command failed \(exit code 1\)/,
      ],
      [{ MASTER_KEY_COMMAND: '/bin/echo secret-output' }, /each key must be 32 bytes/],
      [{ ...wrapped, MASTER_KEY_WRAPPED_FILE: write('plain', [good.toString('base64')]) }, /The KMS refused decrypt/],
      [
        { ...wrapped, KMS_TOKEN: 'another', MASTER_KEY_WRAPPED_FILE: write('wrapped', [kms.wrap(good)]) },
        /The KMS responded to decrypt with 401/,
      ],
      [
        { ...wrapped, KMS_URL: 'https://127.0.0.1:1/keys', MASTER_KEY_WRAPPED_FILE: join(folder, 'wrapped') },
        /The KMS failed at decrypt: ECONNREFUSED/,
      ],
    ];
    try {
      for (const [more, sentence] of cases) {
        const { code, words } = await runToItsEnd({ ...settings, ...more });
        assert.deepEqual([code, sentence.test(words)], [1, true], words);
        assert.ok(!words.includes(good.toString('base64')) && !words.includes('secret-output'), words);
      }
    } finally {
      await removeData(settings);
    }
  });
});

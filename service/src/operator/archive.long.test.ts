// The operator's archive command next to the running service: status, check and restore, with a
// file that is damaged and one that is missing.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { archiveEverything } from '../../test-support/archive-everything.ts';
import { onEachDatabase } from '../../test-support/on-each-database.ts';
import { runOperator } from '../../test-support/run-operator.ts';
import { type RunningService, startRunningService } from '../../test-support/running-service.ts';
import { makeSigningAccount, makeSubmission } from '../../test-support/signing-client.ts';

onEachDatabase((database) => {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-archive-'));
  let service: RunningService;
  let recordId: string;
  before(async () => {
    service = await startRunningService({ database, settings: { ARCHIVE_STORE: `folder:${folder}` } });
    const org = await makeSigningAccount(service, 'enterprise');
    const body = { records: Array.from({ length: 20 }, () => makeSubmission(org.signer, org.generatorId)) };
    const stored = await service.live.call('POST', '/v1/records/batch', { token: org.key, body });
    recordId = stored.body.results[7].record_id;
  });
  after(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const archive = (action: string, settings: Record<string, string> = {}) =>
    runOperator({ ...service.settings, ...settings }, 'archive', action);
  const record = () => service.live.call('GET', `/v1/records/${recordId}`);

  test('status, run and check before and after records are archived', async () => {
    assert.match((await archive('status')).output, /Nothing is archived/);
    const young = await archive('run', { ARCHIVE_AFTER_MONTHS: '1' });
    assert.deepEqual([young.code, young.output], [0, 'Archived 0 record(s).\n']);
    assert.match((await archive('run')).words, /ARCHIVE_AFTER_MONTHS is not set/);
    const { body } = await record();
    assert.equal(await archiveEverything(service), 20);
    assert.match((await archive('status')).output, /released +1 +20 /);
    const checked = await archive('check');
    assert.deepEqual([checked.code, checked.output], [0, 'The archive is intact: 20 record(s) in 1 file(s).\n']);
    assert.deepEqual((await record()).body, body);
    assert.equal((await archive('nonsense')).code, 2);
    assert.match((await archive('status', { ARCHIVE_STORE: '' })).words, /ARCHIVE_STORE is not set/);
  });

  test('check names a file with one changed bit, and a file that is missing', async () => {
    const file = join(folder, readdirSync(folder)[0]!);
    const bytes = readFileSync(file);
    for (const place of [3, 100, Math.floor(bytes.length / 2), bytes.length - 40]) {
      const changed = Buffer.from(bytes);
      changed[place]! ^= 4;
      writeFileSync(file, changed);
      const { code, words } = await archive('check');
      assert.equal(code, 1);
      assert.ok(words.includes(file.slice(folder.length + 1)) && words.includes('Restore these files from a backup'));
    }
    rmSync(file);
    assert.equal((await archive('check')).code, 1);
    assert.equal((await archive('restore')).code, 1);
    writeFileSync(file, bytes);
    assert.equal((await archive('check')).code, 0);
  });

  test('restore refuses while archiving is on, and otherwise brings everything back', async () => {
    assert.match((await archive('restore', { ARCHIVE_AFTER_MONTHS: '1' })).words, /would archive the records again/);
    const { body } = await record();
    const { code, output } = await archive('restore');
    assert.deepEqual([code, output], [0, 'Restored 20 record(s). The archive is empty.\n']);
    const rows = await service.database.read.selectFrom('records').select('record_id').execute();
    assert.equal(rows.length, 20);
    assert.deepEqual(readdirSync(folder), []);
    assert.deepEqual((await record()).body, body);
  });
});

// A new log over the same entries: another name, other keys, the same indexes, and proofs of old
// and new records. The nodes that ran before do not continue the former log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { expectProven, readCheckpoint, readKeys, readProof, readWholeLog } from '../../test-support/log-reader.ts';
import { onEachDatabase } from '../../test-support/on-each-database.ts';
import { runOperator } from '../../test-support/run-operator.ts';
import { startRunningService } from '../../test-support/running-service.ts';
import { makeSigningAccount, makeSubmission } from '../../test-support/signing-client.ts';

onEachDatabase((database) => {
  test('a stopped log ends, and a new one proves old and new records', { timeout: 60_000 }, async () => {
    const service = await startRunningService({ database });
    const { live } = service;
    const org = await makeSigningAccount(service);
    const submit = async (): Promise<{ record_id: string; log_index: number }> => {
      const body = makeSubmission(org.signer, org.generatorId);
      return (await live.call('POST', '/v1/records', { token: org.key, body })).body as never;
    };
    const old = await submit();
    await readProof(live, old.record_id);
    const former = await readKeys(live);
    const stopped = { lost_size: 9, lost_checkpoint: 'a note' };
    await service.database.transaction((transaction) =>
      transaction.updateTable('log_checkpoint').set(stopped).execute(),
    );

    for (const [name, words] of [
      ['two words', /cannot name a log/],
      ['a+b', /cannot name a log/],
      ['live.test/log', /already has the name/],
    ] as const) {
      const refused = await runOperator(service.settings, 'new-log', name);
      assert.notEqual(refused.code, 0);
      assert.match(refused.words, words);
    }
    const { code, output } = await runOperator(service.settings, 'new-log', 'live.test/log/2');
    assert.equal(code, 0);
    // The node that still runs has the former keys.
    const between = await submit();
    await pause(1_500);
    const row = await service.database.read.selectFrom('log_checkpoint').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual([row.size, row.lost_size], [0, null]);
    service.expectErrors();
    await service.restart();

    const keys = await readKeys(live);
    assert.ok(
      keys.every(({ name, keyId }) => name === 'live.test/log/2' && former.every((key) => key.keyId !== keyId)),
    );
    assert.ok(output.includes(await (await fetch(`${live.url}/log/keys`)).text()));
    const last = await submit();
    assert.deepEqual(
      [old, between, last].map(({ log_index }) => log_index),
      [0, 1, 2],
    );
    for (const { record_id } of [last, old, between]) expectProven(await readProof(live, record_id), keys);
    assert.equal((await readWholeLog(live)).length, 3);
    assert.equal((await readCheckpoint(live)).origin, 'live.test/log/2');
    await service.stop();
  });
});

// A node that is frozen between taking the head of the log and its commit has the lock that every
// record needs. PostgreSQL ends its session after some seconds. Then records of others are stored,
// and the log has no gap.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectProven, readKeys, readProof, readWholeLog } from '../../test-support/log-reader.ts';
import { withPostgres } from '../../test-support/on-each-database.ts';
import { startRunningService } from '../../test-support/running-service.ts';
import { makeSigningAccount, makeSubmission } from '../../test-support/signing-client.ts';
import { DatabaseUnavailable } from '../adapters/database/database.ts';
import { insertEntries, takeIndexes } from './log-entries.store.ts';

withPostgres(() => {
  test('a node that freezes with the head of the log delays others by a few seconds only', {
    timeout: 60_000,
  }, async () => {
    const service = await startRunningService({ database: 'postgres' });
    const { live, database } = service;
    const accounts = [await makeSigningAccount(service), await makeSigningAccount(service)];
    const submit = ({ signer, generatorId, key }: (typeof accounts)[number]) =>
      live.call('POST', '/v1/records', { token: key, body: makeSubmission(signer, generatorId) });
    assert.equal((await submit(accounts[0]!)).status, 201);
    let thaw = () => {};
    const frozen = new Promise<void>((resolve) => {
      thaw = resolve;
    });
    let hasHead = () => {};
    const holding = new Promise<void>((resolve) => {
      hasHead = resolve;
    });
    const lost = assert.rejects(
      database.transaction(async (transaction) => {
        const first = await takeIndexes(transaction, 1);
        hasHead();
        await frozen;
        await insertEntries(transaction, [{ log_index: first, subject: 'late', entry: new Uint8Array(82) }]);
      }),
      DatabaseUnavailable,
    );
    await holding;
    const start = performance.now();
    const stored = await Promise.all(accounts.map(submit));
    const waited = performance.now() - start;
    assert.deepEqual(
      stored.map(({ status }) => status),
      [201, 201],
    );
    assert.ok(waited > 1_000 && waited < 12_000, `they waited for ${Math.round(waited)} ms`);
    thaw();
    await lost;
    const { status, body } = await submit(accounts[1]!);
    assert.deepEqual([status, body.log_index], [201, 3]);
    expectProven(await readProof(live, body.record_id), await readKeys(live));
    assert.equal((await readWholeLog(live)).length, 4);
    await service.stop();
  });
});

// The mixed load of bench/load, in short: about thirty operations of all kinds against the real
// program, several at a time. Every response is correct, and memory stays bounded. Without the
// networks, whose work would only make it longer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeFaultedOrganization } from '../../service/test-support/fault-load.ts';
import { processorMilliseconds, residentBytes } from '../../service/test-support/process-tree.ts';
import { removeData, settingsFor } from '../../service/test-support/running-service.ts';
import { spawnService } from '../../service/test-support/spawned-service.ts';
import { askOnceThrough } from './offered-load.ts';
import { prepareOperations } from './operations.ts';

const mebibyte = 1024 ** 2;
/**
 * For four processes that work on pictures of less than a megapixel, and for requests in progress.
 */
const mostGrowth = 500 * mebibyte;

test('operations of every kind at once all get the correct response, in bounded memory', async (t) => {
  const unlimited = { VERIFY_LIMIT_PER_MINUTE: '0', PUBLIC_LIMIT_PER_MINUTE: '0', ACCOUNT_LIMIT_PER_MINUTE: '0' };
  const settings = await settingsFor({ settings: { ...unlimited, NEURAL_WATERMARK: 'false' } });
  const service = await spawnService(settings);
  t.after(async () => {
    await service.kill();
    await removeData(settings);
  });
  const makeOrganization = () => makeFaultedOrganization(service.liveUrl, settings);
  const organizations = [await makeOrganization(), await makeOrganization()];
  const before = residentBytes(service.process.pid!);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, residentBytes(service.process.pid!));
  }, 100);
  t.after(() => clearInterval(timer));
  const mix = await prepareOperations({ url: service.liveUrl, organizations }, 2);
  const operations = mix.map((each) => ({ ...each, share: Math.ceil(each.share / 4) }));
  const { answers } = await askOnceThrough(operations, 6);
  clearInterval(timer);

  assert.deepEqual(
    answers.filter(({ problem }) => problem !== undefined),
    [],
  );
  assert.deepEqual(new Set(answers.map(({ kind }) => kind)), new Set(operations.map(({ kind }) => kind)));
  assert.ok(most - before < mostGrowth, `memory grew by ${Math.round((most - before) / mebibyte)} MiB`);
  t.diagnostic(
    `${answers.length} operations; ${Math.round(before / mebibyte)} MiB before, ${Math.round(most / mebibyte)} at the most; ${processorMilliseconds(service.process.pid!)} ms of the service's processor time`,
  );
  assert.equal(await service.stop(), 0);
});

// The capacity command as a person uses it: what it computes, and what it refuses.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runOperator } from '../../../test-support/run-operator.ts';
import { removeData, settingsFor } from '../../../test-support/running-service.ts';
import { computeCapacity } from '../capacity-model.ts';

let settings: Awaited<ReturnType<typeof settingsFor>>;
before(async () => {
  settings = await settingsFor({});
});
after(() => removeData(settings));

const load = { images: 10e6, sounds: 1e6, texts: 100e6, videos: 0, verifications: 0 };
const year = { months: 12, archiveAfter: undefined };

test('a year of a large customer is computed without a database', async () => {
  const { code, output } = await runOperator(
    settings,
    ...['capacity', '--images', '10M', '--sounds', '1000k', '--texts', '0.1G', '--archive-after', '3'],
  );
  assert.equal(code, 0);
  assert.match(output, /^after 12 months$/m);
  assert.match(output, /^records +1\.33 billion$/m);
  assert.match(output, /^PostgreSQL, with indexes +[\d.]+ TB$/m);
  assert.match(output, /^Verifications per month: 444 million \(four per record/m);
});

test('numbers that cannot be meant are refused with an example', async () => {
  for (const [words, refusal] of [
    [[], /^Say how much you sign or verify in a month\. Example: capacity --images 10M/],
    [['--images', '-5'], /^--images must be a number per month up to 1000G/],
    [['--images', '9e99'], /^--images must be a number per month up to 1000G/],
    [['--images', '99999999G'], /^--images must be a number per month up to 1000G/],
    [['--images', '1', '--months', '0'], /^--months must be a number of months from 1 to 1200/],
    [['--pictures', '1'], /^There is no option --pictures\. Usage: .*\[--images <text>\]/],
  ] as const) {
    const { code, words: refused } = await runOperator(settings, 'capacity', ...words);
    assert.equal(code, 2, refused);
    assert.match(refused, refusal);
  }
});

test('an archive moves bytes out of the database and removes none that searches need', () => {
  const without = computeCapacity(load, year);
  const archived = computeCapacity(load, { ...year, archiveAfter: 3 });
  assert.equal(without.archiveBytes, 0);
  assert.ok(archived.archiveBytes > 0);
  assert.ok(archived.databaseBytes < without.databaseBytes);
  assert.ok(archived.databaseBytes + archived.archiveBytes < without.databaseBytes);
  const late = computeCapacity(load, { ...year, archiveAfter: 24 });
  assert.deepEqual(late, without);
});

test('twice the load needs twice the storage and processors', () => {
  const double = Object.fromEntries(Object.entries(load).map(([name, count]) => [name, 2 * count])) as typeof load;
  const [one, two] = [computeCapacity(load, year), computeCapacity(double, year)];
  assert.equal(two.databaseBytes, 2 * one.databaseBytes);
  assert.equal(two.nodeCores, 2 * one.nodeCores);
  assert.equal(two.records, 2 * one.records);
});

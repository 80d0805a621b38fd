// Forged files of every format, sent to the real service and to the offline check: none is
// authentic, and everything that the service delivers is. To see that the suite can fail, make the
// verdict compare only canonical hashes instead of reconstructing the file (engine/src/verify.ts):
// then files of every format that nobody signed are called authentic.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answers, AttackedRecords } from './attacked-records.ts';
import { deliverables, deliverablesOf, listForgeries } from './attacks/all-attacks.ts';
import { containerOf, type Forgery, type Row, rows, type Target } from './forgery.ts';
import { listSamples, type Sample } from './samples.ts';

interface Judged extends Forgery {
  readonly target: string;
  readonly answers: Answers;
}

const leastForgeries = 300;
const samples = Map.groupBy(await listSamples(), ({ format }) => format);
let records: AttackedRecords;
const targets = new Map<Sample, Promise<Target>>();
const judged = new Map<Sample, Promise<Judged[]>>();

before(async () => {
  records = await AttackedRecords.start();
});
after(() => records.stop());

for (const [format, all] of samples) {
  describe(format, () => {
    for (const sample of all.slice(0, -1)) {
      test(`${sample.name}: the files that the service delivers are authentic`, async () => {
        const target = await signed(sample);
        const files: Forgery[] = [
          ...deliverables(target).map((bytes) => ({ name: '', bytes })),
          ...(['client', 'format'] as const).flatMap((claims) =>
            deliverablesOf(target, claims).map((bytes) => ({ name: '', bytes, claims })),
          ),
        ];
        const answers = await records.ask(target, files);
        assert.ok(
          answers.every(({ withToken, offline }) => withToken && offline),
          JSON.stringify(answers),
        );
        // The others are found by what is left of them, if anything.
        assert.ok(answers[0]!.withoutToken && (!target.embedded || answers[2]!.withoutToken), JSON.stringify(answers));
      });
      test(`${sample.name}: no forgery is authentic`, async (context) => {
        const forgeries = await judge(sample);
        context.diagnostic(`${forgeries.length} forgeries`);
        assert.deepEqual(succeeded(forgeries), []);
      });
    }
  });
}

describe('the attacks of the table fail', () => {
  for (const row of Object.keys(rows) as Row[]) {
    test(rows[row], async () => {
      const forgeries = (await judgeAll()).filter((forgery) => forgery.row === row);
      assert.ok(forgeries.length >= 4, `${forgeries.length} forgeries`);
      assert.deepEqual(succeeded(forgeries), []);
    });
  }
  test(`there are at least ${leastForgeries} attacks of other kinds`, async () => {
    const others = (await judgeAll()).filter(({ row }) => row === undefined);
    assert.ok(new Set(others.map(({ name }) => name)).size >= leastForgeries);
  });
});

test('the pieces of every sample join to the sample', () => {
  for (const sample of [...samples.values()].flat()) {
    const container = containerOf(sample);
    assert.ok(!container || container.join(container.split(sample.bytes)).equals(sample.bytes), sample.name);
  }
});

function signed(sample: Sample): Promise<Target> {
  const made = targets.get(sample) ?? records.sign(sample, samples.get(sample.format)!.at(-1)!);
  targets.set(sample, made);
  return made;
}

function judge(sample: Sample): Promise<Judged[]> {
  const asked =
    judged.get(sample) ??
    signed(sample).then(async (target) => {
      const forgeries = listForgeries(target);
      const answers = await records.ask(target, forgeries);
      return forgeries.map((forgery, place) => ({ ...forgery, target: target.name, answers: answers[place]! }));
    });
  judged.set(sample, asked);
  return asked;
}

async function judgeAll(): Promise<Judged[]> {
  const all: Judged[] = [];
  for (const list of samples.values()) for (const sample of list.slice(0, -1)) all.push(...(await judge(sample)));
  return all;
}

/** One line for each file that was called authentic. */
function succeeded(forgeries: readonly Judged[]): string[] {
  return forgeries.flatMap(({ name, target, answers }) => {
    const ways = Object.entries(answers).flatMap(([way, authentic]) => (authentic ? [way] : []));
    return ways.length > 0 ? [`${target}: ${name} (${ways.join(', ')})`] : [];
  });
}

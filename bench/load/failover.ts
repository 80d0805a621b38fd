// What a failover of PostgreSQL costs callers: switchovers and kills of the primary under Patroni
// (ROUNDS=10 of each) with mixed load on two nodes, one with a list of hosts, one behind HAProxy.
// Patroni has the timers of deploy/patroni. After each fault, usage, events and audit must agree.

import { startFailoverLoad } from '../../service/test-support/failover-load.ts';
import type { FaultLoad } from '../../service/test-support/fault-load.ts';
import { deployedTimers } from '../../service/test-support/patroni-cluster.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';

const rounds = Number(process.env.ROUNDS ?? 10);
const failover = await startFailoverLoad(deployedTimers);
const { cluster } = failover;

interface Figures {
  readonly refusals: number[];
  refused: number;
  acknowledged: number;
  lost: number;
}

const kinds = ['switchover', 'kill'] as const;
const nodes = ['list of hosts', 'HAProxy'] as const;
const figures = new Map<string, Figures>();
for (const kind of kinds) {
  for (let round = 1; round <= rounds; round += 1) {
    await cluster.untilComplete();
    const loads = failover.startLoads();
    await Promise.all(loads.map((load) => load.more(20)));
    const former = await cluster.primary();
    if (kind === 'kill') await former.kill();
    else await cluster.switchover();
    await cluster.untilPrimaryIsNot(former);
    await Promise.all(loads.map((load) => load.more(40)));
    if (kind === 'kill') former.start();
    await cluster.untilComplete();
    await Promise.all(loads.map((load) => load.more(20)));
    await Promise.all(loads.map((load) => load.end()));
    for (const [place, load] of loads.entries()) {
      note(`${kind}, ${nodes[place]}`, load, await failover.countLost(load));
    }
    await failover.expectEverything(loads);
    console.error(`${kind} ${round}: ${loads.map((load) => `${Math.round(load.longestRefusal)} ms`).join(', ')}`);
  }
}
await failover.stop();

function note(name: string, { longestRefusal, failures, acknowledged }: FaultLoad, lost: number): void {
  const kept = figures.get(name) ?? { refusals: [], refused: 0, acknowledged: 0, lost: 0 };
  kept.lost += lost;
  kept.refusals.push(longestRefusal);
  kept.refused += failures.get(503) ?? 0;
  kept.acknowledged += acknowledged.records.size + acknowledged.verifications;
  figures.set(name, kept);
}

const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1);
const rows = [...figures].map(([name, { refusals, refused, acknowledged, lost }]) => [
  name,
  String(refusals.length),
  seconds(median(refusals)),
  seconds(Math.max(...refusals)),
  String(refused),
  String(acknowledged),
  String(lost),
]);
console.log(
  formatTable([['fault, node', 'times', 'median s', 'longest s', 'got 503', 'acknowledged', 'lost'], ...rows]),
);
console.log(`Figures: ${keepFigures('load-failover', { rows, figures: Object.fromEntries(figures) })}`);

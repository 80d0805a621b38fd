// PostgreSQL under Patroni, with load on two nodes: a switchover, a primary that is killed, and one
// whose Patroni hangs while PostgreSQL continues. Callers get 503 for some seconds. No acknowledged
// write is lost or counted twice, no acknowledged record is missed, and no node restarts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type FailoverLoad, startFailoverLoad } from '../test-support/failover-load.ts';
import { withHaproxy, withPatroni, withPostgres } from '../test-support/on-each-database.ts';
import type { PatroniMember } from '../test-support/patroni-member.ts';

const longestRefusal = 30_000;

withPostgres(() =>
  withPatroni(() =>
    withHaproxy(() => {
      let failover: FailoverLoad;
      before(async () => {
        failover = await startFailoverLoad();
      });
      after(() => failover.stop());

      const faults: Readonly<Record<string, (primary: PatroniMember) => Promise<() => Promise<void>>>> = {
        'a switchover': async () => {
          await failover.cluster.switchover();
          return async () => undefined;
        },
        'a killed primary': async (primary) => {
          await primary.kill();
          return async () => primary.start();
        },
        // A watchdog ends it later. Patroni 3.0.2 alone would take the lock back
        // (docs/run/high-availability.md).
        'a primary whose Patroni hangs': async (primary) => {
          primary.freezePatroni();
          return async () => {
            await primary.kill();
            primary.start();
          };
        },
      };

      for (const [what, cause] of Object.entries(faults)) {
        test(`${what} costs some seconds of 503 and nothing else`, { timeout: 240_000 }, async (t) => {
          const { cluster } = failover;
          await cluster.untilComplete();
          const loads = failover.startLoads();
          await Promise.all(loads.map((load) => load.more(15)));
          const former = await cluster.primary();
          const repair = await cause(former);
          await cluster.untilPrimaryIsNot(former);
          await Promise.all(loads.map((load) => load.more(30)));
          await repair();
          await cluster.untilComplete();
          await Promise.all(loads.map((load) => load.more(30)));
          await Promise.all(loads.map((load) => load.end()));
          await failover.expectEverything(loads);
          for (const load of loads) {
            t.diagnostic(
              `${load.acknowledged.records.size} records and ${load.acknowledged.verifications} verifications, ` +
                `${load.failures.get(503) ?? 0} got 503, ${Math.round(load.longestRefusal)} ms without an acknowledgment`,
            );
            assert.ok(load.longestRefusal < longestRefusal, `${load.longestRefusal} ms without an acknowledgment`);
          }
        });
      }
    }),
  ),
);

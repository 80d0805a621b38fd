// A real PostgreSQL that fails over, for tests: three members under Patroni with a synchronous
// standby, their lock in a real etcd, everything on loopback.
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isEtcdHere, startEtcd } from './etcd-server.ts';
import { createMember, type PatroniMember, type PatroniTimers } from './patroni-member.ts';
import { runSql, userForPostgres } from './postgres-server.ts';
import { findProgram, untilItAnswers } from './private-program.ts';

export interface PatroniCluster {
  readonly members: readonly PatroniMember[];
  /** The address of an unused database, with all hosts. */
  createDatabase(): Promise<string>;
  primary(): Promise<PatroniMember>;
  /** Resolves when another member is the primary. */
  untilPrimaryIsNot(former: PatroniMember): Promise<void>;
  /** Moves the primary to the synchronous standby, as an operator does before maintenance. */
  switchover(): Promise<void>;
  /** Resolves when all members run and one is the synchronous standby. */
  untilComplete(): Promise<void>;
  stop(): Promise<void>;
}

export const patroniAbsent = 'Patroni is not here: install patroni and etcd-server';

export function isPatroniHere(): boolean {
  return findProgram('patroni') !== undefined && isEtcdHere();
}

/** A member that is gone is noticed within `ttl`. */
const shortTimers: PatroniTimers = { ttl: 5, loop_wait: 1, retry_timeout: 2 };
/** Those of deploy/patroni. */
export const deployedTimers: PatroniTimers = { ttl: 20, loop_wait: 5, retry_timeout: 5 };
const longestWait = 90_000;

interface State {
  readonly members: readonly { readonly name: string; readonly role: string; readonly state: string }[];
}

export async function startPatroni(timers = shortTimers): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-patroni-'));
  const { uid, gid } = userForPostgres();
  if (uid !== undefined) chownSync(folder, uid, gid!);
  const etcd = await startEtcd();
  const members: PatroniMember[] = [];
  for (const name of ['one', 'two', 'three']) {
    members.push(await createMember({ name, folder, etcd: etcd.address, timers }));
  }
  for (const member of members) member.start();

  const readState = () =>
    Promise.any(members.map(async ({ restUrl }) => (await (await fetch(`${restUrl}/cluster`)).json()) as State));
  const findPrimary = (former?: PatroniMember) =>
    untilItAnswers(async () => {
      const leader = (await readState()).members.find(({ role, state }) => role === 'leader' && state === 'running');
      if (!leader || leader.name === former?.name) throw new Error('There is no new primary.');
      return members.find(({ name }) => name === leader.name)!;
    }, longestWait);
  const untilComplete = () =>
    untilItAnswers(async () => {
      const { members: found } = await readState();
      const running = found.filter(({ state }) => state === 'running' || state === 'streaming');
      const isComplete = running.length === members.length && running.some(({ role }) => role === 'sync_standby');
      if (!isComplete) throw new Error(`The cluster is not complete: ${JSON.stringify(found)}`);
    }, longestWait);
  await untilComplete();

  let databases = 0;
  return {
    members,
    primary: () => findPrimary(),
    untilPrimaryIsNot: async (former) => void (await findPrimary(former)),
    untilComplete,
    async createDatabase() {
      const name = `test_${databases++}`;
      await runSql(`postgres://tester@${(await findPrimary()).address}/postgres`, `CREATE DATABASE ${name}`);
      const hosts = members.map(({ address }) => address).join(',');
      return `postgres://tester@${hosts}/${name}?target_session_attrs=read-write`;
    },
    async switchover() {
      const { name, restUrl } = await findPrimary();
      const body = JSON.stringify({ leader: name });
      const response = await fetch(`${restUrl}/switchover`, { method: 'POST', body });
      if (!response.ok) throw new Error(`Patroni refused the switchover: ${await response.text()}`);
    },
    async stop() {
      await Promise.all(members.map((member) => member.kill()));
      await etcd.stop();
    },
  };
}

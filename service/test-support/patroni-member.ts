// One member of a Patroni cluster: Patroni and the PostgreSQL server that it runs.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programOf, userForPostgres } from './postgres-server.ts';
import { endProgram, endWithThisProcess, findProgram, takeFreePort } from './private-program.ts';
import { processTree } from './process-tree.ts';

export interface PatroniMember {
  readonly name: string;
  /** Host and port of PostgreSQL. */
  readonly address: string;
  /** Patroni's own HTTP interface. */
  readonly restUrl: string;
  start(): void;
  /** kill -9 of Patroni and PostgreSQL, as if the machine lost its power. */
  kill(): Promise<void>;
  /** Stops Patroni without ending it. PostgreSQL continues, as on a machine that hangs in part. */
  freezePatroni(): void;
}

export interface MemberOptions {
  readonly name: string;
  readonly folder: string;
  readonly etcd: string;
  readonly timers: PatroniTimers;
}

/** In seconds. */
export interface PatroniTimers {
  readonly ttl: number;
  readonly loop_wait: number;
  readonly retry_timeout: number;
}

export async function createMember({ name, folder, etcd, timers }: MemberOptions): Promise<PatroniMember> {
  const [address, rest] = [`127.0.0.1:${await takeFreePort()}`, `127.0.0.1:${await takeFreePort()}`];
  const data = join(folder, name);
  const file = join(folder, `${name}.yml`);
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(configurationOf()), { mode: 0o644 });
  let patroni: ChildProcess;

  function configurationOf() {
    return {
      scope: 'provenance',
      name,
      restapi: { listen: rest, connect_address: rest },
      etcd3: { host: etcd },
      bootstrap: {
        dcs: {
          ...timers,
          // A PostgreSQL that died is not started again in its place: another member takes over.
          primary_start_timeout: 0,
          synchronous_mode: true,
          postgresql: {
            use_pg_rewind: true,
            parameters: { wal_log_hints: 'on', max_connections: 150, wal_keep_size: '128MB' },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
      },
      postgresql: {
        listen: address,
        connect_address: address,
        data_dir: data,
        bin_dir: dirname(programOf('postgres')!),
        pgpass: join(folder, `${name}.pgpass`),
        authentication: { superuser: { username: 'tester' }, replication: { username: 'replicator' } },
        pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
        parameters: { unix_socket_directories: folder },
      },
    };
  }

  function endPostgres(): void {
    try {
      const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      for (const each of processTree(pid)) process.kill(each, 'SIGKILL');
    } catch {
      // It has not started, or has ended.
    }
  }
  // PostgreSQL is not a child of Patroni, and would outlive it.
  process.prependOnceListener('exit', endPostgres);

  return {
    name,
    address,
    restUrl: `http://${rest}`,
    start() {
      patroni = spawn(findProgram('patroni')!, [file], { ...userForPostgres(), cwd: folder, stdio: 'ignore' });
      endWithThisProcess(patroni, folder);
    },
    async kill() {
      patroni.kill('SIGCONT');
      const ended = endProgram(patroni, 'SIGKILL');
      endPostgres();
      await ended;
    },
    freezePatroni: () => void patroni.kill('SIGSTOP'),
  };
}

// A real PostgreSQL for tests: a private cluster in a temporary folder, with a fresh database on
// request. TEST_DATABASE_URL names a server to use instead.
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, globSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { endProgram, endWithThisProcess, findProgram, takeFreePort, untilItAnswers } from './private-program.ts';

export interface PostgresServer {
  readonly url: string;
  /** The address of an unused database. */
  createDatabase(): Promise<string>;
}

export interface PrivatePostgres extends PostgresServer {
  /** Starts it again over the same data, on the same port. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /**
   * Limits the size of every file to this many bytes, or removes the limit. For PostgreSQL, this is
   * a full disk.
   */
  limitFiles(bytes: number | 'unlimited'): void;
  /** The process of the server. The processes of its connections are its children. */
  processId(): number;
}

export const postgresAbsent = 'PostgreSQL is not here: install it, or name a server in TEST_DATABASE_URL';

export function isPostgresHere(): boolean {
  return process.env.TEST_DATABASE_URL !== undefined || programOf('initdb') !== undefined;
}

let shared: Promise<PostgresServer> | undefined;

/** The server of this test process, started on first use. */
export function sharedPostgres(): Promise<PostgresServer> {
  const given = process.env.TEST_DATABASE_URL;
  shared ??= given === undefined ? startPostgres() : Promise.resolve(serverAt(given));
  return shared;
}

/**
 * The writes of a killed process survive without fsync. Only measurements need the cost of
 * surviving a power cut. Files of the log are 16 MiB.
 */
export async function startPostgres({ durable = false, logMebibytes = 16 } = {}): Promise<PrivatePostgres> {
  const log = `--wal-segsize=${logMebibytes}`;
  return startIn(
    (data, options) =>
      promisify(execFile)(
        programOf('initdb')!,
        [
          '--pgdata',
          data,
          '--username',
          'tester',
          '--auth',
          'trust',
          '--encoding',
          'UTF8',
          '--locale',
          'C',
          '--no-sync',
          log,
        ],
        options,
      ),
    durable ? [] : ['-c', 'fsync=off'],
  );
}

/** A streaming replica of a private server. */
export async function startReplicaOf({ url }: PostgresServer): Promise<PrivatePostgres> {
  return startIn(
    (data, options) =>
      promisify(execFile)(
        programOf('pg_basebackup')!,
        ['--pgdata', data, '--dbname', url, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'],
        options,
      ),
    // How long it waits before it looks for a lost primary.
    ['-c', 'wal_retrieve_retry_interval=200ms'],
  );
}

type Place = { readonly cwd: string; readonly uid?: number; readonly gid?: number };

async function startIn(
  fill: (data: string, options: Place) => Promise<unknown>,
  settings: readonly string[] = [],
): Promise<PrivatePostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-postgres-'));
  const data = join(folder, 'data');
  const user = userForPostgres();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!);
  const options = { ...user, cwd: folder };
  await fill(data, options);
  const port = await takeFreePort();
  const url = `postgres://tester@127.0.0.1:${port}/postgres`;
  const flags = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', '', '-c', 'max_connections=200', ...settings];
  let server: ChildProcess;

  async function start(): Promise<void> {
    server = spawn(programOf('postgres')!, flags, { ...options, stdio: 'ignore' });
    endWithThisProcess(server, folder);
    await untilItAnswers(() => runSql(url, 'SELECT 1'));
  }

  await start();
  return {
    ...serverAt(url),
    start,
    // SIGQUIT: at once, in any state. The next start recovers from the log.
    stop: () => endProgram(server, 'SIGQUIT'),
    processId: () => server.pid!,
    limitFiles(bytes) {
      const flagsFor = (pid: string) => ['--pid', pid, `--fsize=${bytes}:`];
      execFileSync('prlimit', flagsFor(String(server.pid)), options);
      // New processes inherit it from the server. One that has just ended needs none.
      const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim().split(' ');
      for (const pid of children) spawnSync('prlimit', flagsFor(pid), options);
    },
  };
}

let databases = 0;

function serverAt(url: string): PostgresServer {
  return {
    url,
    async createDatabase() {
      const name = `test_${process.pid}_${Date.now()}_${databases++}`;
      await runSql(url, `CREATE DATABASE ${name} TEMPLATE template0`);
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    },
  };
}

/** Drops a database that `createDatabase` created, on any server. */
export async function dropDatabase(url: string): Promise<void> {
  const { pathname } = new URL(url);
  await runSql(
    Object.assign(new URL(url), { pathname: '/template1' }).href,
    `DROP DATABASE ${pathname.slice(1)} WITH (FORCE)`,
  );
}

/** The first field of the first row, if there is one. */
export async function runSql(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  // A lost connection fails twice: the query rejects, and the client emits an event, which would
  // end the process. HAProxy closes connections to a member that is not the primary.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query({ text: statement, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** Debian installs the programs outside PATH. The newest version comes first. */
export function programOf(name: string): string | undefined {
  const folders = globSync('/usr/lib/postgresql/*/bin');
  return findProgram(
    name,
    folders.sort((left, right) => right.localeCompare(left, 'en', { numeric: true })),
  );
}

/** PostgreSQL refuses to run as root. */
export function userForPostgres(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const line = ['postgres', 'nobody'].flatMap((name) => lines.filter(([each]) => each === name))[0];
  if (!line) throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.');
  return { uid: Number(line[2]), gid: Number(line[3]) };
}

// The files of deploy/ for a database and a Redis that fail over match the repository: settings are
// valid, files exist, HAProxy accepts its configuration, and Patroni makes the databases of the
// service from its file.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { readConfiguration } from '../service/src/configuration/read-configuration.ts';
import { startEtcd } from '../service/test-support/etcd-server.ts';
import { withHaproxy, withPatroni } from '../service/test-support/on-each-database.ts';
import { deployedTimers } from '../service/test-support/patroni-cluster.ts';
import { programOf, runSql, userForPostgres } from '../service/test-support/postgres-server.ts';
import { findProgram, takeFreePort, untilItAnswers } from '../service/test-support/private-program.ts';
import { processTree } from '../service/test-support/process-tree.ts';
import { describeWhere } from '../service/test-support/test-run.ts';
import { lintYaml, parseYaml } from './test-support/chart-rendering.ts';

const deploy = join(import.meta.dirname, '../deploy');
const read = (path: string) => readFileSync(join(deploy, path), 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: a document of another program, of which a few fields are looked at.
type Document = any;

describeWhere(findProgram('yamllint') !== undefined, 'yamllint is not here: install yamllint', 'with yamllint', () => {
  test('compose.high-availability.yaml: settings are valid, and every host and file in them exists', () => {
    lintYaml(read('compose.high-availability.yaml'));
    const { services } = parseYaml(read('compose.high-availability.yaml')) as Document;
    const filled = (text: string) =>
      text.replaceAll(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, name, words) => given[name] ?? words);
    const given: Record<string, string> = {
      MASTER_KEY: Buffer.alloc(32).toString('base64'),
      JWT_SECRET: 'x'.repeat(32),
    };
    const [node] = Object.entries<Document>(services)
      .find(([name]) => name === 'node-1')!
      .slice(1);
    const settings = Object.entries<string>(node.environment).map(([name, value]) => [name, filled(value)]);
    readConfiguration(Object.fromEntries(settings));
    for (const name of ['DATABASE_URL', 'SANDBOX_DATABASE_URL', 'REDIS_URL']) {
      const hosts = /@?([\w-]+:\d+(?:,[\w-]+:\d+)+)\//.exec(node.environment[name])![1]!.split(',');
      assert.equal(hosts.length, 3);
      for (const host of hosts) assert.ok(services[host.split(':')[0]!], host);
    }
    for (const host of (parseYaml(read('patroni/patroni.yml')) as Document).etcd3.hosts.split(','))
      assert.ok(services[host.split(':')[0]], host);
    for (const [name] of read('nginx.conf').matchAll(/node-\d/g)) assert.ok(services[name], name);
    for (const { build, volumes = [] } of Object.values<Document>(services)) {
      if (build) assert.ok(existsSync(join(deploy, build.context, build.dockerfile)), build.context);
      for (const volume of volumes)
        if (volume.startsWith('./')) assert.ok(existsSync(join(deploy, volume.split(':')[0])));
    }
  });
});

withHaproxy(() => {
  test('HAProxy accepts deploy/haproxy.cfg', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'provenance-haproxy-')), 'haproxy.cfg');
    // The names are those of the composed network.
    writeFileSync(file, read('haproxy.cfg').replaceAll(/postgres-\d:/g, '127.0.0.1:'));
    const { status, stderr } = spawnSync(findProgram('haproxy', ['/usr/sbin'])!, ['-c', '-f', file], {
      encoding: 'utf8',
    });
    rmSync(dirname(file), { recursive: true });
    assert.equal(status, 0, stderr);
  });
});

withPatroni(() => {
  test('Patroni starts with deploy/patroni and makes both databases', { timeout: 120_000 }, async () => {
    lintYaml(read('patroni/patroni.yml'));
    const etcd = await startEtcd();
    const folder = mkdtempSync(join(tmpdir(), 'provenance-patroni-'));
    const user = userForPostgres();
    if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!);
    const file = join(folder, 'patroni.yml');
    const script = join(folder, 'create-databases.sh');
    writeFileSync(script, read('patroni/create-databases.sh'), { mode: 0o755 });
    writeFileSync(file, read('patroni/patroni.yml').replace('/etc/patroni/create-databases.sh', script));
    const [postgres, rest] = [`127.0.0.1:${await takeFreePort()}`, `127.0.0.1:${await takeFreePort()}`];
    const patroni = spawn(findProgram('patroni')!, [file], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        POSTGRES_PASSWORD: 'secret',
        PATRONI_NAME: 'postgres-1',
        PATRONI_ETCD3_HOSTS: etcd.address,
        PATRONI_SUPERUSER_USERNAME: 'postgres',
        PATRONI_SUPERUSER_PASSWORD: 'secret',
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: 'secret',
        PATRONI_POSTGRESQL_LISTEN: postgres,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: postgres,
        PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'data'),
        PATRONI_POSTGRESQL_BIN_DIR: dirname(programOf('postgres')!),
        PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
        PATRONI_RESTAPI_LISTEN: rest,
        PATRONI_RESTAPI_CONNECT_ADDRESS: rest,
      },
    });
    try {
      for (const database of ['live', 'sandbox']) {
        const ask = () =>
          runSql(`postgres://provenance:secret@${postgres}/${database}`, 'CREATE TABLE own (word text)');
        await untilItAnswers(ask, 60_000);
      }
      const settings = await untilItAnswers(
        async () => (await (await fetch(`http://${rest}/config`)).json()) as Document,
      );
      assert.equal(settings.synchronous_mode, true);
      const { ttl, loop_wait, retry_timeout } = settings;
      assert.deepEqual({ ttl, loop_wait, retry_timeout }, deployedTimers);
      // Patroni's own rule. With a shorter ttl, a slow etcd would cost the primary its role.
      assert.ok(ttl >= loop_wait + 2 * retry_timeout);
    } finally {
      const pid = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
      patroni.kill('SIGKILL');
      for (const each of processTree(pid)) process.kill(each, 'SIGKILL');
      await etcd.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

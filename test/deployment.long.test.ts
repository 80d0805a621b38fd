// Containerfile, compose.yaml and deploy/ match the repository: their YAML is valid, every setting,
// port, path, file and metric in them exists, nginx accepts its configuration, and the image's own
// command starts the service from the image's own files.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { settings } from '../service/src/configuration/settings.ts';
import { withNginx } from '../service/test-support/on-each-database.ts';
import { findProgram } from '../service/test-support/private-program.ts';
import { describeWhere } from '../service/test-support/test-run.ts';
import { lintYaml, parseAllYaml, parseYaml, renderTemplate, type Values } from './test-support/chart-rendering.ts';
import { makeImageTree } from './test-support/image-tree.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const known = new Set(Object.values(settings).map(({ name }) => name));
const containerfile = read('Containerfile');

// biome-ignore lint/suspicious/noExplicitAny: documents of other programs, of which a few fields are looked at.
type Document = any;

describeWhere(findProgram('yamllint') !== undefined, 'yamllint is not here: install yamllint', 'with yamllint', () => {
  test('compose.yaml: settings are known, files exist, and the nodes are those of nginx', () => {
    lintYaml(read('compose.yaml'));
    const compose = parseYaml(read('compose.yaml')) as Document;
    const nodes = Object.entries<Document>(compose.services).filter(([name]) => name.startsWith('node-'));
    assert.equal(nodes.length, 3);
    for (const [name, node] of nodes) {
      for (const setting of Object.keys(node.environment)) assert.ok(known.has(setting), setting);
      assert.ok(existsSync(join(root, node.build.dockerfile)));
      const [, folder] = /^folder:(.+)$/.exec(node.environment.JOB_STORE)!;
      assert.ok(node.volumes.includes(`jobs:${folder}`), 'the nodes share the files of jobs');
      for (const port of exposedPorts()) assert.match(read('deploy/nginx.conf'), new RegExp(`server ${name}:${port} `));
    }
    const published = compose.services.nginx.ports.map((port: string) => port.split(':')[0]);
    assert.deepEqual(published, exposedPorts());
    for (const service of Object.values<Document>(compose.services))
      for (const volume of service.volumes ?? [])
        if (volume.startsWith('./')) assert.ok(existsSync(join(root, volume.split(':')[0])), volume);
  });

  test('the chart is valid with every switch on and off, and settings, ports and paths match the service', () => {
    lintYaml(read('deploy/chart/values.yaml'));
    lintYaml(read('deploy/chart/Chart.yaml'));
    const chart = parseYaml(read('deploy/chart/Chart.yaml')) as Document;
    assert.equal(chart.appVersion, JSON.parse(read('package.json')).version);
    const values = parseYaml(read('deploy/chart/values.yaml')) as Document;
    const kinds = (documents: readonly Document[]) => documents.map(({ kind }) => kind);
    // The defaults install on a cluster that has nothing besides Kubernetes.
    const bare = renderChart(values, chart, []);
    const least = ['Deployment', 'PodDisruptionBudget', 'Service', 'ServiceAccount'];
    assert.deepEqual(kinds(bare), least);
    assert.deepEqual(kinds(renderChart(values, chart)), [...least, 'PodMonitor'].sort());
    const all = renderChart(everythingOn(values), chart);
    assert.deepEqual(kinds(all), [...least, 'Cluster', 'HorizontalPodAutoscaler', 'Ingress', 'PodMonitor'].sort());
    assert.throws(() => renderChart(everythingOn(values), chart, []), /needs CloudNativePG/);
    const [deployment] = bare;
    assert.equal(deployment.spec.replicas, values.replicas);
    const [container] = deployment.spec.template.spec.containers;
    assert.deepEqual(container.resources, values.resources);
    assert.equal(deployment.spec.template.spec.affinity, undefined);
    const full = all.find(({ kind }) => kind === 'Deployment').spec.template;
    assert.deepEqual(full.spec.affinity, everythingOn(values).affinity);
    // A part of the URL after it.
    for (const { name } of full.spec.containers[0].env)
      assert.ok(known.has(name) || name === 'DATABASE_PASSWORD', name);
    assert.ok(full.spec.containers[0].env.some(({ name }: Document) => name === 'LOG_LEVEL'));
    const jobStoreOf = ({ env }: Document) => env.find(({ name }: Document) => name === 'JOB_STORE')?.value;
    assert.deepEqual([jobStoreOf(container), jobStoreOf(full.spec.containers[0])], [undefined, 's3://jobs']);
    const account = bare.find(({ kind }) => kind === 'ServiceAccount');
    assert.equal(deployment.spec.template.spec.serviceAccountName, account.metadata.name);
    const ports = bare.find(({ kind }) => kind === 'Service').spec.ports.map(({ name }: Document) => name);
    for (const { http } of all.find(({ kind }) => kind === 'Ingress').spec.rules)
      assert.ok(ports.includes(http.paths[0].backend.service.port.name));
    assert.deepEqual(
      container.ports.map((port: Document) => String(port.containerPort)),
      exposedPorts(),
    );
    const [, user] = /^USER (\d+):/m.exec(containerfile)!;
    assert.equal(deployment.spec.template.spec.securityContext.runAsUser, Number(user));
    // The documented content of the Secret.
    for (const [name] of read('deploy/chart/values.yaml')
      .split('\n')[0]!
      .matchAll(/\b[A-Z]+_[A-Z_]+\b/g))
      assert.ok(known.has(name), name);
  });

  test('the notes of the chart name the addresses, settings and commands of this installation', () => {
    const values = parseYaml(read('deploy/chart/values.yaml')) as Document;
    const { appVersion } = parseYaml(read('deploy/chart/Chart.yaml')) as Document;
    const notesOf = (given: Document) =>
      renderTemplate(read('deploy/chart/templates/NOTES.txt'), chartContext(given, appVersion));
    const bare = notesOf(values);
    const all = notesOf(everythingOn(values));
    for (const notes of [bare, all]) {
      const settingsIn = [...notes.matchAll(/--from-literal=([A-Z_]+)=/g)].map(([, name]) => name!);
      for (const name of settingsIn) assert.ok(known.has(name), name);
      const needed = ['MASTER_KEY', 'JWT_SECRET', 'METRICS_TOKEN', 'REDIS_URL', 'SMTP_URL'];
      const databases = notes === bare ? ['DATABASE_URL', 'SANDBOX_DATABASE_URL'] : [];
      assert.deepEqual(settingsIn.sort(), [...needed, ...databases].sort());
      // Each line of the command but its last one continues.
      const command = /kubectl[^\n]* create secret(?:[^\n]* \\\n)+[^\n]*$/m.exec(notes)![0];
      assert.match(command, /REDIS_URL='[^']+'$/);
      assert.ok(command.includes(`secret generic ${values.secretName} `));
      for (const call of notes.matchAll(/^ +kubectl .*$/gm)) assert.match(call[0], /--namespace shop /);
      for (const name of ['deployment/provenance', 'service/src/operator/operator.ts', values.publicUrl]) {
        assert.ok(notes.includes(name), name);
      }
      assert.ok(existsSync(join(root, 'service/src/operator/operator.ts')));
    }
    const service = renderChart(values, { appVersion }, []).find(({ kind }) => kind === 'Service');
    const forwarded = service.spec.ports.map(({ port, name }: Document) =>
      name === 'live' ? `8080:${port}` : `8081:${port}`,
    );
    assert.ok(bare.includes(`service/provenance ${forwarded.join(' ')}`));
    assert.ok(!all.includes('port-forward') && all.includes(values.ingress.host));
    assert.ok(bare.includes('jobStore is not set') && !all.includes('jobStore is not set'));
  });

  test('the image’s own command starts from the image’s own files, probes succeed, and the metric exists', async () => {
    for (const [, variable] of /^ENV .*$/m.exec(containerfile)![0].matchAll(/([A-Z_]+)=/g))
      assert.ok(known.has(variable!), variable!);
    for (const [, sources] of containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
      for (const source of sources!.split(' ')) assert.ok(existsSync(join(root, source)), source);
    const command = JSON.parse(/^CMD (\[.*\])$/m.exec(containerfile)![1]!) as string[];
    const check = JSON.parse(/^ {2}CMD (\[.*\])$/m.exec(containerfile)![1]!) as string[];
    const values = parseYaml(read('deploy/chart/values.yaml')) as Document;
    const documents = renderChart(everythingOn(values), parseYaml(read('deploy/chart/Chart.yaml')) as Document);
    const [deployment, scaler] = ['Deployment', 'HorizontalPodAutoscaler'].map((kind) =>
      documents.find((each) => each.kind === kind),
    );
    const [container] = deployment.spec.template.spec.containers;
    const tree = makeImageTree(root);
    const data = mkdtempSync(join(tmpdir(), 'provenance-image-data-'));
    const env = { PATH: process.env.PATH, PORT: '0', SANDBOX_PORT: '0', DATA_DIR: data };
    const service = spawn(join(tree, command[0]!), command.slice(1), { cwd: tree, env });
    try {
      const live = await new Promise<string>((resolve, reject) => {
        let words = '';
        service.stderr.on('data', (bytes) => {
          words += bytes;
        });
        service.once('exit', () => reject(new Error(`The command ended: ${words}`)));
        createInterface({ input: service.stdout }).on('line', (line) => {
          if (line.includes('"msg":"listening"')) resolve((JSON.parse(line) as { live: string }).live);
        });
      });
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
        assert.equal((await fetch(live + container[probe].httpGet.path)).status, 200, probe);
      const metrics = await (await fetch(`${live}/metrics`)).text();
      const metric = scaler.spec.metrics[0].pods.metric;
      assert.match(
        metrics,
        new RegExp(`^${metric.name}\\{environment="${metric.selector.matchLabels.environment}"\\} 0$`, 'm'),
      );
      const checked = spawn(join(tree, check[0]!), check.slice(1), { env: { ...env, PORT: new URL(live).port } });
      assert.deepEqual(await once(checked, 'exit'), [0, null]);
      service.kill('SIGTERM');
      assert.deepEqual(await once(service, 'exit'), [0, null]);
    } finally {
      service.kill('SIGKILL');
      for (const folder of [tree, data]) rmSync(folder, { recursive: true });
    }
  });
});

withNginx(() => {
  test('nginx accepts deploy/nginx.conf', () => {
    const folder = mkdtempSync(join(tmpdir(), 'provenance-nginx-'));
    // The names are those of the composed network.
    writeFileSync(join(folder, 'nginx.conf'), read('deploy/nginx.conf').replaceAll(/node-\d/g, '127.0.0.1'));
    const program = findProgram('nginx', ['/usr/sbin'])!;
    const options = ['-t', '-q', '-p', folder, '-c', 'nginx.conf', '-e', 'stderr', '-g', `pid ${folder}/pid;`];
    const { status, stderr } = spawnSync(program, options, { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    assert.equal(status, 0, stderr);
  });
});

function exposedPorts(): string[] {
  return /^EXPOSE (.*)$/m.exec(containerfile)![1]!.split(' ');
}

const allApis = ['monitoring.coreos.com/v1', 'postgresql.cnpg.io/v1'];

function everythingOn(values: Document): Document {
  return {
    ...values,
    extraEnv: [{ name: 'LOG_LEVEL', value: 'warn' }],
    jobStore: 's3://jobs',
    affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [] } },
    podAnnotations: { note: 'a' },
    ingress: { ...values.ingress, enabled: true, className: 'nginx', tls: [{ hosts: ['a'], secretName: 'b' }] },
    autoscaling: { ...values.autoscaling, enabled: true, queueDepth: true },
    database: { ...values.database, enabled: true, resources: { requests: { memory: '1Gi' } } },
  };
}

function chartContext(values: Values, appVersion: string, apis = allApis) {
  return {
    Values: values,
    Release: { Name: 'provenance', Namespace: 'shop' },
    Chart: { AppVersion: appVersion },
    apis,
  };
}

/** Its documents, by kind, on a cluster with these APIs. */
function renderChart(values: Values, chart: Document, apis = allApis): Document[] {
  const context = chartContext(values, chart.appVersion, apis);
  const texts = globSync('deploy/chart/templates/*.yaml', { cwd: root })
    .map((path) => renderTemplate(read(path), context))
    .filter((text) => text.trim() !== '');
  const all = texts.join('---\n');
  lintYaml(all);
  return (parseAllYaml(all) as Document[]).sort((left, right) => (left.kind < right.kind ? -1 : 1));
}

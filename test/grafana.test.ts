// The dashboards and alert rules in deploy/grafana/ match a running service: every metric in them
// exists in /metrics, and has every label that they use.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { settings } from '../service/src/configuration/settings.ts';
import { onEachDatabase } from '../service/test-support/on-each-database.ts';
import { startOtlpCollector } from '../service/test-support/otlp-collector.ts';
import { findProgram } from '../service/test-support/private-program.ts';
import { type RunningService, startRunningService } from '../service/test-support/running-service.ts';
import { makeForm } from '../service/test-support/shared-photos.ts';
import { makeSigningAccount, registerGenerator } from '../service/test-support/signing-client.ts';
import { describeLong } from '../service/test-support/test-run.ts';
import { lintYaml, parseYaml } from './test-support/chart-rendering.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'deploy/grafana');
const dashboards = ['service.json', 'content.json'];
const rulesFile = join(folder, 'alerts.yaml');
const rules = readFileSync(rulesFile, 'utf8');

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const readDashboard = (name: string) =>
  JSON.parse(readFileSync(join(folder, name), 'utf8')) as { uid: string; panels: readonly Panel[] };
const expressions = [
  ...dashboards.flatMap((name) => readDashboard(name).panels.flatMap(({ targets = [] }) => targets)),
  ...[...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expr]) => ({ expr: expr!, legendFormat: '' })),
].map(({ expr, legendFormat }) => ({
  expr,
  uses: [...expr.matchAll(/\b((?:service|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(([, name, labels = '']) => ({
    name: name!,
    labels: [...labels.matchAll(/(\w+)\s*[=!]/g)].map(([, label]) => label!),
  })),
  grouped: [
    ...[...expr.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, labels]) => labels!.split(', ')),
    ...[...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!),
  ],
}));

onEachDatabase((database) => {
  let service: RunningService;
  let declared: Set<string>;
  /** Name → the labels of its first value. */
  let labels: Map<string, readonly string[]>;
  before(async () => {
    const collector = await startOtlpCollector();
    service = await startRunningService({
      database,
      settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, NEURAL_WATERMARK: 'false' },
    });
    await useEverything();
    const { body } = await service.live.call('GET', '/metrics');
    await service.stop();
    await collector.stop();
    declared = new Set([...(body as string).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!));
    labels = new Map(
      [...(body as string).matchAll(/^(\w+)\{(.*)\} \S+$/gm)].map(([, name, given]) => [
        name!,
        [...given!.matchAll(/(\w+)="/g)].map(([, label]) => label!),
      ]),
    );
  });

  /** So that the metrics have values. */
  async function useEverything(): Promise<void> {
    const { key } = await makeSigningAccount(service, 'growth');
    const generatorId = await registerGenerator(service.live, key);
    const body = { url: 'https://127.0.0.1:1/', events: ['record.created'] };
    await service.live.call('POST', '/v1/webhooks', { token: key, body });
    const content = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    for (const [path, fields] of [
      ['/v1/verify', { content }],
      ['/v1/sign', { content, model: 'm', generator_id: generatorId }],
    ] as const) {
      const headers = { authorization: `Bearer ${key}` };
      const response = await fetch(service.live.url + path, { method: 'POST', headers, body: makeForm(fields) });
      assert.equal(response.status, 200, path);
    }
  }

  test('every metric in the dashboards and rules exists in /metrics', () => {
    assert.ok(expressions.length > 40);
    for (const { expr, uses } of expressions) {
      assert.ok(uses.length > 0, expr);
      for (const { name } of uses) {
        const base = name.replace(/_(bucket|count|sum)$/, '');
        assert.ok(declared.has(name) || declared.has(base), `${name} does not exist: ${expr}`);
      }
    }
  });

  test('every label that an expression uses is a label of its metric', () => {
    let checked = 0;
    for (const { expr, uses, grouped } of expressions) {
      for (const { name, labels: used } of uses) {
        const own = labels.get(name);
        // Without a value here, such as those of PostgreSQL on SQLite.
        if (!own) continue;
        checked += 1;
        for (const label of [...used, ...grouped]) assert.ok(own.includes(label), `${name} has no ${label}: ${expr}`);
      }
    }
    assert.ok(checked > 30, `${checked}`);
  });
});

test('the dashboards have what Grafana needs', () => {
  for (const name of dashboards) {
    const { uid, panels } = readDashboard(name);
    assert.match(uid, /^[a-z-]{1,40}$/);
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    for (const { type, title, targets } of panels) {
      assert.match(title, /\S/);
      if (type !== 'row') assert.ok(targets && targets.length > 0, title);
    }
  }
});

describeLong(findProgram('promtool') !== undefined, 'promtool is not here: install prometheus', 'with promtool', () => {
  test('Prometheus accepts the rules', () => {
    const output = execFileSync('promtool', ['check', 'rules', rulesFile], { encoding: 'utf8' });
    assert.match(output, new RegExp(`SUCCESS: ${rules.match(/- alert:/g)!.length} rules found`));
  });

  test('Prometheus accepts every expression of the dashboards', () => {
    const panels = dashboards.flatMap((name) => readDashboard(name).panels);
    const all = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const filled = all.map((expr, place) => ({
      record: 'dashboards:checked',
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$environment', 'live'),
      labels: { place: String(place) },
    }));
    const temporary = mkdtempSync(join(tmpdir(), 'provenance-rules-'));
    const file = join(temporary, 'rules.json');
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboards', rules: filled }] }));
    const output = execFileSync('promtool', ['check', 'rules', file], { encoding: 'utf8' });
    assert.match(output, new RegExp(`SUCCESS: ${all.length} rules found`));
    rmSync(temporary, { recursive: true });
  });
});

describeLong(findProgram('yamllint') !== undefined, 'yamllint is not here: install yamllint', 'with yamllint', () => {
  test('compose.observability.yaml: settings are known, files exist, and Prometheus reads the nodes', () => {
    lintYaml(rules);
    const text = readFileSync(join(folder, '../compose.observability.yaml'), 'utf8');
    lintYaml(text);
    const { services, configs } = parseYaml(text) as Composition;
    const base = parseYaml(readFileSync(join(root, 'compose.yaml'), 'utf8')) as Composition;
    const nodes = Object.keys(base.services).filter((name) => name.startsWith('node-'));
    const known = new Set(Object.values(settings).map(({ name }) => name));
    for (const node of nodes)
      for (const name of Object.keys(services[node]!.environment!)) assert.ok(known.has(name), name);
    const parts = Object.values(services);
    for (const volume of parts.flatMap(({ volumes = [] }) => volumes))
      assert.ok(existsSync(join(root, volume.split(':')[0]!)), volume);
    for (const { source } of parts.flatMap(({ configs: used = [] }) => used)) assert.ok(configs[source], source);
    for (const { content } of Object.values(configs)) assert.ok(parseYaml(content.replaceAll(/\$\{[^}]*\}/g, 'x')));
    for (const node of nodes)
      for (const port of [8080, 8081]) assert.ok(configs.prometheus!.content.includes(`"${node}:${port}"`), node);
    const endpoint = new URL(services[nodes[0]!]!.environment!.OTEL_EXPORTER_OTLP_ENDPOINT!);
    assert.ok(services[endpoint.hostname]);
  });
});

interface Composition {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment?: Readonly<Record<string, string>>;
        readonly volumes?: readonly string[];
        readonly configs?: readonly { readonly source: string }[];
      }
    >
  >;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
}

// `npm run generate`: writes the files that are generated from the code: docs/reference/, the types
// of the client, and the operations, types and asynchronous resources of the Python client. With
// --check it writes nothing and fails if one is out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeVerdict, verdictNames } from '../engine/src/verdicts/index.ts';
import { settings } from '../service/src/configuration/settings.ts';
import { describeRoutes } from '../service/src/http/documents/openapi.ts';
import { renderRouteTable } from '../service/src/http/documents/route-table.ts';
import { errorCatalogue } from '../service/src/http/error-catalogue.ts';
import { collectRoutes } from '../service/src/operator/collect-routes.ts';
import { release } from '../service/src/release.ts';
import { type CatalogueEntry, webhookCatalogue } from '../service/src/resources/webhooks/webhook-catalogue.ts';
import { asyncResources } from './python-async.ts';
import { renderOperations } from './render-operations.ts';
import { renderPython } from './render-python.ts';
import { root } from './repository.ts';

const routes = await collectRoutes();
const python = 'client-python/src/content_provenance/generated';
const pythonFiles = renderPython(describeRoutes(routes, ''));

const files: Readonly<Record<string, () => string>> = {
  'docs/reference/configuration.md': renderConfiguration,
  'docs/reference/errors.md': renderErrors,
  'docs/reference/verdicts.md': renderVerdicts,
  'docs/reference/webhook-events.md': renderWebhookEvents,
  'docs/reference/routes.md': () => renderRouteTable(routes),
  'client/src/generated/operations.ts': () => renderOperations(describeRoutes(routes, '')),
  [`${python}/operations.py`]: () => pythonFiles.operations,
  [`${python}/types.py`]: () => pythonFiles.types,
  [`${python}/version.py`]: renderPythonVersion,
  ...asyncResources(),
};

const onlyCheck = process.argv.includes('--check');
const stale: string[] = [];
for (const [name, render] of Object.entries(files)) {
  const file = join(root, name);
  const text = render();
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  stale.push(name);
  if (onlyCheck) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
if (onlyCheck && stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run npm run generate and look at what changed.`);
  process.exit(1);
}
const changed = stale.length > 0 ? stale.join(', ') : 'nothing';
console.log(onlyCheck ? 'The generated files are up to date.' : `Written: ${changed}.`);

function renderConfiguration(): string {
  const rows = Object.values(settings).map(({ name, about, fallback, secret }) => [
    `\`${name}\``,
    secret ? `${about} *Secret.*` : about,
    fallback,
  ]);
  return page(
    'Configuration',
    'service/src/configuration/settings/',
    [
      'The service reads these environment variables when it starts. An empty variable counts as not set. If a value is not valid, the',
      'service does not start and says which one. It never shows the value of a secret, in a message or in the log.',
    ],
    ['Variable', 'Description', 'Default'],
    rows,
  );
}

function renderErrors(): string {
  const rows = Object.entries(errorCatalogue)
    .sort(([, left], [, right]) => left.status - right.status)
    .map(([code, { status, message }]) => [String(status), `<a id="${code}"></a>\`${code}\``, message]);
  return page(
    'Errors',
    'service/src/http/error-catalogue.ts',
    [
      'Every error has the body `{error, message, request_id}`. Some errors have more fields: `details` for `validation_error`, and',
      '`required_plan` for `plan_required`. Programs read `error`. The message is for people and can be more specific than the one here.',
      'With `Accept: application/problem+json`, errors are [problem details](../specification/errors.md#problem-details) in addition.',
    ],
    ['Status', 'Code', 'Message'],
    rows,
  );
}

function renderVerdicts(): string {
  const colors = { good: 'green', bad: 'red', warn: 'amber', note: 'the color of the service', none: 'gray' };
  // A picture with a record of Lumen that was found by its token.
  const provenance = { org: 'Lumen', revoked_at: '2026-11-18T03:00:00.000Z' };
  const found = { token_source: 'xmp', likeness: 'near', format: 'image', provenance } as const;
  const rows = verdictNames.map((verdict) => {
    const answer = { ...found, verdict, c2pa: { signature_issuer: 'Camera Maker' } };
    const { headline, tone, sentence } = describeVerdict(answer, 'UTC');
    return [`\`${verdict}\``, headline, colors[tone], sentence];
  });
  return page(
    'Verdicts',
    'engine/src/verdicts/verdict-table.ts',
    [
      '`POST /v1/verify` returns one `verdict` for a file. The verify page, the certificate and the command line use the texts in this',
      'table. The sentences are examples for an image that leads to a record of Lumen, whose name is not verified.',
    ],
    ['Verdict', 'Headline', 'Color', 'Sentence'],
    rows,
  );
}

function renderWebhookEvents(): string {
  const sections = Object.entries<CatalogueEntry>(webhookCatalogue).flatMap(([event, { when, fields, example }]) => [
    `## ${event}`,
    '',
    when,
    '',
    ...table(
      ['Field of `data`', 'Description'],
      Object.entries(fields).map(([name, { description }]) => [`\`${name}\``, description]),
    ),
    '',
    '```json',
    JSON.stringify(example, undefined, 2),
    '```',
    '',
  ]);
  return [
    ...heading('Webhook events', 'service/src/resources/webhooks/webhook-catalogue.ts'),
    'Every delivery has the body `{id, event, timestamp, org_id, data}`. A test event also has `"test": true`. This page describes `data`.',
    '[Receive webhooks](../use/webhooks.md) explains the rest. `GET /v1/webhooks/events` returns the same list, and `webhooks` in',
    '`/openapi.json` has the schemas.',
    '',
    ...sections,
  ].join('\n');
}

function renderPythonVersion(): string {
  return `# Generated from service/src/release.ts by npm run generate; do not edit.\nVERSION = '${release}'\n`;
}

function page(
  title: string,
  source: string,
  introduction: readonly string[],
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [...heading(title, source), ...introduction, '', ...table(heads, rows), ''].join('\n');
}

function heading(title: string, source: string): string[] {
  return [`<!-- Generated from ${source} by npm run generate; do not edit. -->`, `# ${title}`, ''];
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}

// docs/specification matches the code: it names every route under /v1, and its table of plans has
// the figures of plans.ts.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Plan, planNames, plans } from '../src/plans/plans.ts';

const docs = fileURLToPath(new URL('../../docs', import.meta.url));
const read = (page: string) => readFileSync(`${docs}/${page}`, 'utf8');

test('the specification names every route under /v1', () => {
  const pages = readdirSync(`${docs}/specification`).map((name) => read(`specification/${name}`));
  const routes = Array.from(read('reference/routes.md').matchAll(/^\| `[A-Z]+ (\/v1\/[^`]+)`/gm), ([, path]) => path!);
  assert.ok(routes.length > 50);
  const missing = routes.filter((path) => !pages.some((page) => new RegExp(`${path}(?![\\w/:-])`).test(page)));
  assert.deepEqual(missing, []);
});

test('the table of plans has the prices and limits of every plan', () => {
  const figures: readonly (readonly [row: string, figure: (plan: Plan) => number | null, none: string])[] = [
    ['Price per month (USD)', ({ monthlyPrice }) => monthlyPrice, 'by agreement'],
    ['Price per month, paid annually', ({ annualMonthlyPrice }) => annualMonthlyPrice, 'by agreement'],
    ['Signatures per month', ({ includedSignatures }) => includedSignatures, 'no limit'],
    [
      'Price per further signature (USD)',
      ({ hardLimit, overageRate }) => (hardLimit ? null : overageRate),
      'signing stops',
    ],
    ['Seats', ({ seats }) => seats, 'no limit'],
    ['Requests per minute', ({ requestsPerMinute }) => requestsPerMinute, 'no limit'],
    ['Analytics window (days)', ({ analyticsDays }) => analyticsDays, ''],
  ];
  const page = read('specification/billing.md');
  for (const [row, figure, none] of figures) {
    const cells = planNames.map((name) => figure(plans[name])?.toLocaleString('en-US') ?? none);
    assert.ok(page.includes(`| ${[row, ...cells].join(' | ')} |`), `${row}: ${cells.join(', ')}`);
  }
});

// Every route with its protection, as a Markdown table: docs/reference/routes.md. A wider
// permission shows there, and in a review.
import type { Route } from '../define-route.ts';
import { errorCatalogue } from '../error-catalogue.ts';

const columns: readonly (readonly [heading: string, cell: (route: Route) => string])[] = [
  ['Route', ({ name }) => `\`${name}\``],
  ['Caller', ({ access }) => (access.rule ? `${access.caller} (${access.rule})` : access.caller)],
  ['Scope of a key', ({ access }) => (access.scope ? `\`${access.scope}\`` : '')],
  ['Minimum role', ({ access }) => access.role ?? ''],
  ['Verified email', ({ needsVerifiedEmail }) => yes(needsVerifiedEmail)],
  ['Feature', ({ feature }) => feature ?? ''],
  ['Limit', ({ limit }) => limit],
  ['Quota', ({ quota, seat }) => (seat ? 'seats' : yes(quota))],
  ['Any origin', ({ anyOrigin }) => yes(anyOrigin)],
  ['Idempotency-Key', ({ idempotency }) => idempotency ?? ''],
  ['Success', ({ success }) => String(success.status)],
  ['Errors', ({ allErrors }) => allErrors.map((code) => `${errorCatalogue[code].status} \`${code}\``).join(', ')],
];

export function renderRouteTable(routes: readonly Route[]): string {
  const rows = [
    columns.map(([heading]) => heading),
    columns.map(() => '---'),
    ...routes.map((route) => columns.map(([, cell]) => cell(route))),
  ];
  return `# Routes

Generated from the route declarations by \`npm run generate\`. An empty cell means no, or none.

${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
`;
}

function yes(value: boolean | undefined): string {
  return value ? 'yes' : '';
}

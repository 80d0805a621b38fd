// The table of routes in docs/reference/routes.md matches the service, so that a change of a
// permission, a limit or an error changes the table, and a reviewer sees it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { renderRouteTable } from '../src/http/documents/route-table.ts';
import { type RunningService, startRunningService } from '../test-support/running-service.ts';

let service: RunningService;
before(async () => {
  service = await startRunningService();
});
after(() => service.stop());

test('docs/reference/routes.md lists every route as it is declared (npm run generate writes it)', () => {
  const committed = readFileSync(new URL('../../docs/reference/routes.md', import.meta.url), 'utf8');
  assert.deepEqual(renderRouteTable(service.live.routes).split('\n'), committed.split('\n'));
});

test('both environments have the same routes', () => {
  assert.equal(renderRouteTable(service.sandbox.routes), renderRouteTable(service.live.routes));
});

test('no route is declared twice', () => {
  const names = service.live.routes.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
});

// Programs of others read the OpenAPI document of a real service: Redocly lints it with its
// recommended rules, and openapi-typescript makes types of it that the compiler accepts. Both are
// installed for this test alone, so that the repository stays small.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { startRunningService } from '../test-support/running-service.ts';

const run = promisify(execFile);
const programs = ['@redocly/cli@2.77.0', 'openapi-typescript@7.13.0', 'typescript@5.9.3'];

let folder: string;
/** Why the programs could not be installed. */
let absence: string | undefined;
before(
  async () => {
    folder = mkdtempSync(join(tmpdir(), 'openapi-readers-'));
    const service = await startRunningService();
    writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${service.live.url}/openapi.json`)).text());
    await service.stop();
    writeFileSync(join(folder, 'package.json'), '{"private": true}');
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', '--fetch-retries=1'];
    await run('npm', ['install', ...flags, ...programs], { cwd: folder }).catch((problem: Error) => {
      absence = `npm cannot install ${programs.join(', ')}. This test needs the npm registry. ${problem.message}`;
      assert.notEqual(process.env.CI, 'true', absence);
    });
  },
  { timeout: 300_000 },
);
after(() => rmSync(folder, { recursive: true }));

function program(name: string, ...programArguments: string[]) {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return run(join(folder, 'node_modules/.bin', name), programArguments, { cwd: folder, env, maxBuffer: 2 ** 28 });
}

test('Redocly finds no error, and only the warning that is meant', async (context) => {
  if (absence) return context.skip(absence);
  const { stdout } = await program('redocly', 'lint', 'openapi.json', '--format=json', '--max-problems=1000');
  const { problems, totals } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    totals: { errors: number };
    problems: { ruleId: string; severity: string; location: { pointer?: string }[] }[];
  };
  assert.equal(totals.errors, 0);
  assert.deepEqual(
    problems.map(({ ruleId, location }) => [ruleId, location[0]!.pointer]),
    // GET /health takes no input and has no limit, because load balancers ask it. It cannot fail
    // through a fault of the caller, so it has no 4xx.
    [['operation-4xx-response', '#/paths/~1health/get/responses']],
  );
});

test('openapi-typescript makes types that compile and have the readable names', async (context) => {
  if (absence) return context.skip(absence);
  await program('openapi-typescript', 'openapi.json', '--output', 'api.ts');
  writeFileSync(
    join(folder, 'use.ts'),
    `import type { components, operations } from './api.ts';
type Same<Left, Right> = [Left, Right] extends [Right, Left] ? true : never;
type Answer<Name extends keyof operations, Status extends number> = operations[Name] extends {
  responses: Record<Status, { content: { 'application/json': infer Body } }>;
} ? Body : never;
export const verified: Same<Answer<'verifyContent', 200>, components['schemas']['VerificationResult']> = true;
export const record: Same<Answer<'getRecord', 200>, components['schemas']['ProvenanceRecord']> = true;
export const token: operations['signContent']['responses'][200]['headers']['X-Service-Token'] = 'svc_';
export const created: components['schemas']['CreatedWebhook']['secret'] = '';
`,
  );
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', '--module', 'esnext'];
  await program('tsc', ...flags, '--moduleResolution', 'bundler', 'use.ts');
});

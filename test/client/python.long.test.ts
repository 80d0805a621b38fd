// The Python package: its types, its vectors, and its own tests against the real service.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describeWhere } from '../../service/test-support/test-run.ts';
import { mypy, type PythonBench, packageFolder, python, startPythonBench } from '../test-support/python-package.ts';

const shared = fileURLToPath(new URL('../../../shared', import.meta.url));

describeWhere(python !== undefined, 'python3 is not installed', 'the Python package', () => {
  let bench: PythonBench;
  before(async () => {
    bench = await startPythonBench();
  });
  after(() => bench.stop());

  describeWhere(mypy !== undefined, 'mypy is not installed', 'types', () => {
    test('package, tests and the scripts of the quickstart are well typed', async () => {
      const scripts = join(bench.folder, 'scripts');
      mkdirSync(scripts);
      const names = bench.writeScripts('docs/use/quickstart-python.md', scripts);
      const options = [`--cache-dir=${join(bench.folder, 'mypy')}`, '--config-file=pyproject.toml'];
      for (const words of [[], ['-p', 'tests'], names.map((name) => join(scripts, name))]) {
        const output = await bench.run(mypy!, [...options, ...words], { cwd: packageFolder, env: { MYPYPATH: 'src' } });
        assert.match(output, /Success/);
      }
    });
  });

  test('its signatures and hashes pass the vectors', () =>
    runTests(['tests.test_ml_dsa', 'tests.test_canonical_json']));

  test('its tests pass against the service', async () => {
    const modules = readdirSync(join(packageFolder, 'tests'))
      .filter((name) => /^test_(?!ml_dsa|canonical_json|bundles|receipts).*\.py$/.test(name))
      .map((name) => `tests.${name.slice(0, -'.py'.length)}`);
    await runTests(modules, { PROVENANCE_PICTURE: join(bench.folder, 'picture.jpg') });
  });

  test('bundles, true and altered, get the results of the TypeScript SDK', async () => {
    const cases = join(bench.folder, 'cases');
    assert.ok((await bench.writeBundleCases(cases)) > 300);
    await runTests(['tests.test_bundles'], { PROVENANCE_CASES: cases });
  });

  test('receipts, true and altered, get the results of the TypeScript SDK', async () => {
    const file = join(bench.folder, 'receipts.json');
    assert.ok((await bench.writeReceiptCases(file)) > 100);
    await runTests(['tests.test_receipts'], { PROVENANCE_RECEIPTS: file });
  });

  test('a lost response is requested again and counts once', async () => {
    const proxy = await bench.startProxy();
    const script = `import os, sys, uuid
from content_provenance import Client
client = Client(os.environ['PROVENANCE_URL'], os.environ['PROVENANCE_API_KEY'])
before = client.billing.usage()['signatures_used']
created = client.generators.create({'name': 'Lost', 'supported_formats': ['text']})
through = Client(sys.argv[1], os.environ['PROVENANCE_API_KEY'])
print('ready', flush=True)
sys.stdin.readline()
through.sign(str(uuid.uuid4()).encode() * 9, model='m', generator_id=created['generator_id'])
print(client.billing.usage()['signatures_used'] - before)
`;
    const env = { ...bench.env, PYTHONPATH: join(packageFolder, 'src') };
    const running = promisify(execFile)(python!, ['-c', script, proxy.url], { env });
    running.child.stdout!.once('data', () => {
      proxy.swallowAnswers(2);
      running.child.stdin!.end('\n');
    });
    const { stdout } = await running;
    assert.equal(stdout, 'ready\n1\n');
    assert.ok(proxy.connections >= 3);
    await proxy.die();
  });

  async function runTests(modules: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<void> {
    const env = { PYTHONPATH: 'src', PROVENANCE_SHARED: shared, ...more };
    const output = await bench.run(python!, ['-W', 'error', '-m', 'unittest', ...modules], { cwd: packageFolder, env });
    assert.match(output, /^OK/m);
    if (process.env.CI === 'true') assert.doesNotMatch(output, /skipped/);
  }
});

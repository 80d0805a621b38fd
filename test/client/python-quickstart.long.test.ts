// The quickstart of the Python package word for word, in a fresh virtual environment with the
// wheel. A hook in the environment refuses every connection beyond the service.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { describeWhere } from '../../service/test-support/test-run.ts';
import { type PythonBench, packageFolder, python, startPythonBench } from '../test-support/python-package.ts';

/** Refuses connections to anything except loopback. */
const noNetwork = `import sys
def refuse(event, given):
    if event == 'socket.connect' and str(given[1][0] if isinstance(given[1], tuple) else '') != '127.0.0.1':
        raise OSError(f'The network is cut: {given[1]}')
    if event == 'socket.getaddrinfo' and given[0] not in (None, '127.0.0.1', 'localhost'):
        raise OSError(f'The network is cut: {given[0]}')
sys.addaudithook(refuse)
`;

describeWhere(python !== undefined, 'python3 is not installed', 'the Python wheel', () => {
  let bench: PythonBench;
  before(async () => {
    bench = await startPythonBench();
  });
  after(() => bench.stop());

  test('the quickstart runs word for word in a fresh virtual environment, without a network', async () => {
    const built = join(bench.folder, 'built');
    await bench.run(python!, [join(packageFolder, 'build_backend/provenance_build.py'), built]);
    const wheel = readdirSync(built).find((name) => name.endsWith('.whl'))!;
    const environment = join(bench.folder, 'environment');
    await bench.run(python!, ['-m', 'venv', environment]);
    const [library] = readdirSync(join(environment, 'lib'));
    const packages = join(environment, 'lib', library!, 'site-packages');
    writeFileSync(join(packages, 'no_network.py'), noNetwork);
    // Python imports it at every start.
    writeFileSync(join(packages, 'no_network.pth'), 'import no_network\n');
    const own = join(environment, 'bin/python');
    const call = 'import socket; socket.create_connection(("192.0.2.1", 80), 1)';
    await assert.rejects(bench.run(own, ['-c', call]), /The network is cut/);
    await bench.run(own, ['-m', 'pip', 'install', '--quiet', '--no-index', join(built, wheel)]);
    let output = '';
    for (const name of bench.writeScripts('docs/use/quickstart-python.md', bench.folder)) {
      output += await bench.run(own, ['-W', 'error', name]);
    }
    for (const line of [
      /^svc_/m,
      /^online True (high|medium) picture-model-1$/m,
      /^offline True True$/m,
      /^signed 3 of 3$/m,
      /^concurrently 3$/m,
      /^own key True$/m,
      /^webhook record\.created$/m,
      /^error unauthorized 401$/m,
    ]) {
      assert.match(output, line);
    }
    assert.ok(existsSync(join(bench.folder, 'signed/1.txt')));
  });

  test('the scripts of the README run with Pillow and NumPy', async () => {
    const env = { PYTHONPATH: join(packageFolder, 'src') };
    for (const name of bench.writeScripts('client-python/README.md', bench.folder)) {
      await bench.run(python!, [name], { env });
    }
    assert.ok(existsSync(join(bench.folder, 'picture.signed.png')));
    assert.ok(existsSync(join(bench.folder, 'sound.signed.wav')));
  });
});

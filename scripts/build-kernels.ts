// Compiles the AssemblyScript kernels to engine/src/kernels/kernels.wasm. With --check it fails
// instead if the committed file differs from a fresh build. (The compiler runs as a program,
// because its types would replace those of Node.)
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const committed = join(root, 'engine/src/kernels/kernels.wasm');
const folder = mkdtempSync(join(tmpdir(), 'kernels-'));
const fresh = join(folder, 'kernels.wasm');
const flags = ['-O3', '--runtime', 'stub', '--noAssert', '--importMemory', '--enable', 'simd'];
const memory = ['--initialMemory', '1', '--maximumMemory', '65536'];
const compiler = join(root, 'node_modules/assemblyscript/bin/asc.js');
const source = 'engine/src/kernels/assembly/kernels.ts';

try {
  const { status } = spawnSync(process.execPath, [compiler, source, '--outFile', fresh, ...flags, ...memory], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The kernels do not compile.');
  if (!process.argv.includes('--check')) copyFileSync(fresh, committed);
  if (!readFileSync(fresh).equals(readFileSync(committed))) {
    throw new Error(
      'kernels.wasm is not what its source compiles to: run npm run build:kernels and commit the result.',
    );
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

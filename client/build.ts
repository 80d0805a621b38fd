// Packs the client: JavaScript for Node 20 and browsers, its declarations, the `provenance` program
// and its own package.json, all in client/dist. `npm pack ./client/dist` then makes the file to
// install. It needs no other package at run time: @noble/post-quantum and the engine's format code
// are inside. Usage: npm run build -w client [-- --declarations=false]
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const here = import.meta.dirname;
const root = join(here, '..');
const engine = join(root, 'engine');
/**
 * Texts that browsers read too: they need nothing that Node 20 lacks, and stay separate from the
 * format code.
 */
const verdicts = join(engine, 'src/verdicts');
const standardLibrary = join(here, 'src/media/standard-library.ts');
const withDeclarations = !process.argv.includes('--declarations=false');
const { name, version, description, license } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const out = process.argv.find((each) => each.startsWith('--out='))?.slice('--out='.length) ?? join(here, 'dist');

/**
 * Packages of the engine that its format code does not need: sharp is used if it is installed, the
 * others never.
 */
const withoutPackages: Plugin = {
  name: 'without-packages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^sharp$/ }, () => ({ path: join(here, 'src/media/optional-sharp.ts') }));
    onResolve({ filter: /^(node-av|onnxruntime-node|@contentauth\/)/ }, ({ path }) => ({ path, namespace: 'absent' }));
    onLoad({ filter: /./, namespace: 'absent' }, () => ({ contents: 'module.exports = {};' }));
    // Modules of the engine have no side effects on import, so unused exports are left out.
    onResolve({ filter: /^@content-provenance\/engine$/ }, () => ({
      path: join(engine, 'src/index.ts'),
      sideEffects: false,
    }));
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) =>
      resolveDir.startsWith(engine) ? { path: join(resolveDir, path), sideEffects: false } : undefined,
    );
    // Adds what an older Node lacks before any of them runs.
    onLoad({ filter: /\.ts$/ }, ({ path }) =>
      path.startsWith(engine) && !path.startsWith(verdicts)
        ? { contents: `import ${JSON.stringify(standardLibrary)};\n${readFileSync(path, 'utf8')}`, loader: 'ts' }
        : undefined,
    );
  },
};

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
// Separate, so that what browsers load shares nothing with the format code.
await bundle(['index.ts', 'signing.ts'], 'shared');
await bundle(['node.ts', 'provenance.ts'], 'parts');
// The format code reads it from its own folder.
for (const folder of ['', 'parts']) {
  mkdirSync(join(out, folder), { recursive: true });
  copyFileSync(join(engine, 'src/kernels/kernels.wasm'), join(out, folder, 'kernels.wasm'));
}
chmodSync(join(out, 'provenance.js'), 0o755);
copyFileSync(join(here, 'README.md'), join(out, 'README.md'));
copyFileSync(join(root, 'LICENSE'), join(out, 'LICENSE'));
// The MIT license requires its notice wherever its code goes.
copyFileSync(join(root, 'node_modules/@noble/post-quantum/LICENSE'), join(out, 'LICENSE-noble'));
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
if (withDeclarations) writeDeclarations();

async function bundle(entries: readonly string[], parts: string): Promise<void> {
  await build({
    absWorkingDir: here,
    entryPoints: entries.map((file) => join(here, 'src', file)),
    outdir: out,
    chunkNames: `${parts}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*'],
    target: ['node20', 'es2022'],
    legalComments: 'inline',
    define: { packedVersion: JSON.stringify(version) },
    plugins: [withoutPackages],
    logLevel: 'error',
  });
}

function manifest() {
  const entry = (file: string) => ({ types: `./types/${file}.d.ts`, default: `./${file}.js` });
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    engines: { node: '>=20.16' },
    sideEffects: false,
    bin: { provenance: './provenance.js' },
    exports: { '.': entry('index'), './signing': entry('signing'), './node': entry('node') },
  };
}

function writeDeclarations(): void {
  const made = join(out, 'made');
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '--project', here, '--outDir', made], { stdio: 'inherit' });
  // Callers do not need the engine's declarations: no export names them.
  renameSync(join(made, 'client/src'), join(out, 'types'));
  rmSync(made, { recursive: true });
}

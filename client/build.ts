// Packs the client: JavaScript for Node 20 and browsers, as modules and as CommonJS, its
// declarations, the `provenance` program and its own package.json, all in client/dist. `npm pack
// ./client/dist` then makes the file to install. It needs no other package at run time:
// the @noble packages and the engine's code are inside.
// Usage: npm run build -w client [-- --declarations=false]
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

const here = import.meta.dirname;
const root = join(here, '..');
const engine = join(root, 'engine');
/**
 * Texts that browsers read too: they need nothing that Node 20 lacks, and stay separate from the
 * format code.
 */
const forBrowsers = ['verdicts', 'transparency'].map((folder) => join(engine, 'src', folder));
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
    onResolve({ filter: /^@content-provenance\/engine(\/transparency)?$/ }, ({ path }) => ({
      path: join(engine, 'src', path.endsWith('transparency') ? 'transparency/index.ts' : 'index.ts'),
      sideEffects: false,
    }));
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) =>
      resolveDir.startsWith(engine) ? { path: join(resolveDir, path), sideEffects: false } : undefined,
    );
    // Adds what an older Node lacks before any of them runs.
    onLoad({ filter: /\.ts$/ }, ({ path }) =>
      path.startsWith(engine) && !forBrowsers.some((folder) => path.startsWith(folder))
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
await bundleForRequire(['index.ts', 'signing.ts']);
await bundleForRequire(['node.ts'], `const ownAddress = require('node:url').pathToFileURL(__filename).href;`);
// The format code reads it from its own folder.
for (const folder of ['', 'parts']) {
  mkdirSync(join(out, folder), { recursive: true });
  copyFileSync(join(engine, 'src/kernels/kernels.wasm'), join(out, folder, 'kernels.wasm'));
}
chmodSync(join(out, 'provenance.js'), 0o755);
copyFileSync(join(here, 'README.md'), join(out, 'README.md'));
copyFileSync(join(root, 'LICENSE'), join(out, 'LICENSE'));
// The MIT license requires its notice wherever its code goes.
const notices = ['post-quantum', 'curves', 'hashes'].map((each) =>
  readFileSync(join(root, `node_modules/@noble/${each}/LICENSE`), 'utf8'),
);
writeFileSync(join(out, 'LICENSE-noble'), notices.join('\n'));
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
if (withDeclarations) writeDeclarations();

async function bundle(entries: readonly string[], parts: string): Promise<void> {
  await build({ ...optionsFor(entries), chunkNames: `${parts}/[name]-[hash]`, splitting: true, format: 'esm' });
}

/**
 * CommonJS: one file for each entry, because esbuild splits only modules. It has no import.meta, so
 * code that reads files next to it gets `ownAddress`.
 */
async function bundleForRequire(entries: readonly string[], head = ''): Promise<void> {
  const options = optionsFor(entries);
  await build({
    ...options,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    banner: { js: head },
    define: { ...options.define, 'import.meta.url': 'ownAddress' },
  });
}

function optionsFor(entries: readonly string[]): BuildOptions {
  return {
    absWorkingDir: here,
    entryPoints: entries.map((file) => join(here, 'src', file)),
    outdir: out,
    bundle: true,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*'],
    target: ['node20', 'es2022'],
    legalComments: 'inline',
    define: { packedVersion: JSON.stringify(version) },
    plugins: [withoutPackages],
    logLevel: 'error',
  };
}

function manifest() {
  const entry = (file: string) => ({
    import: { types: `./types/${file}.d.ts`, default: `./${file}.js` },
    require: { types: `./types/${file}.d.cts`, default: `./${file}.cjs` },
  });
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
  // The same types for CommonJS: its declarations can import only declarations for CommonJS.
  for (const name of readdirSync(join(out, 'types'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const text = readFileSync(join(out, 'types', name), 'utf8');
    const forRequire = text.replaceAll(/(from |import\()(['"]\.[^'"]*)\.ts(['"])/g, '$1$2.cts$3');
    writeFileSync(join(out, 'types', name.replace(/ts$/, 'cts')), forRequire);
  }
}

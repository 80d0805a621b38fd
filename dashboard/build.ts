// Builds the pages into dashboard/dist: one file of code for each page, names with hashes, each
// file also compressed, and a manifest for the service. Prints the sizes and fails if the verify
// page exceeds its budget. With --when-stale it does nothing if the pages match the sources.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type Metafile, type OutputFile } from 'esbuild';
import { collectLicenses, listBundledPackages } from './bundled-packages.ts';
import { directImports } from './direct-imports.ts';
import { hashSources, pagesAreFresh } from './freshness.js';
import { otherHead, pageHeads } from './src/page-heads.ts';
import { pagePaths } from './src/page-paths.ts';

const root = join(import.meta.dirname, '..');
const dist = join(import.meta.dirname, 'dist');
const mainEntry = 'dashboard/src/main.tsx';
const budget = { entry: 'dashboard/src/pages/verify/verify-page.tsx', kilobytes: 160 };
const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
};

if (process.argv.includes('--when-stale') && pagesAreFresh(root)) process.exit(0);
const started = performance.now();
const builtFrom = hashSources(root);
const { outputFiles, metafile } = await build({
  absWorkingDir: root,
  entryPoints: {
    main: mainEntry,
    'color-scheme': 'dashboard/src/color-scheme.ts',
    'share-worker': 'dashboard/src/share-worker.ts',
  },
  outdir: 'dashboard/dist/assets',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  minify: true,
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [directImports()],
  metafile: true,
  write: false,
});

mkdirSync(join(dist, 'assets'), { recursive: true });
const appManifest = join(import.meta.dirname, 'app.webmanifest');
const files = [...outputFiles, { path: appManifest, contents: readFileSync(appManifest) }].map(writeCompressed);
writePage();
removeOthers();
const packages = listBundledPackages(metafile);
writeFileSync(join(dist, 'packages.json'), JSON.stringify(packages));
writeFileSync(join(dist, 'third-party-licenses.txt'), collectLicenses(root, packages));
writeFileSync(join(dist, 'built-from'), builtFrom);
report();

function writeCompressed({ path, contents }: Pick<OutputFile, 'path' | 'contents'>) {
  const name = basename(path);
  const brotli = brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } });
  const gzip = gzipSync(contents, { level: 9 });
  writeFileSync(join(dist, 'assets', name), contents);
  writeFileSync(join(dist, 'assets', `${name}.br`), brotli);
  writeFileSync(join(dist, 'assets', `${name}.gz`), gzip);
  return { name, raw: contents.length, gzip: gzip.length, brotli: brotli.length };
}

/** The page names its files. The service fills in what differs between responses. */
function writePage(): void {
  const named: Readonly<Record<string, string>> = {
    script: nameOf('main', 'js'),
    style: nameOf('main', 'css'),
    early: nameOf('color-scheme', 'js'),
    preloads: preloads(),
  };
  const page = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8');
  const filled = page.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) => named[name] ?? place);
  writeFileSync(join(dist, 'index.html'), filled);
  const listed = Object.fromEntries(files.map(({ name }) => [name, { type: types[name.split('.').at(-1)!] }]));
  // The router writes a parameter in a path as $recordId, the service as :recordId.
  const pages = Object.values(pagePaths).map((path) => path.replaceAll('$', ':'));
  // Files at their own addresses: a worker handles everything under its address.
  const verifyFiles = { 'worker.js': nameOf('share-worker', 'js'), 'app.webmanifest': 'app.webmanifest' };
  const heads = { pages: pageHeads, others: otherHead };
  writeFileSync(join(dist, 'manifest.json'), JSON.stringify({ pages, files: listed, verifyFiles, heads }));
}

/**
 * What the main script imports, so that the browser downloads it along with the script and not
 * after it.
 */
function preloads(): string {
  const main = nameOf('main', 'js');
  return [...scriptsOf(metafile)]
    .filter((name) => name !== main)
    .map((name) => `<link rel="modulepreload" href="{{base}}/assets/${name}">`)
    .join('\n');
}

function nameOf(entry: string, ending: string): string {
  const found = files.find(({ name }) => name.startsWith(`${entry}-`) && name.endsWith(`.${ending}`));
  if (!found) throw new Error(`The build made no ${entry}.${ending}.`);
  return found.name;
}

function removeOthers(): void {
  const wanted = new Set(files.flatMap(({ name }) => [name, `${name}.br`, `${name}.gz`]));
  for (const name of readdirSync(join(dist, 'assets'))) if (!wanted.has(name)) rmSync(join(dist, 'assets', name));
}

function report(): void {
  const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1).padStart(8);
  console.error(`\nkB    ${'raw'.padStart(8)}${'gzip'.padStart(8)}${'brotli'.padStart(8)}`);
  for (const { name, raw, gzip, brotli } of files.toSorted((left, right) => right.gzip - left.gzip).slice(0, 12)) {
    console.error(`      ${kilobytes(raw)}${kilobytes(gzip)}${kilobytes(brotli)}  ${name}`);
  }
  const needed = scriptsOf(metafile, budget.entry);
  const size = files.filter(({ name }) => needed.has(name)).reduce((sum, { gzip }) => sum + gzip, 0) / 1_000;
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.error(
    `The verify page needs ${size.toFixed(1)} of ${budget.kilobytes} kB of JavaScript (gzip). Built in ${seconds} s.`,
  );
  if (size > budget.kilobytes) process.exitCode = 1;
}

/**
 * Every script that the browser loads to show a page: the main one, the page's own, and what both
 * import.
 */
function scriptsOf({ outputs }: Metafile, entry = mainEntry): Set<string> {
  const start = Object.entries(outputs).filter(
    ([, { entryPoint }]) => entryPoint === entry || entryPoint === mainEntry,
  );
  const needed = new Set<string>();
  const add = (output: string) => {
    if (needed.has(basename(output))) return;
    needed.add(basename(output));
    for (const each of outputs[output]!.imports) if (each.kind === 'import-statement') add(each.path);
  };
  for (const [output] of start) add(output);
  return needed;
}

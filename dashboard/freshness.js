// Whether the built pages match the sources: a hash over every source file, stored next to them.
// Plain JavaScript, because the launcher runs it before every start on npm's Node version. It takes
// milliseconds.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sources = [
  'dashboard/src',
  'dashboard/index.html',
  'dashboard/app.webmanifest',
  'dashboard/build.ts',
  'dashboard/bundled-packages.ts',
  'client/src',
  'engine/src/verdicts',
  'package-lock.json',
];

/** @param {string} root @returns {string} */
export function hashSources(root) {
  const hash = createHash('sha256');
  for (const name of sources.flatMap((each) => listFiles(root, each))) {
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(root, name)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} root @returns {boolean} */
export function pagesAreFresh(root) {
  const stamp = join(root, 'dashboard/dist/built-from');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashSources(root);
}

/** @param {string} root @param {string} path @returns {string[]} */
function listFiles(root, path) {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name))
    .map((name) => `${path}/${name.replaceAll('\\', '/')}`)
    .sort();
}

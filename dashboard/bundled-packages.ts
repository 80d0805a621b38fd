// The packages whose code is in the pages: their names for the bill of materials, and their
// licenses, which must go wherever the code goes.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

export function listBundledPackages({ inputs }: Metafile): string[] {
  const names = Object.keys(inputs).flatMap(
    (path) => path.match(/(?<=node_modules\/)(?:@[^/]+\/)?[^/]+(?!.*node_modules\/)/) ?? [],
  );
  return [...new Set(names)].sort();
}

export function collectLicenses(root: string, names: readonly string[]): string {
  const texts = names.map((name) => {
    const folder = join(root, 'node_modules', name);
    if (!existsSync(folder)) throw new Error(`${name} is in the pages, but not in node_modules.`);
    const { version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
    const stated = `License: ${license}. Author: ${author?.name ?? author ?? 'see the package'}.`;
    const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
    return `${name} ${version}\n\n${text || stated}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

// A folder for the code of a guide: with the package that the guide installs, and with the system's
// own Node (20 or newer), which readers have.
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../../node_modules/@noble', import.meta.url));

export function makeGuideProject(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `provenance-${name}-`));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(packages, join(folder, 'node_modules/@noble'), 'junction');
  return folder;
}

/** npm puts the Node of the tests first in the path. */
export function systemPath(): string {
  return (process.env.PATH ?? '')
    .split(':')
    .filter((each) => !each.includes('node_modules'))
    .join(':');
}

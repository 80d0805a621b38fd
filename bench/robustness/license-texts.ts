// Licenses, many in several versions that share long passages: those of Debian's base-files and of
// ruby-licensee.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { unpack } from './text-sources.ts';

export interface License {
  readonly name: string;
  readonly text: string;
}

/** Those that ruby-licensee does not have. */
const inBaseFiles = ['GPL-1', 'LGPL-2', 'GFDL-1.2', 'GFDL-1.3', 'MPL-1.1', 'Artistic'];

export function readLicenses(): License[] {
  const folder = unpack('ruby-licensee');
  const files = folder ? globSync('usr/share/**/_licenses/*.txt', { cwd: folder }).sort() : [];
  return [
    ...inBaseFiles.map((name) => ({ name, text: readFileSync(`/usr/share/common-licenses/${name}`, 'utf8') })),
    ...files.map((file) => ({ name: basename(file, '.txt'), text: withoutFields(join(folder!, file)) })),
  ];
}

/** The fields are a block of YAML between two lines of hyphens. */
function withoutFields(path: string): string {
  const [, , ...text] = readFileSync(path, 'utf8').split(/^---$/m);
  return text.join('---').trim();
}

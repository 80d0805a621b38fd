// Reads the files of C2PA_TRUST_LISTS once, at start. A file that is missing or contains anything
// but certificates of authorities stops the start: a list that trusts nobody would go unnoticed.
import { readFileSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { readTrustList, type TrustList } from '@content-provenance/engine';
import { ConfigurationError } from './read-configuration.ts';

const mostBytes = 4 * 1024 * 1024;

export function readTrustLists(paths: readonly string[]): TrustList[] {
  const lists = paths.map((path) => {
    const list = readTrustList(basename(path, extname(path)), readBundle(path));
    if ('fault' in list) throw new ConfigurationError(`C2PA_TRUST_LISTS: ${path} ${list.fault}.`);
    return list;
  });
  if (new Set(lists.map(({ name }) => name)).size < lists.length)
    throw new ConfigurationError('C2PA_TRUST_LISTS must name files with different names.');
  return lists;
}

function readBundle(path: string): string {
  try {
    if (statSync(path).size <= mostBytes) return readFileSync(path, 'utf8');
  } catch (problem) {
    throw new ConfigurationError(`C2PA_TRUST_LISTS: ${path} cannot be read (${(problem as Error).message}).`);
  }
  throw new ConfigurationError(`C2PA_TRUST_LISTS: ${path} is larger than 4 MB.`);
}

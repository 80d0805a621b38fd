// Reads the file of LOG_POLICY once, at start. A mistake in it stops the start, because a log
// without its witnesses would go unnoticed.
import { readFileSync, statSync } from 'node:fs';
import { type Policy, PolicyError, readPolicy } from '@content-provenance/engine/transparency';
import { ConfigurationError } from './read-configuration.ts';

const mostBytes = 1024 * 1024;

export function readLogPolicy(path: string | undefined): Policy | undefined {
  if (path === undefined) return undefined;
  const policy = parse(path, readText(path));
  for (const { name, url } of policy.witnesses) {
    if (url !== null && URL.parse(url)?.protocol !== 'https:')
      throw new ConfigurationError(`LOG_POLICY: the URL of the witness ${name} in ${path} must start with https://.`);
  }
  return policy;
}

function parse(path: string, text: string): Policy {
  try {
    return readPolicy(text);
  } catch (problem) {
    if (problem instanceof PolicyError) throw new ConfigurationError(`LOG_POLICY: ${path}: ${problem.message}`);
    throw problem;
  }
}

function readText(path: string): string {
  try {
    if (statSync(path).size <= mostBytes) return readFileSync(path, 'utf8');
  } catch (problem) {
    throw new ConfigurationError(`LOG_POLICY: ${path} cannot be read (${(problem as Error).message}).`);
  }
  throw new ConfigurationError(`LOG_POLICY: ${path} is larger than 1 MB.`);
}

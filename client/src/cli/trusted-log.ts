// Which keys of a log a check trusts: those of a policy, those that `provenance login` saved, or
// those that the service shows, if the proof comes from it now. The keys in a proof never count.
import type { TrustedLogs } from '../signing.ts';
import type { Context } from './command.ts';

export interface TrustedKeys extends TrustedLogs {
  /** null: there are none. */
  readonly from: 'policy' | 'login' | 'service' | null;
}

export async function findTrustedLog(
  { configuration }: Context,
  policyFile: string | undefined,
  /** The proof comes from the service now, not from a file. */
  isLive: boolean,
): Promise<TrustedKeys> {
  const url = configuration.url.replace(/\/+$/, '');
  const { logKeys } = configuration;
  if (policyFile !== undefined) {
    const { readPolicyText } = await import('./transparency/log-keys.ts');
    return { logPolicy: readPolicyText(policyFile), from: 'policy' };
  }
  if (logKeys && (!isLive || logKeys.url === url)) return { logKeys: logKeys.keys, from: 'login' };
  if (!isLive || !isProtected(url)) return { from: null };
  return { logKeys: await fetchKeys(url), from: 'service' };
}

/** For the login. undefined: the service has no log, or the connection does not protect keys. */
export async function findLogKeys(url: string): Promise<string | undefined> {
  if (!isProtected(url)) return undefined;
  const { LogUnavailable } = await import('./transparency/log-source.ts');
  try {
    return await fetchKeys(url);
  } catch (problem) {
    if (problem instanceof LogUnavailable) return undefined;
    throw problem;
  }
}

async function fetchKeys(url: string): Promise<string> {
  const { LogUnavailable, openLogSource } = await import('./transparency/log-source.ts');
  const { readVerifierKey } = await import('@content-provenance/engine/transparency');
  const source = openLogSource(`${url}/log`);
  const text = await source.text('keys', { fresh: true, attempts: 1 });
  const lines = text.split('\n').filter((line) => line !== '');
  if (lines.length > 0 && lines.every((line) => readVerifierKey(line))) return text;
  throw new LogUnavailable(`${source.url}/keys has no keys of a log. Check the address of the service.`);
}

/** Over plain HTTP, anyone on the way can put other keys in. */
export function isProtected(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

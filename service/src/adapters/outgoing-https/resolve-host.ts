// Resolves names to addresses and texts by asking the name servers directly. The system's own
// lookup blocks a thread of the pool as long as a slow name server takes, and the pool is for
// signatures.
import { Resolver } from 'node:dns/promises';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Fails if the name has no address. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** The TXT records of a name, empty if there are none. Fails if the name servers do not know. */
export type FindTexts = (name: string) => Promise<readonly string[]>;

/** `servers` as for Node's `setServers`. Default: those of the system. */
export function createResolver(servers: readonly string[] = []): Resolver {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

export function createFindTexts(resolver: Resolver): FindTexts {
  return async (name) => {
    try {
      const records = await resolver.resolveTxt(name);
      return records.map((parts) => parts.join(''));
    } catch (problem) {
      if (isAbsence(problem)) return [];
      throw problem;
    }
  };
}

/**
 * Whether the name servers say for certain that the name, or a record of this kind, does not exist.
 */
export function isAbsence(problem: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes((problem as NodeJS.ErrnoException).code ?? '');
}

export function createResolve(resolver = createResolver()): Resolve {
  return async (hostname) => {
    // RFC 6761, 6.3: no name server gets this question.
    if (/(^|\.)localhost\.?$/.test(hostname)) return [{ address: '127.0.0.1', family: 4 }];
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses: ResolvedAddress[] = [
      ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 as const })),
      ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 as const })),
    ];
    if (addresses.length === 0) throw four.status === 'rejected' ? four.reason : new Error('no address');
    return addresses;
  };
}

// Names to addresses, asked of the name servers directly: the system's own lookup holds a thread of the pool for as long
// as a slow name server likes, and the pool is there for signatures.
import { Resolver } from 'node:dns/promises';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Fails when the name has no address. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export function createResolve(): Resolve {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  return async (hostname) => {
    // RFC 6761, 6.3: never asked of a name server.
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

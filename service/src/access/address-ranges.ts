// Networks from which an API key can be used: IPv4 and IPv6 addresses, and networks in CIDR
// notation. An IPv4 address that is mapped into IPv6 is the same as the IPv4 address.
import { BlockList, isIP } from 'node:net';

/** Undefined if the text is not an address or a network. */
export function parseRange(text: string): { readonly address: string; readonly prefix: number } | undefined {
  const [address = '', length, ...rest] = text.split('/');
  const version = isIP(address);
  // A zone, as in fe80::1%eth0, has a meaning only on one machine.
  if (version === 0 || address.includes('%') || rest.length > 0) return undefined;
  const most = version === 4 ? 32 : 128;
  if (length === undefined) return { address, prefix: most };
  if (!/^\d{1,3}$/.test(length) || Number(length) > most) return undefined;
  return { address, prefix: Number(length) };
}

/** ranges: each of them can be parsed. */
export function includesAddress(ranges: readonly string[], ip: string): boolean {
  const list = listOf(ranges);
  const version = isIP(ip);
  return version !== 0 && list.check(ip, version === 4 ? 'ipv4' : 'ipv6');
}

const mostLists = 1_000;
const lists = new Map<string, BlockList>();

/** Kept, because building a list costs more than asking it. */
function listOf(ranges: readonly string[]): BlockList {
  const name = ranges.join(' ');
  const known = lists.get(name);
  if (known) return known;
  const list = new BlockList();
  for (const range of ranges) {
    const { address, prefix } = parseRange(range)!;
    list.addSubnet(address, prefix, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  if (lists.size >= mostLists) lists.clear();
  lists.set(name, list);
  return list;
}

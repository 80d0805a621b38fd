// Whether an IP address belongs to the public internet. IPv4: everything except the special-purpose
// ranges (IANA registry, RFC 6890). IPv6: only global unicast, without reserved ranges and wrapped
// IPv4 addresses: mapped, translated (NAT64) and tunneled (6to4, Teredo) addresses lead to unknown
// places. A value that is not an address is not public.
import { isIPv4, isIPv6 } from 'node:net';

interface Range {
  readonly first: bigint;
  readonly last: bigint;
}

const specialIPv4: readonly Range[] = [
  '0.0.0.0/8', // this network, unspecified
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared (RFC 6598)
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
].map(rangeOf);

/** Everything that is assigned as global unicast (RFC 4291, 2.4). */
const globalIPv6 = rangeOf('2000::/3');

const specialIPv6: readonly Range[] = [
  '2001::/23', // protocol assignments, including Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3fff::/20', // documentation
].map(rangeOf);

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !isIn(specialIPv4, numberOf(address));
  // A zone (`%eth0`) names an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false;
  const number = numberOf(address);
  return isIn([globalIPv6], number) && !isIn(specialIPv6, number);
}

function isIn(ranges: readonly Range[], number: bigint): boolean {
  return ranges.some(({ first, last }) => first <= number && number <= last);
}

function rangeOf(text: string): Range {
  const [address, prefix] = text.split('/') as [string, string];
  const size = 1n << BigInt((isIPv4(address) ? 32 : 128) - Number(prefix));
  const first = numberOf(address);
  return { first, last: first + size - 1n };
}

/** The number of a well-formed address. */
function numberOf(address: string): bigint {
  if (!address.includes(':')) return join(address.split('.').map(Number), 8n);
  const [head = '', tail] = address.split('::') as [string, string?];
  const front = groupsOf(head);
  if (tail === undefined) return join(front, 16n);
  const back = groupsOf(tail);
  return join([...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back], 16n);
}

/** Groups of 16 bits. A dotted quad at the end is two of them. */
function groupsOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a, b, c, d] = group.split('.').map(Number) as [number, number, number, number];
    return [a * 256 + b, c * 256 + d];
  });
}

function join(parts: readonly number[], bits: bigint): bigint {
  return parts.reduce((number, part) => (number << bits) | BigInt(part), 0n);
}

// The network as which a caller is counted. A subscriber usually has a whole IPv6 /64, so all
// addresses in it count as one. An IPv4 address counts alone, also if it is mapped into IPv6. Text
// that is not an address counts as it is.
import { isIPv4, isIPv6 } from 'node:net';

/** The IPv4 address, or the IPv6 /64. */
export function networkOf(address: string): string {
  return prefixOf(address, 4, 4);
}

/** The IPv4 /24, or the IPv6 /48: the usual size for one owner of many networks. */
export function neighbourhoodOf(address: string): string {
  return prefixOf(address, 3, 3);
}

function prefixOf(address: string, bytes: number, groups: number): string {
  if (isIPv4(address)) return address.split('.').slice(0, bytes).join('.');
  if (!isIPv6(address)) return address;
  const all = groupsOf(address);
  const isMapped = all.slice(0, 5).every((group) => group === 0) && all[5] === 0xffff;
  if (isMapped) return all.slice(6).flatMap(bytesOf).slice(0, bytes).join('.');
  return `${all
    .slice(0, groups)
    .map((group) => group.toString(16))
    .join(':')}::`;
}

/** The eight groups of an IPv6 address in any notation. */
function groupsOf(address: string): number[] {
  const [plain = ''] = address.split('%');
  const [left = [], right] = plain.split('::').map((half) => (half === '' ? [] : half.split(':').flatMap(groupsIn)));
  if (right === undefined) return left;
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

/** One group, or the two groups of a dotted tail. */
function groupsIn(part: string): number[] {
  if (!part.includes('.')) return [Number.parseInt(part, 16)];
  const [first = 0, second = 0, third = 0, fourth = 0] = part.split('.').map(Number);
  return [first * 256 + second, third * 256 + fourth];
}

function bytesOf(group: number): number[] {
  return [group >> 8, group & 0xff];
}

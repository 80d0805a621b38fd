// Addresses and networks of IPv4 and IPv6, in the notations that people write and proxies send.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { includesAddress, parseRange } from './address-ranges.ts';

const cases: readonly (readonly [range: string, ip: string, included: boolean])[] = [
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['192.0.2.0/24', '192.0.2.255', true],
  ['192.0.2.0/24', '192.0.3.0', false],
  // Bits after the prefix do not count.
  ['192.0.2.77/24', '192.0.2.1', true],
  ['192.0.2.0/31', '192.0.2.1', true],
  ['192.0.2.0/31', '192.0.2.2', false],
  ['0.0.0.0/0', '203.0.113.9', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  // As Node shows an IPv4 client on a socket of both versions.
  ['192.0.2.0/24', '::ffff:192.0.2.9', true],
  ['192.0.2.0/24', '::ffff:192.0.3.9', false],
  ['2001:db8::/32', '2001:db8:ffff::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['2001:DB8::1', '2001:db8:0:0:0:0:0:1', true],
  ['2001:db8::1', '2001:db8::2', false],
  ['2001:db8::/127', '2001:db8::1', true],
  ['2001:db8::/127', '2001:db8::2', false],
  ['192.0.2.0/24', 'unknown', false],
  ['192.0.2.0/24', '', false],
];

for (const [range, ip, included] of cases) {
  test(`${range} ${included ? 'includes' : 'does not include'} ${ip || 'an empty text'}`, () => {
    assert.equal(includesAddress([range], ip), included);
    assert.equal(includesAddress(['198.51.100.1', range], ip), included);
  });
}

test('what is not an address or a network is recognized', () => {
  const wrong = [
    '',
    'localhost',
    '192.0.2',
    '192.0.2.0/33',
    '192.0.2.0/-1',
    '192.0.2.0/',
    '192.0.2.0/2 4',
    '192.0.2.0/24/24',
    '192.0.2.0/0x8',
    '2001:db8::/129',
    '2001:db8::1%eth0',
    '1.2.3.4, 5.6.7.8',
    '*',
  ];
  for (const text of wrong) assert.equal(parseRange(text), undefined, text);
});

// Both ends of every special range and their neighbors outside, and every way to wrap an IPv4
// address into an IPv6 one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from './public-address.ts';

const inside = [
  ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255'],
  ...['127.0.0.0', '127.0.0.1', '127.255.255.255', '169.254.0.0', '169.254.169.254', '169.254.255.255'],
  ...['172.16.0.0', '172.31.255.255', '192.0.0.0', '192.0.0.255', '192.0.2.0', '192.0.2.255'],
  ...['192.88.99.0', '192.88.99.255', '192.168.0.0', '192.168.255.255', '198.18.0.0', '198.19.255.255'],
  ...['198.51.100.0', '198.51.100.255', '203.0.113.0', '203.0.113.255', '224.0.0.0', '239.255.255.255'],
  ...['240.0.0.0', '255.255.255.255'],
  // Unspecified, loopback, compatible, mapped.
  ...['::', '::1', '0:0:0:0:0:0:0:1', '::8.8.8.8', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8'],
  // NAT64 with the well-known and the local prefix; 6to4; Teredo.
  ...['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '2002:7f00:1::', '2002:ffff:ffff::1', '2001::1'],
  // Discard, protocol assignments, documentation.
  ...['100::1', '2001:1ff:ffff::1', '2001:db8::', '2001:db8:ffff:ffff::1', '3fff::1', '3fff:fff:ffff::1'],
  // Segment routing, unique local, link-local, site-local, multicast.
  ...['5f00::1', 'fc00::1', 'fdff:ffff::1', 'fe80::1', 'febf::1', 'fec0::1', 'ff02::1', 'ff0e::1'],
  // Below and above global unicast.
  ...['1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '4000::'],
];

const outside = [
  ...['1.0.0.0', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255'],
  ...['192.0.1.0', '192.0.3.0', '192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0'],
  ...['198.17.255.255', '198.20.0.0', '198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0'],
  ...['223.255.255.255', '2000::', '2001:200::', '2001:db7:ffff::1', '2001:db9::1', '2003::1'],
  ...['2606:4700:4700::1111', '2a00:1450:4001:829::200e', '3ffe:ffff::1', '3fff:1000::1'],
];

const noAddresses = [
  '',
  'localhost',
  '127.1',
  '0177.0.0.1',
  '2130706433',
  '0x7f000001',
  '1.2.3',
  '8.8.8.8 ',
  'fe80::1%eth0',
];

test('special-purpose addresses are not public', () => {
  for (const address of inside) assert.equal(isPublicAddress(address), false, address);
});

test('the neighbors of special-purpose ranges are public', () => {
  for (const address of outside) assert.equal(isPublicAddress(address), true, address);
});

test('a value that is not an address is not public, and neither is a public one on an interface of this machine', () => {
  for (const text of [...noAddresses, '2606:4700:4700::1111%eth0']) assert.equal(isPublicAddress(text), false, text);
});

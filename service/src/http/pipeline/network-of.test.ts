// Which addresses count as one caller, in every notation that a socket or a proxy uses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { neighbourhoodOf, networkOf } from './network-of.ts';

test('all addresses of one IPv6 /64 are one network, in every notation', () => {
  for (const address of [
    '2001:db8:1:2::',
    '2001:db8:1:2::1',
    '2001:DB8:1:2:ffff:ffff:ffff:ffff',
    '2001:0db8:0001:0002:0000:0000:0000:0001',
    '2001:db8:1:2:a:b:c:d%eth0',
    '2001:db8:1:2::192.0.2.1',
  ]) {
    assert.equal(networkOf(address), '2001:db8:1:2::', address);
    assert.equal(neighbourhoodOf(address), '2001:db8:1::', address);
  }
  assert.notEqual(networkOf('2001:db8:1:3::1'), networkOf('2001:db8:1:2::1'));
  assert.equal(networkOf('::1'), '0:0:0:0::');
  assert.equal(networkOf('fe80::1'), networkOf('fe80::2'));
});

test('an IPv4 address is a separate network, also if it is mapped into IPv6', () => {
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:c000:207', '0:0:0:0:0:ffff:192.0.2.7']) {
    assert.equal(networkOf(address), '192.0.2.7', address);
    assert.equal(neighbourhoodOf(address), '192.0.2', address);
  }
  assert.notEqual(networkOf('192.0.2.8'), networkOf('192.0.2.7'));
});

test('text that is not an address counts as it is', () => {
  for (const text of ['', 'unknown', '192.0.2.7:4711', '2001:db8::1::2', '300.1.1.1']) {
    assert.equal(networkOf(text), text);
    assert.equal(neighbourhoodOf(text), text);
  }
});

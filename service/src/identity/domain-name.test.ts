// Which names a proven domain gives, and which names state a domain. domains.test.ts covers refused
// domains.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainStatedBy, namesOfDomain } from './domain-name.ts';

test('a domain gives itself and the registered label, never one below it', () => {
  assert.deepEqual(namesOfDomain('lumen.example'), ['lumen.example', 'lumen']);
  assert.deepEqual(namesOfDomain('xn--mller-kva.example'), ['müller.example', 'müller']);
  assert.deepEqual(namesOfDomain('bbc.co.uk'), ['bbc.co.uk', 'bbc']);
  for (const domain of ['reuters.evil.example', 'reuters.github.io', 'www.reuters.com', 'reuters.co.com', 'a.b.co.uk'])
    assert.deepEqual(namesOfDomain(domain), [domain]);
});

test('a name states a domain if all of it is one', () => {
  const stating: Readonly<Record<string, string>> = {
    'reuters.com': 'reuters.com',
    'Reuters.COM': 'reuters.com',
    'ｒｅｕｔｅｒｓ．ｃｏｍ': 'reuters.com',
    'reuters。com': 'reuters.com',
    'reuters․com': 'reuters.com',
    'news.bbc.co.uk': 'news.bbc.co.uk',
    'rеuters.com': 'xn--ruters-3of.com',
    'müller.de': 'xn--mller-kva.de',
    'xn--mller-kva.de': 'xn--mller-kva.de',
    'x.xn--p1ai': 'x.xn--p1ai',
  };
  for (const [name, domain] of Object.entries(stating)) assert.equal(domainStatedBy(name), domain, name);
  for (const name of [
    'Reuters',
    'Studio 2.0',
    'ACME, Inc.',
    'St. Gallen',
    '3.5',
    'a@example.org',
    'Dr. Who',
    '...',
    'U.S.',
  ])
    assert.equal(domainStatedBy(name), undefined, name);
});

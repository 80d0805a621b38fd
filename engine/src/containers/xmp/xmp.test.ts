// XMP packets, foreign and ours: the token goes in, is read, and comes out without a trace, for any
// packet.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measured } from '../../../test-support/processor-time.ts';
import { createPacket, readCreatedPacket } from './created-packet.ts';
import { findRdfEnd } from './find-rdf-end.ts';
import { mergeToken, readForeignPacket } from './foreign-packet.ts';

const token = `svc_${'Aa0-_'.repeat(10).slice(0, 47)}`;
const other = `svc_${'Z'.repeat(47)}`;
const bytes = (text: string) => Buffer.from(text, 'utf8');
const packet = (inside: string) =>
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">` +
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${inside}</rdf:RDF></x:xmpmeta>` +
  `${' '.repeat(2000)}<?xpacket end="w"?>`;
const title =
  '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Ünïcode ☃</dc:title></rdf:Description>';

test('a merged token is the last child of rdf:RDF, and removing it restores the packet', () => {
  const original = bytes(packet(title));
  const merged = mergeToken(original, token)!;
  assert.match(Buffer.from(merged).toString('utf8'), new RegExp(`${token}"/></rdf:RDF></x:xmpmeta>`));
  const { token: found, rest } = readForeignPacket(merged);
  assert.equal(found, token);
  assert.deepEqual(Buffer.from(rest), original);
});

test('the merged element has an even length, so that no RIFF padding moves', () => {
  const original = bytes(packet(title));
  assert.equal((mergeToken(original, token)!.length - original.length) % 2, 0);
});

test('a packet without a token comes back as the same bytes', () => {
  const original = bytes(packet(title));
  assert.equal(readForeignPacket(original).rest, original);
});

test('a created packet is recognized only if it is exactly equal', () => {
  const created = createPacket({ token, added: 'XMP' });
  assert.deepEqual(readCreatedPacket(created), { token, added: 'XMP' });
  for (let place = 0; place < created.length; place += 1) {
    const altered = Buffer.from(created);
    altered[place]! ^= 0x80;
    assert.equal(readCreatedPacket(altered), null, `byte ${place}`);
  }
  assert.equal(readCreatedPacket(Buffer.concat([created, bytes('\n')])), null);
});

test('a foreign packet that equals ours except for the token stays foreign after merging', () => {
  const emptied = readForeignPacket(Buffer.concat([createPacket({ token, added: 'XMP' }), bytes(' ')])).rest;
  const skeleton = emptied.subarray(0, -1);
  const merged = mergeToken(skeleton, token)!;
  assert.equal(readCreatedPacket(merged), null);
  assert.deepEqual(Buffer.from(readForeignPacket(merged).rest), Buffer.from(skeleton));
});

test('the property is read and removed as other tools write it', () => {
  const forms = [
    `<rdf:Description xmlns:provenance="urn:content-provenance:v1#"><provenance:Token>${token}</provenance:Token></rdf:Description>`,
    `<rdf:Description ns1:Token="${token}" dc:x="1"/>`,
    `<rdf:Description\n ns1:Token='${token}'/>`,
  ];
  for (const form of forms) {
    const { token: found, rest } = readForeignPacket(bytes(packet(form)));
    assert.equal(found, token, form);
    assert.ok(!Buffer.from(rest).includes('svc_'));
  }
  for (const text of [`<a:Token>${token}x</a:Token>`, `<a:Token>${token}</b:Token>`, `<a:Other>${token}</a:Other>`]) {
    assert.equal(readForeignPacket(bytes(packet(text))).token, null, text);
  }
});

test('the first of several tokens is read, and all are removed', () => {
  const both = bytes(packet(`<a:Token>${token}</a:Token>${title}<a:Token>${other}</a:Token>`));
  assert.equal(readForeignPacket(both).token, token);
  assert.deepEqual(Buffer.from(readForeignPacket(both).rest), bytes(packet(title)));
});

test('nested tokens are all removed, and a packet with more than eight levels passes unread', () => {
  const nest = (levels: number) => {
    let text = '';
    for (let level = 0; level < levels; level += 1) text = `<a:To${text}ken>${token}</a:Token>`;
    return bytes(packet(text));
  };
  assert.deepEqual(Buffer.from(readForeignPacket(nest(7)).rest), bytes(packet('')));
  const deep = nest(9);
  assert.equal(readForeignPacket(deep).token, null);
  assert.equal(readForeignPacket(deep).rest, deep);
});

test('a packet without a safe place gets no token', () => {
  const without = [
    '',
    'no markup at all',
    '<rdf:RDF/>',
    '<rdf:RDF>',
    '<rdf:RDF></rdf:Other>',
    '<!DOCTYPE x [<!ENTITY a "b">]><rdf:RDF></rdf:RDF>',
    '<!-- <rdf:RDF></rdf:RDF> -->',
    '<x><![CDATA[<rdf:RDF></rdf:RDF>]]></x>',
    '<x a="<rdf:RDF></rdf:RDF>"></x>',
    '<?xpacket <rdf:RDF></rdf:RDF>',
    '<rdf:RDF><unclosed attribute="></rdf:RDF>',
    `${'<a>'.repeat(300)}<rdf:RDF></rdf:RDF>`,
  ];
  for (const text of without) assert.equal(findRdfEnd(text), null, text.slice(0, 60));
  const utf16 = Buffer.from(packet(title), 'utf16le');
  assert.equal(mergeToken(utf16, token), null);
  assert.equal(readForeignPacket(utf16).rest, utf16);
});

test('comments, sections, instructions and quotes do not mislead the scan', () => {
  const text =
    '<?xml version="1.0"?><!-- </rdf:RDF> --><x:xmpmeta y=">"><rdf:RDF a=\'</rdf:RDF>\'><![CDATA[</rdf:RDF>]]>' +
    '<b><rdf:RDF></rdf:RDF></b>';
  assert.equal(findRdfEnd(`${text}</rdf:RDF></x:xmpmeta>`), text.length);
});

test('hostile packets cost no more than their size', async () => {
  const megabytes = (unit: string) => bytes(packet(unit.repeat(Math.floor(3_900_000 / unit.length))));
  const units = [
    '<',
    '<a>',
    '<a',
    ' a:Token="svc_',
    '<a:Token>',
    `<a:Token>${token}`,
    '"',
    '&lol;',
    '<!--',
    ' '.repeat(99),
    'a'.repeat(500),
  ];
  for (const unit of units) {
    const hostile = megabytes(unit);
    const { milliseconds } = await measured(() => {
      readForeignPacket(hostile);
      mergeToken(hostile, token);
    });
    assert.ok(milliseconds < 1000, `${unit.slice(0, 20)}: ${milliseconds} ms`);
  }
});

test('only a token can be written', () => {
  for (const text of ['', 'svc_', `${token}"`, '<x/>', token.slice(1)]) {
    assert.throws(() => mergeToken(bytes(packet('')), text), TypeError);
    assert.throws(() => createPacket({ token: text, added: 'XMP' }), TypeError);
  }
});

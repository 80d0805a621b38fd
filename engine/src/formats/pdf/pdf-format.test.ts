// PDF: programs of other makers accept every signed file, show the token and print the same.
// Signatures and encryption stay.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { type Peers, testWithPrograms } from '../../../test-support/peer-programs.ts';
import { samplePdfs } from '../../../test-support/sample-pdfs.ts';
import { openSharedFolder } from '../../../test-support/shared-folder.ts';
import { signPdf } from '../../../test-support/signed-pdf.ts';
import { BrokenMedia } from '../../containers/broken-media.ts';
import { pdfFormat } from './pdf-format.ts';

const token = `svc_${'AQEBkw-_'.repeat(6).slice(0, 47)}`;
const shared = openSharedFolder(new URL('../../../../../shared', import.meta.url).pathname, process.env.CI === 'true');
/** One of this many, or all with PDFS=all. */
const documents = (folder: string, step = 1) =>
  (shared?.names(folder) ?? [])
    .filter((_, place) => place % (process.env.PDFS === 'all' ? 1 : step) === 0)
    .map((name) => [name, shared!.bytes(`${folder}/${name}`)] as const)
    .filter(([, bytes]) => pdfFormat.matches(bytes));

/** What a program says about a file, without the file's name. */
function ask(peers: Peers, path: string, ...[program, ...options]: [Parameters<Peers['run']>[0], ...string[]]): string {
  return peers.run(program, ...options.map((option) => option.replace('FILE', path))).replaceAll(path, 'FILE');
}

// Intact, or damaged in a way that the program tolerates: a warning about the original can also be
// about the copy.
const accepts = (said: string) => /No syntax or stream encoding errors found|succeeded with warnings/.test(said);

const isSound = (peers: Peers, path: string, ...options: string[]) =>
  /No syntax or stream encoding errors found/.test(peers.run('qpdf', '--check', ...options, path));

function expectTheSame(peers: Peers, name: string, before: string, after: string): void {
  const texts = [before, after].map((path) => {
    const words = `${path}.txt`;
    peers.run('pdftotext', path, words);
    return existsSync(words) ? peers.read(words) : null;
  });
  assert.deepEqual(texts[1], texts[0], `${name}: the text`);
  // bench/robustness/pdf.ts draws each page of every file.
  const drawn = [before, after].map((path) =>
    ask(peers, path, 'mutool', 'draw', '-q', '-s', '5', '-r', '30', 'FILE', '1-4').match(/^page .*/gm),
  );
  assert.deepEqual(drawn[1], drawn[0], `${name}: the pages`);
}

const groups = {
  'hand-made': { least: 13, files: () => [...samplePdfs()] },
  real: { least: shared ? 3 : 0, files: () => documents('media/documents') },
  odd: { least: shared ? 8 : 0, files: () => [...documents('corpus/pdf', 3), ...documents('corpus/c2pa-rs')] },
};

for (const [group, { least, files }] of Object.entries(groups)) {
  testWithPrograms(
    `qpdf, poppler and mupdf find every ${group} PDF sound when it is signed, show the token and print the same`,
    ['qpdf', 'pdfinfo', 'pdftotext', 'mutool'],
    (peers, context) => {
      let [sound, signed] = [0, 0];
      for (const [name, bytes] of files()) {
        const before = peers.save('before.pdf', bytes);
        const said = ask(peers, before, 'qpdf', '--check', 'FILE');
        if (!accepts(said)) continue;
        if (said.includes('No syntax or stream encoding errors')) sound += 1;
        if (expectSigned(peers, name, bytes, before, said)) signed += 1;
      }
      context.diagnostic(`${signed} files, ${sound} of them sound before`);
      assert.ok(sound >= least, `${sound} files`);
    },
  );
}

/** Returns false for a damaged file that is refused. */
function expectSigned(peers: Peers, name: string, bytes: Uint8Array, before: string, said: string): boolean {
  const signed = writeOrRefuse(bytes);
  if (typeof signed === 'string') {
    assert.doesNotMatch(said, /No syntax or stream encoding errors/, `${name}: ${signed}`);
    return false;
  }
  const after = peers.save('after.pdf', signed);
  const saidAfter = ask(peers, after, 'qpdf', '--check', 'FILE');
  assert.ok(accepts(saidAfter), `${name}: ${saidAfter}`);
  const warnings = saidAfter.split('\n').filter((line) => /WARNING|ERROR/.test(line));
  assert.deepEqual(
    warnings.filter((line) => !said.includes(line)),
    [],
    name,
  );
  // qpdf accepts some files of the corpus that poppler does not.
  if (/Pages: +[1-9]/.test(peers.run('pdfinfo', before))) {
    assert.match(peers.run('pdfinfo', '-meta', after), new RegExp(token), name);
  }
  expectTheSame(peers, name, before, after);
  assert.ok(Buffer.concat(pdfFormat.removeToken(signed)).equals(bytes), name);
  return true;
}

function writeOrRefuse(bytes: Uint8Array): Uint8Array | string {
  try {
    return Buffer.concat(pdfFormat.writeToken(bytes, token));
  } catch (error) {
    if (error instanceof BrokenMedia) return error.message;
    throw error;
  }
}

const makes: readonly (readonly [string, ...string[]])[] = [
  ['linearized', '--linearize'],
  ['with object streams', '--object-streams=generate'],
  ['linearized with object streams', '--linearize', '--object-streams=generate'],
  ['RC4, 40 bits', '--allow-weak-crypto', '--encrypt', '', 'owner', '40', '--'],
  ['RC4, 128 bits', '--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--use-aes=n', '--'],
  ['AES, 128 bits', '--allow-weak-crypto', '--encrypt', '', 'owner', '128', '--use-aes=y', '--'],
  ['AES, 128 bits, password', '--allow-weak-crypto', '--encrypt', 'secret', 'owner', '128', '--use-aes=y', '--'],
  [
    'AES, 128 bits, clear metadata',
    '--allow-weak-crypto',
    '--encrypt',
    'secret',
    'owner',
    '128',
    '--use-aes=y',
    '--cleartext-metadata',
    '--',
  ],
  ['AES, 256 bits', '--encrypt', '', 'owner', '256', '--'],
  ['AES, 256 bits, password', '--encrypt', 'secret', 'owner', '256', '--'],
  ['AES, 256 bits, password, object streams', '--object-streams=generate', '--encrypt', 'secret', 'owner', '256', '--'],
];

testWithPrograms(
  'linearized, packed and encrypted files are signed without a password, and open as before',
  ['qpdf', 'pdfinfo', 'pdftotext', 'mutool'],
  (peers) => {
    const sources = ['plain', 'with XMP'].map((name) => [name, samplePdfs().get(name)!] as const);
    for (const [name, bytes] of [
      ...sources,
      ...documents('media/documents').filter(([each]) => /a-text.pdf/.test(each)),
    ]) {
      const source = peers.save('source.pdf', bytes);
      for (const [make, ...options] of makes) {
        const kind = `${name}, ${make}`;
        const before = peers.save('before.pdf', Buffer.alloc(0));
        peers.run('qpdf', ...options, source, before);
        const signed = Buffer.concat(pdfFormat.writeToken(peers.read(before), token));
        const after = peers.save('after.pdf', signed);
        const password = make.includes('password') || make.includes('clear') ? 'secret' : '';
        assert.ok(
          isSound(peers, after, `--password=${password}`),
          `${kind}: ${peers.run('qpdf', '--check', `--password=${password}`, after)}`,
        );
        assert.match(peers.run('pdfinfo', '-upw', password, '-meta', after), new RegExp(token), kind);
        const read = (path: string) =>
          peers.run('pdftotext', '-upw', password, '-l', '5', path, '-').replaceAll(path, '');
        assert.equal(read(after), read(before), kind);
        const draw = (path: string) =>
          peers.run('mutool', 'draw', '-q', '-p', password, '-s', '5', '-r', '20', path, '1-3').replaceAll(path, '');
        assert.equal(draw(after), draw(before), kind);
        assert.equal(pdfFormat.readToken(signed), token, kind);
        assert.ok(Buffer.concat(pdfFormat.removeToken(signed)).equals(peers.read(before)), kind);
      }
    }
  },
);

testWithPrograms('an old encryption under a password is refused with a sentence', ['qpdf'], (peers) => {
  for (const [bits, ...more] of [['40'], ['128', '--use-aes=n']] as const) {
    const source = peers.save('source.pdf', samplePdfs().get('plain')!);
    const locked = peers.save('locked.pdf', Buffer.alloc(0));
    peers.run('qpdf', '--allow-weak-crypto', '--encrypt', 'secret', 'owner', bits, ...more, '--', source, locked);
    assert.throws(
      () => Buffer.concat(pdfFormat.writeToken(peers.read(locked), token)),
      /encrypted with a password and an old method/,
    );
  }
});

testWithPrograms('foreign XMP keeps all it said', ['pdfinfo'], (peers) => {
  for (const name of ['with XMP', 'with compressed XMP']) {
    const signed = peers.save('signed.pdf', Buffer.concat(pdfFormat.writeToken(samplePdfs().get(name)!, token)));
    const packet = peers.run('pdfinfo', '-meta', signed);
    assert.match(packet, /dc:source="Elsewhere"/, name);
    assert.match(packet, new RegExp(`provenance:Token="${token}"`), name);
  }
});

testWithPrograms('digital signatures stay valid', ['openssl', 'pdfsig'], (peers) => {
  const signature = signPdf(peers);
  const check = (bytes: Uint8Array) => peers.run('pdfsig', '-nocert', peers.save('check.pdf', bytes));
  assert.match(check(signature), /Signature is Valid/);
  const broken = Buffer.from(signature);
  broken[broken.indexOf('Somebody')]! ^= 1;
  assert.doesNotMatch(check(broken), /Signature is Valid/);
  const signed = Buffer.concat(pdfFormat.writeToken(signature, token));
  assert.match(check(signed), /Signature is Valid/);
  assert.ok(Buffer.concat(pdfFormat.removeToken(signed)).equals(signature));
});

test('an update after ours makes ours part of the content, and the token is still read', () => {
  const signed = Buffer.concat(pdfFormat.writeToken(samplePdfs().get('plain')!, token));
  const at = /startxref\n(\d+)\n%%EOF\n$/.exec(signed.toString('latin1'))![1];
  const more = `xref\n0 0\ntrailer\n<< /Size 21 /Root 1 0 R /Prev ${at} >>\nstartxref\n${signed.length}\n%%EOF\n`;
  const later = Buffer.concat([signed, Buffer.from(more)]);
  assert.equal(pdfFormat.readToken(later), token);
  assert.ok(Buffer.concat(pdfFormat.removeToken(later)).equals(later));
});

test('one changed byte in the update makes it foreign', () => {
  const original = samplePdfs().get('with XMP')!;
  const signed = Buffer.concat(pdfFormat.writeToken(original, token));
  for (let place = original.length; place < signed.length; place += 1) {
    const altered = Buffer.from(signed);
    altered[place]! ^= 0x01;
    const rest = Buffer.concat(pdfFormat.removeToken(altered));
    // A character of the token can become another, which is another token for the same original.
    assert.ok(!rest.equals(original) || pdfFormat.readToken(altered) !== token, `byte ${place}`);
  }
});

test('the token of a damaged file is still read, and the file is tampered', () => {
  for (const name of ['plain', 'with XMP']) {
    const signed = Buffer.concat(pdfFormat.writeToken(samplePdfs().get(name)!, token)).toString('latin1');
    const damaged = Buffer.from(signed.replace('Some words', 'Words'), 'latin1');
    assert.equal(pdfFormat.readToken(damaged), token, name);
    assert.ok(Buffer.concat(pdfFormat.removeToken(damaged)).equals(damaged), name);
  }
});

test('a file that needs repair is refused with a sentence', () => {
  const plain = samplePdfs().get('plain')!.toString('latin1');
  const signed = Buffer.concat(pdfFormat.writeToken(samplePdfs().get('plain')!, token)).toString('latin1');
  const broken: [string, RegExp][] = [
    ['%PDF-1.4\n', /does not say where/],
    [signed.replace('\nxref\n', '\nxref\xff'), /cross-reference of the PDF has a syntax error/],
    [plain.replace(/startxref\n\d+/, 'startxref\n7'), /not where the file says/],
    [plain.replace('/Root 1 0 R', ''), /has no catalog entry/],
    [plain.replace('/Root 1 0 R', '/Root 19 0 R'), /has no catalog/],
    [plain.replace('/Type /Catalog', '/Type ]Catalog'), /syntax/],
    [plain.replace(/\/Root 1 0 R/, `/Root 1 0 R /Prev ${/startxref\n(\d+)/.exec(plain)![1]}`), /loop/],
  ];
  for (const [text, sentence] of broken) {
    assert.throws(
      () => Buffer.concat(pdfFormat.writeToken(Buffer.from(text, 'latin1'), token)),
      (error) => {
        assert.ok(error instanceof BrokenMedia);
        assert.match(error.message, sentence);
        return true;
      },
    );
  }
});

// The tar writer gives the real `tar` what was put in, and the same entries always give the same
// bytes.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { completed, type Entry, entriesOf, fileEntry, folderEntry, tarGzip, tarParts } from './tar.ts';

const folder = mkdtempSync(join(tmpdir(), 'provenance-tar-'));
after(() => rmSync(folder, { recursive: true }));
const withTar = { skip: spawnSync('tar', ['--version']).status === 0 ? false : 'tar is not here' };
const long = `${'a-long-folder/'.repeat(12)}file.txt`;
const entries: Entry[] = [
  fileEntry('plain.txt', 'content'),
  fileEntry('run', '#!/bin/sh\n', 0o755),
  fileEntry(long, 'far away'),
  fileEntry('größe/名前.txt', 'not ASCII'),
  fileEntry('block', Buffer.alloc(512, 1)),
  { path: 'link', kind: 'link', mode: 0o777, target: 'plain.txt' },
  { path: 'far', kind: 'link', mode: 0o777, target: long },
  folderEntry('data', 0o700, 10001),
];

test('the real tar reads names of any length and script, modes, owners, times and links', withTar, () => {
  const file = join(folder, 'a.tgz');
  writeFileSync(file, tarGzip(entries, 1_700_000_000));
  const out = join(folder, 'out');
  mkdirSync(out);
  execFileSync('tar', ['-xzpf', file, '-C', out, '--no-same-owner']);
  for (const { path, kind, mode, content, target } of entries) {
    const place = join(out, path);
    if (kind === 'link') assert.equal(readlinkSync(place), target);
    else assert.equal(lstatSync(place).mode & 0o7777, mode, path);
    if (kind === 'file') assert.deepEqual(readFileSync(place), content);
  }
  assert.equal(lstatSync(join(out, 'plain.txt')).mtimeMs, 1_700_000_000_000);
  const listed = execFileSync('tar', ['--numeric-owner', '-tvzf', file], { encoding: 'utf8' });
  assert.match(listed, /^drwx------ 10001\/10001 .* data\/$/m);
  assert.match(listed, /^-rwxr-xr-x 0\/0 .* run$/m);
});

test('the order of entries, the umask and times on the disk do not change a byte', () => {
  const bytes = tarGzip(entries, 1);
  assert.deepEqual(tarGzip(entries.toReversed(), 1), bytes);
  assert.notDeepEqual(tarGzip(entries, 2), bytes);
  const packed = [0o644, 0o600].map((mode, count) => {
    const tree = join(folder, `tree-${count}`);
    mkdirSync(tree, { mode: mode | 0o111 });
    for (const name of count === 0 ? ['a', 'b'] : ['b', 'a']) writeFileSync(join(tree, name), name, { mode });
    symlinkSync('a', join(tree, 'c'));
    writeFileSync(join(tree, 'run'), '', { mode: 0o700 });
    chmodSync(join(tree, 'a'), mode);
    return tarGzip(entriesOf(tree, 'package'), 1);
  });
  assert.deepEqual(packed[0], packed[1]);
});

test('folders above an entry are added, and the later of two entries with one path counts', () => {
  const twice = [fileEntry('a/b/c', 'first'), folderEntry('a', 0o700), fileEntry('a/b/c', 'second')];
  const all = completed(twice);
  assert.deepEqual(
    all.map(({ path, mode }) => [path, mode]),
    [
      ['a', 0o700],
      ['a/b', 0o755],
      ['a/b/c', 0o644],
    ],
  );
  assert.match(Buffer.concat([...tarParts(all, 0)]).toString('latin1'), /second/);
});

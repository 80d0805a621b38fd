// What C2PA_TRUST_LISTS accepts, and that a bad file stops the start with one sentence.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { withOpenssl } from '../../test-support/https-receiver.ts';
import { keyKinds, OpensslAuthority } from '../../test-support/openssl-authority.ts';
import { ConfigurationError } from './read-configuration.ts';
import { readTrustLists } from './read-trust-lists.ts';

withOpenssl(() => {
  test('a list has the name of its file, and a bad file is refused in one sentence', (t) => {
    const authority = new OpensslAuthority();
    const folder = mkdtempSync(join(tmpdir(), 'trust-lists-'));
    t.after(() => {
      authority.remove();
      rmSync(folder, { recursive: true });
    });
    const write = (name: string, content: string) => {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    };
    const good = write('press.pem', `The roots of the press\n${authority.root}\n${authority.makeStranger()}`);
    const [list] = readTrustLists([good]);
    assert.deepEqual([list?.name, list?.pem.match(/BEGIN CERTIFICATE/g)?.length], ['press', 2]);
    assert.ok(!list?.pem.includes('press'));
    assert.deepEqual(readTrustLists([]), []);

    const leaf = authority.issue(authority.makeKey(keyKinds.ES256));
    for (const [paths, sentence] of [
      [[join(folder, 'absent.pem')], /absent\.pem cannot be read/],
      [[folder], /cannot be read/],
      [[write('empty.pem', '')], /has no certificate in PEM/],
      [[write('leaf.pem', authority.root + leaf)], /certificate 2 is not the certificate of an authority/],
      [[write('large.pem', ' '.repeat(5 * 1024 * 1024))], /larger than 4 MB/],
      [[good, good], /different names/],
    ] as const) {
      assert.throws(
        () => readTrustLists(paths),
        (problem) => problem instanceof ConfigurationError && sentence.test(problem.message),
        String(sentence),
      );
    }
  });
});

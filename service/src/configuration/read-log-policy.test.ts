// LOG_POLICY: what is read, and the sentence for each mistake.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ed25519Cosigner, writeVerifierKey } from '@content-provenance/engine/transparency';
import { ConfigurationError } from './read-configuration.ts';
import { readLogPolicy } from './read-log-policy.ts';

const folder = mkdtempSync(join(tmpdir(), 'provenance-policy-'));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'policy');
const vkey = writeVerifierKey(ed25519Cosigner('w.example', randomBytes(32)).key);

function read(text: string) {
  writeFileSync(file, text);
  return readLogPolicy(file);
}

test('without a file there is no policy', () => assert.equal(readLogPolicy(undefined), undefined));

test('a witness with and without a URL is read', () => {
  const policy = read(`witness a ${vkey} https://w.example/log\nquorum a\n`);
  assert.deepEqual([policy?.quorum, policy?.witnesses[0]?.url], ['a', 'https://w.example/log']);
  assert.equal(read(`witness a ${vkey}\nquorum none\n`)?.witnesses[0]?.url, null);
});

test('each mistake stops the start with its line or its reason', () => {
  const faults: readonly [string, RegExp][] = [
    [`witness a ${vkey}\n`, /^LOG_POLICY: .*policy: Line 2 of the policy: The quorum is missing\./],
    [`witness a ${vkey.slice(0, -2)}\nquorum a\n`, /Line 1 of the policy/],
    [`witness a ${vkey}\nquorum b\n`, /Line 2 of the policy/],
    [`witness a ${vkey} http://w.example\nquorum a\n`, /the URL of the witness a in .* must start with https:\/\/\.$/],
    [`witness a ${vkey} w.example\nquorum a\n`, /must start with https/],
    ['#'.repeat(1024 * 1024 + 1), /is larger than 1 MB\.$/],
  ];
  for (const [text, message] of faults) {
    assert.throws(
      () => read(text),
      (problem: Error) => problem instanceof ConfigurationError && message.test(problem.message),
      text.slice(0, 200),
    );
  }
  assert.throws(() => readLogPolicy(join(folder, 'missing')), /^Error: LOG_POLICY: .* cannot be read \(ENOENT/);
});

// A release is accepted only with the right key, the signature of exactly this list, and every file
// as it was signed.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SigningKey } from '@content-provenance/client/signing';
import { findFaults, names, signChecksums, writeChecksums } from './checksums.ts';

test('any change of a file, the list, the signature or the key is found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-sums-'));
  const at = (name: string) => join(folder, name);
  try {
    writeFileSync(at('a.tgz'), 'first');
    writeFileSync(at('b.whl'), 'second');
    await writeChecksums(folder);
    await signChecksums(folder, await SigningKey.generate());
    const pem = readFileSync(at(names.publicKey), 'utf8');
    assert.deepEqual(await findFaults(folder, pem), []);
    assert.match(readFileSync(at(names.sums), 'utf8'), /^[0-9a-f]{64} {2}a\.tgz$/m);

    const changes: readonly (readonly [name: string, found: RegExp])[] = [
      ['a.tgz', /^a\.tgz is not what was signed\.$/],
      [names.otherSums, /^SHA3-256SUMS is not what was signed\.$/],
      [names.sums, /is not a signature of SHA256SUMS by this key/],
      [names.signature, /is not a signature of SHA256SUMS by this key/],
    ];
    for (const [name, found] of changes) {
      const before = readFileSync(at(name));
      const changed = Buffer.from(before);
      changed[0]! ^= 1;
      writeFileSync(at(name), changed);
      const faults = await findFaults(folder, pem);
      assert.equal(faults.length, 1, name);
      assert.match(faults[0]!, found);
      rmSync(at(name));
      assert.match((await findFaults(folder, pem)).join(), new RegExp(`${name} is missing`));
      writeFileSync(at(name), before);
    }

    writeFileSync(at('c.exe'), 'added');
    assert.deepEqual(await findFaults(folder, pem), ['c.exe is not listed in SHA256SUMS.']);
    rmSync(at('c.exe'));

    // People can keep the key that comes with a release, so a replaced one is a fault.
    writeFileSync(
      at(names.publicKey),
      pem.replace(/[A-Za-z](?=.*\n-)/, (letter) => (letter === 'A' ? 'B' : 'A')),
    );
    assert.deepEqual(await findFaults(folder, pem), [`${names.publicKey} is not the key that you named.`]);
    writeFileSync(at(names.publicKey), pem);

    await signChecksums(folder, await SigningKey.generate());
    assert.match((await findFaults(folder, pem)).join(), /by this key/);
    assert.match((await findFaults(folder, 'no key')).join(), /not an ML-DSA-65 key/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

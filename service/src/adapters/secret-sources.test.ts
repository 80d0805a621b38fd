// Secrets from files and commands: which are refused, and that no output of a command is repeated.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readSecretFile, runSecretCommand } from './secret-sources.ts';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'provenance-sources-'));
});
after(() => rmSync(folder, { recursive: true }));

test('a file is refused if others can read it or its group can change it', () => {
  const file = join(folder, 'secret');
  writeFileSync(file, 'a secret\n');
  for (const mode of [0o400, 0o600, 0o440, 0o640]) {
    chmodSync(file, mode);
    assert.equal(readSecretFile(file), 'a secret\n');
  }
  for (const mode of [0o644, 0o604, 0o660, 0o602, 0o666]) {
    chmodSync(file, mode);
    assert.throws(() => readSecretFile(file), /is open to other users \(mode 6.{2}\)\. Run: chmod 600/);
  }
  assert.throws(() => readSecretFile(join(folder, 'missing')), /ENOENT/);
  writeFileSync(join(folder, 'large'), Buffer.alloc(100_000), { mode: 0o600 });
  assert.throws(() => readSecretFile(join(folder, 'large')), /larger than 65536 bytes/);
});

test('a command runs without a shell, and its output is the secret', () => {
  const script = join(folder, 'print.cjs');
  writeFileSync(script, 'process.stdout.write(process.argv.slice(2).join("|"))');
  assert.equal(runSecretCommand(`${process.execPath}  ${script} $HOME ; a`), '$HOME|;|a');
});

test('a command that fails, is missing or prints too much is refused without its output', () => {
  const script = join(folder, 'fail.cjs');
  const run = (code: string) => {
    writeFileSync(script, code);
    return () => runSecretCommand(`${process.execPath} ${script}`);
  };
  const refusal = (pattern: RegExp) => (problem: Error) =>
    pattern.test(problem.message) && !problem.message.includes('hidden');
  assert.throws(run('console.log("hidden"); console.error("hidden"); process.exit(3)'), refusal(/exit code 3/));
  assert.throws(run('console.log("hidden".repeat(100_000))'), refusal(/ENOBUFS/));
  assert.throws(() => runSecretCommand('/does/not/exist hidden'), refusal(/ENOENT/));
});

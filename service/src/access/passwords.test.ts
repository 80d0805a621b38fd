// Passwords at rest, and what happens in a flood of them.
import assert from 'node:assert/strict';
import { argon2Sync } from 'node:crypto';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { hashPassword, passwordMatches } from './passwords.ts';

test('a hash is argon2id in the PHC format with the parameters of OWASP', async () => {
  const stored = await hashPassword('correct horse');
  const [, kind, version, parameters, salt, tag] = stored.split('$');
  assert.deepEqual([kind, version, parameters], ['argon2id', 'v=19', 'm=19456,t=2,p=1']);
  const again = argon2Sync('argon2id', {
    message: 'correct horse',
    nonce: Buffer.from(salt!, 'base64'),
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  });
  assert.equal(tag, again.toString('base64').replace(/=+$/, ''));
});

test('the right password matches, any other does not, and nothing matches an absent user', async () => {
  const stored = await hashPassword('correct horse');
  assert.ok(await passwordMatches('correct horse', stored));
  assert.ok(!(await passwordMatches('correct horsf', stored)));
  assert.ok(!(await passwordMatches('', stored)));
  assert.ok(!(await passwordMatches('correct horse', undefined)));
});

test('the same password has a different hash each time', async () => {
  assert.notEqual(await hashPassword('correct horse'), await hashPassword('correct horse'));
});

test('a password matches regardless of how the keyboard composed its letters', async () => {
  assert.ok(await passwordMatches('caf\u00e9 au lait', await hashPassword('cafe\u0301 au lait')));
});

test('a flood is bounded, and later callers get an error that allows a retry', async () => {
  // In a thread that ends before the 500 waiting ones are done.
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
    import(workerData).then(async ({ hashPassword }) => {
      for (let count = 0; count < 600; count += 1) {
        hashPassword('x').catch((problem) => {
          parentPort.postMessage({ count, code: problem.code, headers: problem.headers });
          process.exit();
        });
      }
    });`,
    { eval: true, workerData: new URL('./passwords.ts', import.meta.url).href },
  );
  const refused = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  assert.deepEqual((refused as { code: string }).code, 'service_unavailable');
  assert.deepEqual((refused as { headers: unknown }).headers, { 'retry-after': '5' });
  assert.ok((refused as { count: number }).count > 500);
});

// The helper process with real keys in SoftHSM: every algorithm, and what goes wrong.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createPublicKey, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeSoftHsm, type SoftHsm, withSoftHsm } from '../../../../test-support/soft-hsm.ts';
import { type Custodian, CustodyUnavailable, KeyUnavailable, type SigningAlgorithm } from '../custodian.ts';
import { createRemoteCustodian } from '../remote-custodian.ts';
import { isSignatureOf } from '../signature-formats.ts';
import { createHelperCalls } from './helper-process.ts';

const helper = fileURLToPath(new URL('./program.ts', import.meta.url));
const kinds: Readonly<Record<string, readonly [SigningAlgorithm, readonly string[]]>> = {
  '01': ['ES256', ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256']],
  '02': ['ES384', ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384']],
  '03': ['PS256', ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048']],
};

withSoftHsm(() => {
  let hsm: SoftHsm;
  let custodian: Custodian;
  const keys = new Map<string, string>();
  before(() => {
    hsm = makeSoftHsm();
    for (const [id, [, options]] of Object.entries(kinds)) {
      keys.set(id, execFileSync('openssl', ['genpkey', ...options], { encoding: 'utf8', stdio: 'pipe' }));
      hsm.importKey(id, keys.get(id)!);
    }
    custodian = open();
  });
  after(() => {
    custodian.close();
    hsm.remove();
  });

  /** Without a pause after failures. */
  function open(limitMilliseconds = 30_000): Custodian {
    const environment = { ...hsm.settings, PATH: process.env.PATH };
    const calls = createHelperCalls({ command: [process.execPath, helper], environment, limitMilliseconds });
    return createRemoteCustodian(calls, { firstMilliseconds: 0 });
  }

  async function signs(by: Custodian, id = '01'): Promise<boolean> {
    const [algorithm] = kinds[id]!;
    const message = randomBytes(200);
    const signature = await by.sign(id, algorithm, message);
    return isSignatureOf(createPublicKey(keys.get(id)!), algorithm, message, signature);
  }

  const reports =
    (reason: RegExp, kind = CustodyUnavailable) =>
    (problem: Error) =>
      problem instanceof kind && reason.test((problem.cause as Error).message);

  for (const [id, [algorithm]] of Object.entries(kinds)) {
    test(`${algorithm}: signatures in the format of COSE`, async () => {
      assert.ok(await signs(custodian, id));
    });
  }

  test('many signatures at once, each for its own message', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, (_, index) => signs(custodian, `0${(index % 3) + 1}`)));
    assert.deepEqual(all, Array(12).fill(true));
  });

  test('the public key of a key that was made in the token', async () => {
    hsm.makeKey('0a', 'EC:prime256v1');
    const key = createPublicKey({
      key: Buffer.from(await custodian.publicKey('0a', 'ES256')),
      format: 'der',
      type: 'spki',
    });
    const message = randomBytes(50);
    assert.ok(await isSignatureOf(key, 'ES256', message, await custodian.sign('0a', 'ES256', message)));
  });

  test('a missing key, a wrong kind of key and an unsupported algorithm are problems of that key', async () => {
    await assert.rejects(custodian.sign('ff', 'ES256', Buffer.from('a')), reports(/key_unavailable/, KeyUnavailable));
    await assert.rejects(
      custodian.sign('01', 'ML-DSA-65', Buffer.from('a')),
      reports(/key_unavailable/, KeyUnavailable),
    );
    await assert.rejects(custodian.sign('01', 'Ed25519', Buffer.from('a')), KeyUnavailable);
    await assert.rejects(custodian.sign('01', 'PS256', Buffer.from('a')), CustodyUnavailable);
    await assert.rejects(custodian.createKey('new', 'ES256'), KeyUnavailable);
    assert.ok(await signs(custodian));
  });

  test('a helper that is killed in the middle costs its request, and the next one works', async () => {
    assert.ok(await signs(custodian));
    const [pid] = helpersOf(process.pid);
    process.kill(pid!, 'SIGSTOP');
    const waiting = signs(custodian);
    process.kill(pid!, 'SIGKILL');
    await assert.rejects(waiting, reports(/ended with SIGKILL/));
    assert.ok(await signs(custodian));
  });

  test('a helper that hangs is replaced', async () => {
    const impatient = open(2_000);
    await untilItSigns(impatient);
    const pid = helpersOf(process.pid).at(-1)!;
    process.kill(pid, 'SIGSTOP');
    await assert.rejects(impatient.sign('01', 'ES256', Buffer.from('a')), reports(/in time/));
    await untilItSigns(impatient);
    impatient.close();
  });

  /** The limit is short, so a busy machine can miss it. */
  async function untilItSigns(by: Custodian): Promise<void> {
    while (!(await signs(by).catch(() => false)));
  }

  test('a wrong PIN is tried once and never again, until the file has another one', async () => {
    const careful = open();
    hsm.writePin('000000');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await assert.rejects(careful.sign('01', 'ES256', Buffer.from('a')), reports(/pin_refused/));
    }
    hsm.writePin(hsm.pin);
    assert.ok(await signs(careful));
    careful.close();
  });

  test('the PIN is in no argument of a process', async () => {
    const many = Promise.all(Array.from({ length: 8 }, () => signs(custodian)));
    let isDone = false;
    void many.then(() => {
      isDone = true;
    });
    while (!isDone) {
      for (const words of commandLines()) assert.ok(!words.includes(hsm.pin), words);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await many;
  });

  test('a token that was removed', async () => {
    hsm.removeToken();
    await assert.rejects(custodian.sign('01', 'ES256', Buffer.from('a')), reports(/token_absent/));
    assert.equal(custodian.state, 'away');
  });
});

function helpersOf(parent: number): number[] {
  return processes().filter((pid) => {
    const words = read(`/proc/${pid}/cmdline`);
    return (
      words.includes('pkcs11/program.ts') && read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1] === `${parent}`
    );
  });
}

function commandLines(): string[] {
  return processes().map((pid) => read(`/proc/${pid}/cmdline`));
}

function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((left, right) => left - right);
}

/** Empty if the process is gone. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

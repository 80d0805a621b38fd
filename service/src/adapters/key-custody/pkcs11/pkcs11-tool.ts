// One request to a token, made with `pkcs11-tool` of OpenSC 0.22 or newer. The PIN reaches it in
// its environment, because everyone can read the arguments of a process.
import { spawn } from 'node:child_process';
import { buffer, text } from 'node:stream/consumers';
import type { SigningAlgorithm } from '../custodian.ts';

export interface Token {
  /** The shared library of the vendor. */
  readonly module: string;
  /** Its label. */
  readonly token: string;
  readonly pin: string;
}

export interface Pkcs11Request {
  readonly operation: string;
  readonly key_id: string;
  readonly algorithm: SigningAlgorithm;
  /** Base64. */
  readonly digest?: string;
}

export type Pkcs11Answer =
  | { readonly signature: string }
  | { readonly public_key: string }
  | { readonly error: string };

/**
 * Algorithms that sign a digest. pkcs11-tool signs messages of Ed25519 only up to 1 kB, and a claim
 * is longer. ML-DSA-65 needs PKCS#11 3.2, which it does not have.
 */
const mechanisms: Readonly<Record<string, readonly string[]>> = {
  ES256: ['ECDSA'],
  ES384: ['ECDSA'],
  PS256: ['RSA-PKCS-PSS', '--hash-algorithm', 'SHA256', '--mgf', 'MGF1-SHA256', '--salt-len', '32'],
};
const toolMilliseconds = 4_000;

export async function runPkcs11Tool(token: Token, request: Pkcs11Request): Promise<Pkcs11Answer> {
  const { operation, key_id, algorithm, digest = '' } = request;
  const mechanism = mechanisms[algorithm];
  if (!mechanism || !/^[0-9a-f]+$/.test(key_id)) return { error: 'key_unavailable' };
  if (operation === 'sign') {
    const words = ['--login', '--pin', 'env:PKCS11_PIN', '--sign', '--id', key_id, '--mechanism', ...mechanism];
    const answer = await run(token, words, Buffer.from(digest, 'base64'));
    return 'error' in answer ? answer : { signature: answer.output };
  }
  if (operation === 'public-key') {
    const answer = await run(token, ['--read-object', '--type', 'pubkey', '--id', key_id]);
    return 'error' in answer ? answer : { public_key: answer.output };
  }
  return { error: 'key_unavailable' };
}

async function run(
  { module, token, pin }: Token,
  words: readonly string[],
  input: Uint8Array = Buffer.alloc(0),
): Promise<{ readonly output: string } | { readonly error: string }> {
  const child = spawn('pkcs11-tool', ['--module', module, '--token-label', token, ...words], {
    env: { ...process.env, PKCS11_PIN: pin },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: toolMilliseconds,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve(code));
  });
  // A tool that ends early does not read its input. Its exit code says so.
  child.stdin.on('error', () => undefined).end(input);
  const [output, said, code] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  return code === 0 && output.length > 0 ? { output: output.toString('base64') } : { error: reasonIn(said) };
}

/** Only the names of errors, because a module can print anything. */
function reasonIn(said: string): string {
  if (/CKR_PIN_(INCORRECT|INVALID|LEN_RANGE|LOCKED)/.test(said)) return 'pin_refused';
  if (/key not found|object not found/i.test(said)) return 'key_unavailable';
  if (/No slot with token named/.test(said)) return 'token_absent';
  return /CKR_[A-Z_]+/.exec(said)?.[0] ?? 'module_failed';
}

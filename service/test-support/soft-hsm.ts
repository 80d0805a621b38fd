// A token of SoftHSM, private to a test, with keys that openssl made. Debian: softhsm2 and opensc.
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './private-program.ts';
import { describeLong } from './test-run.ts';

const modules = ['/usr/lib/softhsm/libsofthsm2.so', '/usr/local/lib/softhsm/libsofthsm2.so'];

export function withSoftHsm(suite: () => void): void {
  const isHere = ['softhsm2-util', 'pkcs11-tool', 'openssl'].every((program) => findProgram(program) !== undefined);
  describeLong(isHere, 'SoftHSM is not here: install softhsm2 and opensc.', 'with SoftHSM', suite);
}

export interface SoftHsm {
  /** The settings of a service that uses it, and where SoftHSM finds its token. */
  readonly settings: Readonly<Record<string, string>>;
  readonly pin: string;
  /** id: in hex. key: a private key in PEM. */
  importKey(id: string, key: string): void;
  /** Makes a key in the token, which never leaves it. type: as pkcs11-tool names it. */
  makeKey(id: string, type: string): void;
  /** What the helper reads. */
  writePin(pin: string): void;
  removeToken(): void;
  remove(): void;
}

export function makeSoftHsm(): SoftHsm {
  // A test looks for it in the arguments of all processes.
  const pin = String(randomInt(100_000_000, 999_999_999));
  const folder = mkdtempSync(join(tmpdir(), 'provenance-hsm-'));
  const inFolder = (name: string) => join(folder, name);
  mkdirSync(inFolder('tokens'));
  const tokens = `directories.tokendir = ${inFolder('tokens')}\n`;
  writeFileSync(inFolder('softhsm2.conf'), `${tokens}objectstore.backend = file\nlog.level = ERROR\n`);
  const env = { PATH: process.env.PATH, SOFTHSM2_CONF: inFolder('softhsm2.conf') };
  const run = (program: string, ...words: string[]) => execFileSync(program, words, { env, stdio: 'pipe' });
  const module =
    modules.find((file) => findProgram(file.split('/').at(-1)!, [file.replace(/\/[^/]+$/, '')])) ?? modules[0]!;
  const writePin = (text: string) => writeFileSync(inFolder('pin'), `${text}\n`, { mode: 0o600 });
  run('softhsm2-util', '--init-token', '--free', '--label', 'provenance', '--so-pin', '31415926', '--pin', pin);
  writePin(pin);
  return {
    settings: {
      PKCS11_MODULE: module,
      PKCS11_TOKEN: 'provenance',
      PKCS11_PIN_FILE: inFolder('pin'),
      SOFTHSM2_CONF: env.SOFTHSM2_CONF,
    },
    pin,
    importKey(id, key) {
      writeFileSync(inFolder('key.pem'), key);
      const place = ['--token', 'provenance', '--label', id, '--id', id, '--pin', pin];
      run('softhsm2-util', '--import', inFolder('key.pem'), ...place);
    },
    makeKey(id, type) {
      const login = ['--module', module, '--token-label', 'provenance', '--login', '--pin', pin];
      run('pkcs11-tool', ...login, '--keypairgen', '--key-type', type, '--label', id, '--id', id);
    },
    writePin,
    removeToken: () => void run('softhsm2-util', '--delete-token', '--token', 'provenance'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

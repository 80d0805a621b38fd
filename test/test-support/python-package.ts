// The Python package in tests: the system's Python, the environment of its programs, and the
// scripts of a page, with only address and key filled in.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProgram } from '../../service/test-support/private-program.ts';
import { startRunningService } from '../../service/test-support/running-service.ts';
import { makeSigningAccount } from '../../service/test-support/signing-client.ts';
import { writeBundleCases } from './bundle-cases.ts';
import { type CuttableProxy, startCuttableProxy } from './cuttable-proxy.ts';
import { writeReceiptCases } from './receipt-cases.ts';
import { makePicture } from './signed-picture.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const placeholder = { url: 'http://127.0.0.1:8080', key: 'svc_key_…' };
export const packageFolder = join(root, 'client-python');
// The first that sees the system's packages. Another Python can come before it in the path.
export const python = findProgram('python3', ['/usr/bin']);
export const mypy = findProgram('mypy', ['/usr/bin']);

export interface PythonBench {
  /** A folder with a `picture.jpg`. */
  readonly folder: string;
  /** With address and key of the service. */
  readonly env: Readonly<Record<string, string>>;
  /** Fails with what the program printed. */
  run(program: string, words: readonly string[], options?: RunOptions): Promise<string>;
  /** The scripts of a page, in its order, with the names in their first lines. */
  writeScripts(page: string, place: string): string[];
  writeBundleCases(place: string): Promise<number>;
  writeReceiptCases(file: string): Promise<number>;
  startProxy(): Promise<CuttableProxy>;
  stop(): Promise<void>;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export async function startPythonBench(): Promise<PythonBench> {
  const service = await startRunningService({ settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
  const { key } = await makeSigningAccount(service, 'scale');
  const folder = mkdtempSync(join(tmpdir(), 'provenance-python-'));
  writeFileSync(join(folder, 'picture.jpg'), await makePicture());
  const env = {
    PATH: '/usr/bin:/bin',
    HOME: folder,
    CI: process.env.CI ?? '',
    TEST_RUN: process.env.TEST_RUN ?? '',
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONIOENCODING: 'utf-8',
    PROVENANCE_URL: service.live.url,
    PROVENANCE_API_KEY: key,
  };
  return {
    folder,
    env,
    async run(program, words, options = {}) {
      try {
        const { stdout, stderr } = await execute(program, words, {
          cwd: options.cwd ?? folder,
          env: { ...env, ...options.env },
        });
        return stdout + stderr;
      } catch (problem) {
        const { stdout, stderr } = problem as { stdout: string; stderr: string };
        return assert.fail(`${program} ${words.join(' ')}: ${stdout}${stderr}`);
      }
    },
    writeScripts(page, place) {
      const blocks = readFileSync(join(root, page), 'utf8').matchAll(/^```py\n(.*?)^```$/gms);
      const names = Array.from(blocks, ([, code]) => {
        const script = code!.replaceAll(placeholder.url, service.live.url).replaceAll(placeholder.key, key);
        const name = /^# (\w+\.py)$/m.exec(script)![1]!;
        writeFileSync(join(place, name), script);
        return name;
      });
      assert.ok(names.length > 0, `${page} has no scripts`);
      return names;
    },
    writeBundleCases: (place) => writeBundleCases(service, key, place),
    writeReceiptCases: (file) => writeReceiptCases(service, file),
    startProxy: () => startCuttableProxy(service.live.url),
    async stop() {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// The independent program of go/, compiled with the packages of the system into a temporary folder.
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../service/test-support/private-program.ts';

const packages = '/usr/share/gocode';
const source = new URL('go/', import.meta.url);

/** What a test without Go shows as the reason. False if Go and its packages are there. */
export const goIsAbsent: string | false =
  findProgram('go') && existsSync(join(packages, 'src/golang.org/x/mod/sumdb/tlog'))
    ? false
    : 'Go or golang.org/x/mod is not here (Debian: golang-go golang-golang-x-mod-dev), so the log was not read by it.';

export interface WrittenProof {
  readonly kind: 'inclusion' | 'consistency';
  readonly index: number;
  readonly from: number;
  readonly size: number;
  readonly leaf: string;
  readonly old: string;
  readonly root: string;
  readonly proof: readonly string[];
}

export type Question =
  | (Partial<WrittenProof> & Pick<WrittenProof, 'kind'>)
  | { readonly kind: 'note'; readonly note: string; readonly vkeys: readonly string[] }
  | { readonly kind: 'verifier-key'; readonly vkeys: readonly [string] };

export interface Answer {
  readonly holds: boolean;
  readonly text?: string;
  readonly names?: readonly string[];
}

export interface ReadLog {
  readonly origin: string;
  readonly size: number;
  readonly root: string;
  readonly tiles: number;
  readonly bundles: number;
}

export class GoProgram {
  readonly #folder = mkdtempSync(join(tmpdir(), 'provenance-go-'));
  readonly #program = join(this.#folder, 'independent-log');

  constructor() {
    execFileSync('go', ['build', '-o', this.#program, '.'], {
      cwd: source,
      env: { ...process.env, GO111MODULE: 'off', GOPATH: packages, GOCACHE: join(this.#folder, 'cache'), GOFLAGS: '' },
    });
  }

  /** Reads and recomputes a whole log. Throws what the program printed if anything differs. */
  async read(prefix: string, verifierKey: string): Promise<ReadLog> {
    const { stdout } = await promisify(execFile)(this.#program, ['read', prefix, verifierKey]);
    return JSON.parse(stdout) as ReadLog;
  }

  /** Writes a log with random entries. The seed chooses everything except the key. */
  write(folder: string, size: number, seed: number): { verifierKey: string; proofs: WrittenProof[] } {
    const [first, ...others] = this.#run(['write', folder, String(size), String(seed)]);
    return { verifierKey: first as string, proofs: others as WrittenProof[] };
  }

  answer(questions: readonly Question[]): Answer[] {
    const answers = this.#run(['answer'], questions.map((question) => JSON.stringify(question)).join('\n'));
    assert.equal(answers.length, questions.length);
    return answers as Answer[];
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(args: readonly string[], input = ''): unknown[] {
    const result = spawnSync(this.#program, args, { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
    assert.equal(result.status, 0, result.stderr);
    return result.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  }
}

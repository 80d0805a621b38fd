// The packed client and its program `provenance`, built as delivered, run as a separate process.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface PackedClient {
  /** The input of `npm pack`. */
  readonly folder: string;
  readonly program: string;
  remove(): void;
}

/** Next to the installed packages, so that sharp is found as in a project that has it. */
export async function packClient(withDeclarations = false): Promise<PackedClient> {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'client-'));
  const build = [join(root, 'client/build.ts'), `--out=${folder}`, `--declarations=${withDeclarations}`];
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', ...build]);
  return {
    folder,
    program: join(folder, 'provenance.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: Uint8Array | string;
  /** The program that starts it, with its own arguments first. Default: the Node of the tests. */
  readonly through?: readonly string[];
}

export interface ProgramRun {
  readonly code: number | null;
  readonly output: string;
  /** What it wrote to standard error. */
  readonly words: string;
}

export async function run(program: string, words: readonly string[], options: RunOptions = {}): Promise<ProgramRun> {
  const child = start(program, words, options);
  child.stdin!.on('error', () => undefined).end(options.input ?? '');
  return toItsEnd(child);
}

export function start(program: string, words: readonly string[], options: RunOptions = {}): ChildProcess {
  const [file, ...before] = [...(options.through ?? []), process.execPath];
  return spawn(file!, [...before, program, ...words], {
    // Nothing from the machine's own configuration.
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...options.env },
    ...(options.cwd !== undefined && { cwd: options.cwd }),
  });
}

export async function toItsEnd(child: ChildProcess): Promise<ProgramRun> {
  const [output, words, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')]);
  return { code: code as number | null, output, words };
}

/** The objects of `--json`, one per line. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks at what it expects
export function linesOf({ output }: ProgramRun): any[] {
  return output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

// A program that shows files or reads their labels. It must show the same for all files of one
// record, whatever our containers add.
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { promisify } from 'node:util';

export interface ViewedFile {
  readonly path: string;
  readonly format: string;
  readonly mimeType: string;
}

export interface Viewer {
  readonly name: string;
  views(format: string): boolean;
  /** What it shows of each file, as a text to compare. Null if it cannot show the file. */
  view(files: readonly ViewedFile[]): Promise<(string | null)[]>;
  close?(): Promise<void>;
}

const run = promisify(execFile);
const longest = 120_000;

/** Standard output. Null if the program failed without any output. */
export async function outputOf(program: string, options: readonly string[]): Promise<Buffer | null> {
  const limits = { encoding: 'buffer', maxBuffer: 512 * 1024 * 1024, timeout: longest } as const;
  try {
    return (await run(program, options, limits)).stdout;
  } catch (problem) {
    const { stdout, code } = problem as { stdout?: Buffer; code?: unknown };
    if (code === 'ENOENT') throw problem;
    return stdout && stdout.length > 0 ? stdout : null;
  }
}

export function digest(bytes: Uint8Array): string {
  return hash('sha256', bytes);
}

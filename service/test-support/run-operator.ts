// The operator's command line as a separate process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../src/operator/operator.ts', import.meta.url));

export interface OperatorRun {
  readonly code: number;
  readonly output: string;
  /** What it wrote to standard error. */
  readonly words: string;
}

export async function runOperator(
  settings: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<OperatorRun> {
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, said, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number, output, words: said };
}

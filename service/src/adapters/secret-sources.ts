// Secrets that the operator keeps outside the settings: in a file, or printed by a command.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

const mostBytes = 64 * 1024;
const commandMilliseconds = 30_000;
/** Read or write for others, and write for the group. Kubernetes gives secrets to a group. */
const tooOpen = 0o026;

/** Refuses a file that other users of the machine can read, or that its group can change. */
export function readSecretFile(file: string): string {
  const { mode, size } = statSync(file);
  if ((mode & tooOpen) !== 0)
    throw new Error(`${file} is open to other users (mode ${(mode & 0o777).toString(8)}). Run: chmod 600 ${file}`);
  if (size > mostBytes) throw new Error(`${file} is larger than ${mostBytes} bytes`);
  return readFileSync(file, 'utf8');
}

/**
 * The program and its arguments, separated by spaces. There is no shell. Its output is not logged.
 */
export function runSecretCommand(command: string): string {
  const [program, ...words] = command.split(' ').filter((word) => word !== '');
  try {
    return execFileSync(program!, words, {
      encoding: 'utf8',
      timeout: commandMilliseconds,
      killSignal: 'SIGKILL',
      maxBuffer: mostBytes,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (problem) {
    // The message of the problem can contain output of the command.
    const { code, status, signal } = problem as { code?: string; status?: number; signal?: string };
    throw new Error(`the command failed (${code ?? signal ?? `exit code ${status}`})`);
  }
}

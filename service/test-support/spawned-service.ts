// The real program as a separate process: for kill -9, signals and messages of a start.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

export interface SpawnedService {
  readonly liveUrl: string;
  readonly sandboxUrl: string;
  readonly process: ChildProcess;
  /** kill -9. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Resolves when it listens. Fails with its own message if it ends before. ownGroup: its process id
 * is also that of its process group.
 */
export async function spawnService(
  settings: Readonly<Record<string, string>>,
  ownGroup = false,
): Promise<SpawnedService> {
  const child = spawnProgram(settings, ownGroup);
  const ended = once(child, 'exit');
  const words = text(child.stderr!);
  const { live, sandbox } = await Promise.race([
    listening(child),
    ended.then(async () => {
      throw new Error(`The service ended: ${await words}`);
    }),
  ]);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return (await ended)[0] as number | null;
  };
  return {
    liveUrl: live,
    sandboxUrl: sandbox,
    process: child,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}

/** Runs the program until it ends: its standard error and its exit code. */
export async function runToItsEnd(
  settings: Readonly<Record<string, string>>,
): Promise<{ code: number; words: string }> {
  const child = spawnProgram(settings);
  child.stdout!.resume();
  const [words, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
  return { code: code as number, words };
}

function spawnProgram(settings: Readonly<Record<string, string>>, detached = false): ChildProcess {
  return spawn(process.execPath, [program], {
    // Compiled code is cached as by `npm start`, which halves the time of a start.
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
}

/**
 * Reads the log to the line that says where it listens, and on to its end, because a full pipe
 * would stop the service.
 */
function listening(child: ChildProcess): Promise<{ live: string; sandbox: string }> {
  return new Promise((resolve) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.includes('"msg":"listening"')) resolve(JSON.parse(line) as { live: string; sandbox: string });
    });
  });
}

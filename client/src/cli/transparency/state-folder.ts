// The folder in which a witness or a monitor keeps what it knows. One process uses it at a time: a
// lock file names its owner. The owner touches the file every few seconds, so that the lock of a
// process that was killed, possibly in another container, does not stay forever.
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { writeFileAtomically } from '../atomic-file.ts';
import { CommandError } from '../command-errors.ts';

interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Tells apart two processes that had the same number one after the other. */
  readonly started: string;
  readonly nonce: string;
}

export interface StateFolder {
  readonly path: string;
  /** Survives a crash of the machine once it resolves. Fails if the folder has another owner. */
  write(name: string, content: string): Promise<void>;
  /** undefined: there is no such file. */
  read(name: string): string | undefined;
  release(): void;
}

const touchEvery = 5_000;
/** The owner is on another machine, or in another container, and did not touch its lock so long. */
const abandonedAfter = 60_000;

/** To look into a folder that another process can use at the same time. */
export function readStateFile(path: string, name: string): string | undefined {
  return readIfThere(join(path, name));
}

export async function openStateFolder(path: string): Promise<StateFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const lock = join(path, 'lock');
  const own: Owner = {
    pid: process.pid,
    host: hostname(),
    started: startOf(process.pid) ?? '',
    nonce: randomBytes(16).toString('hex'),
  };
  await takeLock(lock, own);
  const touching = setInterval(() => touch(lock, own), touchEvery);
  touching.unref();
  return {
    path,
    async write(name, content) {
      expectOwn(lock, own);
      const file = join(path, name);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeFileAtomically(file, content, { mode: 0o600 });
      await flushFolder(dirname(file));
      if (dirname(file) !== path) await flushFolder(path);
    },
    read: (name) => readIfThere(join(path, name)),
    release() {
      clearInterval(touching);
      if (readOwner(lock)?.nonce === own.nonce) rmSync(lock, { force: true });
    },
  };
}

async function takeLock(lock: string, own: Owner): Promise<void> {
  const text = `${JSON.stringify(own)}\n`;
  try {
    return await writeFileAtomically(lock, text, { mode: 0o600, exclusive: true });
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'EEXIST') throw problem;
  }
  const owner = readOwner(lock);
  if (owner && isAlive(owner, lock)) throw new CommandError(inUse(lock, owner));
  await writeFileAtomically(lock, text, { mode: 0o600 });
  // Two processes that find the same abandoned lock both write it. The last one has it.
  await pause(200);
  expectOwn(lock, own);
}

function expectOwn(lock: string, own: Owner): void {
  const owner = readOwner(lock);
  if (owner?.nonce !== own.nonce) throw new CommandError(inUse(lock, owner));
}

function inUse(lock: string, owner: Owner | undefined): string {
  const who = owner ? `process ${owner.pid} on ${owner.host}` : 'another process';
  return `The folder ${dirname(lock)} is in use by ${who}. Stop that process, or use another folder.`;
}

function isAlive({ pid, host, started }: Owner, lock: string): boolean {
  if (host !== hostname()) return Date.now() - statSync(lock).mtimeMs < abandonedAfter;
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (problem) {
    // EPERM: it lives and belongs to somebody else.
    if ((problem as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return started === (startOf(pid) ?? '');
}

/** In ticks since the machine started. Known only on Linux. */
function startOf(pid: number): string | undefined {
  // The name of the program, in parentheses, can contain spaces and parentheses.
  const [, fields] = /\) (.*)$/s.exec(readIfThere(`/proc/${pid}/stat`) ?? '') ?? [];
  return fields?.split(' ')[19];
}

function touch(lock: string, own: Owner): void {
  try {
    if (readOwner(lock)?.nonce === own.nonce) utimesSync(lock, new Date(), new Date());
  } catch {
    // The next write says that the lock is gone.
  }
}

function readOwner(lock: string): Owner | undefined {
  try {
    return JSON.parse(readIfThere(lock) ?? '') as Owner;
  } catch {
    return undefined;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw problem;
  }
}

/** A new name in a folder is on disk only when the folder is. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

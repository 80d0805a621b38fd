// RFC 3161 time stamps on checkpoints, every ten minutes in which the log grew. So "existed before"
// depends on the clock of an authority, and not on ours. A time stamp stays forever.
import { setTimeout as pause } from 'node:timers/promises';
import { readNote } from '@content-provenance/engine/transparency';
import type { Database } from '../adapters/database/database.ts';
import type { Logger } from '../log.ts';
import { findLastTimestamp, insertTimestamp } from './checkpoint.store.ts';
import type { PublishedLog } from './published-log.ts';

/** The authorities of TIMESTAMP_URL. */
export interface TimeStamping {
  /** Whether there is an authority to ask. */
  readonly available: boolean;
  /** null: no authority gave a time stamp. */
  stamp(message: Uint8Array): Promise<Uint8Array | null>;
}

export interface LogTimestampsParts {
  readonly database: Database;
  readonly published: PublishedLog;
  readonly timestamps: TimeStamping;
  readonly log: Pick<Logger, 'warn'>;
  readonly now?: () => number;
}

const everyMilliseconds = 10 * 60 * 1_000;
const lookMilliseconds = 60 * 1_000;
/** Nodes look at different moments, so that mostly one of them asks. */
const mostDelayMilliseconds = 30 * 1_000;

export function createLogTimestamps({ database, published, timestamps, log, now = Date.now }: LogTimestampsParts) {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  /** True if a time stamp was stored. */
  async function stampIfDue(): Promise<boolean> {
    const { size, checkpoint } = await published.current();
    const last = await findLastTimestamp(database.read);
    // A clock that went back counts as time that has passed.
    const age = last ? now() - last.stamped_at : everyMilliseconds;
    const isDue = size > (last?.size ?? 0) && (age >= everyMilliseconds || age < 0);
    const token = isDue && (await timestamps.stamp(Buffer.from(readNote(checkpoint)!.text)));
    if (!token) return false;
    const row = { size, checkpoint, token, stamped_at: now() };
    await database.transaction((transaction) => insertTimestamp(transaction, row));
    return true;
  }

  async function look(): Promise<void> {
    try {
      await pause(Math.random() * mostDelayMilliseconds, undefined, { signal: stopping.signal, ref: false });
      await stampIfDue();
    } catch (problem) {
      if (!stopping.signal.aborted) log.warn({ err: problem }, 'a checkpoint got no time stamp; another try follows');
    }
  }

  return {
    stampIfDue,
    start(): void {
      if (!timestamps.available) return;
      const run = () => {
        running = running.then(look);
      };
      timer = setInterval(run, lookMilliseconds).unref();
      run();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

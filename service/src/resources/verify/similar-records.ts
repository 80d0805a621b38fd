// Finds the records that look like a picture: perceptual hashes in memory, one index for each kind
// of content, exact within the specified distance. The database is authoritative: before every
// search the index reads what was stored since, including records that were committed late.
import { setTimeout as pause } from 'node:timers/promises';
import { HashIndex, type MediaKind, MOST_DISTANCE } from '@content-provenance/engine';
import type { Database } from '../../adapters/database/database.ts';
import type { Logger } from '../../log.ts';
import { countHashesBetween, listHashesAfter } from './verify.store.ts';

export interface SimilarRecords {
  /** Record ids, nearest first. */
  find(phash: string, kind: MediaKind, limit: number): Promise<string[]>;
  /** Reads everything that is stored. Retries while the database is away. */
  start(log: Pick<Logger, 'warn'>): Promise<void>;
  /** Stops a load that is in progress. */
  stop(): Promise<void>;
  readonly indexes: readonly IndexState[];
}

export interface IndexState {
  readonly kind: MediaKind;
  readonly records: number;
  /** Whether everything that was stored at the start has been read. */
  readonly loaded: boolean;
}

const searchedKinds = ['image', 'video'] as const;
const retryMilliseconds = 1_000;

const pageSize = 5_000;
/**
 * Ids start with the time of their creation. A record can be committed after a newer one, so the
 * most recent part is read again at every search.
 */
const readAgainMilliseconds = 30_000;
/**
 * A signing can wait and run for minutes between its id and its commit, and the clocks of nodes
 * differ. So the records of this period are counted at every search, and read again if the count
 * has changed.
 */
const countAgainMilliseconds = 10 * 60_000;
/** Horizons move in steps, so that few searches must sort the ids after them. */
const stepMilliseconds = 10_000;

export function createSimilarRecords(database: Database, now: () => number = Date.now): SimilarRecords {
  const indexes = searchedKinds.map((kind) => new FollowedIndex(database, kind, now));
  const stopping = new AbortController();
  let loading: Promise<void> | undefined;

  async function load(log: Pick<Logger, 'warn'>): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        for (const index of indexes) await index.load(stopping.signal);
        return;
      } catch (problem) {
        if (stopping.signal.aborted) return;
        log.warn({ err: problem }, 'the index of perceptual hashes could not be read; it is tried again');
        await pause(retryMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  return {
    indexes,
    find: async (phash, kind, limit) => indexes.find((index) => index.kind === kind)?.find(phash, limit) ?? [],
    start(log) {
      loading ??= load(log);
      return loading;
    },
    async stop() {
      stopping.abort();
      await loading;
    },
  };
}

class FollowedIndex implements IndexState {
  readonly kind: MediaKind;
  readonly #database: Database;
  readonly #now: () => number;
  readonly #index = new HashIndex();
  readonly #recordIds: string[] = [];
  /**
   * Known ids after the two horizons: those that are read again, and those that are counted again.
   */
  #read = new Set<string>();
  #counted = new Set<string>();
  #countHorizon = '';
  #last = '';
  /**
   * The time from which the horizons are computed, and when it was set, by a clock that cannot be
   * changed.
   */
  #newest = Number.POSITIVE_INFINITY;
  #movedAt = 0;
  #following: Promise<void> | undefined;
  #loaded = false;

  constructor(database: Database, kind: MediaKind, now: () => number) {
    this.#database = database;
    this.kind = kind;
    this.#now = now;
  }

  get records(): number {
    return this.#recordIds.length;
  }

  get loaded(): boolean {
    return this.#loaded;
  }

  async find(phash: string, limit: number): Promise<string[]> {
    await this.load();
    return this.#index.search(phash, MOST_DISTANCE, limit).map(({ entry }) => this.#recordIds[entry]!);
  }

  async load(signal?: AbortSignal): Promise<void> {
    // One reader at a time. A load that began before this call can have missed what was stored
    // since: wait for it, then load again.
    await this.#following;
    this.#following ??= this.#follow(signal).finally(() => {
      this.#following = undefined;
    });
    await this.#following;
  }

  async #follow(signal?: AbortSignal): Promise<void> {
    const readHorizon = this.#moveHorizons();
    let after = this.#last === '' ? '' : await this.#startOfReading(readHorizon);
    for (;;) {
      const page = await listHashesAfter(this.#database.publicRead, this.kind, after, pageSize);
      for (const { record_id, phash } of page) {
        if (this.#read.has(record_id) || this.#counted.has(record_id)) continue;
        this.#index.add(phash);
        this.#recordIds.push(record_id);
        if (record_id > readHorizon) this.#read.add(record_id);
        else if (record_id > this.#countHorizon) this.#counted.add(record_id);
        if (record_id > this.#last) this.#last = record_id;
      }
      if (page.length < pageSize) break;
      signal?.throwIfAborted();
      after = page.at(-1)!.record_id;
      // A long first load must not block requests.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#loaded = true;
  }

  async #startOfReading(readHorizon: string): Promise<string> {
    const stored = await countHashesBetween(this.#database.publicRead, this.kind, this.#countHorizon, readHorizon);
    return stored === this.#counted.size ? readHorizon : this.#countHorizon;
  }

  /** Returns the horizon after which everything is read again. */
  #moveHorizons(): string {
    // After a clock was set back, new ids are smaller than the last one. After it was set forward,
    // smaller ids can still arrive: the horizons then move at twice the speed of a clock that
    // cannot be changed.
    const [time, steady] = [this.#now(), performance.now()];
    const candidate = this.#last === '' ? time : Math.min(timeOf(this.#last), time);
    this.#newest = Math.min(candidate, this.#newest + 2 * (steady - this.#movedAt));
    this.#movedAt = steady;
    const newest = Math.floor(this.#newest / stepMilliseconds) * stepMilliseconds;
    const readHorizon = earliestIdAt(newest - readAgainMilliseconds);
    const countHorizon = earliestIdAt(newest - countAgainMilliseconds);
    if (countHorizon !== this.#countHorizon) {
      const known = countHorizon < this.#countHorizon ? this.#recordIds : [...this.#counted, ...this.#read];
      this.#countHorizon = countHorizon;
      this.#counted = new Set(known.filter((id) => id > countHorizon && id <= readHorizon));
      this.#read = new Set(known.filter((id) => id > readHorizon));
    }
    return readHorizon;
  }
}

/** UUID version 7 (RFC 9562, 5.7): the first 48 bits are milliseconds. */
function timeOf(recordId: string): number {
  return Number.parseInt(recordId.slice(0, 8) + recordId.slice(9, 13), 16);
}

function earliestIdAt(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

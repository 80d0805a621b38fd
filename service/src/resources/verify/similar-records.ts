// Which records look like a picture: perceptual hashes in memory, one index for each kind of content, exact within the
// specified distance. The database is the truth; before every search the index takes in what has been stored since.
import { HashIndex, type MediaKind, MOST_DISTANCE } from '@content-provenance/engine';
import type { Database } from '../../adapters/database/database.ts';
import { listHashesAfter } from './verify.store.ts';

export interface SimilarRecords {
  /** Record ids, nearest first. */
  find(phash: string, kind: MediaKind, limit: number): Promise<string[]>;
}

const pageSize = 5_000;
/** Ids begin with the time they were made. A record made just before another may be committed after it: look back. */
const lookBackMilliseconds = 30_000;

export function createSimilarRecords(database: Database): SimilarRecords {
  const kinds = new Map<MediaKind, FollowedIndex>();
  return {
    async find(phash, kind, limit) {
      let followed = kinds.get(kind);
      if (!followed) {
        followed = new FollowedIndex(database, kind);
        kinds.set(kind, followed);
      }
      return followed.find(phash, limit);
    },
  };
}

class FollowedIndex {
  readonly #database: Database;
  readonly #kind: MediaKind;
  readonly #index = new HashIndex();
  readonly #recordIds: string[] = [];
  /** Ids taken in that the next look back meets again. */
  #recent = new Set<string>();
  #last = '';
  #following: Promise<void> | undefined;

  constructor(database: Database, kind: MediaKind) {
    this.#database = database;
    this.#kind = kind;
  }

  async find(phash: string, limit: number): Promise<string[]> {
    // One reader at a time. A reading that began before this call may have missed what was stored meanwhile: wait, then read.
    await this.#following;
    this.#following ??= this.#follow().finally(() => {
      this.#following = undefined;
    });
    await this.#following;
    return this.#index.search(phash, MOST_DISTANCE, limit).map(({ entry }) => this.#recordIds[entry]!);
  }

  async #follow(): Promise<void> {
    let after = lookBack(this.#last);
    for (;;) {
      const page = await listHashesAfter(this.#database.read, this.#kind, after, pageSize);
      for (const { record_id, phash } of page) {
        if (this.#recent.has(record_id)) continue;
        this.#index.add(phash);
        this.#recordIds.push(record_id);
        this.#recent.add(record_id);
        if (record_id > this.#last) this.#last = record_id;
      }
      if (page.length < pageSize) break;
      after = page.at(-1)!.record_id;
      // A long first reading gives way to requests.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const horizon = lookBack(this.#last);
    for (const recordId of this.#recent) if (recordId < horizon) this.#recent.delete(recordId);
  }
}

/** The smallest UUID version 7 (RFC 9562, 5.7) of a moment before the given one. */
function lookBack(recordId: string): string {
  if (recordId === '') return '';
  const time = Number.parseInt(recordId.slice(0, 8) + recordId.slice(9, 13), 16) - lookBackMilliseconds;
  const hex = Math.max(0, time).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

// Fills PostgreSQL with synthetic clips: COPY in the order of the key, then the key. Sorted in
// parts by hash, so that a million clips (270 million triples) need a few hundred megabytes of
// memory.
import {
  appendFileSync,
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Random } from '../../engine/test-support/random-bytes.ts';
import type { Database } from '../../service/src/adapters/database/database.ts';
import { slotOf } from '../../service/src/database/tracks.ts';
import { runSql } from '../../service/test-support/postgres-server.ts';
import { CLIP_SECONDS, makeClip, type sourcesOf } from './synthetic-clips.ts';

const parts = 16;
const hashesOfPart = 2 ** 31 / parts;
const rowsOfFile = 1_000_000;
/** A track has 21 bits in a sort key, the hash of a part 27, the slot five: 53 in all. */
const mostTracks = 2 ** 21;
const halfSeconds = 2 * CLIP_SECONDS;

/** Returns the number of landmarks. */
export async function fillSounds(
  database: Database,
  url: string,
  clips: number,
  random: Random,
  sources: ReturnType<typeof sourcesOf>,
): Promise<number> {
  if (clips > mostTracks) throw new Error(`At most ${mostTracks} clips.`);
  const folder = mkdtempSync(join(tmpdir(), 'sounds-'));
  // The server reads the files as its own user.
  chmodSync(folder, 0o755);
  try {
    const buckets = Array.from({ length: parts }, (_, part) => new Bucket(join(folder, `part-${part}`)));
    let landmarks = 0;
    await inOneTransaction(database, 'tracks', async (copy) => {
      let lines: string[] = [];
      for (let track = 0; track < clips; track += 1) {
        const clip = makeClip(random, sources);
        landmarks += clip.landmarks;
        lines.push(`${track}\t${idOf(track)}\t\\\\x${clip.packed.toString('hex')}\n`);
        for (const hash of clip.triples)
          buckets[Math.floor(hash / hashesOfPart)]!.add(
            ((hash % hashesOfPart) * 32 + slotOf(hash, track)) * mostTracks + track,
          );
        if (lines.length < 10_000 && track < clips - 1) continue;
        await copy(join(folder, 'tracks'), [Buffer.from(lines.join(''))], 'text');
        lines = [];
      }
    });
    await runSql(url, 'ALTER TABLE triples DROP CONSTRAINT triples_pkey');
    await inOneTransaction(database, 'triples', async (copy) => {
      for (const [part, bucket] of buckets.entries()) {
        const keys = bucket.take();
        for (let start = 0; start < keys.length; start += rowsOfFile)
          await copy(join(folder, 'triples'), rowsIn(keys, start, part * hashesOfPart), 'binary');
      }
    });
    // Not through the pool, which ends a statement after 20 seconds.
    await runSql(url, 'ALTER TABLE triples ADD PRIMARY KEY (hash, slot)');
    await runSql(url, 'VACUUM ANALYZE triples');
    await runSql(url, 'VACUUM ANALYZE tracks');
    return landmarks;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Copy = (file: string, bytes: readonly Uint8Array[], format: 'text' | 'binary') => Promise<void>;

/** Rows of a table that was emptied in the same transaction need no place in the log. */
function inOneTransaction(database: Database, table: string, work: (copy: Copy) => Promise<void>): Promise<void> {
  return database.transaction(async (transaction) => {
    await sql`TRUNCATE ${sql.table(table)}`.execute(transaction);
    await work(async (file, bytes, format) => {
      writeFileSync(file, '');
      chmodSync(file, 0o644);
      for (const each of bytes) appendFileSync(file, each);
      await sql.raw(`COPY ${table} FROM '${file}' WITH (FORMAT ${format})`).execute(transaction);
    });
  });
}

/** Numbers that wait on disk until they are sorted. */
class Bucket {
  readonly #file: string;
  readonly #handle: number;
  readonly #waiting = new Float64Array(65_536);
  #count = 0;

  constructor(file: string) {
    this.#file = file;
    this.#handle = openSync(file, 'w');
  }

  add(value: number): void {
    this.#waiting[this.#count++] = value;
    if (this.#count === this.#waiting.length) this.#flush();
  }

  take(): Float64Array {
    this.#flush();
    closeSync(this.#handle);
    const bytes = readFileSync(this.#file);
    rmSync(this.#file);
    return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8).sort();
  }

  #flush(): void {
    if (this.#count > 0) writeSync(this.#handle, new Uint8Array(this.#waiting.buffer, 0, 8 * this.#count));
    this.#count = 0;
  }
}

const copyHead = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const rowBytes = 34;

/** In the format of COPY, the first track for each slot. The places of the triples are made up. */
function rowsIn(keys: Float64Array, start: number, firstHash: number): Uint8Array[] {
  const rows = Buffer.alloc(rowBytes * rowsOfFile);
  let length = 0;
  for (let at = start; at < Math.min(start + rowsOfFile, keys.length); at += 1) {
    const key = Math.floor(keys[at]! / mostTracks);
    if (at > 0 && Math.floor(keys[at - 1]! / mostTracks) === key) continue;
    const track = keys[at]! % mostTracks;
    length = rows.writeInt16BE(4, length);
    length = rows.writeInt32BE(firstHash + Math.floor(key / 32), rows.writeInt32BE(4, length));
    length = rows.writeInt16BE(key % 32, rows.writeInt32BE(2, length));
    length = rows.writeInt16BE((key + track) % halfSeconds, rows.writeInt32BE(2, length));
    length = rows.writeInt32BE(0, rows.writeInt32BE(8, length));
    length = rows.writeInt32BE(track, length);
  }
  return [copyHead, rows.subarray(0, length), Buffer.from([0xff, 0xff])];
}

function idOf(track: number): string {
  return `00000000-0000-7000-8000-${track.toString(16).padStart(12, '0')}`;
}

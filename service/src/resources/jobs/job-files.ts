// What the working storage (JOB_STORE) has of a job: the parts of its upload, pieces of finished
// work, and the signed file in pieces. Nothing here is ever in memory as a whole.
import { createHash, type Hash } from 'node:crypto';
import type { Checkpoints, ContentSink, ContentSource } from '@content-provenance/engine';
import { type ObjectStore, StoreUnavailable } from '../../adapters/object-store/object-store.ts';
import { inBlocks } from './block-cache.ts';

/** The size of a part of an upload, and of a piece of a result. The last one can be smaller. */
export const PART_BYTES = 16 * 1024 * 1024;
/** The largest source: 5 GB. */
export const LARGEST_SOURCE = 5 * 1024 ** 3;
/** A video that is encoded again can be larger than its source. */
const largestResult = 2 * LARGEST_SOURCE;
const readBytes = 2 * 1024 * 1024;

/** The signed file. */
export interface StoredContent {
  readonly size: number;
  /** SHA-256 in hex. */
  readonly sha256: string;
}

export interface ResultWriter extends ContentSink {
  /** Stores the rest. */
  finish(): Promise<StoredContent>;
}

/** The signed file is larger than any that the service keeps. */
export class ResultTooLarge extends Error {}

export type JobFiles = ReturnType<typeof createJobFiles>;

/**
 * spareBytes: what stays free on a disk, because databases and other programs can be on it too. An
 * upload leaves all of it, and the work on a job leaves half, so that jobs that run can still end.
 */
export function createJobFiles(store: ObjectStore, spareBytes = 0) {
  const startOf = (jobId: string) => `${jobId.replace('_', '-')}.`;
  const partName = (jobId: string, number: number, hash: string) => `${startOf(jobId)}part-${number}-${hash}`;
  const pieceName = (jobId: string, attempt: number, index: number) => `${startOf(jobId)}result-${attempt}-${index}`;
  const checkpointStart = (jobId: string) => `${startOf(jobId)}checkpoint-`;
  const outcomeName = (jobId: string, attempt: number) => `${startOf(jobId)}outcome-${attempt}`;

  async function writeIfRoom(name: string, bytes: Uint8Array, spare: number): Promise<void> {
    const free = await store.freeBytes();
    if (free !== undefined && free - bytes.length < spare) {
      throw new StoreUnavailable(`Only ${free} bytes are free in ${store.place}.`);
    }
    await store.write(name, bytes);
  }

  /** A file that is stored in pieces of PART_BYTES. */
  function openPieces(size: number, nameOf: (index: number) => string): ContentSource {
    return inBlocks({
      size,
      async read(offset, length) {
        const pieces: Uint8Array[] = [];
        const end = Math.min(offset + length, size);
        for (let at = offset; at < end; ) {
          const index = Math.floor(at / PART_BYTES);
          const until = Math.min(end, (index + 1) * PART_BYTES);
          pieces.push(await store.read(nameOf(index), at - index * PART_BYTES, until - at));
          at = until;
        }
        return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
      },
    });
  }

  /** A read of a bucket must end within seconds, so a large file takes several. */
  async function readWhole(name: string, size: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size; at += readBytes) {
      bytes.set(await store.read(name, at, Math.min(readBytes, size - at)), at);
    }
    return bytes;
  }

  return {
    /** The name contains the hash, so that a part that is sent again never mixes with the first. */
    writePart: (jobId: string, number: number, hash: string, bytes: Uint8Array) =>
      writeIfRoom(partName(jobId, number, hash), bytes, spareBytes),
    removePart: (jobId: string, number: number, hash: string) => store.remove(partName(jobId, number, hash)),
    openUpload: (jobId: string, size: number, hashes: readonly string[]) =>
      openPieces(size, (index) => partName(jobId, index + 1, hashes[index]!)),

    /** Attempts have their own names, so that a node that lost the job cannot change the result. */
    writeResult(jobId: string, attempt: number): ResultWriter {
      const hash: Hash = createHash('sha256');
      let piece = new Uint8Array(PART_BYTES);
      let [filled, stored] = [0, 0];
      const flush = async () => {
        const name = pieceName(jobId, attempt, stored / PART_BYTES);
        await writeIfRoom(name, piece.subarray(0, filled), spareBytes / 2);
        stored += filled;
        [piece, filled] = [new Uint8Array(PART_BYTES), 0];
      };
      return {
        async write(bytes) {
          hash.update(bytes);
          for (let rest = bytes; rest.length > 0; ) {
            const taken = rest.subarray(0, PART_BYTES - filled);
            piece.set(taken, filled);
            filled += taken.length;
            rest = rest.subarray(taken.length);
            if (stored + filled > largestResult) throw new ResultTooLarge();
            if (filled === PART_BYTES) await flush();
          }
        },
        async finish() {
          if (filled > 0) await flush();
          return { size: stored, sha256: hash.digest('hex') };
        },
      };
    },
    openResult: (jobId: string, attempt: number, { size }: StoredContent) =>
      openPieces(size, (index) => pieceName(jobId, attempt, index)),

    async openCheckpoints(jobId: string): Promise<Checkpoints> {
      const start = checkpointStart(jobId);
      const sizes = new Map((await store.list(start)).map(({ name, size }) => [name, size]));
      const nameOf = (name: string) => start + createHash('sha256').update(name).digest('hex').slice(0, 32);
      return {
        async load(name) {
          const size = sizes.get(nameOf(name));
          return size === undefined ? undefined : readWhole(nameOf(name), size);
        },
        async save(name, bytes) {
          await writeIfRoom(nameOf(name), bytes, spareBytes / 2);
          sizes.set(nameOf(name), bytes.length);
        },
      };
    },

    writeOutcome: (jobId: string, attempt: number, bytes: Uint8Array) =>
      store.write(outcomeName(jobId, attempt), bytes),
    async readOutcome(jobId: string, attempt: number): Promise<Buffer> {
      const name = outcomeName(jobId, attempt);
      const found = (await store.list(name)).find((file) => file.name === name);
      return store.read(name, 0, found?.size ?? 1);
    },

    /** Everything except the result of that attempt. Null: everything. */
    async clean(jobId: string, keptAttempt: number | null): Promise<void> {
      if (keptAttempt === null) return store.removeAll(startOf(jobId));
      const kept = `${startOf(jobId)}result-${keptAttempt}-`;
      for (const { name } of await store.list(startOf(jobId))) if (!name.startsWith(kept)) await store.remove(name);
    },
  };
}

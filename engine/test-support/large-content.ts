// Test support: content of any size that is never in memory, a place to write it, and what a long
// run needs from its caller.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { ContentSink, ContentSource } from '../src/large-files/content-source.ts';
import type { LongRun } from '../src/large-files/long-run.ts';

export function sourceOf(bytes: Uint8Array): ContentSource & { readonly ranges: number[] } {
  const ranges: number[] = [];
  return {
    size: bytes.length,
    ranges,
    async read(offset, length) {
      ranges.push(length);
      return bytes.subarray(offset, offset + length);
    },
  };
}

/** Some pieces at their places, and zeros everywhere else. */
export function sparseSource(size: number, pieces: readonly { at: number; bytes: Uint8Array }[]): ContentSource {
  return {
    size,
    async read(offset, length) {
      const read = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
      for (const { at, bytes } of pieces) {
        const from = Math.max(0, offset - at);
        const to = Math.min(bytes.length, offset + read.length - at);
        if (from < to) read.set(bytes.subarray(from, to), at + from - offset);
      }
      return read;
    },
  };
}

export class MemorySink implements ContentSink {
  readonly #pieces: Uint8Array[] = [];

  async write(bytes: Uint8Array): Promise<void> {
    this.#pieces.push(Buffer.from(bytes));
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }
}

export interface ObservedRun extends LongRun {
  readonly saved: Map<string, Uint8Array>;
  readonly progress: number[];
}

/** saved: of an earlier attempt. */
export function longRun(saved = new Map<string, Uint8Array>(), signal = new AbortController().signal): ObservedRun {
  const progress: number[] = [];
  const workFolder = mkdtempSync(join(tmpdir(), 'large-files-'));
  after(() => rmSync(workFolder, { recursive: true, force: true }));
  return {
    saved,
    progress,
    signal,
    workFolder,
    onProgress: (fraction) => progress.push(fraction),
    checkpoints: {
      load: async (name) => saved.get(name),
      save: async (name, bytes) => {
        saved.set(name, Uint8Array.from(bytes));
      },
    },
  };
}

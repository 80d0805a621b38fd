// Reads a log over HTTP (C2SP tlog-tiles), with limits on size and time. It tries again when
// something can pass: an error of the network, a busy server, a file that is not there yet. What it
// throws then says only that the log cannot be read, never that it misbehaves.
import { setTimeout as pause } from 'node:timers/promises';
import { TILE_WIDTH, type TileReader, tilePath } from '@content-provenance/engine/transparency';
import { CommandError } from '../command-errors.ts';
import { programVersion } from '../version.ts';

export class LogUnavailable extends CommandError {
  override readonly name = 'CommandError';
}

/** The log served this, and it does not have the form that it must have. */
export class Misfit extends Error {
  readonly path: string;
  readonly bytes: Uint8Array;

  constructor(path: string, bytes: Uint8Array, sentence: string) {
    super(sentence);
    this.path = path;
    this.bytes = bytes;
  }
}

export interface ReadOptions {
  /** Asks caches on the way for the current file. */
  readonly fresh?: boolean;
  readonly attempts?: number;
}

const hashSize = 32;
const timeout = 20_000;
const pauses = [500, 1_500, 4_000];
export const largestText = 256 * 1024;
/** 256 entries of up to 65,535 bytes, each with its length. */
const largestBundle = TILE_WIDTH * 65_537;

export type LogSource = ReturnType<typeof openLogSource>;

export function openLogSource(address: string) {
  const url = address.replace(/\/+$/, '');

  async function read(path: string, most: number, options: ReadOptions = {}): Promise<Uint8Array> {
    const { attempts = pauses.length + 1 } = options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await readOnce(`${url}/${path}`, most, options.fresh === true || attempt > 1);
      } catch (problem) {
        if (attempt >= attempts) throw problem;
        await pause(pauses[attempt - 1]);
      }
    }
  }

  /** The file of this width, or the beginning of the full one, which can replace it. */
  async function readRow(level: number | 'entries', index: number, width: number, most: number, options: ReadOptions) {
    if (width === TILE_WIDTH) return read(tilePath(level, index, width), most, options);
    try {
      return await read(tilePath(level, index, width), most, { ...options, attempts: 1 });
    } catch {
      const full = read(tilePath(level, index, TILE_WIDTH), most, { ...options, attempts: 1 });
      return full.catch(() => read(tilePath(level, index, width), most, options));
    }
  }

  return {
    url,
    async text(path: string, options?: ReadOptions): Promise<string> {
      const bytes = await read(path, largestText, options);
      try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      } catch {
        throw new LogUnavailable(`${url}/${path} is not a text. Check the address of the log.`);
      }
    },
    async tile(level: number, index: number, width: number, options: ReadOptions = {}): Promise<Uint8Array> {
      const full = TILE_WIDTH * hashSize;
      const bytes = await readRow(level, index, width, full, options);
      if (bytes.length === full || bytes.length === width * hashSize) return bytes.subarray(0, width * hashSize);
      const path = tilePath(level, index, width);
      throw new Misfit(path, bytes, `${path} has ${bytes.length} bytes.`);
    },
    bundle: (index: number, width: number, options: ReadOptions = {}) =>
      readRow('entries', index, width, largestBundle, options),
  };
}

/** The tiles of a tree of this size, each read once, with the width that they have in that tree. */
export function tilesOf(source: LogSource, size: number, options: ReadOptions = {}): TileReader {
  const known = new Map<string, Promise<Uint8Array>>();
  return {
    async readTile(level, index, width) {
      const key = `${level}/${index}`;
      const there = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH);
      const tile = known.get(key) ?? source.tile(level, index, there, options);
      known.set(key, tile);
      return (await tile).slice(0, width * hashSize);
    },
  };
}

async function readOnce(address: string, most: number, fresh: boolean): Promise<Uint8Array> {
  const headers = { 'User-Agent': `provenance/${programVersion}`, ...(fresh && { 'Cache-Control': 'no-cache' }) };
  try {
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(timeout) });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new LogUnavailable(`${address} returned ${response.status}.`);
    }
    return await readBody(response, most, address);
  } catch (problem) {
    if (problem instanceof LogUnavailable) throw problem;
    const { message, cause, name } = problem as Error & { cause?: Error & { code?: string } };
    const why =
      name === 'TimeoutError' ? `no response in ${timeout / 1_000} s` : cause?.code || cause?.message || message;
    throw new LogUnavailable(`${address} cannot be read: ${why}.`);
  }
}

async function readBody(response: Response, most: number, address: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > most) throw new LogUnavailable(`${address} is larger than ${most} bytes.`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

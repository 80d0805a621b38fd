// A transparency log of a few files over HTTP on loopback, for tests of witness and monitor. It is
// built with the shared code, signed with keys of the test, and can be made to lie.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CheckpointSigner,
  ed25519Signer,
  extendTiles,
  hashLeaf,
  mlDsa44Cosigner,
  proveConsistency,
  proveInclusion,
  readTilePath,
  rootOf,
  TILE_WIDTH,
  type TileReader,
  writeCheckpointBody,
  writeEntryBundle,
  writeLogProof,
  writeVerifierKey,
} from '@content-provenance/engine/transparency';

const hashSize = 32;
export const seedOf = (byte: number) => new Uint8Array(32).fill(byte);

export class TestLog {
  readonly origin: string;
  readonly signers: readonly CheckpointSigner[];
  readonly entries: Uint8Array[] = [];
  /** The checkpoint that is served. */
  checkpoint = '';
  /** The newest one with enough cosignatures. Empty: there is none. */
  witnessed = '';
  /** Path → changes what is served there. */
  readonly tampering = new Map<string, (bytes: Uint8Array) => Uint8Array>();
  /** Paths that are not there. */
  readonly hidden = new Set<string>();
  /** Paths that were asked for. */
  readonly asked: string[] = [];
  status = 200;
  readonly #tiles = new Map<string, Uint8Array>();
  #size = 0;

  constructor(origin: string, seed = 1, keys = 2) {
    this.origin = origin;
    this.signers = [ed25519Signer(origin, seedOf(seed)), mlDsa44Cosigner(origin, seedOf(seed + 1))].slice(0, keys);
  }

  get vkeys(): string[] {
    return this.signers.map(({ key }) => writeVerifierKey(key));
  }

  get size(): number {
    return this.#size;
  }

  readonly tiles: TileReader = {
    readTile: async (level, index, width) =>
      (this.#tiles.get(`${level}/${index}`) ?? new Uint8Array()).slice(0, width * hashSize),
  };

  /** Appends entries and serves a checkpoint that includes them. */
  async add(entries: readonly Uint8Array[]): Promise<string> {
    const changed = await extendTiles(this.#size, entries.map(hashLeaf), this.tiles);
    for (const { level, index, hashes } of changed) this.#tiles.set(`${level}/${index}`, hashes);
    this.entries.push(...entries);
    this.#size += entries.length;
    this.checkpoint = await this.sign(this.#size);
    return this.checkpoint;
  }

  /** A signed checkpoint of any size, or with any root. */
  async sign(size: number, root?: Uint8Array): Promise<string> {
    const checkpoint = { origin: this.origin, size, root: root ?? (await rootOf(size, this.tiles)) };
    return `${writeCheckpointBody(checkpoint)}\n${this.signers.map((each) => each.sign(checkpoint, 1_700_000_000)).join('')}`;
  }

  async prove(index: number, checkpoint = this.checkpoint): Promise<string> {
    const size = Number(checkpoint.split('\n')[1]);
    return writeLogProof({ index, hashes: await proveInclusion(index, size, this.tiles), checkpoint });
  }

  /** The body of add-checkpoint. */
  async submission(from: number, to: number, checkpoint?: string): Promise<string> {
    const proof = (await proveConsistency(from, to, this.tiles)).map((hash) => Buffer.from(hash).toString('base64'));
    return [`old ${from}`, ...proof, '', checkpoint ?? (await this.sign(to))].join('\n');
  }

  /** undefined: there is no such file. */
  async file(path: string): Promise<Uint8Array | undefined> {
    if (path === 'checkpoint') return Buffer.from(this.checkpoint);
    if (path === 'witnessed-checkpoint' && this.witnessed) return Buffer.from(this.witnessed);
    if (path === 'keys') return Buffer.from(this.vkeys.map((vkey) => `${vkey}\n`).join(''));
    const place = readTilePath(path);
    if (!place) return undefined;
    const { level, index, width } = place;
    if (level === 'entries') {
      const entries = this.entries.slice(index * TILE_WIDTH, index * TILE_WIDTH + width);
      return entries.length === width ? writeEntryBundle(entries) : undefined;
    }
    const tile = await this.tiles.readTile(level, index, width);
    return tile.length === width * hashSize ? tile : undefined;
  }
}

export interface ServedLog {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves what the function returns at the moment of each request. */
export async function serveLog(current: () => TestLog): Promise<ServedLog> {
  const server: Server = createServer(async (request, response) => {
    const log = current();
    const path = (request.url ?? '').replace(/^\/log\//, '');
    log.asked.push(path);
    const bytes = log.hidden.has(path) ? undefined : await log.file(path);
    const tamper = log.tampering.get(path) ?? ((each: Uint8Array) => each);
    if (log.status !== 200 || !bytes) return response.writeHead(bytes ? log.status : 404).end();
    return response.writeHead(200).end(tamper(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/log`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Entries of any bytes. */
export function makeEntries(count: number, label = 'entry', first = 0): Uint8Array[] {
  return Array.from({ length: count }, (_, place) => Buffer.from(`${label} ${first + place}`));
}

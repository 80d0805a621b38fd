// Reads the transparency log as anyone outside can: its public files, and the proofs of records.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import {
  openCheckpoint,
  opensEntry,
  readEntryBundle,
  readVerifierKey,
  rootOf,
  type TileReader,
  tilePath,
  type VerifierKey,
  verifyLogProof,
} from '@content-provenance/engine/transparency';

export interface RecordProof {
  readonly record_id: string;
  readonly index: number;
  readonly log: { readonly origin: string; readonly url: string; readonly verifier_keys: readonly string[] };
  readonly opening: Readonly<Record<string, string>>;
  readonly entry: string;
  readonly proof: string;
  readonly timestamp: null | { readonly proof: string; readonly token: string; readonly stamped_at: string };
}

interface Place {
  readonly url: string;
}

async function read({ url }: Place, path: string): Promise<Response> {
  const response = await fetch(`${url}/log/${path}`);
  assert.equal(response.status, 200, path);
  return response;
}

export async function readKeys(place: Place): Promise<VerifierKey[]> {
  const lines = (await (await read(place, 'keys')).text()).trimEnd().split('\n');
  return lines.map((line) => readVerifierKey(line) ?? assert.fail(`not a key: ${line}`));
}

/** Its size and root, after both signatures were checked. */
export async function readCheckpoint(place: Place, keys?: readonly VerifierKey[]) {
  const known = keys ?? (await readKeys(place));
  const opened = openCheckpoint(await (await read(place, 'checkpoint')).text(), known);
  assert.ok(opened, 'the checkpoint has a valid signature');
  assert.equal(opened.signedBy.length, known.length);
  return opened.checkpoint;
}

export function tilesOf(place: Place): TileReader {
  return {
    readTile: async (level, index, width) =>
      new Uint8Array(await (await read(place, tilePath(level, index, width))).arrayBuffer()),
  };
}

/** Every entry, after the tree that the tiles make was compared with the checkpoint. */
export async function readWholeLog(place: Place): Promise<Uint8Array[]> {
  const { size, root } = await readCheckpoint(place);
  assert.deepEqual(await rootOf(size, tilesOf(place)), root);
  const entries: Uint8Array[] = [];
  for (let first = 0; first < size; first += 256) {
    const response = await read(place, tilePath('entries', first / 256, Math.min(256, size - first)));
    entries.push(...readEntryBundle(new Uint8Array(await response.arrayBuffer()))!);
  }
  assert.equal(entries.length, size);
  return entries;
}

/** Waits until the log includes the record. */
export async function readProof({ url }: Place, recordId: string): Promise<RecordProof> {
  for (const end = Date.now() + 20_000; ; await setTimeout(50)) {
    const response = await fetch(`${url}/v1/records/${recordId}/proof`);
    const body = (await response.json()) as RecordProof & { error?: string };
    if (response.status === 200) return body;
    assert.equal(body.error, 'proof_not_ready');
    assert.equal(response.headers.get('retry-after'), '1');
    assert.ok(Date.now() < end, 'the log includes the record in time');
  }
}

/** The proof shows that the log has the entry, and the entry commits to the opening. */
export function expectProven(proof: RecordProof, keys: readonly VerifierKey[]): void {
  const entry = Buffer.from(proof.entry, 'base64');
  const finding = verifyLogProof({ proof: proof.proof, entry, logKeys: keys });
  assert.deepEqual([finding.valid, finding.index], [true, proof.index]);
  assert.equal(finding.signedBy.length, keys.length);
  assert.ok(opensEntry(entry, proof.opening));
}

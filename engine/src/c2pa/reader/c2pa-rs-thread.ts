// The thread in which c2pa-rs, as WebAssembly, reads manifests, one file after the other. Whatever goes wrong in there, a
// trap, a loop without end, memory that grew too large, goes with the thread.
// No connection is opened on behalf of content (decisions 3.33): the settings say so, and the thread has nothing to open one with.
import { parentPort, workerData } from 'node:worker_threads';
import { initSync, WasmReader } from '@contentauth/c2pa-wasm';

export interface ReadTask {
  /** A type that c2pa-rs knows. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface ReadAnswer {
  /** json and, where it has one, crJson as c2pa-rs writes them; or what it said instead. */
  readonly outcome: { readonly json: string; readonly crJson: string | null } | { readonly problem: string };
  /** Memory of WebAssembly never shrinks: what the thread holds from now on. */
  readonly heldBytes: number;
}

const settings = JSON.stringify({
  verify: { remote_manifest_fetch: false, ocsp_fetch: false },
  core: { allowed_network_hosts: [], max_decompressed_manifest_size_in_mb: 32 },
});

for (const name of ['fetch', 'WebSocket', 'EventSource']) {
  Object.defineProperty(globalThis, name, { value: () => Promise.reject(new Error('There is no network here.')) });
}

// What c2pa-rs says of its own fall is no part of the service's log.
console.error = () => {};

const { memory } = initSync({ module: workerData as WebAssembly.Module });

parentPort!.on('message', async (task: ReadTask) => {
  const outcome = await read(task);
  parentPort!.postMessage({ outcome, heldBytes: memory.buffer.byteLength } satisfies ReadAnswer);
});

async function read({ type, bytes }: ReadTask): Promise<ReadAnswer['outcome']> {
  try {
    using reader = await WasmReader.fromBytes(type, bytes, settings);
    return { json: reader.json(), crJson: detailsOf(reader) };
  } catch (problem) {
    // c2pa-rs refuses with a text. Anything else is a trap, after which nothing in there can be relied upon.
    if (typeof problem !== 'string') throw problem;
    return { problem };
  }
}

function detailsOf(reader: WasmReader): string | null {
  try {
    return reader.crJson();
  } catch (problem) {
    if (typeof problem !== 'string') throw problem;
    return null;
  }
}

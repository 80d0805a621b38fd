// The thread in which c2pa-rs, as WebAssembly, reads and writes manifests, one file at a time. A
// trap, an endless loop or too much memory costs only this thread. The thread opens no connection
// for content (settled point 33): the settings forbid it, and the network functions are replaced.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { initSync, WasmReader } from '@contentauth/c2pa-wasm';
import { type BuildTask, type BuiltFile, build } from './build-in-thread.ts';

export interface ReadTask {
  /** A type that c2pa-rs knows. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Certificates of trusted authorities in PEM; null: none. */
  readonly anchors: string | null;
}

/** As c2pa-rs writes them. crJson: null if c2pa-rs cannot write it. */
export interface ManifestReport {
  readonly json: string;
  readonly crJson: string | null;
}

/** Why there is no result. */
export interface Problem {
  readonly problem: string;
}

export interface Answer {
  readonly outcome: ManifestReport | BuiltFile | Problem;
  /** WebAssembly memory never shrinks, so the thread keeps this much until it ends. */
  readonly heldBytes: number;
}

export type FromThread = Answer | { readonly claim: Uint8Array };
export type ToThread = ReadTask | BuildTask | { readonly signature: Uint8Array };

const settings = {
  verify: { remote_manifest_fetch: false, ocsp_fetch: false },
  core: { allowed_network_hosts: [], max_decompressed_manifest_size_in_mb: 32 },
};

/**
 * The purposes besides email protection that the standard and the conformance program allow:
 * document signing, claim signing by Microsoft, claim signing (C2PA 2.2 §14.4.1).
 */
const purposes = ['1.3.6.1.5.5.7.3.36', '1.3.6.1.4.1.311.76.59.1.9', '1.3.6.1.4.1.62558.2.1'].join('\n');

for (const name of ['fetch', 'WebSocket', 'EventSource']) {
  Object.defineProperty(globalThis, name, { value: () => Promise.reject(new Error('There is no network here.')) });
}

// Panic messages of c2pa-rs do not belong in the log of the service.
console.error = () => {};

const { memory } = initSync({ module: workerData as WebAssembly.Module });

parentPort!.on('message', async (message: ToThread) => {
  if ('signature' in message) return;
  const outcome = await work(message);
  parentPort!.postMessage({ outcome, heldBytes: memory.buffer.byteLength } satisfies Answer);
});

async function work(task: ReadTask | BuildTask): Promise<Answer['outcome']> {
  try {
    return 'definition' in task ? await build(task, askForSignature) : await read(task);
  } catch (problem) {
    // c2pa-rs refuses a file with a string. Anything else is a trap, after which its state is
    // unreliable.
    if (typeof problem !== 'string') throw problem;
    return { problem };
  }
}

async function askForSignature(claim: Uint8Array): Promise<Uint8Array> {
  const answer = once(parentPort!, 'message');
  parentPort!.postMessage({ claim } satisfies FromThread);
  const [{ signature }] = await answer;
  return signature;
}

async function read({ type, bytes, anchors }: ReadTask): Promise<ManifestReport> {
  const trust = anchors === null ? {} : { trust: { trust_anchors: anchors, trust_config: purposes } };
  using reader = await WasmReader.fromBytes(type, bytes, JSON.stringify({ ...settings, ...trust }));
  return { json: reader.json(), crJson: detailsOf(reader) };
}

function detailsOf(reader: WasmReader): string | null {
  try {
    return reader.crJson();
  } catch (problem) {
    if (typeof problem !== 'string') throw problem;
    return null;
  }
}

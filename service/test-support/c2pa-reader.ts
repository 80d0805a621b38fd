// c2pa-rs itself, as a peer: what it reads from a file that the service made.
import { readFileSync } from 'node:fs';
import { initSync, WasmReader } from '@contentauth/c2pa-wasm';

let isReady = false;

/** The active manifest, as its own JSON. */
export async function readWithPeer(type: string, bytes: Uint8Array) {
  if (!isReady) initSync({ module: readFileSync(new URL(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) });
  isReady = true;
  const settings = JSON.stringify({ verify: { remote_manifest_fetch: false } });
  const reader = await WasmReader.fromBytes(type, bytes, settings);
  return JSON.parse(JSON.stringify(reader.activeManifest()));
}

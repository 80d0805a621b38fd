// c2pa-rs itself, as an independent reader: what it reads from a file that the service made, with
// trust anchors if a test has some.
import { readFileSync } from 'node:fs';
import { initSync, WasmReader } from '@contentauth/c2pa-wasm';
import type { DetailedReport } from './asset-rubric.ts';

export interface PeerReport {
  readonly validation_state: string;
  readonly active_manifest: string;
  readonly manifests: Record<string, PeerManifest>;
  readonly validation_results: { activeManifest: Record<'success' | 'informational' | 'failure', { code: string }[]> };
}

interface PeerManifest {
  // biome-ignore lint/suspicious/noExplicitAny: JSON of another program, of which each test reads another part.
  readonly assertions: { label: string; data: any }[];
  readonly ingredients?: { relationship: string }[];
  readonly claim_generator_info: Record<string, string>[];
  readonly signature_info: { alg: string; issuer: string; time?: string };
}

const noNetwork = { verify: { remote_manifest_fetch: false, ocsp_fetch: false } };
let isReady = false;

/** Loads c2pa-rs, once. */
export function openPeer(): void {
  if (!isReady) initSync({ module: readFileSync(new URL(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) });
  isReady = true;
}

/** anchors: PEM. */
export async function readReport(type: string, bytes: Uint8Array, anchors?: string): Promise<PeerReport> {
  openPeer();
  const trust = anchors === undefined ? {} : { trust: { trust_anchors: anchors } };
  const settings = JSON.stringify({ ...noNetwork, ...trust });
  using reader = await WasmReader.fromBytes(type, bytes, settings);
  return JSON.parse(reader.json());
}

/** The detailed report (crJSON), the active manifest first. */
export async function readDetails(type: string, bytes: Uint8Array): Promise<DetailedReport> {
  await readReport(type, bytes);
  using reader = await WasmReader.fromBytes(type, bytes, JSON.stringify(noNetwork));
  return JSON.parse(reader.crJson());
}

/** The active manifest, as its own JSON. */
export async function readWithPeer(type: string, bytes: Uint8Array) {
  const { manifests, active_manifest } = await readReport(type, bytes);
  // biome-ignore lint/suspicious/noExplicitAny: see above
  return manifests[active_manifest] as any;
}

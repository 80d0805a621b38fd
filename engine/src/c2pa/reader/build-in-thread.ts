// Runs the builder of c2pa-rs inside its thread: takes a file and the definition of a manifest, and
// returns the file with the manifest. The builder reads its input through Blob and FileReaderSync.
// Node does not have them in that form, so versions in memory replace them.
import { WasmBuilder } from '@contentauth/c2pa-wasm';

export interface BuildTask {
  /** A type that c2pa-rs knows. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** JSON in the format of c2pa-rs. */
  readonly definition: string;
  /** The file whose manifest becomes the ingredient `parent`. */
  readonly parent: Uint8Array | null;
  /** Whether the manifest stays outside the file. */
  readonly sidecar: boolean;
  readonly signatureSize: number;
}

export interface BuiltFile {
  readonly file: Uint8Array;
  readonly store: Uint8Array;
}

const settings = JSON.stringify({
  // c2pa-rs would refuse ML-DSA here. The service reads the result back itself.
  verify: { verify_after_sign: false, remote_manifest_fetch: false, ocsp_fetch: false },
  core: { allowed_network_hosts: [], max_decompressed_manifest_size_in_mb: 32 },
  builder: { thumbnail: { enabled: false } },
});

class MemoryBlob {
  readonly bytes: Uint8Array;
  readonly type = '';

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get size(): number {
    return this.bytes.length;
  }

  slice(start: number, end: number): MemoryBlob {
    return new MemoryBlob(this.bytes.subarray(start, end));
  }
}

class MemoryReader {
  readAsArrayBuffer({ bytes }: MemoryBlob): ArrayBuffer {
    return new Uint8Array(bytes).buffer;
  }
}

Object.assign(globalThis, { Blob: MemoryBlob, FileReaderSync: MemoryReader });

/** sign: returns the COSE structure for a claim, exactly `signatureSize` bytes long. */
export async function build(
  { type, bytes, definition, parent, sidecar, signatureSize }: BuildTask,
  sign: (claim: Uint8Array) => Promise<Uint8Array>,
): Promise<BuiltFile> {
  using builder = WasmBuilder.fromJson(definition, settings);
  if (parent) {
    const ingredient = JSON.stringify({ relationship: 'parentOf', label: 'parent' });
    await builder.addIngredientFromBlob(ingredient, type, asBlob(parent));
  }
  builder.setNoEmbed(sidecar);
  // The name of the algorithm has no effect: the callback returns the complete COSE structure.
  const signer = {
    alg: 'es256',
    reserveSize: signatureSize,
    sign: async (claim: Uint8Array) => copy(await sign(claim)),
  };
  const { asset, manifest } = await builder.signAndGetManifestBytes(signer, [], type, asBlob(bytes));
  return { file: asset, store: manifest };
}

function asBlob(bytes: Uint8Array): Blob {
  return new MemoryBlob(bytes) as unknown as Blob;
}

function copy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

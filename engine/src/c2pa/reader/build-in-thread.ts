// The builder of c2pa-rs inside its thread: a file and the definition of a manifest in, the file
// with the manifest out. The builder reads its input through Blob and FileReaderSync, which Node
// does not have in this form; memory takes their place.
import { WasmBuilder } from '@contentauth/c2pa-wasm';

export interface BuildTask {
  /** A type that c2pa-rs knows. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** JSON, as c2pa-rs wants it. */
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
  // The service reads back what it wrote; c2pa-rs would refuse ML-DSA here.
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

/** sign: gives the COSE structure over a claim, of exactly `signatureSize` bytes. */
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
  // The name of the algorithm has no effect: the callback gives the whole COSE structure.
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

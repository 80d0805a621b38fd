// Signs and embeds with only the engine, into an index in memory, and derives the canonical content
// without it.
import { hash, randomUUID } from 'node:crypto';
import { detectFormat, embedManifest, type SignedContent, signMessage, verify } from '../../engine/src/index.ts';
import { ManifestMaker } from '../../engine/test-support/manifest-maker.ts';
import { RecordShelf } from '../../engine/test-support/record-shelf.ts';
import { canonicalFile } from './canonical-file.ts';
import type { SignedFile } from './forgery.ts';

export class ShelfSigner {
  readonly shelf = new RecordShelf();
  readonly certificateRoots: readonly Uint8Array[];
  readonly #maker: ManifestMaker;

  private constructor(maker: ManifestMaker) {
    this.#maker = maker;
    this.certificateRoots = [maker.root];
  }

  static async open(): Promise<ShelfSigner> {
    return new ShelfSigner(await ManifestMaker.open());
  }

  /** Throws BrokenMedia or UnsupportedMedia for content that cannot be signed. */
  async sign(upload: Buffer): Promise<SignedFile> {
    const { token, recordId, ...signed } = await this.shelf.sign(upload);
    const delivered = Buffer.from(signed.bytes);
    const { content_hash: contentHash, generator_id: generatorId } = signed.signedPayload;
    const canonical = deriveCanonical(signed.exactFormat, upload, delivered, token, contentHash);
    const record = { recordId, generatorId, contentHash, exactFormat: signed.exactFormat, mode: 'server' } as const;
    const embed = async (file: Buffer) => this.#embed(file, record);
    const embedded = detectFormat(delivered)?.manifest
      ? { delivered: await embed(delivered), canonical: await embed(canonical) }
      : null;
    return { delivered, canonical, token, recordId, embedded };
  }

  /** With the given token, otherwise by what the file itself carries. */
  verify(file: Buffer, token?: string) {
    return verify(file, { token, certificateRoots: this.certificateRoots }, this.shelf);
  }

  async #embed(file: Buffer, record: SignedContent): Promise<Buffer> {
    const { leaf, seed } = this.#maker;
    const embedded = await embedManifest(
      file,
      {
        record,
        claim: {
          manifest: `urn:c2pa:${randomUUID()}`,
          instanceId: `service:${record.recordId}`,
          generator: { name: 'content-provenance-service', version: '2.6.1' },
        },
        model: 'model-1',
        createdAt: '2026-11-16T00:00:00.000Z',
        provenance: { record_id: record.recordId, model: 'model-1' },
        watermarkId: null,
        signing: { algorithm: 'ML-DSA-65', certificates: [leaf], timestamp: false },
        output: 'embedded',
        certificateRoots: this.certificateRoots,
      },
      {
        sign: (message) => signMessage(seed, message),
        findGeneratorStatus: async () => 'active',
        findTokenRecordId: (token) => this.shelf.findTokenRecordId(token),
        stampTime: async () => null,
        findManifestRecordId: async () => null,
        isManifestDelivery: async () => false,
      },
    );
    return Buffer.from(embedded!.bytes);
  }
}

/** The file has a structure that the readers of this folder do not support. */
export class UnknownStructure extends Error {
  override readonly name = 'UnknownStructure';
}

/** Content without a mark was signed unchanged. */
function deriveCanonical(
  format: string,
  upload: Buffer,
  delivered: Buffer,
  token: string,
  contentHash: string,
): Buffer {
  const isSigned = (file: Buffer) => `sha3-256:${hash('sha3-256', file)}` === contentHash;
  if (isSigned(upload)) return upload;
  const canonical = tryCut(format, delivered, token);
  if (canonical && isSigned(canonical)) return canonical;
  throw new UnknownStructure(`The canonical content of a ${format} file could not be derived.`);
}

function tryCut(format: string, delivered: Buffer, token: string): Buffer | null {
  try {
    return canonicalFile(format, delivered, token);
  } catch {
    return null;
  }
}

// Whether a file is, byte for byte, one that the service delivers for a record: the canonical
// content, that content with the token container as signing writes it, or either of them with a
// manifest from the embed recipe. Our own ML-DSA manifests prove themselves. For every other file
// with a manifest, the service stored the hash when it delivered the file. Online and offline
// verification both use this code, so that neither accepts what the other refuses.

import { isEmbeddedFor, type ManifestSignature } from './c2pa/reader/embedded-manifest.ts';
import { hasTraceOfManifest } from './c2pa/reader/manifest-traces.ts';
import { hashOf, readCanonicalContent } from './canonical-content.ts';
import { type DeliveryHash, deliveryHashOf } from './delivery-hash.ts';
import { detectFormat } from './formats/all-formats.ts';
import type { FormatName, MediaFormat } from './formats/media-format.ts';
import type { ContentHash } from './signatures/sha3.ts';

/** What a record says about the signed bytes. */
export interface SignedContent {
  readonly recordId: string;
  readonly generatorId: string;
  readonly contentHash: string;
  /** null: the record does not state it. */
  readonly exactFormat: FormatName | null;
  /** Whether the service wrote the file, or a caller with their own key. */
  readonly mode: 'server' | 'client';
}

/** What the file cannot prove on its own. */
export interface DeliveryChecks {
  /** Whether the service issued this token for this record. */
  isTokenOf(token: string, recordId: string): Promise<boolean>;
  /** Whether a certificate of this service over the generator's key made the signature. */
  isManifestSignature(signature: ManifestSignature): Promise<boolean>;
  /** Whether the service delivered a file with this hash and a manifest in it for this record. */
  isManifestDelivery(recordId: string, fileHash: DeliveryHash): Promise<boolean>;
}

/** A file of any size, compared with a record. */
export abstract class DeliverableFile {
  abstract readonly format: MediaFormat | null;
  /** The hash of the canonical content. */
  abstract readonly contentHash: ContentHash;
  /** The token in the container. Null if the file is its own canonical content. */
  abstract readonly token: string | null;

  /** Any token of ours, also in a spelling that does not count. Throws BrokenMedia. */
  abstract readToken(): string | null;

  /** The hash of every byte. */
  protected abstract hashWhole(): Promise<ContentHash>;

  /** Whether the service delivered it with a manifest in it. */
  protected abstract isEmbedded(record: SignedContent, checks: DeliveryChecks): Promise<boolean>;

  async isDelivered(record: SignedContent, checks: DeliveryChecks): Promise<boolean> {
    const { exactFormat, mode, contentHash, recordId } = record;
    if (exactFormat !== null && exactFormat !== this.format?.name) return false;
    // A caller that states no format promises nothing about a container, so only the exact bytes
    // count.
    if (exactFormat === null && mode === 'client') return (await this.hashWhole()) === contentHash;
    const { token } = this;
    if (this.contentHash === contentHash && (token === null || (await checks.isTokenOf(token, recordId)))) return true;
    return (await this.hashWhole()) === contentHash || this.isEmbedded(record, checks);
  }
}

export class Reconstruction extends DeliverableFile {
  readonly format: MediaFormat | null;
  readonly #file: Uint8Array;
  #content: { readonly hash: ContentHash; readonly token: string | null } | undefined;
  #fileHash: ContentHash | undefined;

  constructor(file: Uint8Array) {
    super();
    this.#file = file;
    this.format = detectFormat(file);
  }

  get contentHash(): ContentHash {
    return this.#canonical.hash;
  }

  get token(): string | null {
    return this.#canonical.token;
  }

  get fileHash(): ContentHash {
    this.#fileHash ??= this.#canonical.token === null ? this.#canonical.hash : hashOf(this.#file);
    return this.#fileHash;
  }

  protected async hashWhole(): Promise<ContentHash> {
    return this.fileHash;
  }

  readToken(): string | null {
    return this.format?.readToken(this.#file) ?? null;
  }

  protected async isEmbedded(record: SignedContent, checks: DeliveryChecks): Promise<boolean> {
    if (!hasTraceOfManifest(this.#file)) return false;
    if (await isEmbeddedFor(this.#file, record, (signature) => checks.isManifestSignature(signature))) return true;
    return checks.isManifestDelivery(record.recordId, deliveryHashOf(this.#file));
  }

  get #canonical(): { readonly hash: ContentHash; readonly token: string | null } {
    if (!this.#content) {
      const { bytes, token } = readCanonicalContent(this.#file);
      this.#content = { hash: hashOf(bytes), token };
    }
    return this.#content;
  }
}

// Test support: the parts of a service that manifests need: a root and one generator.
import { randomUUID } from 'node:crypto';
import { issueCertificate } from '../src/c2pa/certificate/issue-certificate.ts';
import type { ServiceCertificates } from '../src/c2pa/reader/ml-dsa-manifest.ts';
import { contentHashOf } from '../src/canonical-content.ts';
import { type EmbeddedMedia, embedManifest } from '../src/embed-manifest.ts';
import type { ManifestIndex } from '../src/ports.ts';
import { generateSigningSeed, publicKeyFromSeed, signMessage } from '../src/signatures/ml-dsa.ts';
import type { P256Leaf } from './p256-authority.ts';

const organization = 'Content Provenance Service';
export const recordId = '0198c5d0-0000-7000-8000-000000000000';
const issuer = { organization, commonName: 'C2PA Root 1' };

export interface EmbedOptions {
  /** Default: the record's own ML-DSA-65 key signs. */
  readonly classical?: P256Leaf;
  readonly output?: 'embedded' | 'sidecar';
  readonly contentHash?: string;
  readonly stampTime?: (message: Uint8Array) => Promise<Uint8Array | null>;
}

export class ManifestMaker implements ManifestIndex {
  /** The deliveries: the record of each store, and hashes of files. */
  readonly #stores = new Map<string, string>();
  readonly #files = new Set<string>();
  readonly root: Uint8Array;
  readonly leaf: Uint8Array;
  readonly seed: Uint8Array;

  private constructor(root: Uint8Array, leaf: Uint8Array, seed: Uint8Array) {
    this.root = root;
    this.leaf = leaf;
    this.seed = seed;
  }

  static async open(): Promise<ManifestMaker> {
    const [rootSeed, seed] = [generateSigningSeed(), generateSigningSeed()];
    const issuerPublicKey = publicKeyFromSeed(rootSeed);
    const shared = { issuer, issuerPublicKey, notBefore: new Date(Date.now() - 1000) };
    const sign = (message: Uint8Array) => signMessage(rootSeed, message);
    const root = await issueCertificate(
      { ...shared, subject: issuer, publicKey: issuerPublicKey, notAfter: new Date('2056-01-01'), use: 'authority' },
      sign,
    );
    const subject = { organization, organizationalUnit: 'org_1', commonName: 'gen_1' };
    const leaf = await issueCertificate(
      { ...shared, subject, publicKey: publicKeyFromSeed(seed), notAfter: new Date('2036-01-01'), use: 'claims' },
      sign,
    );
    return new ManifestMaker(root, leaf, seed);
  }

  get service(): ServiceCertificates {
    return {
      roots: [this.root],
      generatorStatus: async () => 'active',
      findManifestRecordId: (hash) => this.findManifestRecordId(hash),
    };
  }

  async findManifestRecordId(storeHash: string): Promise<string | null> {
    return this.#stores.get(storeHash) ?? null;
  }

  async isManifestDelivery(id: string, fileHash: string): Promise<boolean> {
    return this.#files.has(`${id} ${fileHash}`);
  }

  /** The file of a record, with its manifest. */
  async embed(bytes: Uint8Array, options: EmbedOptions = {}): Promise<Buffer> {
    return Buffer.from((await this.tryEmbed(bytes, options))!.bytes);
  }

  async tryEmbed(bytes: Uint8Array, options: EmbedOptions = {}): Promise<EmbeddedMedia | null> {
    const { classical, output = 'embedded', contentHash = contentHashOf(bytes), stampTime } = options;
    const embedded = await embedManifest(
      bytes,
      {
        record: { recordId, generatorId: 'gen_1', contentHash, exactFormat: null, mode: 'server' },
        claim: {
          manifest: `urn:c2pa:${randomUUID()}`,
          instanceId: `service:${recordId}`,
          generator: { name: 'content-provenance-service', version: '2.6.1' },
        },
        signing: classical
          ? { algorithm: 'ES256', certificates: [classical.leaf], timestamp: stampTime !== undefined }
          : { algorithm: 'ML-DSA-65', certificates: [this.leaf], timestamp: false },
        output,
        model: 'model-1',
        createdAt: '2026-11-16T00:00:00.000Z',
        provenance: { record_id: recordId, model: 'model-1' },
        recordSignature: classical && { algorithm: 'ML-DSA-65', signature: 'AAAA' },
        watermarkId: '0123456789abcdef',
        certificateRoots: [this.root],
      },
      {
        sign: classical?.sign ?? ((message) => signMessage(this.seed, message)),
        stampTime: stampTime ?? (async () => null),
        findGeneratorStatus: async () => 'active',
        findTokenRecordId: async () => recordId,
        findManifestRecordId: (hash) => this.findManifestRecordId(hash),
        isManifestDelivery: (id, hash) => this.isManifestDelivery(id, hash),
      },
    );
    if (embedded) {
      this.#stores.set(embedded.storeHash, recordId);
      this.#files.add(`${recordId} ${embedded.fileHash}`);
    }
    return embedded;
  }
}

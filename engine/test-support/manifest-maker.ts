// Test support: a service with a root and one generator, as far as manifests need them.
import { randomUUID } from 'node:crypto';
import { issueCertificate } from '../src/c2pa/certificate/issue-certificate.ts';
import type { ServiceCertificates } from '../src/c2pa/reader/ml-dsa-manifest.ts';
import { contentHashOf } from '../src/canonical-content.ts';
import { embedManifest } from '../src/embed-manifest.ts';
import { generateSigningSeed, publicKeyFromSeed, signMessage } from '../src/signatures/ml-dsa.ts';

const organization = 'Content Provenance Service';
export const recordId = '0198c5d0-0000-7000-8000-000000000000';
const issuer = { organization, commonName: 'C2PA Root 1' };

export class ManifestMaker {
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
    return { roots: [this.root], generatorStatus: async () => 'active' };
  }

  /** The file of a record, with its manifest. */
  async embed(bytes: Uint8Array): Promise<Buffer> {
    const embedded = await this.tryEmbed(bytes, contentHashOf(bytes));
    return Buffer.from(embedded!.bytes);
  }

  tryEmbed(bytes: Uint8Array, contentHash: string) {
    return embedManifest(
      bytes,
      {
        record: { recordId, generatorId: 'gen_1', contentHash, exactFormat: null, mode: 'server' },
        claim: {
          manifest: `urn:c2pa:${randomUUID()}`,
          instanceId: `service:${recordId}`,
          generator: { name: 'content-provenance-service', version: '2.6.1' },
        },
        model: 'model-1',
        createdAt: '2026-11-16T00:00:00.000Z',
        provenance: { record_id: recordId, model: 'model-1' },
        watermarkId: '0123456789abcdef',
        certificates: [this.leaf],
        certificateRoots: [this.root],
      },
      {
        sign: (message) => signMessage(this.seed, message),
        findGeneratorStatus: async () => 'active',
        findTokenRecordId: async () => recordId,
      },
    );
  }
}

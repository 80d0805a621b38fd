// Targets without HTTP: every sample signed by the engine into an index in memory, with the manifests that the embed recipe makes
// of it. The same samples and structures in every run; keys, tokens and identifiers are new.
import { randomUUID } from 'node:crypto';
import { embedManifest, type FormatName, signMessage } from '../../engine/src/index.ts';
import { ManifestMaker } from '../../engine/test-support/manifest-maker.ts';
import { RecordShelf } from '../../engine/test-support/record-shelf.ts';
import { canonicalFile } from './canonical-file.ts';
import type { SignedFile, Target } from './forgery.ts';
import { listSamples, type Sample } from './samples.ts';

const embeddable = new Set(['jpeg', 'png']);

export class ShelfTargets {
  readonly shelf = new RecordShelf();
  readonly targets: Target[] = [];
  readonly certificateRoots: readonly Uint8Array[];
  readonly #maker: ManifestMaker;

  private constructor(maker: ManifestMaker) {
    this.#maker = maker;
    this.certificateRoots = [maker.root];
  }

  static async open(): Promise<ShelfTargets> {
    const made = new ShelfTargets(await ManifestMaker.open());
    for (const samples of Map.groupBy(await listSamples(), ({ format }) => format).values()) {
      const stranger = await made.#sign(samples.at(-1)!);
      for (const sample of samples.slice(0, -1)) made.targets.push(await made.#target(sample, stranger));
    }
    return made;
  }

  async #target(sample: Sample, stranger: SignedFile): Promise<Target> {
    const signed = await this.#sign(sample);
    return {
      ...signed,
      name: `${sample.format}: ${sample.name}`,
      format: sample.format,
      stranger,
      embeddedByStranger: null,
      clientToken: await this.#submit(signed.canonical),
    };
  }

  async #sign({ format, bytes }: Sample): Promise<SignedFile> {
    const { token, recordId, ...signed } = await this.shelf.sign(bytes);
    const delivered = Buffer.from(signed.bytes);
    const canonical = canonicalFile(format, delivered, token);
    if (!embeddable.has(format)) return { delivered, canonical, token, recordId, embedded: null };
    const record = {
      recordId,
      generatorId: signed.signedPayload.generator_id,
      contentHash: signed.signedPayload.content_hash,
      exactFormat: format as FormatName,
      mode: 'server' as const,
    };
    const embed = (file: Buffer) => this.#embed(file, record);
    const embedded = { delivered: await embed(delivered), canonical: await embed(canonical) };
    return { delivered, canonical, token, recordId, embedded };
  }

  async #embed(file: Buffer, record: Parameters<typeof embedManifest>[1]['record']): Promise<Buffer> {
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
        certificates: [leaf],
        certificateRoots: this.certificateRoots,
      },
      {
        sign: (message) => signMessage(seed, message),
        findGeneratorStatus: async () => 'active',
        findTokenRecordId: (token) => this.shelf.findTokenRecordId(token),
      },
    );
    return Buffer.from(embedded!.bytes);
  }

  /** A record of the same content whose owner states no format. */
  async #submit(canonical: Buffer): Promise<string> {
    const { token } = await this.shelf.sign(canonical);
    this.shelf.records[this.shelf.records.length - 1] = {
      ...this.shelf.records.at(-1)!,
      mode: 'client',
      exactFormat: null,
    };
    return token;
  }
}

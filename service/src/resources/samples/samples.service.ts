// Files to try verification with. They are real: on the first request, the service signs its own
// picture for its own organization and derives the others from it. Every node and every start finds
// the same record again. You cannot log in to that organization, and nothing in it counts for
// anyone else.
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Caller } from '../../access/caller.ts';
import { unrestricted } from '../../access/stored-restrictions.ts';
import type { Database } from '../../adapters/database/database.ts';
import { ServiceError } from '../../http/error-catalogue.ts';
import { samplesPlan } from '../../plans/plans.ts';
import type { GeneratorsService } from '../generators/generators.service.ts';
import type { SignService } from '../sign/sign.service.ts';
import { readPng, writePng } from './png-pixels.ts';
import { addSun, drawSunrise } from './sample-picture.ts';
import { insertOrganization } from './samples.store.ts';

export const sampleNames = ['authentic', 'changed', 'copy', 'credentials'] as const;
export type SampleName = (typeof sampleNames)[number];

export interface Sample {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface SamplesParts {
  readonly database: Database;
  readonly generators: GeneratorsService;
  readonly signing: SignService;
  /** Gives the samples a mark that nobody else can take first. */
  readonly secret: Buffer;
}

const organization = {
  orgId: 'org_samples',
  name: 'Samples of this service',
  plan: samplesPlan,
  keepsLabels: false,
  keepsThumbnails: false,
} as const;
const caller: Caller = {
  kind: 'key',
  organization,
  keyId: 'samples',
  userId: null,
  role: 'admin',
  emailVerified: true,
  restrictions: unrestricted,
};
/** Made once with c2pa-rs under its own certificate, whose key was deleted. */
const credentials = readFileSync(new URL('./credentials.jpg', import.meta.url));

export type SamplesService = ReturnType<typeof createSamplesService>;

export function createSamplesService({ database, generators, signing, secret }: SamplesParts) {
  let made: Promise<Readonly<Record<SampleName, Sample>>> | undefined;

  async function findGenerator(): Promise<string> {
    const { generators: known } = await generators.list(caller);
    const active = known.find(({ status }) => status === 'active');
    const found = active ?? (await generators.create(caller, { name: 'Samples', supported_formats: ['image'] }));
    return found.generator_id;
  }

  /**
   * Under the mark of the first attempt, or of a later one if a release marks differently from the
   * one before.
   */
  async function signPicture(): Promise<Buffer> {
    const { orgId: org_id, name, plan } = organization;
    await database.transaction((transaction) =>
      insertOrganization(transaction, { org_id, name, plan, created_at: Date.now() }),
    );
    const generatorId = await findGenerator();
    for (let attempt = 1; ; attempt += 1) {
      const watermarkId = createHmac('sha256', secret).update(`sample ${attempt}`).digest('hex').slice(0, 16);
      const input = {
        content: new Uint8Array(writePng(drawSunrise())),
        model: 'sample-picture-1',
        generatorId,
        format: undefined,
        watermark: undefined,
        neural: false,
        inBand: false,
        keepManifest: false,
        label: undefined,
      };
      try {
        const receipt = await signing.findReceipt(caller, watermarkId);
        const { media } = await signing.sign(caller, { input, watermarkId, receipt });
        return Buffer.from(media.bytes);
      } catch (problem) {
        if (!(problem instanceof ServiceError) || problem.code !== 'idempotency_conflict') throw problem;
      }
    }
  }

  async function make(): Promise<Readonly<Record<SampleName, Sample>>> {
    const signed = await signPicture();
    const { others, ...pixels } = readPng(signed);
    const png = (bytes: Buffer) => ({ type: 'image/png', bytes });
    return {
      authentic: png(signed),
      // An editor that keeps the metadata, and with it the token.
      changed: png(writePng(addSun(pixels), others)),
      // As chats and other sites save a picture: the same pixels, encoded again, without metadata.
      copy: png(writePng(pixels)),
      credentials: { type: 'image/jpeg', bytes: credentials },
    };
  }

  return {
    async get(name: SampleName): Promise<Sample> {
      made ??= make();
      try {
        return (await made)[name];
      } catch (problem) {
        made = undefined;
        throw problem;
      }
    },
  };
}

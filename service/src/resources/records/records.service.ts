// Provenance records: checked, stored, read. A signature is checked before anything is stored,
// under any key that the generator has registered. The record names the key that signed.
import {
  allFormats,
  findPayloadFaults,
  type MediaKind,
  mlDsa65,
  type SignedPayload,
  signedPayloadBytes,
  unpackText,
  verifySignature,
} from '@content-provenance/engine';
import type { Static } from 'typebox';
import { actorOf } from '../../access/actor.ts';
import type { Caller } from '../../access/caller.ts';
import { expectGenerator } from '../../access/key-restrictions.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { RecordLookup } from '../../archive/record-lookup.ts';
import { presentSigner } from '../../database/signer.ts';
import { fail, failValidation } from '../../http/error-catalogue.ts';
import { publicBranding } from '../account/branding.service.ts';
import type { GeneratorsService, SigningGenerator } from '../generators/generators.service.ts';
import { exportC2pa, manifestFacts } from './c2pa-export.ts';
import type { CheckedRecord, RecordAdmission } from './record-admission.ts';
import { expectLabels } from './record-notes.service.ts';
import type { RecordTokens } from './record-tokens.ts';
import type { submission } from './records.schema.ts';

type Submission = Static<typeof submission>;

// What signing and verifying need from this resource.
export { labelOfFile } from './record-label.ts';
export { label, listedRecord, logIndex, recordId } from './records.schema.ts';
export type { RecordAdmission, RecordTokens };
export { expectLabels };

export interface RecordsParts {
  readonly database: Database;
  readonly lookup: RecordLookup;
  readonly generators: GeneratorsService;
  readonly admission: RecordAdmission;
  readonly tokens: RecordTokens;
}

export type RecordsService = ReturnType<typeof createRecordsService>;

export function createRecordsService({ database, lookup, generators, admission, tokens }: RecordsParts) {
  async function find(recordId: string, queries = database.publicRead) {
    const [found] = await lookup.findSigned(queries, [recordId]);
    return found ?? fail('record_not_found');
  }

  async function submitAll(caller: Caller, submissions: readonly Submission[], pathOf: (index: number) => string) {
    const { organization } = caller;
    for (const [index, { label }] of submissions.entries())
      if (label !== undefined) expectLabels(organization, `${pathOf(index)}label`);
    const ids = [...new Set(submissions.map((each) => each.generator_id))];
    for (const id of ids) expectGenerator(caller, id);
    const byId = await generators.forSigning(organization.orgId, ids);
    const records = await Promise.all(
      submissions.map((each, index) => check(each, byId.get(each.generator_id)!, pathOf(index))),
    );
    const admitted = await admission.admit({ organization, actor: actorOf(caller), records });
    return admitted.map(({ recordId, logIndex }) => ({
      token: tokens.write(recordId),
      record_id: recordId,
      ...(logIndex !== null && { log_index: logIndex }),
    }));
  }

  return {
    async submit(caller: Caller, input: Submission) {
      const [stored] = await submitAll(caller, [input], () => '');
      return stored!;
    },

    async submitBatch(caller: Caller, inputs: readonly Submission[]) {
      return { results: await submitAll(caller, inputs, (index) => `records.${index}.`) };
    },

    async get(recordId: string) {
      const row = await find(recordId);
      return {
        record_id: row.record_id,
        watermark_id: row.watermark_id,
        generator_id: row.generator_id,
        org_id: row.org_id,
        org_name: row.org_name,
        signer: presentSigner(row),
        model: row.model,
        format: row.format,
        ...(row.exact_format !== null && { exact_format: row.exact_format }),
        content_hash: row.content_hash,
        signature: Buffer.from(row.signature).toString('base64'),
        signed_payload: payloadOf(row),
        algorithm: mlDsa65.algorithm,
        kid: row.kid,
        mode: row.mode,
        ...(row.phash !== null && { phash: row.phash }),
        signed_at: new Date(row.signed_at).toISOString(),
        generator_status: row.generator_status,
      };
    },

    async exportC2pa(recordId: string) {
      const row = await find(recordId);
      return exportC2pa({
        recordId: row.record_id,
        model: row.model,
        contentHash: row.content_hash,
        signedAt: new Date(row.signed_at).toISOString(),
      });
    },

    /** What a manifest for a record of the organization says, and which file it needs. */
    async forManifest(orgId: string, recordId: string) {
      const row = await find(recordId, database.read);
      if (row.org_id !== orgId) fail('record_not_found');
      const facts = manifestFacts({
        recordId: row.record_id,
        model: row.model,
        signedAt: new Date(row.signed_at).toISOString(),
      });
      return {
        ...facts,
        provenance: { ...facts.provenance, generator_id: row.generator_id, content_hash: row.content_hash },
        model: row.model,
        record: {
          recordId: row.record_id,
          generatorId: row.generator_id,
          contentHash: row.content_hash,
          exactFormat: row.exact_format,
          mode: row.mode,
        },
        recordSignature: {
          algorithm: 'ML-DSA-65',
          kid: row.kid,
          signed_payload: Buffer.from(signedPayloadBytes(payloadOf(row))).toString('utf8'),
          signature: Buffer.from(row.signature).toString('base64'),
        },
        // A file that could not be marked was signed unchanged.
        watermarkId: row.original_hash === row.content_hash ? null : row.watermark_id,
      };
    },

    tokenOf: (recordId: string) => tokens.write(recordId),

    /** Null for a token of another environment. */
    recordIdOf(token: string): string | null {
      const decoded = tokens.read(token);
      return decoded.status === 'valid' ? decoded.recordId : null;
    },

    /** By token, without the content (specification: Verification, status). */
    async statusByToken(token: string) {
      const decoded = tokens.read(token);
      if (decoded.status !== 'valid') fail('invalid_token');
      const [found] = await lookup.findSurrounded(database.publicRead, [decoded.recordId]);
      const row = found ?? fail('record_not_found');
      return {
        record_id: row.record_id,
        generator_status: row.generator_status,
        revoked_at: row.revoked_at === null ? null : new Date(row.revoked_at).toISOString(),
        model: row.model,
        signed_at: new Date(row.signed_at).toISOString(),
        org_id: row.org_id,
        org_name: row.org_name,
        signer: presentSigner(row),
        branding: publicBranding(row),
      };
    },
  };
}

/** Checks everything about a submission except its place among others. */
function payloadOf({ content_hash, generator_id, model, watermark_id }: SignedPayload): SignedPayload {
  return { content_hash, generator_id, model, watermark_id };
}

async function check(input: Submission, generator: SigningGenerator, path: string): Promise<CheckedRecord> {
  const format = formatOf(input, path) ?? generator.supportedFormats[0]!;
  if (!generator.supportedFormats.includes(format)) {
    fail('format_not_supported', { format, supported_formats: generator.supportedFormats });
  }
  const textFingerprint = readTextFingerprint(input, format, path);
  const faults = findPayloadFaults(input.signed_payload, input);
  if (faults.length > 0) {
    fail('validation_error', { details: faults.map((fault) => ({ ...fault, path: path + fault.path })) });
  }
  const signature = Buffer.from(input.signature, 'base64');
  const message = signedPayloadBytes(input.signed_payload);
  const kid = await findSigningKey(generator, message, signature);
  if (kid === undefined) fail('signature_invalid', path === '' ? {} : { path: `${path}signature` });
  return {
    watermarkId: input.watermark_id,
    generatorId: input.generator_id,
    kid,
    model: input.model,
    format,
    exactFormat: input.exact_format ?? null,
    mode: generator.mode,
    contentHash: input.content_hash,
    originalHash: null,
    signature,
    phash: input.phash ?? null,
    textFingerprint,
    label: input.label?.trim() ?? null,
  };
}

function formatOf({ format, exact_format }: Submission, path: string) {
  const exact = allFormats.find(({ name }) => name === exact_format);
  if (exact && format !== undefined && format !== exact.kind) {
    failValidation(
      `${path}exact_format`,
      `is a format of ${exact.kind}, but format is ${format}. Send matching formats`,
    );
  }
  return exact?.kind ?? format;
}

function readTextFingerprint({ text_fingerprint }: Submission, format: MediaKind, path: string) {
  if (text_fingerprint === undefined) return null;
  const field = `${path}text_fingerprint`;
  if (format !== 'text') failValidation(field, `is only for texts, but format is ${format}. Remove it`);
  const packed = Buffer.from(text_fingerprint, 'base64');
  if (packed.toString('base64') !== text_fingerprint) {
    failValidation(field, 'is not valid base64. Send standard base64 with padding');
  }
  const unpacked = unpackText(packed);
  if (typeof unpacked === 'string') failValidation(field, unpacked);
  return unpacked;
}

async function findSigningKey(generator: SigningGenerator, message: Uint8Array, signature: Uint8Array) {
  for (const { kid, publicKey } of generator.keys) {
    if (await verifySignature(publicKey, message, signature)) return kid;
  }
  return undefined;
}

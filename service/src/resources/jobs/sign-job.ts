// The steps of a signing job: make the signed file, store its record, deliver the file.
import { deserialize, serialize } from 'node:v8';
import type { ContentSource, LongRun } from '@content-provenance/engine';
import type { CallingOrganization } from '../../access/caller.ts';
import type { SignedLargeMedia } from '../../adapters/compute-pool/long-tasks.ts';
import { fail } from '../../http/error-catalogue.ts';
import { labelOfFile } from '../records/records.service.ts';
import { type JobFiles, PART_BYTES, type StoredContent } from './job-files.ts';
import { contentOf, type SignedFile, signOptionsOf, sourceOf, targetOf } from './job-options.ts';
import { JobLost } from './job-problems.ts';
import { changeClaimed } from './job-queue.store.ts';
import type { JobRow } from './jobs.store.ts';
import type { JobRun, RunParts } from './run-parts.ts';

/** What the record needs. It is stored next to the signed file. */
interface Outcome {
  readonly kid: string;
  readonly media: SignedLargeMedia;
}

type WithLongRun = <Result>(job: JobRow, run: JobRun, work: (run: LongRun) => Promise<Result>) => Promise<Result>;

export function createSigning(parts: RunParts) {
  const { database, files, longTasks, connections, generators, quota, admission, tokens, inBandLimits } = parts;

  return {
    /** Returns the job with its chosen outcome. From then on, nobody can cancel it. */
    async make(
      job: JobRow,
      organization: CallingOrganization,
      source: ContentSource,
      run: JobRun,
      withLongRun: WithLongRun,
    ): Promise<JobRow> {
      const refusal = await quota.findRefusal(organization);
      if (refusal) throw refusal;
      const { generatorId, model, format, watermark, neural, inBand } = signOptionsOf(job);
      const { supportedFormats, ...key } = await generators.serverKey(organization.orgId, generatorId);
      const sink = files.writeResult(job.job_id, job.attempts);
      const request = {
        ...{ generatorId, model, kind: format, watermark, neural, fileName: fileNameOf(job) },
        watermarkId: job.watermark_id!,
        token: tokens.write(job.record_id!),
        inBand: inBand ? inBandLimits : undefined,
        thumbnail: organization.keepsThumbnails,
      };
      const media = await withLongRun(job, run, (longRun) => longTasks.sign(source, sink, request, key, longRun));
      if (!supportedFormats.includes(media.kind)) {
        fail('format_not_supported', { format: media.kind, supported_formats: supportedFormats });
      }
      const content = await sink.finish();
      const outcome: Outcome = { kid: key.kid, media };
      await files.writeOutcome(job.job_id, job.attempts, serialize(outcome));
      const isUpload = 'file_name' in sourceOf(job);
      const chosen = await database.transaction((transaction) =>
        changeClaimed(transaction, job, {
          outcome_attempt: job.attempts,
          content: JSON.stringify(content),
          result: JSON.stringify(signedFile(media)),
          stored_bytes: content.size + (isUpload ? job.source_size : 0),
        }),
      );
      if (!chosen) throw new JobLost();
      return chosen;
    },

    /**
     * A record that was stored before is found again, and counts once. Resolves with its index in
     * the transparency log.
     */
    async storeRecord(job: JobRow, organization: CallingOrganization): Promise<number | null> {
      const { generatorId, model, label } = signOptionsOf(job);
      const { kid, media } = deserialize(await files.readOutcome(job.job_id, job.outcome_attempt!)) as Outcome;
      const [admitted] = await admission.admit({
        organization,
        actor: job.actor,
        records: [
          {
            recordId: job.record_id!,
            watermarkId: job.watermark_id!,
            generatorId,
            kid,
            model,
            format: media.kind,
            exactFormat: media.exactFormat,
            mode: 'server',
            contentHash: media.signedPayload.content_hash,
            originalHash: media.originalHash,
            signature: media.signature,
            phash: media.perceptualHash,
            landmarks: media.landmarks,
            textFingerprint: media.textFingerprint,
            label: organization.keepsLabels ? (label ?? labelOfFile(fileNameOf(job))) : null,
            thumbnail: media.thumbnail,
          },
        ],
      });
      return admitted!.logIndex;
    },

    async deliver(job: JobRow, signal: AbortSignal): Promise<void> {
      const target = targetOf(job);
      if (!target) return;
      const bucket = await connections.open(job.org_id, target.connection_id);
      const pieces = readPieces(files, job, contentOf(job)!, signal);
      const { size } = contentOf(job)!;
      if (size > PART_BYTES) return bucket.writeParts(target.object, pieces);
      for await (const piece of pieces) await bucket.write(target.object, piece);
    },
  };
}

async function* readPieces(
  files: JobFiles,
  { job_id, outcome_attempt }: JobRow,
  content: StoredContent,
  signal: AbortSignal,
) {
  const source = files.openResult(job_id, outcome_attempt!, content);
  for (let at = 0; at < content.size; at += PART_BYTES) {
    signal.throwIfAborted();
    yield source.read(at, PART_BYTES);
  }
}

function fileNameOf(job: JobRow): string | undefined {
  const source = sourceOf(job);
  return 'file_name' in source ? (source.file_name ?? undefined) : source.object.split('/').at(-1);
}

function signedFile({ kind, exactFormat, mimeType, carries, notes }: SignedLargeMedia): SignedFile {
  return { format: kind, exact_format: exactFormat, mime_type: mimeType, carries: [...carries], notes: [...notes] };
}

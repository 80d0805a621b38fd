// Signing with keys of the service: each file is uploaded, and comes back marked, with its token
// inside.
import { writeFileAtomically } from './atomic-file.ts';
import { readJob, type SignJob, type SignPlan } from './sign-plan.ts';
import { workThrough } from './work-through.ts';

export async function signOnService(plan: SignPlan, jobs: readonly SignJob[]): Promise<void> {
  const { client, generator, model, inBand, watermark, keepManifest, parallel, report } = plan;

  async function sign(job: SignJob): Promise<void> {
    const read = await readJob(plan, job);
    if (!read) return;
    const onProgress = report.progressOf(job.path);
    const signed = await client.sign(
      {
        content: read.content,
        model,
        generatorId: generator,
        inBand,
        watermark,
        ...(keepManifest && { c2pa: 'keep' as const }),
        idempotencyKey: read.name,
      },
      onProgress && { onProgress },
    );
    await writeFileAtomically(job.output, await signed.bytes());
    const { token, recordId, format, notes } = signed;
    report.tell({ file: job.path, status: 'signed', output: job.output, token, record_id: recordId, format, notes });
  }

  const attempt = (job: SignJob) => sign(job).catch((problem: unknown) => report.fail(job.path, problem));
  await workThrough(jobs, parallel, attempt, report.isStopped);
}

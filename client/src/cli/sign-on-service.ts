// Signing with keys of the service: each file is uploaded, and comes back marked, with its token
// inside.
import { deliver, fileNameOf, readJob, type SignJob, type SignPlan } from './sign-plan.ts';
import { workThrough } from './work-through.ts';

export async function signOnService(plan: SignPlan, jobs: readonly SignJob[]): Promise<void> {
  const { client, generator, model, options, label, parallel, report } = plan;

  async function sign(job: SignJob): Promise<void> {
    const read = await readJob(plan, job);
    if (!read) return;
    const onProgress = report.progressOf(job.path);
    const fileName = fileNameOf(job);
    const signed = await client.sign(
      {
        content: read.content,
        model,
        generatorId: generator,
        ...options,
        // Also the label, if the organization keeps labels.
        ...(fileName !== undefined && { fileName }),
        ...(label !== undefined && { label }),
        idempotencyKey: read.name,
      },
      onProgress && { onProgress },
    );
    await deliver(job, await signed.bytes());
    const { token, recordId, format, carries, notes } = signed;
    const outcome = { file: job.path, status: 'signed', output: job.output, token, record_id: recordId } as const;
    report.tell({ ...outcome, format, carries, notes });
  }

  const attempt = (job: SignJob) => sign(job).catch((problem: unknown) => report.fail(job.path, problem));
  await workThrough(jobs, parallel, attempt, report.isStopped);
}

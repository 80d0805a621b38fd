// Signing with your own key: content is marked, hashed and signed on this machine, and stays there.
// Records are uploaded in batches if the plan allows it, otherwise one by one. Then each token is
// added to its file.
import { type Answer, type Body, ServiceError } from '../index.ts';
import type { PreparedContent } from '../node.ts';
import type { SigningKey } from '../signing.ts';
import { deliver, fileNameOf, readJob, type SignJob, type SignPlan } from './sign-plan.ts';
import { workThrough } from './work-through.ts';

interface PreparedJob {
  readonly job: SignJob;
  readonly prepared: PreparedContent;
  readonly record: Body<'POST /v1/records'>;
}

type Stored = Answer<'POST /v1/records'>;

/** Specification, Limits: batch records. Also limits what is in memory meanwhile. */
const mostRecords = 50;
const mostBytes = 64 * 1024 * 1024;

export async function signHere(plan: SignPlan, jobs: readonly SignJob[], key: SigningKey): Promise<void> {
  const { client, generator, model, label, parallel, report } = plan;
  // Strengths are refused with --key.
  const watermark = plan.options.watermark as 'balanced' | 'none' | undefined;
  let batches = true;

  async function prepare(job: SignJob): Promise<PreparedJob | null> {
    const read = await readJob(plan, job);
    if (!read) return null;
    const { prepareContent } = await import('../node.ts');
    const watermarkId = key.deriveId(`watermark ${read.name}`);
    const prepared = await prepareContent(read.content, watermarkId, { fileName: fileNameOf(job), watermark });
    const { contentHash, kind, exactFormat } = prepared;
    const fields = { generatorId: generator, model, contentHash, watermarkId, format: kind, exactFormat };
    const { phash, textFingerprint } = prepared;
    const search = { phash: phash ?? undefined, textFingerprint: textFingerprint ?? undefined };
    const record = await key.signRecord({ ...fields, ...search });
    return { job, prepared, record: { ...record, ...(label !== undefined && { label }) } };
  }

  async function store(group: readonly PreparedJob[]): Promise<void> {
    const stored = batches && group.length > 1 ? await storeTogether(group) : undefined;
    await workThrough([...group.entries()], parallel, async ([place, each]) => {
      try {
        await finish(each, stored?.[place] ?? (await client.records.submit(each.record)));
      } catch (problem) {
        report.fail(each.job.path, problem);
      }
    });
  }

  /** Undefined: one by one, because of the plan or to find out which of them is refused. */
  async function storeTogether(group: readonly PreparedJob[]): Promise<readonly Stored[] | undefined> {
    try {
      return (await client.records.submitBatch({ records: group.map(({ record }) => record) })).results;
    } catch (problem) {
      if (!(problem instanceof ServiceError)) throw problem;
      if (problem.code === 'plan_required' || problem.code === 'email_not_verified') batches = false;
      return undefined;
    }
  }

  async function finish({ job, prepared }: PreparedJob, { token, record_id }: Stored): Promise<void> {
    await deliver(job, prepared.withToken(token));
    const { kind, notes } = prepared;
    const outcome = { file: job.path, status: 'signed', output: job.output, token, record_id } as const;
    report.tell({ ...outcome, format: kind, notes: notes.join(' ') });
  }

  for (const group of groupsOf(jobs)) {
    if (report.isStopped()) return;
    const ready: PreparedJob[] = [];
    for (const job of group) {
      const prepared = await prepare(job).catch((problem: unknown) => report.fail(job.path, problem));
      if (prepared) ready.push(prepared);
    }
    await store(ready);
  }
}

function groupsOf(jobs: readonly SignJob[]): SignJob[][] {
  const groups: SignJob[][] = [];
  let bytes = mostBytes;
  for (const job of jobs) {
    const last = groups.at(-1);
    if (last && last.length < mostRecords && bytes + job.bytes <= mostBytes) last.push(job);
    else {
      groups.push([job]);
      bytes = 0;
    }
    bytes += job.bytes;
  }
  return groups;
}

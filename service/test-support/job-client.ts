// A caller of /v1/jobs in tests: creates a job, sends its parts, waits for its end.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

export interface JobBody {
  readonly job_id: string;
  readonly kind: string;
  readonly state: string;
  readonly progress: number;
  readonly upload: { part_bytes: number; part_count: number; received: number[] } | null;
  readonly error: { code: string; message: string } | null;
  readonly signed: {
    record_id: string;
    token: string;
    size: number;
    sha256: string;
    mime_type: string;
    carries: string[];
  } | null;
  readonly verification?: { authentic: boolean; provenance: { record_id: string } | null };
  readonly finished_at: string | null;
}

const finalStates = ['succeeded', 'failed', 'canceled'];
/** On a machine that many others use. */
const patienceMilliseconds = 120_000;

export type JobClient = ReturnType<typeof createJobClient>;

export function createJobClient(urlOf: () => string, key: string) {
  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const isBytes = body instanceof Uint8Array;
    const response = await fetch(new URL(path, urlOf()), {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      body: JSON.parse(isJson ? `${bytes}` : '{}'),
    };
  }

  async function create(kind: 'sign' | 'verify', fields: object): Promise<JobBody> {
    const { status, body } = await call('POST', `/v1/jobs/${kind}`, fields);
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  }

  async function sendParts({ job_id, upload }: JobBody, content: Uint8Array, numbers?: readonly number[]) {
    const { part_bytes, part_count } = upload!;
    for (const number of numbers ?? Array.from({ length: part_count }, (_, index) => index + 1)) {
      const part = content.subarray((number - 1) * part_bytes, number * part_bytes);
      const { status, body } = await call('PUT', `/v1/jobs/${job_id}/parts/${number}`, part);
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(body, { number, sha256: hash('sha256', part) });
    }
  }

  async function get(jobId: string): Promise<JobBody> {
    const { status, body } = await call('GET', `/v1/jobs/${jobId}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  async function until(jobId: string, isWanted: (job: JobBody) => boolean): Promise<JobBody> {
    for (const end = performance.now() + patienceMilliseconds; performance.now() < end; ) {
      const job = await get(jobId);
      if (isWanted(job)) return job;
      await pause(50);
    }
    return assert.fail(`The job did not get there: ${JSON.stringify(await get(jobId))}`);
  }

  const untilEnded = (jobId: string) => until(jobId, ({ state }) => finalStates.includes(state));

  /** Creates a job for an upload, sends it and starts the job. */
  async function submit(kind: 'sign' | 'verify', fields: object, content: Uint8Array): Promise<string> {
    const job = await create(kind, { ...fields, source: { upload: { size: content.length } } });
    await sendParts(job, content);
    const { status, body } = await call('POST', `/v1/jobs/${job.job_id}/start`);
    assert.equal(status, 200, JSON.stringify(body));
    return job.job_id;
  }

  return {
    call,
    create,
    sendParts,
    get,
    until,
    untilEnded,
    submit,
    async download(jobId: string, headers: Record<string, string> = {}) {
      return call('GET', `/v1/jobs/${jobId}/content`, undefined, headers);
    },
  };
}

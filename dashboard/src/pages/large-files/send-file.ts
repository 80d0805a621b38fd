// Sends the parts of a file that the service does not have, three at once, then starts the job.
import type { ServiceError } from '@content-provenance/client';
import { client } from '../../api/client.ts';
import type { Job } from '../../api/jobs-queries.ts';
import { largeFilesTexts as texts } from '../../texts/large-files.ts';
import { keepTrying } from './keep-trying.ts';
import { sendPart } from './send-part.ts';

export interface FileSending {
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
  /** The connection is lost, or the service is busy. It continues by itself. */
  readonly onPause: (problem: ServiceError) => void;
}

const partsAtOnce = 3;

export class FileUnreadable extends Error {
  constructor() {
    super(texts.upload.fileChanged);
  }
}

/** received: the parts that the service has. */
export async function sendFile(job: Job, file: File, received: readonly number[], options: FileSending): Promise<void> {
  const { signal, onProgress } = options;
  const { part_bytes: partBytes, part_count: partCount } = job.upload!;
  const sizeOf = (number: number) => Math.min(partBytes, file.size - (number - 1) * partBytes);
  const sent = new Map(received.map((number) => [number, sizeOf(number)]));
  const missing = Array.from({ length: partCount }, (_, index) => index + 1).filter((number) => !sent.has(number));
  const tell = (number: number, bytes: number) => {
    sent.set(number, Math.min(bytes, sizeOf(number)));
    onProgress([...sent.values()].reduce((sum, each) => sum + each, 0) / file.size);
  };
  // The failure of one part ends the others.
  const end = new AbortController();
  const abort = () => end.abort(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', abort);
  const onPause = async (problem: ServiceError) => {
    // A file that changed on the disk looks like a lost connection.
    if (problem.status === 0) await expectReadable(file);
    options.onPause(problem);
  };
  const sendNext = async (): Promise<void> => {
    for (let number = missing.shift(); number !== undefined; number = missing.shift()) {
      const current = number;
      const bytes = file.slice((current - 1) * partBytes, current * partBytes);
      const onSent = (count: number) => tell(current, count);
      const send = () => sendPart({ jobId: job.job_id, number: current, bytes }, { signal: end.signal, onSent });
      await keepTrying(send, { signal: end.signal, onPause });
      tell(current, bytes.size);
    }
  };
  try {
    await Promise.all(Array.from({ length: partsAtOnce }, sendNext));
    // Sends nothing any more, if the service has all parts.
    await keepTrying(() => client.jobs.resume(job.job_id, file, { signal }), { signal, onPause });
  } catch (problem) {
    end.abort(problem);
    throw problem;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function expectReadable(file: File): Promise<void> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new FileUnreadable();
    });
}

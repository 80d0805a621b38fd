// Signs uploads in the two lanes. Small texts take less than a millisecond each, so several share
// a task and its messages. Every other upload is a task by itself. Each upload has its own outcome:
// if a task with several uploads breaks, the service signs each of them again alone.
import { detectFormat, type SignedMedia, type Signer, type SignRequest } from '@content-provenance/engine';
import { CustodyUnavailable } from '../key-custody/custodian.ts';
import type { Lane } from './lane.ts';
import { mostLightBytes } from './light-work.ts';
import type { MessageToSign, SigningOutcome } from './recipes.ts';
import { ContentRefused, PoolBusy } from './work-problems.ts';

export interface UploadToSign {
  readonly bytes: Uint8Array;
  readonly request: SignRequest;
  readonly signer: Signer;
}

export interface SigningParts {
  readonly light: Lane;
  readonly heavy: Lane;
  millisecondsFor(request: SignRequest): number;
}

/** In a task, so that it is short and a batch of 100 uses every process. */
const mostTexts = 50;
/** In one task, because an HSM or a KMS takes only so many calls at a time. */
const signaturesAtOnce = 8;
/** For one call, because a batch shares the pool with all other callers. */
const tasksAtOnce = 4;

interface SigningTask {
  readonly lane: Lane;
  readonly uploads: UploadToSign[];
  /** Where in the input they are. */
  readonly places: number[];
}

/** The results are in the order of the uploads. */
export async function signUploads(
  parts: SigningParts,
  uploads: readonly UploadToSign[],
  caller: string,
): Promise<PromiseSettledResult<SignedMedia>[]> {
  const results = new Array<PromiseSettledResult<SignedMedia>>(uploads.length);

  async function work(task: SigningTask): Promise<void> {
    try {
      const outcomes = await signTogether(task, parts.millisecondsFor(task.uploads[0]!.request), caller);
      for (const [index, place] of task.places.entries()) results[place] = settle(outcomes[index]!);
    } catch (reason) {
      if (task.places.length === 1 || reason instanceof PoolBusy || reason instanceof CustodyUnavailable) {
        for (const place of task.places) results[place] = { status: 'rejected', reason };
        return;
      }
      for (const [index, place] of task.places.entries()) {
        await work({ lane: task.lane, uploads: [task.uploads[index]!], places: [place] });
      }
    }
  }

  const line = tasksOf(uploads, parts).values();
  const workers = Array.from({ length: tasksAtOnce }, async () => {
    for (const task of line) await work(task);
  });
  await Promise.all(workers);
  return results;
}

function tasksOf(uploads: readonly UploadToSign[], { light, heavy }: SigningParts): SigningTask[] {
  const tasks: SigningTask[] = [];
  let texts: SigningTask | undefined;
  let size = 0;
  for (const [place, upload] of uploads.entries()) {
    const { length } = upload.bytes;
    if (length > mostLightBytes || isMarkedSlowly(upload.bytes)) {
      tasks.push({ lane: heavy, uploads: [upload], places: [place] });
      continue;
    }
    size += length;
    if (!texts || texts.uploads.length === mostTexts || size > mostLightBytes) {
      texts = { lane: light, uploads: [], places: [] };
      tasks.push(texts);
      size = length;
    }
    texts.uploads.push(upload);
    texts.places.push(place);
  }
  return tasks;
}

async function signTogether(
  { lane, uploads }: SigningTask,
  milliseconds: number,
  caller: string,
): Promise<readonly SigningOutcome[]> {
  const task = { recipe: 'sign', uploads: uploads.map(({ bytes, request }) => ({ bytes, request })) } as const;
  const ports = {
    async signMessages(messages: readonly MessageToSign[]) {
      const signatures: Uint8Array[] = [];
      for (let at = 0; at < messages.length; at += signaturesAtOnce) {
        const some = messages.slice(at, at + signaturesAtOnce);
        signatures.push(...(await Promise.all(some.map(({ place, message }) => uploads[place]!.signer.sign(message)))));
      }
      return signatures;
    },
  };
  return (await lane.run<SigningOutcome[]>(task, ports, milliseconds, caller))!.result;
}

function settle(outcome: SigningOutcome): PromiseSettledResult<SignedMedia> {
  if ('refused' in outcome) return { status: 'rejected', reason: new ContentRefused(outcome.refused) };
  return { status: 'fulfilled', value: outcome.media };
}

function isMarkedSlowly(bytes: Uint8Array): boolean {
  const kind = detectFormat(bytes)?.kind;
  return kind !== undefined && kind !== 'text';
}

// One recipe of the engine on one upload, or on several that are signed together, and its outcome.
// The service serves the recipe's ports. The networks and the decoder, which see the content
// itself, belong to this process.
import {
  type ContentSource,
  createDecoder,
  embedManifest,
  examineNetworks,
  hasCode,
  isRefusal,
  type LongRun,
  openNetworks,
  openSoundNetworks,
  readStoreAlone,
  sign,
  signLargeFile,
  verify,
  verifyLargeFile,
} from '@content-provenance/engine';
import { openDecoderProcess } from '../../media-decoder/decoder-process.ts';
import type { LongTaskPorts } from '../long-tasks.ts';
import type { Equipment, LongTask, SigningOutcome, Task, TaskOutcome, UploadRequest } from '../recipes.ts';
import { gatherMessages } from './gather-messages.ts';

type WorkingTask = Exclude<Task, { readonly recipe: 'ping' }>;

export function createRecipes(
  { decoderMemory, neural, accelerator }: Equipment,
  portsWith: (own: Record<string, unknown>) => object,
) {
  const own = {
    decoder: decoderMemory === null ? undefined : createDecoder(() => openDecoderProcess(decoderMemory)),
    // Set even if there is none, because properties that the ports lack are requested from the
    // service.
    networks: neural ? openNetworks(undefined, accelerator) : undefined,
    soundNetworks: neural ? openSoundNetworks(undefined, accelerator) : undefined,
  };
  const ports = portsWith(own) as never;

  /** All at the same time, so that their messages are signed together. */
  function signAll(uploads: readonly UploadRequest[]): Promise<SigningOutcome[]> {
    const signMessage = gatherMessages(ports);
    return Promise.all(
      uploads.map(({ bytes, request }, place) =>
        sign(bytes, request, { ...own, sign: (message) => signMessage({ place, message }) }).then(
          (media) => ({ media }),
          orRefused,
        ),
      ),
    );
  }

  const longPorts = portsWith({}) as LongTaskPorts;
  const sink = { write: (bytes: Uint8Array) => longPorts.writeResult(bytes) };

  function sourceOf({ size }: LongTask): ContentSource {
    return { size, read: (offset, length) => longPorts.readSource(offset, length) };
  }

  function runOf({ workFolder }: LongTask): LongRun {
    return {
      checkpoints: {
        load: (name) => longPorts.loadCheckpoint(name),
        save: (name, bytes) => longPorts.saveCheckpoint(name, bytes),
      },
      onProgress: (fraction) => void longPorts.reportProgress(fraction).catch(() => undefined),
      // The service stops the work with the process.
      signal: new AbortController().signal,
      workFolder,
    };
  }

  function run(task: WorkingTask): Promise<unknown> {
    switch (task.recipe) {
      case 'sign':
        return signAll(task.uploads);
      case 'verify':
        return verify(task.bytes, task.request, ports);
      case 'embed':
        return embedManifest(task.bytes, task.request, ports);
      case 'read-store':
        return readStoreAlone(task.bytes, task.request, ports);
      case 'sign-large':
        return signLargeFile(sourceOf(task), sink, task.request, ports, runOf(task));
      case 'verify-large':
        return verifyLargeFile(sourceOf(task), task.request, ports, runOf(task));
      case 'examine':
        return examineNetworks(task.medium);
    }
  }

  return async (task: WorkingTask): Promise<TaskOutcome> => {
    try {
      return { result: await run(task) };
    } catch (problem) {
      if (hasCode(problem, 'search_needed')) return { searchNeeded: true };
      if (isRefusal(problem)) return { refused: problem.message };
      if (hasCode(problem, 'interrupted') || isOutOfMemory(problem)) return { interrupted: inWords(problem as Error) };
      return { failed: problem as Error };
    }
  };
}

function orRefused(problem: unknown): SigningOutcome {
  if (isRefusal(problem)) return { refused: problem.message };
  throw problem;
}

/** In the words of V8, of an array buffer and of the memory of WebAssembly. */
function isOutOfMemory(problem: unknown): boolean {
  return problem instanceof RangeError && /allocat|unable to grow/i.test(problem.message);
}

/** For the log. */
function inWords({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} ${cause.message}` : message;
}

// One recipe of the engine on one upload, and its outcome. The service serves the recipe's ports.
// The networks and the decoder, which see the content itself, belong to this process.
import {
  createDecoder,
  embedManifest,
  examineNetworks,
  hasCode,
  isRefusal,
  openNetworks,
  openSoundNetworks,
  readStoreAlone,
  sign,
  verify,
} from '@content-provenance/engine';
import { openDecoderProcess } from '../../media-decoder/decoder-process.ts';
import type { Equipment, Task, TaskOutcome } from '../recipes.ts';

type WorkingTask = Exclude<Task, { readonly recipe: 'ping' }>;

export function createRecipes(
  { decoderMemory, neural, accelerator }: Equipment,
  portsWith: (own: Record<string, unknown>) => object,
) {
  const ports = portsWith({
    decoder: decoderMemory === null ? undefined : createDecoder(() => openDecoderProcess(decoderMemory)),
    // Set even if there is none, because properties that the ports lack are requested from the
    // service.
    networks: neural ? openNetworks(undefined, accelerator) : undefined,
    soundNetworks: neural ? openSoundNetworks(undefined, accelerator) : undefined,
  }) as never;

  function run(task: WorkingTask): Promise<unknown> {
    switch (task.recipe) {
      case 'sign':
        return sign(task.bytes, task.request, ports);
      case 'verify':
        return verify(task.bytes, task.request, ports);
      case 'embed':
        return embedManifest(task.bytes, task.request, ports);
      case 'read-store':
        return readStoreAlone(task.bytes, task.request, ports);
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

/** In the words of V8, of an array buffer and of the memory of WebAssembly. */
function isOutOfMemory(problem: unknown): boolean {
  return problem instanceof RangeError && /allocat|unable to grow/i.test(problem.message);
}

/** For the log. */
function inWords({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} ${cause.message}` : message;
}

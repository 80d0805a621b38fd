// Files on their way to the service and what became of each: sent two at a time, progress told, newest first. The list lives
// as long as whoever made it: a page, or the tab.
import { ServiceError, type UploadOptions } from '@content-provenance/client';
import { useSyncExternalStore } from 'react';
import { sentenceOf } from '../components/states.tsx';
import { componentTexts } from '../texts/components.ts';

export type Progress<Result> =
  | { readonly step: 'waiting' }
  | {
      readonly step: 'uploading';
      readonly fraction: number;
      /** Left out until enough was sent to tell. */
      readonly secondsLeft?: number;
    }
  /** Sent whole; the service is at work. */
  | { readonly step: 'working' }
  | { readonly step: 'done'; readonly result: Result }
  | {
      readonly step: 'failed';
      readonly words: string;
      /** Whether another try may go better. */
      readonly mayRetry: boolean;
      /** Whether another plan would help. */
      readonly needsPlan?: boolean;
    };

export interface NamedContent {
  readonly name: string;
  readonly content: Blob;
}

export interface Upload<Task, Result> {
  readonly id: number;
  readonly task: Task;
  readonly progress: Progress<Result>;
}

type Send<Task, Result> = (task: Task, options: UploadOptions) => Promise<Result>;

const atOnce = 2;
/** Before that the line may still be getting up to speed. */
const tellingMilliseconds = 2_000;

/** Megabytes. Files above `most` are not sent. */
export function createUploadList<Task extends NamedContent, Result>(most: number, send: Send<Task, Result>) {
  let list: readonly Upload<Task, Result>[] = [];
  let count = 0;
  const abandon = new Map<number, AbortController>();
  const listeners = new Set<() => void>();

  function set(changed: readonly Upload<Task, Result>[]): void {
    list = changed;
    for (const listener of listeners) listener();
  }

  function tell(id: number, progress: Progress<Result>): void {
    set(list.map((each) => (each.id === id ? { ...each, progress } : each)));
  }

  function sendNext(): void {
    const busy = list.filter(({ progress: { step } }) => step === 'uploading' || step === 'working').length;
    const next = list.findLast(({ progress }) => progress.step === 'waiting');
    if (next && busy < atOnce) void carry(next).finally(sendNext);
    if (next && busy + 1 < atOnce) sendNext();
  }

  async function carry({ id, task }: Upload<Task, Result>): Promise<void> {
    tell(id, { step: 'uploading', fraction: 0 });
    const started = performance.now();
    const controller = new AbortController();
    abandon.set(id, controller);
    const onProgress = (fraction: number) => {
      if (fraction >= 1) return tell(id, { step: 'working' });
      const passed = performance.now() - started;
      const left = (passed * (1 - fraction)) / fraction / 1_000;
      tell(id, { step: 'uploading', fraction, ...(passed > tellingMilliseconds && { secondsLeft: left }) });
    };
    try {
      const result = await send(task, { onProgress, signal: controller.signal });
      tell(id, { step: 'done', result });
    } catch (error) {
      const status = error instanceof ServiceError ? error.status : 0;
      // The same bytes will be refused again.
      const mayRetry = status !== 400 && status !== 413;
      tell(id, { step: 'failed', words: sentenceOf(error as Error), mayRetry, needsPlan: status === 402 });
    } finally {
      abandon.delete(id);
    }
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    use: () => useSyncExternalStore(subscribe, () => list),
    add(tasks: readonly Task[]): void {
      const added = tasks.map((task): Upload<Task, Result> => {
        const isTooLarge = task.content.size > most * 1024 * 1024;
        const refusal = { step: 'failed', words: componentTexts.tooLarge(most), mayRetry: false } as const;
        return { id: ++count, task, progress: isTooLarge ? refusal : { step: 'waiting' } };
      });
      set([...added.toReversed(), ...list]);
      sendNext();
    },
    retry(id: number): void {
      tell(id, { step: 'waiting' });
      sendNext();
    },
    /** Takes it off the list, whether it was under way or not. */
    cancel(id: number): void {
      set(list.filter((each) => each.id !== id));
      abandon.get(id)?.abort();
    },
    clear: () => set([]),
  };
}

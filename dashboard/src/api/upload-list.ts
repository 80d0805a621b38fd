// Uploads to the service and their results: sent two at a time, in the order of selection. If a
// limit is used up or the service is busy, the list waits and continues automatically. The newest
// selection comes first in the list.
import { ServiceError, type UploadOptions } from '@content-provenance/client';
import { useSyncExternalStore } from 'react';
import { sentenceOf } from '../components/states.tsx';
import { componentTexts } from '../texts/components.ts';

export type Progress<Result> =
  | { readonly step: 'waiting' }
  | {
      readonly step: 'uploading';
      readonly fraction: number;
      /** Absent until enough was sent to tell. */
      readonly secondsLeft?: number;
    }
  /** Sent completely. The service is processing it. */
  | { readonly step: 'working' }
  | { readonly step: 'done'; readonly result: Result }
  | {
      readonly step: 'failed';
      readonly words: string;
      /** Whether another try can succeed. */
      readonly mayRetry: boolean;
      /** Above the limit of a request. */
      readonly isTooLarge?: boolean;
      /** Whether another plan would help. */
      readonly needsPlan?: boolean;
    };

export interface NamedContent {
  readonly name: string;
  readonly content: Blob;
}

/** `content` is null for a file of an earlier visit, of which only the result is known. */
type Listed = Omit<NamedContent, 'content'> & { readonly content: Blob | null };

export interface Upload<Task, Result> {
  readonly id: number;
  readonly task: Task;
  readonly progress: Progress<Result>;
}

/** Why and until when nothing is sent. */
export interface Pause {
  readonly reason: 'limit' | 'busy';
  /** Milliseconds since 1970. */
  readonly until: number;
}

type Send<Task, Result> = (task: Task, options: UploadOptions) => Promise<Result>;

const atOnce = 2;
/** If the service does not say how long. */
const usualPauseSeconds = 5;
/** How often a busy service gets a file again, after the others: the file can be the reason. */
const mostBusyAnswers = 3;
/** Before that, the connection is possibly still getting faster. */
const tellingMilliseconds = 2_000;

/** In MB. Files above `most` are not sent. */
export function createUploadList<Task extends Listed, Result>(
  most: number,
  send: Send<Task, Result>,
  earlier: readonly Upload<Task, Result>[] = [],
) {
  let list = earlier;
  let count = Math.max(0, ...earlier.map(({ id }) => id));
  let paused: Pause | null = null;
  const busyAnswers = new Map<number, number>();
  const abandon = new Map<number, AbortController>();
  const listeners = new Set<() => void>();

  function set(changed: readonly Upload<Task, Result>[]): void {
    list = changed;
    for (const listener of listeners) listener();
  }

  function tell(id: number, progress: Progress<Result>): void {
    set(list.map((each) => (each.id === id ? { ...each, progress } : each)));
  }

  /** Two can be refused at once. The longer pause counts. */
  function pause(reason: Pause['reason'], seconds: number): void {
    const until = Date.now() + seconds * 1_000;
    if (paused && paused.until >= until) return;
    paused = { reason, until };
    setTimeout(() => {
      if (paused?.until !== until) return;
      paused = null;
      set([...list]);
      sendNext();
    }, seconds * 1_000);
  }

  function sendNext(): void {
    if (paused) return;
    const busy = list.filter(({ progress: { step } }) => step === 'uploading' || step === 'working').length;
    const tries = ({ id }: Upload<Task, Result>) => busyAnswers.get(id) ?? 0;
    const [next] = list
      .filter(({ progress }) => progress.step === 'waiting')
      .sort((left, right) => tries(left) - tries(right) || left.id - right.id);
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
      const reason = reasonToWait(id, error);
      if (reason) {
        pause(reason, (error as ServiceError).retryAfter ?? usualPauseSeconds);
        return tell(id, { step: 'waiting' });
      }
      const status = error instanceof ServiceError ? error.status : 0;
      // The same bytes will be refused again.
      const mayRetry = status !== 400 && status !== 413;
      tell(id, { step: 'failed', words: sentenceOf(error as Error), mayRetry, needsPlan: status === 402 });
    } finally {
      abandon.delete(id);
    }
  }

  function reasonToWait(id: number, error: unknown): Pause['reason'] | undefined {
    if (!(error instanceof ServiceError)) return undefined;
    if (error.code === 'rate_limited') return 'limit';
    const count = (busyAnswers.get(id) ?? 0) + 1;
    if (error.status !== 503 || count > mostBusyAnswers) return undefined;
    busyAnswers.set(id, count);
    return 'busy';
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    use: () => useSyncExternalStore(subscribe, () => list),
    usePause: () => useSyncExternalStore(subscribe, () => paused),
    subscribe,
    read: () => list,
    add(tasks: readonly Task[]): number[] {
      const added = tasks.map((task): Upload<Task, Result> => {
        const isTooLarge = (task.content?.size ?? 0) > most * 1024 * 1024;
        const refusal = {
          step: 'failed',
          words: componentTexts.tooLarge(most),
          mayRetry: false,
          isTooLarge: true,
        } as const;
        return { id: ++count, task, progress: isTooLarge ? refusal : { step: 'waiting' } };
      });
      set([...added, ...list]);
      sendNext();
      return added.map(({ id }) => id);
    },
    retry(id: number): void {
      busyAnswers.delete(id);
      tell(id, { step: 'waiting' });
      sendNext();
    },
    /** Removes it from the list, in progress or not. */
    cancel(id: number): void {
      set(list.filter((each) => each.id !== id));
      abandon.get(id)?.abort();
    },
    /** Removes everything that is not sent yet. */
    cancelWaiting: () => set(list.filter(({ progress }) => progress.step !== 'waiting')),
    clear: () => set([]),
  };
}

// Spans that wait for the collector. The queue has a limit: a collector that is slow or away costs
// spans, never a request and never memory. What was dropped is counted.
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from './collector.ts';
import type { EndedSpan } from './span.ts';

export interface SpanQueueOptions {
  send(spans: readonly EndedSpan[], ending: AbortSignal): Promise<Outcome>;
  /** Called with the number of spans. */
  onTaken(count: number): void;
  onDropped(count: number, reason: string): void;
  readonly limits?: SpanQueueLimits;
}

export interface SpanQueueLimits {
  readonly mostWaiting: number;
  readonly batch: number;
  readonly everyMilliseconds: number;
  readonly attempts: number;
  readonly firstPauseMilliseconds: number;
  readonly longestPauseMilliseconds: number;
  /** For everything that a stop still sends. */
  readonly stopMilliseconds: number;
}

/** The first three are the defaults of OpenTelemetry (OTEL_BSP_*). */
export const usualLimits: SpanQueueLimits = {
  mostWaiting: 2_048,
  batch: 512,
  everyMilliseconds: 5_000,
  attempts: 5,
  firstPauseMilliseconds: 1_000,
  longestPauseMilliseconds: 30_000,
  stopMilliseconds: 3_000,
};

export type SpanQueue = ReturnType<typeof createSpanQueue>;

export function createSpanQueue({ send, onTaken, onDropped, limits = usualLimits }: SpanQueueOptions) {
  const { mostWaiting, batch, everyMilliseconds, attempts, firstPauseMilliseconds, longestPauseMilliseconds } = limits;
  const waiting: EndedSpan[] = [];
  const stopping = new AbortController();
  const ending = new AbortController();
  let sending: Promise<void> | undefined;
  const timer = setInterval(() => void flush(), everyMilliseconds).unref();

  function flush(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0 && !ending.signal.aborted) await sendBatch(waiting.splice(0, batch));
  }

  /** Never fails: a span that cannot be encoded costs its batch. */
  async function trySend(spans: readonly EndedSpan[]): Promise<Outcome> {
    try {
      return await send(spans, ending.signal);
    } catch (problem) {
      return { kind: 'refused', reason: (problem as Error).message };
    }
  }

  async function sendBatch(spans: readonly EndedSpan[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await trySend(spans);
      if (outcome.kind === 'taken') return onTaken(spans.length);
      const isLast = attempt >= attempts || stopping.signal.aborted;
      if (outcome.kind === 'refused' || isLast) return onDropped(spans.length, outcome.reason);
      // With a random part, so that the nodes do not return to a collector at the same moment.
      const wished = outcome.pauseMilliseconds ?? firstPauseMilliseconds * 2 ** (attempt - 1) * (0.5 + Math.random());
      const bounded = Math.min(wished, longestPauseMilliseconds);
      await pause(bounded, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  return {
    record(span: EndedSpan): void {
      if (waiting.length < mostWaiting) waiting.push(span);
      else onDropped(1, 'the queue is full');
      if (waiting.length >= batch) void flush();
    },

    get waiting(): number {
      return waiting.length;
    },

    /** Sends what waits, within its time limit. */
    async stop(): Promise<void> {
      clearInterval(timer);
      const limit = setTimeout(() => ending.abort(), limits.stopMilliseconds);
      stopping.abort();
      // The batch in progress, then what came after it.
      await sending;
      await flush();
      clearTimeout(limit);
      if (waiting.length > 0) onDropped(waiting.splice(0).length, 'the service stopped');
    },
  };
}

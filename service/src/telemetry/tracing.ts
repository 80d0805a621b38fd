// Traces: which span the current work belongs to. Code that does a step worth seeing calls `inSpan`
// and needs no tracer. Without a sampled trace, `inSpan` only calls the work.
import { AsyncLocalStorage } from 'node:async_hooks';
import { type RecordSpan, Span, type SpanEnd, type SpanOptions } from './span.ts';
import { newTraceId, type TraceContext, traceparentOf } from './trace-context.ts';

const current = new AsyncLocalStorage<Span | undefined>();

export interface SamplerOptions {
  /** The share of traces that is recorded, from 0 to 1. */
  readonly ratio: number;
  /** Whether the flag of the caller decides, if there is one. */
  readonly followsParent: boolean;
}

export interface Tracer {
  /** A span at the edge of this process, under the span of a caller if there is one. */
  start(name: string, parent: TraceContext | undefined, options?: SpanOptions): Span;
}

/** 52 bits, which fit into a number exactly. */
const idDigits = 13;

export function createTracer({ ratio, followsParent }: SamplerOptions, record: RecordSpan): Tracer {
  // All services that see a trace decide the same, because they compare the same id.
  const isChosen = (traceId: string) => Number.parseInt(traceId.slice(-idDigits), 16) < ratio * 16 ** idDigits;
  return {
    start(name, parent, options) {
      const { traceId = newTraceId(), spanId: parentId, traceState = '' } = parent ?? {};
      const sampled = parent && followsParent ? parent.sampled : isChosen(traceId);
      return new Span(record, name, { traceId, parentId, sampled, traceState }, options);
    },
  };
}

export function currentSpan(): Span | undefined {
  return current.getStore();
}

/** Undefined: outside of any trace. */
export function runIn<Result>(span: Span | undefined, work: () => Result): Result {
  return current.run(span, work);
}

/**
 * Runs the work as one step of the current trace. `describe` says what the result adds to the
 * span.
 */
export function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
  describe?: (result: Result) => SpanEnd,
): Promise<Result> {
  const parent = current.getStore();
  return parent?.sampled ? runAndEnd(parent.child(name, options), work, describe) : work();
}

/**
 * Ends the span with the work. An error is named by its class, because its text can quote input.
 */
export async function runAndEnd<Result>(
  span: Span,
  work: () => Promise<Result>,
  describe?: (result: Result) => SpanEnd,
): Promise<Result> {
  try {
    const result = await current.run(span, work);
    span.end(describe?.(result));
    return result;
  } catch (problem) {
    span.end({ errorType: (problem as Error)?.constructor?.name ?? 'Error' });
    throw problem;
  }
}

/**
 * The header for a receiver that takes part in the trace. Without tracestate, which contains what
 * others added to the trace.
 */
export function traceHeaders(): { readonly traceparent?: string } {
  const span = current.getStore();
  return span ? { traceparent: traceparentOf(span) } : {};
}

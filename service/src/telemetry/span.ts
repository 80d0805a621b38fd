// One step of a trace: its name, its times, its parent, and what it is safe to say about it. A span
// never has content, personal data, secrets, addresses of callers or query strings.
import { newSpanId, type TraceContext } from './trace-context.ts';

export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[]>>;
export type SpanKind = 'internal' | 'server' | 'client';

/** A span that has ended, as plain data: it can come from a compute process. */
export interface EndedSpan extends TraceContext {
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  /** Milliseconds since 1970, with fractions. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Attributes;
  /** What went wrong, in one word, such as the code of the error. */
  readonly errorType: string | undefined;
  /** Spans of other traces that share this work. */
  readonly links: readonly TraceContext[];
}

export type RecordSpan = (span: EndedSpan) => void;

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  readonly links?: readonly TraceContext[];
}

/** What is known only at the end. */
export interface SpanEnd {
  /** Left out: the name from the start. */
  readonly name?: string;
  readonly attributes?: Attributes;
  readonly errorType?: string | undefined;
}

interface Origin {
  readonly traceId: string;
  readonly parentId?: string | undefined;
  readonly sampled: boolean;
  readonly traceState: string;
  /** Left out: the clock is read now. */
  readonly clock?: number;
}

const mostAdopted = 16;

export class Span implements TraceContext {
  readonly traceId: string;
  readonly sampled: boolean;
  readonly traceState: string;
  readonly #parentId: string | undefined;
  readonly #name: string;
  readonly #options: SpanOptions;
  readonly #record: RecordSpan;
  /**
   * The wall clock when the first span started, less performance.now(). All spans of a trace in
   * this process share it, so a jump of the wall clock moves none of them.
   */
  readonly #clock: number;
  readonly #start: number;
  #spanId: string | undefined;

  constructor(record: RecordSpan, name: string, origin: Origin, options: SpanOptions = {}) {
    this.#record = record;
    this.#name = name;
    this.#options = options;
    this.#parentId = origin.parentId;
    this.traceId = origin.traceId;
    this.sampled = origin.sampled;
    this.traceState = origin.traceState;
    this.#start = origin.sampled ? performance.now() : 0;
    this.#clock = origin.clock ?? (origin.sampled ? Date.now() - this.#start : 0);
  }

  /** Most spans are not sampled, and their ids are never needed. */
  get spanId(): string {
    this.#spanId ??= newSpanId();
    return this.#spanId;
  }

  child(name: string, options?: SpanOptions): Span {
    const { traceId, spanId: parentId, sampled, traceState } = this;
    return new Span(this.#record, name, { traceId, parentId, sampled, traceState, clock: this.#clock }, options);
  }

  /** Spans of the same trace that ended in another process: only a few, as it can be broken. */
  adopt(spans: readonly EndedSpan[]): void {
    for (const span of spans.slice(0, mostAdopted)) if (span.traceId === this.traceId) this.#record(span);
  }

  end({ name = this.#name, attributes, errorType }: SpanEnd = {}): void {
    if (!this.sampled) return;
    const { traceId, spanId, sampled, traceState } = this;
    const { kind = 'internal', links = [] } = this.#options;
    this.#record({
      traceId,
      spanId,
      sampled,
      traceState,
      parentId: this.#parentId,
      name,
      kind,
      start: this.#clock + this.#start,
      end: this.#clock + performance.now(),
      attributes: { ...this.#options.attributes, ...attributes },
      errorType,
      links,
    });
  }
}

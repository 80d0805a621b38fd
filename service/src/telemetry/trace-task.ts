// A step of a trace in another process: the spans are collected and go back with the result.
import type { EndedSpan } from './span.ts';
import { readTraceContext } from './trace-context.ts';
import { createTracer, runAndEnd } from './tracing.ts';

export async function traceTask<Result>(
  name: string,
  traceparent: string | undefined,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly spans: readonly EndedSpan[] }> {
  const parent = readTraceContext(traceparent);
  if (!parent) return { result: await work(), spans: [] };
  const spans: EndedSpan[] = [];
  const tracer = createTracer({ ratio: 0, followsParent: true }, (span) => void spans.push(span));
  const result = await runAndEnd(tracer.start(`recipe ${name}`, parent), work);
  return { result, spans };
}

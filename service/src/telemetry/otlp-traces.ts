// Spans in the JSON form of OTLP (opentelemetry-proto, ExportTraceServiceRequest).
import type { Attributes, EndedSpan, SpanKind } from './span.ts';

/** SpanKind and StatusCode of opentelemetry-proto. */
const kinds: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 };
const statusError = 2;
/** The lowest byte of flags is that of traceparent. */
const sampledFlag = 1;

export function encodeSpans(resource: Attributes, scope: OtlpScope, spans: readonly EndedSpan[]): object {
  return {
    resourceSpans: [
      { resource: { attributes: encodeAttributes(resource) }, scopeSpans: [{ scope, spans: spans.map(encodeSpan) }] },
    ],
  };
}

export interface OtlpScope {
  readonly name: string;
  readonly version: string;
}

function encodeSpan({ traceId, spanId, parentId, traceState, name, kind, start, end, ...rest }: EndedSpan): object {
  const { attributes, errorType, links } = rest;
  return {
    traceId,
    spanId,
    ...(traceState !== '' && { traceState }),
    ...(parentId !== undefined && { parentSpanId: parentId }),
    flags: sampledFlag,
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(end),
    attributes: encodeAttributes({ ...attributes, ...(errorType !== undefined && { 'error.type': errorType }) }),
    ...(errorType !== undefined && { status: { code: statusError } }),
    ...(links.length > 0 && { links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })) }),
  };
}

/** From milliseconds. A text, because JSON numbers are too short. Exact to a microsecond. */
export function nanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds * 1_000)}000`;
}

export function encodeAttributes(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: encodeValue(value) }));
}

function encodeValue(value: Attributes[string]): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map(encodeValue) } };
}

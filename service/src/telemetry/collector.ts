// The collector of the operator, over OTLP/HTTP with JSON. Each request has a time limit, no
// redirect is followed, and the response is not read beyond its status.

export interface CollectorOptions {
  /** Without /v1/traces and /v1/metrics. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestMilliseconds: number;
}

/** `later`: the collector can take the same data again, after a pause if it names one. */
export type Outcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'later'; readonly reason: string; readonly pauseMilliseconds: number | undefined };

export type Send = (signal: 'traces' | 'metrics', body: object, ending: AbortSignal) => Promise<Outcome>;

/** The specification of OTLP/HTTP names these as worth another attempt. */
const passing = [429, 502, 503, 504];

export function createCollector({ endpoint, headers, requestMilliseconds }: CollectorOptions): Send {
  return async (signal, body, ending) => {
    try {
      const response = await fetch(`${endpoint}/v1/${signal}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(requestMilliseconds), ending]),
      });
      await response.body?.cancel();
      if (response.ok) return { kind: 'taken' };
      const reason = `status ${response.status}`;
      if (!passing.includes(response.status)) return { kind: 'refused', reason };
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      return { kind: 'later', reason, pauseMilliseconds: seconds >= 0 ? seconds * 1_000 : undefined };
    } catch (problem) {
      const { name, cause } = problem as Error & { cause?: { code?: string } };
      return { kind: 'later', reason: cause?.code ?? name, pauseMilliseconds: undefined };
    }
  };
}

// A response whose headers or status depend on the request, or that is a stream. A handler returns
// it if a body alone is not enough.
import type { Readable } from 'node:stream';

export class RouteAnswer {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** For pages, which explain errors in their own words. */
  readonly status: number | undefined;

  constructor(body: unknown, headers: Readonly<Record<string, string>>, status?: number) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

/** Typed as any: the route's schema describes the bytes, which are not checked one by one. */
export function answerWith(
  body: Readable | Uint8Array | string,
  headers: Readonly<Record<string, string>>,
  status?: number,
  // biome-ignore lint/suspicious/noExplicitAny: see above
): any {
  return new RouteAnswer(body, headers, status);
}

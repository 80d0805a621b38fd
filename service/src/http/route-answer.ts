// An answer whose headers depend on the request, or that is a stream: what a handler returns when a body alone is not
// enough.
import type { Readable } from 'node:stream';

export class RouteAnswer {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: unknown, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}

/** Typed as any: the route's schema describes the bytes, which are not checked one by one. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export function answerWith(body: Readable | Uint8Array | string, headers: Readonly<Record<string, string>>): any {
  return new RouteAnswer(body, headers);
}

// How an outgoing request appears in a trace: the host and the status. Paths and queries of
// webhooks can contain secrets.
import { inSpan } from '../../telemetry/tracing.ts';

interface Outcome {
  /** Null: no response came. */
  readonly statusCode: number | null;
}

export function inRequestSpan<Result extends Outcome>(
  method: string,
  url: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const host = URL.parse(url)?.hostname;
  const attributes = { 'http.request.method': method, ...(host && { 'server.address': host }) };
  return inSpan(method, { kind: 'client', attributes }, work, ({ statusCode }) => {
    if (statusCode === null) return { errorType: 'no_response' };
    const isError = statusCode >= 400;
    return {
      attributes: { 'http.response.status_code': statusCode },
      errorType: isError ? String(statusCode) : undefined,
    };
  });
}

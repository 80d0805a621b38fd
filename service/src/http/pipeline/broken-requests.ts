// Responds to bytes that are not HTTP, and to headers that are too large or too slow: with the
// usual error body, then the connection closes. No route and no hook sees these requests.
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';

/** For a whole request, headers and body. */
export const receiveTimeoutMilliseconds = 60_000;

const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT';

const answers: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The request headers are too large. Send fewer or shorter headers.',
  ],
  [timedOut]: ['408 Request Timeout', 'The request took too long to arrive. Send it again.'],
};

export function answerBrokenRequest(
  headers: Readonly<Record<string, string>>,
  problem: Error & { code?: string },
  socket: Socket,
): void {
  if (problem.code === 'ECONNRESET' || !socket.writable) return;
  const [status, message] = answers[problem.code ?? ''] ?? ['400 Bad Request', 'This is not a valid HTTP request.'];
  const requestId = `req_${randomBytes(9).toString('hex')}`;
  const body = JSON.stringify({ error: 'validation_error', message, request_id: requestId });
  const all = {
    ...headers,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
}

/** The same error that Node raises. */
export function requestTimeoutError(): Error & { code: string } {
  return Object.assign(new Error('The request took too long to arrive. Send it again.'), { code: timedOut });
}

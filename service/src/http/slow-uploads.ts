// Ends uploads that hold a share of the room and hardly send: six connections that announce 50 MB each and then fall silent would
// keep everyone else's content out for a minute. What arrives at a quarter of the pace that the time for a request asks for is left alone.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { receiveTimeoutMilliseconds, requestTimeoutError } from './broken-requests.ts';

const share = 4;
/** In a row: a process that was busy finds what arrived meanwhile only at its second look. */
const slowWindows = 2;

/** bytes: what the caller announced, and so holds. */
export function endSlowUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: number,
  windowMilliseconds: number,
): void {
  const { raw } = request;
  const { socket } = raw;
  const least = (bytes * windowMilliseconds) / receiveTimeoutMilliseconds / share;
  let [seen, slow] = [socket.bytesRead, 0];
  const timer = setInterval(() => {
    if (raw.complete) return clearInterval(timer);
    slow = socket.bytesRead - seen < least ? slow + 1 : 0;
    seen = socket.bytesRead;
    if (slow < slowWindows) return;
    clearInterval(timer);
    request.server.server.emit('clientError', requestTimeoutError(), socket);
    socket.destroySoon();
  }, windowMilliseconds);
  reply.raw.once('close', () => clearInterval(timer));
}

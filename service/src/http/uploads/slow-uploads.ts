// Ends uploads that occupy a share of the upload memory and hardly send. The minimum pace is a
// quarter of the pace that would deliver the share within the time for a request. An upload without
// a share has that time, and one that waits for memory is not slow.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { receiveTimeoutMilliseconds, requestTimeoutError } from '../pipeline/broken-requests.ts';
import type { UploadShare } from './upload-room.ts';

const paceShare = 4;
/** In a row: a process that was busy finds what arrived meanwhile only at its second check. */
const slowWindows = 2;

export interface WatchedUpload {
  readonly share: UploadShare;
  /** How often each byte counts in the share. */
  readonly copies: number;
  readonly windowMilliseconds: number;
}

export function endSlowUpload(
  { raw, server }: FastifyRequest,
  reply: FastifyReply,
  { share, copies, windowMilliseconds }: WatchedUpload,
): void {
  const { socket } = raw;
  const windows = receiveTimeoutMilliseconds / windowMilliseconds;
  let [seen, slow] = [socket.bytesRead, 0];
  const timer = setInterval(() => {
    if (raw.complete || reply.raw.headersSent) return clearInterval(timer);
    const least = share.held / copies / windows / paceShare;
    slow = !share.isWaiting && socket.bytesRead - seen < least ? slow + 1 : 0;
    seen = socket.bytesRead;
    if (slow < slowWindows) return;
    clearInterval(timer);
    server.server.emit('clientError', requestTimeoutError(), socket);
    socket.destroySoon();
  }, windowMilliseconds);
  reply.raw.once('close', () => clearInterval(timer));
}

// How the body of an upload gets memory (upload-room.ts): it takes its share as its bytes arrive,
// waits unread while there is none, and returns the share when its response is sent or the caller
// is gone.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../pipeline/network-of.ts';
import { endSlowUpload } from './slow-uploads.ts';
import type { UploadRoom, UploadShare } from './upload-room.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if the body has a share of the upload memory. */
    leaveUploadRoom: (() => void) | undefined;
  }
}

/** What a socket delivers at once, and so is in memory before any read. */
const firstPiece = 64 * 1024;
/** A body of unknown length counts as small until it is not. */
const smallBody = 1024 * 1024;

/**
 * The bytes to reserve when this many have arrived: a first piece, then everything that is
 * announced.
 */
export function roomFor(arrived: number, headers: IncomingHttpHeaders, largest: number): number {
  const announced = headers['content-length'];
  const all = Math.min(Number(announced ?? largest), largest);
  if (arrived <= firstPiece) return Math.min(all, firstPiece);
  return announced === undefined && arrived <= smallBody ? Math.min(all, smallBody) : all;
}

/**
 * A hook before the body is read. copies: how many copies of the body are in memory at the same
 * time.
 */
export function enterUploadRoom(room: UploadRoom, largest: number, copies: number) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Transform> => {
    const share = room.enter(networkOf(request.ip));
    request.leaveUploadRoom = share.leave;
    reply.raw.once('close', () => {
      request.upload = undefined;
      request.files = undefined;
      share.leave();
    });
    endSlowUpload(request, reply, { share, copies, windowMilliseconds: room.arrivalWindowMilliseconds });
    return meterBody(request.raw, share, (arrived) => copies * roomFor(arrived, request.headers, largest));
  };
}

/** The same bytes, each piece as soon as there is memory for it. */
function meterBody(body: IncomingMessage, share: UploadShare, roomAt: (arrived: number) => number): Transform {
  let arrived = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      arrived += chunk.length;
      const waiting = share.grow(roomAt(arrived));
      if (waiting) waiting.then(() => done(null, chunk), done);
      else done(null, chunk);
    },
  });
  const breakOff = () => {
    if (!body.complete) meter.destroy(new Error('The request body ended too early. Send the request again.'));
  };
  // A body that is refused unread has no other listener, and an error without a listener would end
  // the process.
  meter.on('error', () => undefined);
  body.once('error', breakOff).once('close', breakOff).pipe(meter);
  return meter;
}

// Responses that are ready before the body has arrived, such as 413 and 429. A connection that
// closes with unread bytes is reset, and the caller possibly never sees the response. So the
// response is sent at once, and the rest of the body is read and dropped, within limits: bytes,
// time, a short silence, and an allowance for each network.
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from './network-of.ts';

export interface EarlyAnswerBounds {
  /** For one body. */
  readonly bytes: number;
  readonly milliseconds: number;
  readonly silenceMilliseconds: number;
  /**
   * For all dropped bodies of one network. Above it the service reads no more, and the connection
   * only stays open for a moment.
   */
  readonly bytesPerMinute: number;
}

const mebibyte = 1024 * 1024;
/** The times are the defaults of nginx (lingering_time, lingering_timeout). */
const usualBounds: EarlyAnswerBounds = {
  bytes: 64 * mebibyte,
  milliseconds: 30_000,
  silenceMilliseconds: 5_000,
  bytesPerMinute: 512 * mebibyte,
};
/** A body up to this length is read to its end, so that the connection can be reused. */
const smallBody = 64 * 1024;

export type EarlyAnswers = ReturnType<typeof createEarlyAnswers>;

export function createEarlyAnswers(own: Partial<EarlyAnswerBounds> = {}) {
  const bounds = { ...usualBounds, ...own };
  let minute = 0;
  let spent = new Map<string, number>();

  /** Whether the network is still within its allowance. */
  function spend(network: string, bytes: number): boolean {
    const now = Math.floor(performance.now() / 60_000);
    if (now !== minute) {
      minute = now;
      spent = new Map();
    }
    const total = (spent.get(network) ?? 0) + bytes;
    spent.set(network, total);
    return total <= bounds.bytesPerMinute;
  }

  /** Resolves when the body has ended or a time limit is reached. */
  function readRest(message: IncomingMessage, network: string): Promise<void> {
    return new Promise((resolve) => {
      let read = 0;
      const silence = setTimeout(end, bounds.silenceMilliseconds);
      const limit = setTimeout(end, bounds.milliseconds);
      const drop = (chunk: Buffer) => {
        read += chunk.length;
        silence.refresh();
        if (read > bounds.bytes || !spend(network, chunk.length)) message.pause();
      };
      function end() {
        clearTimeout(silence);
        clearTimeout(limit);
        message.off('data', drop).off('close', end).off('end', end);
        resolve();
      }
      message.unpipe();
      message.on('data', drop).once('close', end).once('end', end).resume();
    });
  }

  async function* answerThenRead(message: IncomingMessage, network: string, text: string) {
    yield Buffer.from(text);
    await readRest(message, network);
    if (!message.complete) message.socket.destroySoon();
  }

  return {
    /** Sends an error body, whether or not the body of the request has arrived. */
    send(request: FastifyRequest, reply: FastifyReply, body: object): void {
      const { raw } = request;
      if (!isArriving(raw)) return void reply.send(body);
      request.leaveUploadRoom?.();
      const text = reply.serialize(body) as string;
      if (!isSmall(raw)) reply.header('connection', 'close');
      if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8');
      reply.header('content-length', Buffer.byteLength(text));
      reply.send(Readable.from(answerThenRead(raw, networkOf(request.ip), text)));
    },
  };
}

function isArriving({ headers, complete, destroyed }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && !complete && !destroyed;
}

function isSmall({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length']) <= smallBody;
}

// A file behind FFmpeg's demuxer, read piece by piece from outside. It tries only the given
// demuxer, and decodes nothing to learn about the tracks: their own headers are enough.
import { AVDISCARD_ALL, AVDISCARD_DEFAULT, AVSEEK_CUR, AVSEEK_END, AVSEEK_SET, AVSEEK_SIZE } from 'node-av/constants';
import { FormatContext, InputFormat, IOContext, type Packet, type Stream } from 'node-av/lib';
import { BrokenMedia } from '../../containers/broken-media.ts';
import type { Job, Outside } from '../protocol.ts';

const pieceSize = 128 * 1024;

export interface OpenMedia {
  readonly context: FormatContext;
  readonly streams: readonly Stream[];
  /** Reads only these from now on. */
  choose(streams: readonly Stream[]): void;
  /** False at the end of the file, or if it cannot be read further. */
  readPacket(packet: Packet): Promise<boolean>;
  close(): Promise<void>;
}

export async function openMedia({ size, demuxer }: Job, outside: Outside): Promise<OpenMedia> {
  let at = 0;
  const read = async (length: number) => {
    const bytes = at < size ? await outside.read(at, length) : Buffer.alloc(0);
    at += bytes.length;
    return bytes.length > 0 ? bytes : null;
  };
  const seek = (offset: bigint, whence: number) => {
    if (whence === AVSEEK_SIZE) return BigInt(size);
    const base = whence === AVSEEK_CUR ? at : whence === AVSEEK_END ? size : 0;
    if (whence !== AVSEEK_CUR && whence !== AVSEEK_END && whence !== AVSEEK_SET) return -1n;
    at = Math.max(0, base + Number(offset));
    return BigInt(at);
  };
  const io = new IOContext();
  io.allocContextWithCallbacks(pieceSize, 0, read, null, seek);
  const context = new FormatContext();
  context.allocContext();
  context.pb = io;
  const opened = await context.openInput('', InputFormat.findInputFormat(demuxer), null);
  if (opened < 0) {
    io.freeContext();
    throw new BrokenMedia('The decoder cannot open the file.');
  }
  return {
    context,
    streams: context.streams,
    choose(streams) {
      for (const stream of context.streams) {
        stream.discard = streams.some(({ index }) => index === stream.index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL;
      }
    },
    async readPacket(packet) {
      packet.unref();
      return (await context.readFrame(packet)) >= 0;
    },
    async close() {
      await context.closeInput();
      io.freeContext();
    },
  };
}

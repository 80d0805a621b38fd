// The decoded frames of one track, one at a time. Damaged frames are left out. A track without a
// known decoder gives nothing.
import { AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import { Codec, CodecContext, Dictionary, Frame, Packet, type Stream } from 'node-av/lib';
import type { OpenMedia } from './open-media.ts';

/** 8K and a little more: 8192 × 4320. */
export const mostFramePixels = 40_000_000;
/** Packets in a row without a frame, after which the track is given up. */
const mostBarren = 600;

/** The frame is the same object each time: use it before you request the next one. */
export async function* decodeStream(
  media: OpenMedia,
  stream: Stream,
  options: Readonly<Record<string, string>> = {},
  /** Receives the packets of other tracks that are read on the way. */
  onOther?: (packet: Packet) => Promise<void>,
): AsyncGenerator<Frame> {
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  if (!codec || stream.codecpar.width * stream.codecpar.height > mostFramePixels) return;
  // Decoding sound takes less time than calling a thread.
  const isSound = stream.codecpar.codecType === AVMEDIA_TYPE_AUDIO;
  const context = new CodecContext();
  context.allocContext3(codec);
  const packet = new Packet();
  const frame = new Frame();
  packet.alloc();
  frame.alloc();
  try {
    if (context.parametersToContext(stream.codecpar) < 0) return;
    context.pktTimebase = stream.timeBase;
    const limits = { max_pixels: String(mostFramePixels), threads: '1', ...options };
    if ((await context.open2(codec, Dictionary.fromObject(limits))) < 0) return;
    let barren = 0;
    for (let more = true; more && barren < mostBarren; ) {
      more = await media.readPacket(packet);
      if (more && packet.streamIndex !== stream.index) {
        await onOther?.(packet);
        continue;
      }
      barren += 1;
      // Refused packets are damaged. The next one can be intact again.
      if (isSound) context.sendPacketSync(more ? packet : null);
      else await context.sendPacket(more ? packet : null);
      while ((isSound ? context.receiveFrameSync(frame) : await context.receiveFrame(frame)) >= 0) {
        barren = 0;
        yield frame;
        frame.unref();
      }
    }
  } finally {
    frame.free();
    packet.free();
    context.freeContext();
  }
}

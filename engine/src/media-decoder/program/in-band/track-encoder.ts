// Encodes one track again: frames in, packets out, in the time base of the frames.
import { AV_CODEC_FLAG_BITEXACT, AV_CODEC_FLAG_GLOBAL_HEADER } from 'node-av/constants';
import { Codec, CodecContext, Dictionary, type Frame, Packet } from 'node-av/lib';
import { UnsupportedMedia } from '../../../containers/broken-media.ts';
import type { Encoding } from './encoders.ts';

export class TrackEncoder {
  readonly context = new CodecContext();

  /** prepare: sets what a codec must know about its frames. */
  static async open({ encoder, options }: Encoding, prepare: (context: CodecContext) => void): Promise<TrackEncoder> {
    const codec = Codec.findEncoderByName(encoder as never);
    const track = new TrackEncoder();
    if (codec) {
      track.context.allocContext3(codec);
      prepare(track.context);
      // The file contains no time and no version.
      track.context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_BITEXACT);
      const { flags, ...rest } = options;
      const all = { ...rest, ...(flags && { flags: `${flags}+global_header+bitexact` }) };
      if ((await track.context.open2(codec, Dictionary.fromObject(all))) >= 0) return track;
    }
    throw new UnsupportedMedia(
      'The service cannot encode a track of the video again, so the video cannot carry a watermark.',
    );
  }

  /**
   * The packets that result from a frame. Null: all that are left. The caller must free each one.
   */
  async encode(frame: Frame | null): Promise<Packet[]> {
    if ((await this.context.sendFrame(frame)) < 0)
      throw new UnsupportedMedia('The service cannot encode a frame of the video again.');
    const packets: Packet[] = [];
    for (;;) {
      const packet = new Packet();
      packet.alloc();
      if ((await this.context.receivePacket(packet)) < 0) {
        packet.free();
        return packets;
      }
      packets.push(packet);
    }
  }

  close(): void {
    this.context.freeContext();
  }
}

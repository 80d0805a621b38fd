// The marked video, written as its pictures come: pictures encoded again, the marked sound between
// them, every other track copied packet by packet. The tracks are known with the first picture, and
// packets before it wait.
import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants';
import { type Frame, type Packet, Rational, type Stream } from 'node-av/lib';
import { UnsupportedMedia } from '../../../containers/broken-media.ts';
import type { Muxer } from '../../media-decoder.ts';
import type { OpenMedia } from '../open-media.ts';
import { findSound } from '../sound.ts';
import type { Encoding } from './encoders.ts';
import type { MemoryFile } from './memory-file.ts';
import { isCopied, secondsOf } from './other-tracks.ts';
import { OutputFile } from './output-file.ts';
import type { SoundTrack } from './sound-track.ts';
import { TrackEncoder } from './track-encoder.ts';

const keyframeSeconds = 2;

export interface VideoParts {
  readonly muxer: Muxer;
  readonly media: OpenMedia;
  /** The pictures. */
  readonly stream: Stream;
  readonly encoding: Encoding;
  readonly sound: SoundTrack | null;
  readonly file: MemoryFile;
}

interface Begun {
  readonly encoder: TrackEncoder;
  readonly pictures: Stream;
  readonly sounds: Stream | undefined;
}

export class VideoWriter {
  /** For the frames to write. */
  readonly timeBase: Rational;
  /** The tracks that are copied. */
  readonly copied: readonly Stream[];
  readonly #parts: VideoParts;
  readonly #output: OutputFile;
  readonly #soundStream: Stream | undefined;
  readonly #waitingSounds: Packet[];
  readonly #early: Packet[] = [];
  #begun: Begun | undefined;

  constructor(parts: VideoParts) {
    const { muxer, media, stream, encoding, sound, file } = parts;
    this.#parts = parts;
    this.#output = new OutputFile(muxer, file);
    this.timeBase = timeBaseOf(stream, encoding);
    this.#soundStream = sound ? findSound(media) : undefined;
    this.copied = media.streams.filter(
      (each) => each.index !== stream.index && each.index !== this.#soundStream?.index && isCopied(each),
    );
    this.#waitingSounds = [...(sound?.packets ?? [])];
  }

  /** Takes a packet of any track of the source, and copies it if its track is copied. */
  async take(packet: Packet): Promise<void> {
    const copy = this.copied.some(({ index }) => index === packet.streamIndex) ? packet.clone() : null;
    if (!copy) return;
    if (this.#begun) await this.#copy(copy);
    else this.#early.push(copy);
  }

  async writePicture(frame: Frame): Promise<void> {
    this.#begun ??= await this.#begin(frame);
    for (const packet of this.#early.splice(0)) await this.#copy(packet);
    await this.#writePictures(this.#begun, await this.#begun.encoder.encode(frame));
  }

  async end(): Promise<void> {
    const begun = this.#begun;
    if (!begun) throw new UnsupportedMedia('The service could not decode any frame of the video.');
    await this.#writePictures(begun, await begun.encoder.encode(null));
    await this.#writeSounds(begun, Number.POSITIVE_INFINITY);
    await this.#output.end();
    begun.encoder.close();
  }

  async #begin(frame: Frame): Promise<Begun> {
    const { muxer, media, stream, encoding, sound } = this.#parts;
    const encoder = await openEncoder(encoding, frame, stream, this.timeBase);
    const pictures = this.#output.addEncoded(encoder, stream, this.timeBase);
    if (encoding.encoder === 'libx265' && muxer !== 'matroska') pictures.codecpar.codecTag = 'hvc1';
    const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
    if (matrix) pictures.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, matrix);
    pictures.avgFrameRate = stream.avgFrameRate;
    pictures.sampleAspectRatio = stream.codecpar.sampleAspectRatio;
    const sounds =
      sound && this.#soundStream
        ? this.#output.addEncoded(sound.encoder, this.#soundStream, sound.encoder.context.timeBase)
        : undefined;
    for (const each of this.copied) this.#output.addCopy(each);
    await this.#output.begin(media);
    return { encoder, pictures, sounds };
  }

  async #copy(packet: Packet): Promise<void> {
    await this.#output.copy(packet);
    packet.free();
  }

  async #writePictures(begun: Begun, packets: readonly Packet[]): Promise<void> {
    for (const packet of packets) {
      await this.#writeSounds(begun, secondsOf(packet.dts, this.timeBase));
      await this.#output.write(packet, this.timeBase, begun.pictures);
      packet.free();
    }
  }

  async #writeSounds({ sounds }: Begun, until: number): Promise<void> {
    if (!sounds) return;
    const { timeBase } = this.#parts.sound!.encoder.context;
    while (this.#waitingSounds[0] && secondsOf(this.#waitingSounds[0].dts, timeBase) <= until) {
      await this.#output.write(this.#waitingSounds.shift()!, timeBase, sounds);
    }
  }
}

function openEncoder(encoding: Encoding, frame: Frame, stream: Stream, timeBase: Rational): Promise<TrackEncoder> {
  return TrackEncoder.open(encoding, (context) => {
    context.width = frame.width;
    context.height = frame.height;
    context.pixelFormat = frame.format as never;
    context.timeBase = timeBase;
    context.framerate = stream.avgFrameRate;
    context.sampleAspectRatio = stream.codecpar.sampleAspectRatio;
    context.colorRange = frame.colorRange;
    context.colorPrimaries = frame.colorPrimaries;
    context.colorTrc = frame.colorTrc;
    context.colorSpace = frame.colorSpace;
    const { num, den } = stream.avgFrameRate;
    context.gopSize = Math.max(1, Math.round(keyframeSeconds * (den > 0 ? num / den : 30)));
  });
}

/** MPEG-4 counts in at most 65535 parts of a second (ISO/IEC 14496-2 §6.3.3). */
function timeBaseOf(stream: Stream, { encoder }: Encoding): Rational {
  const { num, den } = stream.avgFrameRate;
  if (encoder === 'mpeg4' && stream.timeBase.den > 65_535 && num > 0 && num <= 65_535) return new Rational(den, num);
  return stream.timeBase;
}

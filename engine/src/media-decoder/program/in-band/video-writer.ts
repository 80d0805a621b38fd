// The marked video, written as its pictures come: pictures encoded again, the marked sound between
// them, every other track copied packet by packet. The tracks are known with the first picture, and
// packets before it wait.
import type { Frame, Packet, Rational, Stream } from 'node-av/lib';
import { UnsupportedMedia } from '../../../containers/broken-media.ts';
import type { Muxer } from '../../media-decoder.ts';
import type { OpenMedia } from '../open-media.ts';
import { findSound } from '../sound.ts';
import type { Encoding } from './encoders.ts';
import type { MemoryFile } from './memory-file.ts';
import { isCopied, secondsOf } from './other-tracks.ts';
import { OutputFile } from './output-file.ts';
import { addPictures, openPictureEncoder, timeBaseOf } from './picture-encoder.ts';
import type { SoundTrack } from './sound-track.ts';
import type { TrackEncoder } from './track-encoder.ts';

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
    const encoder = await openPictureEncoder(encoding, frame, stream, this.timeBase);
    const pictures = addPictures(this.#output, encoder, encoding, muxer, stream);
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

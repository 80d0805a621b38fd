// The segments of a marked video as one file, with the marked sound and every other track. Packets
// are written in the order of their times, so none waits long in memory.
import { AV_PKT_FLAG_KEY } from 'node-av/constants';
import { Packet, type Stream } from 'node-av/lib';
import { UnsupportedMedia } from '../../../containers/broken-media.ts';
import type { Chapter, EncodedPacket } from '../../media-decoder.ts';
import type { Job, Outside } from '../../protocol.ts';
import { decodeStream } from '../decode-stream.ts';
import { type OpenMedia, openMedia } from '../open-media.ts';
import { findVideo } from '../pictures.ts';
import { findSound } from '../sound.ts';
import { shapeOf } from './encode-segments.ts';
import { expectPictures } from './mark-video.ts';
import { MarkedSound } from './marked-sound.ts';
import { addChapter, isChapterTrack, isCopied, listLeftOut, secondsOf } from './other-tracks.ts';
import { OutputFile } from './output-file.ts';
import { OutsideFile } from './outside-file.ts';
import { addPictures, openPictureEncoder, timeBaseOf } from './picture-encoder.ts';
import type { TrackEncoder } from './track-encoder.ts';

type JoinJob = Job & { ask: 'join' };

const changes =
  'The size of the frames changes within the video, so the video cannot carry a watermark. Sign without in_band.';

export async function joinSegments(job: JoinJob, outside: Outside): Promise<void> {
  const { encoder, shape } = await openEncoderAgain(job, outside);
  const media = await openMedia(job, outside);
  const file = new OutsideFile(job.mostBytes);
  let sound: MarkedSound | null = null;
  try {
    await media.context.findStreamInfo();
    sound = await MarkedSound.open(job, outside);
    const joined = new JoinedVideo({ job, media, encoder, sound, file }, outside);
    await joined.begin();
    for (let index = 0; index < job.segments; index += 1) {
      const segment = await outside.loadSegment(index);
      if (segment.shape !== shape) throw new UnsupportedMedia(changes);
      for (const packet of segment.packets) await joined.writePicture(packet);
    }
    await joined.end();
    const leftOut = listLeftOut(media, findVideo(media));
    await outside.give({ facts: { sound: sound !== null, chapters: joined.chapters, leftOut } });
  } catch (problem) {
    throw file.isFull
      ? new UnsupportedMedia('The video with its watermark would be larger than the limit. Send a smaller file.')
      : problem;
  } finally {
    await sound?.close();
    encoder.close();
    await media.close();
  }
}

/** As the encoder of every segment was opened. It tells the new file about the track. */
async function openEncoderAgain(
  job: JoinJob,
  outside: Outside,
): Promise<{ readonly encoder: TrackEncoder; readonly shape: string }> {
  const media = await openMedia(job, outside);
  try {
    await media.context.findStreamInfo();
    const stream = findVideo(media)!;
    const encoding = expectPictures(stream);
    media.choose([stream]);
    for await (const frame of decodeStream(media, stream)) {
      const encoder = await openPictureEncoder(encoding, frame, stream, timeBaseOf(stream, encoding));
      return { encoder, shape: shapeOf(frame) };
    }
    throw new UnsupportedMedia('The service could not decode any frame of the video.');
  } finally {
    await media.close();
  }
}

interface JoinedParts {
  readonly job: JoinJob;
  readonly media: OpenMedia;
  readonly encoder: TrackEncoder;
  readonly sound: MarkedSound | null;
  readonly file: OutsideFile;
}

class JoinedVideo {
  readonly chapters: Chapter[] = [];
  readonly #parts: JoinedParts;
  readonly #outside: Outside;
  readonly #output: OutputFile;
  readonly #stream: Stream;
  readonly #chapterTrack: Stream | undefined;
  #tracks: { readonly pictures: Stream; readonly sounds: Stream | undefined } | undefined;
  /** A packet of another track that was read too early. */
  #early: Packet | null = null;
  #isOver = false;
  #lastDts: bigint | undefined;

  constructor(parts: JoinedParts, outside: Outside) {
    this.#parts = parts;
    this.#outside = outside;
    this.#output = new OutputFile(parts.job.muxer, parts.file);
    this.#stream = findVideo(parts.media)!;
    this.#chapterTrack = parts.media.streams.find(isChapterTrack);
  }

  async begin(): Promise<void> {
    const { job, media, encoder, sound } = this.#parts;
    const soundStream = sound ? findSound(media)! : undefined;
    const pictures = addPictures(this.#output, encoder, expectPictures(this.#stream), job.muxer, this.#stream);
    const sounds =
      sound && this.#output.addEncoded(sound.track.encoder, soundStream!, sound.track.encoder.context.timeBase);
    const copied = media.streams.filter(
      (each) => each.index !== this.#stream.index && each.index !== soundStream?.index && isCopied(each),
    );
    for (const each of copied) this.#output.addCopy(each);
    this.#tracks = { pictures, sounds: sounds ?? undefined };
    const others = this.#chapterTrack ? [...copied, this.#chapterTrack] : copied;
    this.#isOver = others.length === 0;
    media.choose(others);
    await this.#output.begin(media);
  }

  async writePicture({ pts, dts, duration, isKeyframe, data }: EncodedPacket): Promise<void> {
    const timeBase = this.#timeBase;
    await this.#writeOthers(secondsOf(dts, timeBase));
    const packet = new Packet();
    packet.alloc();
    packet.data = Buffer.from(data.buffer, data.byteOffset, data.length);
    packet.pts = pts;
    // If pictures are not evenly spaced, the first times of a segment can be before the last ones
    // of the segment before it.
    const least = this.#lastDts === undefined ? dts : this.#lastDts + 1n;
    packet.dts = dts < least ? least : dts;
    this.#lastDts = packet.dts;
    packet.duration = duration;
    if (isKeyframe) packet.flags = AV_PKT_FLAG_KEY;
    await this.#output.write(packet, timeBase, this.#tracks!.pictures);
    packet.free();
    await this.#parts.file.giveTo(this.#outside);
  }

  async end(): Promise<void> {
    await this.#writeOthers(Number.POSITIVE_INFINITY);
    await this.#output.end();
    await this.#parts.file.giveTo(this.#outside);
  }

  get #timeBase() {
    return timeBaseOf(this.#stream, expectPictures(this.#stream));
  }

  async #writeOthers(until: number): Promise<void> {
    await this.#writeSounds(until);
    for (let packet = await this.#readOther(); packet; packet = await this.#readOther()) {
      const { timeBase } = this.#parts.media.streams[packet.streamIndex]!;
      if (secondsOf(packet.dts, timeBase) > until) {
        this.#early = packet;
        return;
      }
      if (packet.streamIndex === this.#chapterTrack?.index) addChapter(this.chapters, packet, this.#chapterTrack);
      await this.#output.copy(packet);
      packet.free();
      await this.#parts.file.giveTo(this.#outside);
    }
  }

  async #readOther(): Promise<Packet | null> {
    const early = this.#early;
    this.#early = null;
    if (early || this.#isOver) return early;
    const packet = new Packet();
    packet.alloc();
    if (await this.#parts.media.readPacket(packet)) return packet;
    this.#isOver = true;
    packet.free();
    return null;
  }

  async #writeSounds(until: number): Promise<void> {
    const { sound, file } = this.#parts;
    const { sounds } = this.#tracks!;
    if (!sound || !sounds) return;
    const { timeBase } = sound.track.encoder.context;
    const isDue = ({ dts }: Packet) => secondsOf(dts, timeBase) <= until;
    for (let packet = await sound.takeUntil(isDue); packet; packet = await sound.takeUntil(isDue)) {
      await this.#output.write(packet, timeBase, sounds);
      packet.free();
      await file.giveTo(this.#outside);
    }
  }
}

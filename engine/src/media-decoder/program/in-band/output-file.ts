// A media file that is written: add its tracks, start, write packets, end. It contains
// no time and no version.
import { AVFMT_FLAG_BITEXACT } from 'node-av/constants';
import { FormatContext, type IOContext, type Packet, type Rational, type Stream } from 'node-av/lib';
import { UnsupportedMedia } from '../../../containers/broken-media.ts';
import type { Muxer } from '../../media-decoder.ts';
import type { OpenMedia } from '../open-media.ts';
import type { TrackEncoder } from './track-encoder.ts';

export class OutputFile {
  readonly #context = new FormatContext();
  readonly #file: { readonly io: IOContext };
  /** By the index of the track in the source. */
  readonly #copies = new Map<number, { readonly from: Stream; readonly to: Stream }>();

  constructor(muxer: Muxer, file: { readonly io: IOContext }) {
    this.#context.allocOutputContext2(null, muxer, null);
    this.#context.setFlags(AVFMT_FLAG_BITEXACT);
    this.#context.pb = file.io;
    this.#file = file;
  }

  /** A track whose packets come from the encoder. */
  addEncoded({ context }: TrackEncoder, { metadata }: Stream, timeBase: Rational): Stream {
    const track = this.#context.newStream();
    context.parametersFromContext(track.codecpar);
    track.timeBase = timeBase;
    track.metadata = metadata;
    return track;
  }

  /** A track whose packets are those of the source. */
  addCopy(from: Stream): void {
    const to = this.#context.newStream();
    from.codecpar.copy(to.codecpar);
    to.codecpar.codecTag = 0;
    to.timeBase = from.timeBase;
    to.metadata = from.metadata;
    this.#copies.set(from.index, { from, to });
  }

  async begin({ context }: OpenMedia): Promise<void> {
    this.#context.metadata = context.metadata;
    if ((await this.#context.writeHeader()) < 0)
      throw new UnsupportedMedia('The tracks of the video cannot be written again.');
  }

  async write(packet: Packet, from: Rational, to: Stream): Promise<void> {
    packet.rescaleTs(from, to.timeBase);
    packet.streamIndex = to.index;
    expectWritten(await this.#context.interleavedWriteFrame(packet));
  }

  /** Writes a packet of the source. Does nothing for tracks that are not copied. */
  async copy(packet: Packet): Promise<void> {
    const copy = this.#copies.get(packet.streamIndex);
    if (copy) await this.write(packet, copy.from.timeBase, copy.to);
  }

  async end(): Promise<void> {
    expectWritten(await this.#context.writeTrailer());
    await this.#file.io.flush();
    this.#context.pb = null;
    this.#context.freeContext();
  }
}

function expectWritten(code: number): void {
  if (code < 0) throw new UnsupportedMedia('The marked video cannot be written.');
}

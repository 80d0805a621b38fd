// A video file that has no pictures: its sound alone carries the mark. Written again like any other, subtitles copied.
import { AVFMT_FLAG_BITEXACT, AVMEDIA_TYPE_SUBTITLE } from 'node-av/constants';
import { FormatContext, Packet, type Rational, type Stream } from 'node-av/lib';
import { UnsupportedMedia } from '../../../containers/broken-media.ts';
import type { Muxer } from '../../media-decoder.ts';
import type { OpenMedia } from '../open-media.ts';
import { findSound } from '../sound.ts';
import type { MemoryFile } from './memory-file.ts';
import type { SoundTrack } from './sound-track.ts';

export async function writeSoundAlone(
  media: OpenMedia,
  muxer: Muxer,
  { encoder, packets }: SoundTrack,
  file: MemoryFile,
): Promise<void> {
  const output = new FormatContext();
  output.allocOutputContext2(null, muxer, null);
  output.setFlags(AVFMT_FLAG_BITEXACT);
  output.pb = file.io;
  const { timeBase } = encoder.context;
  const sound = output.newStream();
  encoder.context.parametersFromContext(sound.codecpar);
  sound.timeBase = timeBase;
  sound.metadata = findSound(media)!.metadata;
  const copied = media.streams.filter(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_SUBTITLE);
  const copies = new Map<number, { from: Stream; to: Stream }>();
  for (const from of copied) {
    const to = output.newStream();
    from.codecpar.copy(to.codecpar);
    to.codecpar.codecTag = 0;
    to.timeBase = from.timeBase;
    to.metadata = from.metadata;
    copies.set(from.index, { from, to });
  }
  output.metadata = media.context.metadata;
  expectWritten(await output.writeHeader());
  const write = async (packet: Packet, from: Rational, to: Stream) => {
    packet.rescaleTs(from, to.timeBase);
    packet.streamIndex = to.index;
    expectWritten(await output.interleavedWriteFrame(packet));
  };
  for (const packet of packets) await write(packet, timeBase, sound);
  media.choose(copied);
  const packet = new Packet();
  packet.alloc();
  while (copies.size > 0 && (await media.readPacket(packet))) {
    const copy = copies.get(packet.streamIndex);
    if (copy) await write(packet, copy.from.timeBase, copy.to);
  }
  packet.free();
  expectWritten(await output.writeTrailer());
  await file.io.flush();
  output.pb = null;
  output.freeContext();
}

function expectWritten(code: number): void {
  if (code < 0) throw new UnsupportedMedia('The marked video cannot be written.');
}

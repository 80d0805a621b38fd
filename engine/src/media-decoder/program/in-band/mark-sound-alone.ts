// A video file without pictures: only its sound carries the mark. It is written like any other,
// with subtitles copied.
import { AVMEDIA_TYPE_SUBTITLE } from 'node-av/constants';
import { Packet } from 'node-av/lib';
import type { Muxer } from '../../media-decoder.ts';
import type { OpenMedia } from '../open-media.ts';
import { findSound } from '../sound.ts';
import type { MemoryFile } from './memory-file.ts';
import { OutputFile } from './output-file.ts';
import type { SoundTrack } from './sound-track.ts';

export async function writeSoundAlone(
  media: OpenMedia,
  muxer: Muxer,
  { encoder, packets }: SoundTrack,
  file: MemoryFile,
): Promise<void> {
  const output = new OutputFile(muxer, file);
  const { timeBase } = encoder.context;
  const sound = output.addEncoded(encoder, findSound(media)!, timeBase);
  const copied = media.streams.filter(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_SUBTITLE);
  for (const from of copied) output.addCopy(from);
  await output.begin(media);
  for (const packet of packets) await output.write(packet, timeBase, sound);
  media.choose(copied);
  const packet = new Packet();
  packet.alloc();
  while (copied.length > 0 && (await media.readPacket(packet))) await output.copy(packet);
  packet.free();
  await output.end();
}

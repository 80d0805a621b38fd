// Encodes a WAV as MP3 or FLAC: the marked sound of a decoded file, with the settings of that file.
import { BrokenMedia, UnsupportedMedia } from '../../../containers/broken-media.ts';
import type { Job, Outside } from '../../protocol.ts';
import { openMedia } from '../open-media.ts';
import { findSound } from '../sound.ts';
import { writeSoundAlone } from './mark-sound-alone.ts';
import { MemoryFile } from './memory-file.ts';
import { decodeAll, encodeTrack } from './sound-track.ts';

const pieceSize = 1024 * 1024;

export async function encodeSound(job: Job & { ask: 'encode' }, outside: Outside): Promise<void> {
  const { coding, mostBytes } = job;
  const media = await openMedia(job, outside);
  try {
    const stream = findSound(media);
    if (stream) media.choose([stream]);
    const sound = stream && (await decodeAll(media, stream));
    if (!sound) throw new BrokenMedia('The service cannot encode the audio again.');
    const track =
      coding.codec === 'mp3'
        ? await encodeTrack(sound, { encoder: 'libmp3lame', options: { b: String(coding.bitRate) } })
        : await encodeTrack(sound, { encoder: 'flac', options: {} }, coding.bits > 16 ? coding.bits : undefined);
    const file = new MemoryFile(mostBytes);
    try {
      await writeSoundAlone(media, coding.codec, track, file);
    } catch (problem) {
      throw file.isFull
        ? new UnsupportedMedia(
            'The audio with its watermark would be larger than the upload limit. Send a smaller file.',
          )
        : problem;
    } finally {
      for (const packet of track.packets) packet.free();
      track.encoder.close();
    }
    for (let at = 0; at < file.bytes.length; at += pieceSize) {
      if (!(await outside.give({ marked: Uint8Array.from(file.bytes.subarray(at, at + pieceSize)) }))) return;
    }
  } finally {
    await media.close();
  }
}

// Compressed sound, decoded outside: as much of its beginning as watermark and fingerprint need to be looked for, unless told.
import type { MediaFormat, Sound } from './formats/media-format.ts';
import type { MediaDecoder, MediaSource, SoundPiece } from './media-decoder/media-decoder.ts';

const mostSeconds = 45;
const mostChannels = 8;
const demuxers: Readonly<Record<string, MediaSource['demuxer']>> = { flac: 'flac', mp3: 'mp3' };

export async function decodeSound(
  { name }: MediaFormat,
  bytes: Uint8Array,
  decoder: MediaDecoder,
  seconds = mostSeconds,
): Promise<Sound | null> {
  const demuxer = demuxers[name];
  if (!demuxer) return null;
  const pieces: SoundPiece[] = [];
  for await (const piece of decoder.pcm({ bytes, demuxer }, seconds)) {
    // Where rate or channels change midway, what came before is looked at.
    if (pieces[0] && !isAlike(pieces[0], piece)) break;
    pieces.push(piece);
  }
  const [first] = pieces;
  if (!first || first.sampleRate <= 0) return null;
  const channels = first.channels
    .slice(0, mostChannels)
    .map((_, channel) => join(pieces.map((piece) => piece.channels[channel]!)));
  return { channels, sampleRate: first.sampleRate };
}

function isAlike(left: SoundPiece, right: SoundPiece): boolean {
  return left.sampleRate === right.sampleRate && left.channels.length === right.channels.length;
}

function join(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

// Decodes compressed sound outside the engine: some seconds of its beginning, or as much as the
// search for watermark and fingerprint needs. A limit in samples applies too.
import type { MediaFormat, Sound } from './formats/media-format.ts';
import type { MediaDecoder, MediaSource, SoundPiece } from './media-decoder/media-decoder.ts';

const searchedSeconds = 45;
/**
 * Samples of all channels together: 45 seconds of two channels at 96 kHz. Never less than 12
 * seconds, because any ten seconds carry a mark.
 */
const searchedSamples = searchedSeconds * 2 * 96_000;
const leastSearched = 12;
const mostChannels = 8;
const demuxers: Readonly<Record<string, MediaSource['demuxer']>> = { flac: 'flac', mp3: 'mp3' };

export async function decodeSound(
  { name }: MediaFormat,
  bytes: Uint8Array,
  decoder: MediaDecoder,
  seconds: number,
): Promise<Sound | null> {
  const demuxer = demuxers[name];
  return demuxer ? gather(decoder.pcm({ bytes, demuxer }, seconds), Number.POSITIVE_INFINITY) : null;
}

/** Without the silence at the beginning. */
export async function decodeForSearch(
  { name }: MediaFormat,
  bytes: Uint8Array,
  decoder: MediaDecoder,
): Promise<Sound | null> {
  const demuxer = demuxers[name];
  return demuxer ? gather(decoder.pcm({ bytes, demuxer }, searchedSeconds, true), searchedSamples) : null;
}

async function gather(all: AsyncIterable<SoundPiece>, mostSamples: number): Promise<Sound | null> {
  const pieces: SoundPiece[] = [];
  let length = 0;
  for await (const piece of all) {
    // If the rate or the channels change midway, use what came before.
    if (pieces[0] && !isAlike(pieces[0], piece)) break;
    pieces.push(piece);
    length += piece.channels[0]!.length;
    if (length * piece.channels.length > mostSamples && length > leastSearched * piece.sampleRate) break;
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

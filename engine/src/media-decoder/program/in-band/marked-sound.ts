// The first audio track of any length with the audio watermark in it, encoded again as its packets
// are needed. The mark is planned over windows that overlap by one of its patterns, so the pattern
// goes on from one to the next.
import type { Packet, Stream } from 'node-av/lib';
import { markAudio } from '../../../watermarks/dct-audio/dct-audio.ts';
import type { Job, Outside } from '../../protocol.ts';
import { type OpenMedia, openMedia } from '../open-media.ts';
import { findSound, joinPieces } from '../sound.ts';
import { type Encoding, soundEncodings } from './encoders.ts';
import { type DecodedTrack, decodeSteadily, SoundEncoder, type SoundFacts } from './sound-track.ts';

/** Patterns of the mark have 4.096 seconds (watermarks/dct-audio/block.ts). */
const patternSeconds = 4.096;
const patternsInWindow = 10;

export class MarkedSound {
  readonly track: SoundEncoder;
  readonly #media: OpenMedia;
  readonly #packets: AsyncGenerator<Packet>;
  #next: Packet | undefined;
  #isOver = false;

  /** Null if the track cannot carry the mark, or has gaps. */
  static async open(job: Job & { ask: 'join' }, outside: Outside): Promise<MarkedSound | null> {
    const facts = await examine(job, outside);
    if (!facts) return null;
    const media = await openMedia(job, outside);
    const stream = findSound(media)!;
    media.choose([stream]);
    const track = await SoundEncoder.open(facts, encodingOf(stream)!);
    return new MarkedSound(track, media, encodeMarked(track, media, stream, job.id));
  }

  private constructor(track: SoundEncoder, media: OpenMedia, packets: AsyncGenerator<Packet>) {
    this.track = track;
    this.#media = media;
    this.#packets = packets;
  }

  /** The next packet, if it is not after that time. Give it to somebody who frees it. */
  async takeUntil(isDue: (packet: Packet) => boolean): Promise<Packet | null> {
    if (!this.#next && !this.#isOver) {
      const { value, done } = await this.#packets.next();
      this.#isOver = done === true;
      this.#next = value ?? undefined;
    }
    const packet = this.#next;
    if (!packet || !isDue(packet)) return null;
    this.#next = undefined;
    return packet;
  }

  async close(): Promise<void> {
    await this.#packets.return(undefined);
    this.#next?.free();
    this.track.encoder.close();
    await this.#media.close();
  }
}

function encodingOf({ codecpar }: Stream): Encoding | undefined {
  return soundEncodings[codecpar.codecId];
}

/** Decodes the whole track once, because it is either replaced as a whole or copied. */
async function examine(job: Job & { ask: 'join' }, outside: Outside): Promise<SoundFacts | null> {
  const media = await openMedia(job, outside);
  try {
    const stream = findSound(media);
    if (!stream || !encodingOf(stream)) return null;
    media.choose([stream]);
    let facts: SoundFacts | null = null;
    let isMarkable = false;
    for await (const window of windowsOf(media, stream)) {
      if (!window) return null;
      facts ??= window.sound;
      isMarkable ||= markAudio(window.sound.channels, window.sound.sampleRate, job.id) !== null;
    }
    return isMarkable ? facts : null;
  } finally {
    await media.close();
  }
}

async function* encodeMarked(
  track: SoundEncoder,
  media: OpenMedia,
  stream: Stream,
  id: string,
): AsyncGenerator<Packet> {
  for await (const window of windowsOf(media, stream)) {
    if (!window) break;
    const { sound, from, to } = window;
    const channels = markAudio(sound.channels, sound.sampleRate, id) ?? sound.channels;
    yield* await track.encode(channels.map((channel) => channel.subarray(from, to)));
  }
  yield* await track.end();
}

interface Window {
  readonly sound: DecodedTrack;
  /** The samples that are not in another window. */
  readonly from: number;
  readonly to: number;
}

/** Null where the track has a gap. */
async function* windowsOf(media: OpenMedia, stream: Stream): AsyncGenerator<Window | null> {
  let pieces: DecodedTrack[] = [];
  let length = 0;
  let from = 0;
  for await (const piece of decodeSteadily(media, stream)) {
    if (!piece) return yield null;
    pieces.push(piece);
    length += piece.channels[0]!.length;
    const pattern = Math.round(patternSeconds * piece.sampleRate);
    if (length < from + (patternsInWindow + 1) * pattern) continue;
    const sound: DecodedTrack = { ...piece, ...joinPieces(pieces) };
    const to = from + patternsInWindow * pattern;
    yield { sound, from, to };
    // One pattern before the next window, and what was decoded of that one.
    const kept = sound.channels.map((channel) => channel.slice(to - pattern));
    pieces = [{ ...sound, channels: kept }];
    length = kept[0]!.length;
    from = pattern;
  }
  const [first] = pieces;
  if (first && length > from) yield { sound: { ...first, ...joinPieces(pieces) }, from, to: length };
}

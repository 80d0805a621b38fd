// Frames of MPEG-1, -2 and -2.5 audio, layers II and III (ISO 11172-3 §2.4, ISO 13818-3): just
// enough to recognize a file of them. Layer I, which is not in use, starts like the byte order mark
// of UTF-16, so such bytes are text.

const bitrates = {
  // kbit/s by index 1 to 14: MPEG-1 layers II, III; MPEG-2 layers II and III.
  '1 2': [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1 3': [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2 2': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  '2 3': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const sampleRates = [44_100, 48_000, 32_000];

/**
 * Whether a frame starts here and is followed by another of its kind or by the end of the sound.
 */
export function isMpegAudio(bytes: Uint8Array, at: number): boolean {
  const first = readFrame(bytes, at);
  if (!first) return false;
  const next = at + first.length;
  const second = readFrame(bytes, next);
  return second ? second.kind === first.kind : next >= bytes.length || isTrailer(bytes, next);
}

export interface FrameRun {
  /** Bits per second. As constant as the bit rates of the standard allow. */
  readonly bitRate: number;
  readonly layer: number;
  /** Where the last complete frame ends. */
  readonly end: number;
}

/** The frames from here on, as a whole. Null if none starts here. */
export function measureFrames(bytes: Uint8Array, start: number): FrameRun | null {
  const first = readFrame(bytes, start);
  if (!first) return null;
  let [at, seconds] = [start, 0];
  for (let frame: typeof first | null = first; frame && frame.kind === first.kind; frame = readFrame(bytes, at)) {
    at += frame.length;
    seconds += frame.seconds;
  }
  const mean = (8 * (Math.min(at, bytes.length) - start)) / seconds;
  const nearest = (best: number, rate: number) => (Math.abs(rate - mean) < Math.abs(best - mean) ? rate : best);
  return { bitRate: first.bitRates.map((rate) => 1000 * rate).reduce(nearest), layer: first.layer, end: at };
}

interface Frame {
  readonly kind: string;
  readonly length: number;
  readonly seconds: number;
  readonly layer: number;
  readonly bitRates: readonly number[];
}

function readFrame(bytes: Uint8Array, at: number): Frame | null {
  if (at + 4 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xe0) !== 0xe0) return null;
  const version = (bytes[at + 1]! >> 3) & 3; // 0: 2.5, 2: 2, 3: 1
  const layer = 4 - ((bytes[at + 1]! >> 1) & 3);
  const bitrateIndex = bytes[at + 2]! >> 4;
  const rateIndex = (bytes[at + 2]! >> 2) & 3;
  if (version === 1 || layer === 4 || layer === 1 || bitrateIndex === 0 || bitrateIndex === 15 || rateIndex === 3)
    return null;
  const isFirst = version === 3;
  const bitRates = bitrates[`${isFirst ? 1 : 2} ${layer as 2 | 3}`];
  const bitrate = 1000 * bitRates[bitrateIndex - 1]!;
  const sampleRate = sampleRates[rateIndex]! / (isFirst ? 1 : version === 2 ? 2 : 4);
  const padding = (bytes[at + 2]! >> 1) & 1;
  const slots = layer === 3 && !isFirst ? 72 : 144;
  const length = Math.floor(slots * (bitrate / sampleRate)) + padding;
  return { kind: `${version} ${layer} ${sampleRate}`, length, seconds: (slots * 8) / sampleRate, layer, bitRates };
}

function isTrailer(bytes: Uint8Array, at: number): boolean {
  const name = Buffer.from(bytes.subarray(at, at + 8)).toString('latin1');
  return /^(TAG|APETAGEX|LYRICSBE|\0\0\0)/.test(name);
}

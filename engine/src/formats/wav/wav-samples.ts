// Samples of a WAV as floats in −1…1, one array per channel, and back. It reads integers of 8 to 32
// bits, floats of 32 and 64 bits, and the telephone's A-law and µ-law (ITU-T G.711). It writes 16
// and 24 bits exactly: an unchanged sample keeps its bits.
import type { WavFile, WavLayout } from './wav-file.ts';

type ReadSample = (view: DataView, at: number) => number;

const readers: Readonly<Record<string, ReadSample>> = {
  'integer 1': (view, at) => (view.getUint8(at) - 128) / 128,
  'integer 2': (view, at) => view.getInt16(at, true) / 0x8000,
  'integer 3': (view, at) => (view.getUint8(at) | (view.getInt16(at + 1, true) << 8)) / 0x800000,
  'integer 4': (view, at) => view.getInt32(at, true) / 0x80000000,
  'float 4': (view, at) => bounded(view.getFloat32(at, true)),
  'float 8': (view, at) => bounded(view.getFloat64(at, true)),
  'a-law 1': (view, at) => readALaw(view.getUint8(at)) / 0x8000,
  'mu-law 1': (view, at) => readMuLaw(view.getUint8(at)) / 0x8000,
};

const mostChannels = 64;
const sampleRates = { least: 1000, most: 768_000 };

/** Null for other codings, and for layouts that no sound has. */
export function readSamples({ layout, chunks, dataPlace }: WavFile): Float32Array[] | null {
  const read = readers[`${layout.coding} ${layout.bytesPerSample}`];
  if (!read || !isSound(layout)) return null;
  const { content } = chunks[dataPlace]!;
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  const frameBytes = layout.channels * layout.bytesPerSample;
  const frames = Math.floor(content.length / frameBytes);
  return Array.from({ length: layout.channels }, (_, channel) => {
    const samples = new Float32Array(frames);
    let at = channel * layout.bytesPerSample;
    for (let i = 0; i < frames; i++, at += frameBytes) samples[i] = read(view, at);
    return samples;
  });
}

/** The content of the data chunk with these samples. Only 16 and 24 bits. */
export function writeSamples({ layout, chunks, dataPlace }: WavFile, channels: readonly Float32Array[]): Uint8Array {
  const content = Uint8Array.from(chunks[dataPlace]!.content);
  const view = new DataView(content.buffer);
  const { bytesPerSample } = layout;
  const frameBytes = layout.channels * bytesPerSample;
  const scale = 2 ** (8 * bytesPerSample - 1);
  for (const [channel, samples] of channels.entries()) {
    let at = channel * bytesPerSample;
    for (let i = 0; i < samples.length; i++, at += frameBytes) {
      const value = Math.max(-scale, Math.min(scale - 1, Math.round(samples[i]! * scale)));
      if (bytesPerSample === 2) view.setInt16(at, value, true);
      else {
        view.setUint8(at, value & 255);
        view.setInt16(at + 1, value >> 8, true);
      }
    }
  }
  return content;
}

function isSound({ channels, sampleRate }: WavLayout): boolean {
  return channels > 0 && channels <= mostChannels && sampleRate >= sampleRates.least && sampleRate <= sampleRates.most;
}

// G.711: a sign, three bits of exponent, four of mantissa, some of them inverted.
function readALaw(byte: number): number {
  const code = byte ^ 0x55;
  const exponent = (code >> 4) & 7;
  const mantissa = ((code & 15) << 4) + (exponent === 0 ? 8 : 0x108);
  const size = mantissa << Math.max(exponent - 1, 0);
  return code & 0x80 ? size : -size;
}

function readMuLaw(byte: number): number {
  const code = ~byte;
  const size = ((((code & 15) << 3) + 0x84) << ((code >> 4) & 7)) - 0x84;
  return code & 0x80 ? -size : size;
}

// Floats can exceed full scale, or be NaN.
function bounded(value: number): number {
  return Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0;
}

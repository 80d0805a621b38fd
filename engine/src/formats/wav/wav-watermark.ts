// The watermark of a WAV of 16- or 24-bit PCM, in its samples. Everything else in the file stays.

import { riffParts, withSameSizeContent } from '../../containers/riff/riff-file.ts';
import { findSoundMark } from '../../find-sound-mark.ts';
import { markAudio } from '../../watermarks/dct-audio/dct-audio.ts';
import { type Marking, neuralSoundAlone, type Sound, type SoundMarker, unmarkedSound } from '../media-format.ts';
import { readWav, type WavLayout } from './wav-file.ts';
import { readSamples, writeSamples } from './wav-samples.ts';

const markedBits = [16, 24];
const mostChannels = 8;
const sampleRates = { least: 8_000, most: 192_000 };

export async function markWav(bytes: Uint8Array, id: string, neural?: SoundMarker): Promise<Marking> {
  const file = readWav(bytes);
  const { layout, chunks, dataPlace } = file;
  if (!isMarkedCoding(layout)) return unmarkedSound.coding;
  if (!isMarkedLayout(layout)) return unmarkedSound.layout;
  const samples = readSamples(file);
  const once = (samples && (await neural?.({ channels: samples, sampleRate: layout.sampleRate }))) ?? null;
  const twice = samples && markAudio(once ?? samples, layout.sampleRate, id);
  const marked = twice ?? once;
  if (!marked) return unmarkedSound.quiet;
  const data = withSameSizeContent(chunks[dataPlace]!, writeSamples(file, marked));
  const whole = Buffer.concat(riffParts({ ...file, chunks: chunks.with(dataPlace, data) }));
  return { bytes: whole, ...(!twice && neuralSoundAlone) };
}

export async function readWavMark(bytes: Uint8Array): Promise<string | null> {
  const sound = readWavSound(bytes);
  return sound && findSoundMark(sound);
}

export function readWavSound(bytes: Uint8Array): Sound | null {
  const file = readWav(bytes);
  const channels = readSamples(file);
  return channels && { channels, sampleRate: file.layout.sampleRate };
}

function isMarkedCoding({ coding, bits, bytesPerSample }: WavLayout): boolean {
  return coding === 'integer' && markedBits.includes(bits) && bytesPerSample * 8 === bits;
}

function isMarkedLayout({ channels, sampleRate }: WavLayout): boolean {
  return channels <= mostChannels && sampleRate >= sampleRates.least && sampleRate <= sampleRates.most;
}

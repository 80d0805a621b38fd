// How loud a sound is from its start to its end, as the browser decodes it.
import type { Preview } from './preview.ts';

const columns = 64;
/** A decoded sound takes ten times its compressed size or more. */
const largestBytes = 20_000_000;
const sampleRate = 8_000;

export async function readWaveform(content: Blob): Promise<Preview> {
  if (content.size > largestBytes) return {};
  const context = new OfflineAudioContext(1, 1, sampleRate);
  const sound = await context.decodeAudioData(await content.arrayBuffer());
  const samples = sound.getChannelData(0);
  const width = Math.max(1, Math.floor(samples.length / columns));
  const loudness = Array.from({ length: columns }, (_, column) => peakOf(samples, column * width, width));
  const loudest = Math.max(...loudness, 0.001);
  return { waveform: loudness.map((each) => Math.round((100 * each) / loudest) / 100), seconds: sound.duration };
}

function peakOf(samples: Float32Array, start: number, count: number): number {
  let peak = 0;
  for (let at = start; at < start + count; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
  return peak;
}

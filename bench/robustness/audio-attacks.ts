// Common edits of sounds, as functions from sound to sound, with real codecs.
import { eachSample, excerpt, meanSquare, type Sound, through } from './sounds.ts';

const coded = (ending: string, rate: string) => (sound: Sound) => through(sound, ending, ['-b:a', rate]);
const filtered = (filter: string) => (sound: Sound) => through(sound, 'wav', ['-af', filter, '-c:a', 'pcm_s16le']);
const rounded = (sound: Sound) =>
  eachSample(sound, (value) => Math.min(Math.max(Math.round(value * 32768), -32768), 32767) / 32768);

/**
 * With the share of clips from which the DCT mark must be read, and the neural mark if it has a
 * bar.
 */
export const ATTACKS: Record<string, { bar: number; neuralBar?: number; apply: (sound: Sound) => Sound }> = {
  none: { bar: 1, apply: (sound) => sound },
  'MP3 128': { bar: 1, apply: coded('mp3', '128k') },
  'AAC 128': { bar: 1, apply: coded('m4a', '128k') },
  'Opus 64': { bar: 1, apply: coded('opus', '64k') },
  'resampled to 22.05 kHz and back': { bar: 1, apply: (sound) => through(sound, 'wav', ['-ar', '22050']) },
  '24 to 16 bit': { bar: 1, apply: rounded },
  'gain −12 dB': { bar: 1, apply: (sound) => rounded(eachSample(sound, (value) => value / 4)) },
  'gain +12 dB': { bar: 1, apply: (sound) => rounded(eachSample(sound, (value) => value * 4)) },
  'noise at 30 dB': { bar: 1, apply: (sound) => noisy(sound, 30) },
  'MP3 64': { bar: 0.95, neuralBar: 0.95, apply: coded('mp3', '64k') },
  'AAC 64': { bar: 0.95, neuralBar: 0.95, apply: coded('m4a', '64k') },
  'Opus 32': { bar: 0, neuralBar: 0.95, apply: coded('opus', '32k') },
  'noise at 20 dB': { bar: 0, neuralBar: 0.95, apply: (sound) => noisy(sound, 20) },
  'resampled to 8 kHz and back': { bar: 0, apply: (sound) => through(sound, 'wav', ['-ar', '8000']) },
  'below 3.5 kHz': { bar: 0, apply: filtered('lowpass=f=3500') },
  'above 500 Hz': { bar: 0, apply: filtered('highpass=f=500') },
  echo: { bar: 0, apply: filtered('aecho=0.8:0.8:60:0.3') },
  equaliser: { bar: 0, apply: filtered('equalizer=f=1000:t=o:w=1:g=6,equalizer=f=2800:t=o:w=1:g=-6,bass=g=5') },
  '2% faster': { bar: 0, apply: ({ channels, rate }) => resped({ channels, rate }, 1.02) },
  '2% slower': { bar: 0, apply: ({ channels, rate }) => resped({ channels, rate }, 0.98) },
  '5% faster': { bar: 0, apply: ({ channels, rate }) => resped({ channels, rate }, 1.05) },
  '5% slower': { bar: 0, apply: ({ channels, rate }) => resped({ channels, rate }, 0.95) },
  'mono downmix': { bar: 0, apply: (sound) => through(sound, 'wav', ['-ac', '1'], 1) },
  'first channel alone': { bar: 0, apply: ({ channels, rate }) => ({ channels: channels.slice(0, 1), rate }) },
  'cut to 6 seconds': { bar: 0, apply: (sound) => excerpt(sound, 1234, 6 * sound.rate) },
};

function resped(sound: Sound, speed: number): Sound {
  const rate = Math.round(sound.rate * speed);
  return through(sound, 'wav', ['-af', `asetrate=${rate},aresample=${sound.rate}`]);
}

function noisy(sound: Sound, wanted: number): Sound {
  const deviation = Math.sqrt(meanSquare(sound.channels) / 10 ** (wanted / 10));
  const gauss = () => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  return rounded(eachSample(sound, (value) => value + deviation * gauss()));
}

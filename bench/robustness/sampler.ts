// Tunes played by a sampler with the samples of Sonic Pi (Debian's sonic-pi-samples): recordings of
// single sounds, each played faster or slower for another pitch.
import { execFileSync } from 'node:child_process';
import type { Part, Tune } from '../../engine/test-support/tunes.ts';

export const SAMPLER_RATE = 22_050;
const folder = '/usr/share/sonic-pi/samples';
/** Samples for each part. The family's instrument chooses one. */
const instruments: Readonly<Record<Exclude<Part, 'drums'>, readonly string[]>> = {
  lead: ['elec_bell', 'elec_ping', 'elec_blip', 'perc_bell', 'elec_twang', 'elec_plip', 'elec_chime'],
  chords: ['guit_harmonics', 'elec_triangle', 'elec_beep', 'mehackit_phone1'],
  bass: ['bass_hit_c', 'bass_thick_c', 'bass_woodsy_c', 'bass_voxy_hit_c'],
};
const drums: Readonly<Record<number, string>> = {
  36: 'bd_haus',
  38: 'sn_dub',
  39: 'elec_filt_snare',
  42: 'drum_cymbal_closed',
  45: 'drum_tom_lo_hard',
  46: 'drum_cymbal_open',
  56: 'drum_cowbell',
};
/** The pitch at which a sample plays as it was recorded. */
const recordedPitch = 60;
const level = 0.2;

export function playWithSampler({ family, notes }: Tune, seconds: number): Float32Array {
  const sound = new Float32Array(Math.round(seconds * SAMPLER_RATE));
  for (const { part, start, pitch, velocity } of notes) {
    const speed = part === 'drums' ? 1 : 2 ** ((pitch - recordedPitch) / 12);
    const names = part === 'drums' ? [drums[pitch]!] : instruments[part];
    const sample = readSample(names[part === 'drums' ? 0 : family.programs[part] % names.length]!);
    const first = Math.round(start * SAMPLER_RATE);
    const length = Math.min(sound.length - first, Math.floor((sample.length - 1) / speed));
    for (let i = 0; i < length; i++) {
      const at = i * speed;
      const [low, share] = [Math.floor(at), at % 1];
      sound[first + i]! += ((level * velocity) / 127) * (sample[low]! * (1 - share) + sample[low + 1]! * share);
    }
  }
  return sound;
}

const samples = new Map<string, Float32Array>();

function readSample(name: string): Float32Array {
  const known = samples.get(name);
  if (known) return known;
  const raw = ['-f', 'f32le', '-ac', '1', '-ar', `${SAMPLER_RATE}`, '-'];
  const bytes = execFileSync('ffmpeg', ['-v', 'error', '-i', `${folder}/${name}.flac`, ...raw], { maxBuffer: 2 ** 28 });
  const sample = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  samples.set(name, sample);
  return sample;
}

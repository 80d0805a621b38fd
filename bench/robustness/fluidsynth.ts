// Tunes played by fluidsynth with Debian's General MIDI sounds: one MIDI file for all, each tune in
// a separate stretch, so that the sounds are loaded once.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Part, Tune } from '../../engine/test-support/tunes.ts';

export const FLUIDSYNTH_RATE = 22_050;
const soundFont = '/usr/share/sounds/sf2/FluidR3_GM.sf2';
const channels: Readonly<Record<Part, number>> = { lead: 0, chords: 1, bass: 2, drums: 9 };
const volumes: Readonly<Record<Part, number>> = { lead: 100, chords: 70, bass: 90, drums: 90 };
/** Ticks of a MIDI file at 120 quarters per minute: one per millisecond. */
const TICKS_A_QUARTER = 500;
/** Between two tunes, for notes that still sound. */
const gapSeconds = 4;
/** Two channels of 16 bits. */
const FRAME_BYTES = 4;

/** Each of the tunes, this many seconds long. */
export function playWithFluidsynth(tunes: readonly Tune[], seconds: number): Float32Array[] {
  const slot = seconds + gapSeconds;
  const folder = mkdtempSync(join(tmpdir(), 'fluidsynth-'));
  try {
    const midi = join(folder, 'tunes.mid');
    writeFileSync(midi, midiFile(tunes.flatMap((tune, place) => events(tune, place * slot, seconds))));
    const bytes = render(midi, tunes.length * slot);
    return tunes.map((_, place) => mono(bytes, place * slot, seconds));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** MIDI songs of Debian's packages openttd-openmsx and planetblupi-music-midi, if installed. */
export function songFiles(): string[] {
  return globSync(['/usr/share/games/openttd/baseset/openmsx/*.mid', '/usr/share/planetblupi/music/*.mid']).sort();
}

/** The first seconds of a song. */
export function playSong(midi: string, seconds: number): Float32Array {
  const bytes = render(midi, seconds);
  return mono(bytes, 0, Math.min(seconds, bytes.length / FRAME_BYTES / FLUIDSYNTH_RATE));
}

/** Some songs hold a note forever, so fluidsynth is ended when it has written enough. */
function render(midi: string, seconds: number): Buffer {
  const most = Math.ceil((seconds + gapSeconds) * FLUIDSYNTH_RATE * FRAME_BYTES);
  const options = ['-n', '-i', '-q', '-g', '0.4', '-r', `${FLUIDSYNTH_RATE}`, '-O', 's16', '-T', 'raw', '-F', '-'];
  return spawnSync('fluidsynth', [...options, soundFont, midi], { maxBuffer: most }).stdout;
}

function mono(bytes: Buffer, start: number, seconds: number): Float32Array {
  const first = Math.round(start * FLUIDSYNTH_RATE);
  return Float32Array.from({ length: Math.floor(seconds * FLUIDSYNTH_RATE) }, (_, i) => {
    const at = FRAME_BYTES * (first + i);
    return at + FRAME_BYTES > bytes.length ? 0 : (bytes.readInt16LE(at) + bytes.readInt16LE(at + 2)) / 65_536;
  });
}

interface MidiEvent {
  /** In ticks of a millisecond. */
  readonly time: number;
  readonly bytes: readonly number[];
}

function events({ family, notes }: Tune, start: number, seconds: number): MidiEvent[] {
  const begin = Math.round(start * 1000);
  const setUp = (Object.entries(family.programs) as [Exclude<Part, 'drums'>, number][]).map(([part, program]) => ({
    time: begin,
    bytes: [0xc0 | channels[part], program],
  }));
  const levels = (Object.entries(volumes) as [Part, number][]).map(([part, volume]) => ({
    time: begin,
    bytes: [0xb0 | channels[part], 7, volume],
  }));
  const played = notes.flatMap(({ part, start: from, seconds: length, pitch, velocity }) => [
    { time: begin + Math.round(from * 1000), bytes: [0x90 | channels[part], pitch, velocity] },
    {
      time: begin + Math.round(Math.min(seconds, from + 0.95 * length) * 1000),
      bytes: [0x80 | channels[part], pitch, 0],
    },
  ]);
  // A note without an end would keep fluidsynth from ending.
  const silence = Object.values(channels).map((channel) => ({
    time: begin + Math.round((seconds + gapSeconds / 2) * 1000),
    bytes: [0xb0 | channel, 120, 0],
  }));
  return [...setUp, ...levels, ...played, ...silence];
}

/** A file of format 0 (MIDI 1.0, Standard MIDI Files). */
function midiFile(all: readonly MidiEvent[]): Buffer {
  const sorted = all.toSorted((left, right) => left.time - right.time || rankOf(left) - rankOf(right));
  let last = 0;
  const body = sorted.flatMap(({ time, bytes }) => {
    const delta = variableLength(time - last);
    last = time;
    return [...delta, ...bytes];
  });
  const track = Buffer.from([...body, 0, 0xff, 0x2f, 0]);
  const header = Buffer.from('4d546864000000060000000100004d54726b00000000', 'hex');
  header.writeUInt16BE(TICKS_A_QUARTER, 12);
  header.writeUInt32BE(track.length, 18);
  return Buffer.concat([header, track]);
}

/**
 * At one moment, instruments are chosen first, and a note ends before another of the same pitch
 * starts.
 */
function rankOf({ bytes: [status] }: MidiEvent): number {
  return [0xc0, 0xb0, 0x80, 0x90].indexOf(status! & 0xf0);
}

function variableLength(value: number): number[] {
  const bytes = [value & 127];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 127) | 128);
  return bytes;
}

// Test support: sequenced music by a seed. Tunes of one family share tempo, scale, instruments and
// drum pattern, like unrelated tunes from one program. No bar of one is nearly a bar of another,
// because such tunes would share a stretch of sound. Here, a few sine waves play them. bench/ uses
// fluidsynth and a sampler.
import { Random } from './random-bytes.ts';

export interface Note {
  readonly part: Part;
  /** Seconds from the beginning. */
  readonly start: number;
  readonly seconds: number;
  /** In MIDI numbers: 69 is A at 440 Hz. For drums, the instrument. */
  readonly pitch: number;
  /** 1 to 127. */
  readonly velocity: number;
}

export type Part = 'lead' | 'chords' | 'bass' | 'drums';

export const styles = ['melody', 'band', 'arpeggio', 'loop', 'drums'] as const;
export type Style = (typeof styles)[number];

export interface Family {
  readonly style: Style;
  readonly tempo: number;
  /** Pitches of the scale above the root. */
  readonly scale: readonly number[];
  readonly root: number;
  /** Instruments of General MIDI, from 0. */
  readonly programs: Readonly<Record<Exclude<Part, 'drums'>, number>>;
  readonly beat: readonly Hit[];
}

interface Hit {
  /** Sixteenths from the bar's beginning. */
  readonly step: number;
  readonly pitch: number;
}

const scales = [
  [0, 2, 4, 7, 9],
  [0, 3, 5, 7, 10],
  [0, 2, 4, 5, 7, 9, 11],
  [0, 2, 3, 5, 7, 8, 10],
  [0, 3, 5, 6, 7, 10],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
];
const tempos = [90, 100, 110, 120, 125, 128, 140, 150, 160, 174];
const programs = {
  lead: [0, 4, 11, 24, 56, 73, 80, 81],
  chords: [0, 16, 48, 50, 88, 90],
  bass: [32, 33, 38, 39],
};
const [kick, snare, closedHat, openHat, clap, lowTom, cowbell] = [36, 38, 42, 46, 39, 45, 56];
const every = (distance: number, pitch: number, first = 0): Hit[] =>
  Array.from({ length: Math.ceil((16 - first) / distance) }, (_, i) => ({ step: first + i * distance, pitch }));
const beats = [
  [...every(4, kick), ...every(2, closedHat), ...every(8, snare, 4)],
  [...every(4, kick), ...every(4, openHat, 2), ...every(8, clap, 4)],
  [...[0, 6, 10].map((step) => ({ step, pitch: kick })), ...every(8, snare, 4), ...every(2, closedHat)],
];

export function makeFamily(random: Random, style: Style): Family {
  return {
    style,
    tempo: random.pick(tempos),
    scale: random.pick(scales),
    root: 48 + random.below(12),
    programs: {
      lead: random.pick(programs.lead),
      chords: random.pick(programs.chords),
      bass: random.pick(programs.bass),
    },
    beat: random.pick(beats),
  };
}

export interface Tune {
  readonly family: Family;
  /** In order of time. */
  readonly notes: readonly Note[];
}

/** From this share of equal notes on, two bars are nearly equal. */
const NEARLY_EQUAL = 0.8;
const MOST_ATTEMPTS = 10_000;

/** Tunes without two that share an equal or nearly equal bar. Within a tune, bars can repeat. */
export function composeTunes(random: Random, family: Family, count: number, seconds: number): Tune[] {
  const ofOthers: ReadonlySet<string>[] = [];
  return Array.from({ length: count }, () => {
    const written = composeBars(random, family, seconds, ofOthers);
    ofOthers.push(...written.map(namesOf));
    return arrange(family, written, seconds);
  });
}

function composeBars(random: Random, family: Family, seconds: number, ofOthers: readonly ReadonlySet<string>[]): Bar[] {
  // A loop is one or two bars that repeat.
  const isLoop = family.style === 'loop' || family.style === 'drums';
  const count = isLoop ? 1 + random.below(2) : Math.ceil(seconds / barSeconds(family));
  return Array.from({ length: count }, () => {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const bar = barsOf[family.style](random, family);
      const names = namesOf(bar);
      if (!ofOthers.some((other) => areNearlyEqual(names, other))) return bar;
    }
    throw new Error(`A family of ${family.style} has too few different bars for so many tunes. Ask for fewer tunes.`);
  });
}

function namesOf(bar: Bar): ReadonlySet<string> {
  return new Set(bar.map(({ part, step, pitch }) => `${part} ${step} ${pitch}`));
}

function areNearlyEqual(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.intersection(right).size >= NEARLY_EQUAL * Math.max(left.size, right.size);
}

function arrange(family: Family, written: readonly Bar[], seconds: number): Tune {
  const length = barSeconds(family);
  const notes = Array.from({ length: Math.ceil(seconds / length) }, (_, i) =>
    written[i % written.length]!.map((note) => at(note, i * length, length / 16)),
  )
    .flat()
    .filter(({ start }) => start < seconds)
    .sort((left, right) => left.start - right.start);
  return { family, notes };
}

function barSeconds({ tempo }: Family): number {
  return 240 / tempo;
}

/** Played by a few sine waves and bursts of noise. */
export function playTune({ family, notes }: Tune, seconds: number, sampleRate: number): Float32Array {
  const sound = new Float32Array(Math.round(seconds * sampleRate));
  const overtones = 1 + (family.programs.lead % 5);
  for (const { part, start, seconds: length, pitch, velocity } of notes) {
    const first = Math.round(start * sampleRate);
    const lasts = Math.round((part === 'drums' ? 0.15 : length) * sampleRate);
    const wave = part === 'drums' ? drumWave(pitch) : toneWave(pitch, overtones, sampleRate);
    const fades = (part === 'drums' ? 25 : 4) / sampleRate;
    for (let i = 0; i < Math.min(lasts, sound.length - first); i++) {
      const envelope = Math.min(1, i / 40, (lasts - i) / 80) * Math.exp(-fades * i);
      sound[first + i]! += 0.15 * (velocity / 100) * envelope * wave(i);
    }
  }
  return sound;
}

function toneWave(pitch: number, overtones: number, sampleRate: number): (i: number) => number {
  const frequency = 440 * 2 ** ((pitch - 69) / 12);
  const step = (2 * Math.PI * frequency) / sampleRate;
  const heard = Math.min(overtones, Math.floor(sampleRate / 2 / frequency));
  return (i) => {
    let value = 0;
    for (let k = 1; k <= heard; k++) value += Math.sin(k * step * i) / k;
    return value;
  };
}

/** Noise that is the same at every hit, like a sample. */
function drumWave(pitch: number): (i: number) => number {
  const random = new Random(pitch);
  return () => random.below(2001) / 1000 - 1;
}

interface BarNote {
  readonly part: Part;
  readonly step: number;
  readonly steps: number;
  readonly pitch: number;
  readonly velocity: number;
}

type Bar = readonly BarNote[];

function at({ part, step, steps, pitch, velocity }: BarNote, start: number, stepSeconds: number): Note {
  return { part, start: start + step * stepSeconds, seconds: steps * stepSeconds, pitch, velocity };
}

const barsOf: Readonly<Record<Style, (random: Random, family: Family) => BarNote[]>> = {
  melody: (random, family) => lead(random, family),
  band: (random, family) => {
    const degree = random.below(family.scale.length);
    return [
      ...lead(random, family),
      ...chord(family, degree).map((pitch) => ({ part: 'chords' as const, step: 0, steps: 15, pitch, velocity: 70 })),
      ...bass(random, family, degree),
      ...drums(family.beat),
    ];
  },
  arpeggio: (random, family) => {
    const degree = random.below(family.scale.length);
    const pitches = chord(family, degree).map((pitch) => pitch + 12);
    const order = Array.from({ length: 4 }, () => random.pick(pitches));
    return [
      ...Array.from({ length: 16 }, (_, step) => ({
        part: 'lead' as const,
        step,
        steps: 1,
        pitch: order[step % order.length]!,
        velocity: 95,
      })),
      ...bass(random, family, degree),
    ];
  },
  loop: (random, family) => (random.below(2) === 0 ? barsOf.band(random, family) : barsOf.arpeggio(random, family)),
  drums: (random) =>
    Array.from({ length: 16 }, (_, step) => step)
      .flatMap((step) =>
        [kick, snare, closedHat, openHat, clap, lowTom, cowbell]
          .filter(() => random.below(4) === 0)
          .map((pitch) => ({ step, pitch })),
      )
      .map(hit),
};

/** Eighths, one in eight of them a rest. */
function lead(random: Random, { scale, root }: Family): BarNote[] {
  return Array.from({ length: 8 }, (_, i) => 2 * i)
    .filter(() => random.below(8) > 0)
    .map((step) => ({
      part: 'lead',
      step,
      steps: 2,
      pitch: root + 12 + 12 * random.below(2) + random.pick(scale),
      velocity: 80 + random.below(40),
    }));
}

function chord({ scale, root }: Family, degree: number): number[] {
  return [0, 2, 4].map((third) => {
    const place = degree + third;
    return root + 12 * Math.floor(place / scale.length) + scale[place % scale.length]!;
  });
}

function bass(random: Random, { scale, root }: Family, degree: number): BarNote[] {
  const pitch = root - 12 + scale[degree]!;
  return [0, 4, 8, 12].map((step) => ({
    part: 'bass',
    step,
    steps: 3,
    pitch: pitch + 12 * random.below(2),
    velocity: 100,
  }));
}

function drums(beat: readonly Hit[]): BarNote[] {
  return beat.map(hit);
}

function hit({ step, pitch }: Hit): BarNote {
  return { part: 'drums', step, steps: 1, pitch, velocity: 100 };
}

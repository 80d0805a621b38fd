// Unrelated sequenced music that the acoustic fingerprint must not confuse: tunes of one tempo,
// scale, set of instruments and beat, played by fluidsynth, by a sampler and by plain waves, and
// songs of Debian's packages, played by fluidsynth. The tunes of a family share no bar, not even
// nearly (80% of the notes), because then they would share a stretch of sound. Each tune is
// searched as in verification, in up to six excerpts, in every other tune of its family. For
// comparison, the earlier rule (nine agreeing anchors) on the same pairs, and how many excerpts of
// 5 seconds are found in their own tune. Needs fluidsynth, fluid-soundfont-gm, sonic-pi-samples and
// ffmpeg. FAMILIES=… of each style and player, TUNES=… of each (at most 20: short scales have too
// few different bars for more). Usage: npm run bench -- robustness/fingerprint-pairs [seed, default
// 1]
import { Candidates, WINDOWS_OF_PLACE } from '../../engine/src/fingerprints/acoustic/candidates.ts';
import { type Landmarks, soughtLandmarks, storedLandmarks } from '../../engine/src/fingerprints/acoustic/landmarks.ts';
import { compareTracks, shareOfNeeded } from '../../engine/src/fingerprints/acoustic/rank-tracks.ts';
import { storedTriples } from '../../engine/src/fingerprints/acoustic/triples.ts';
import { Random } from '../../engine/test-support/random-bytes.ts';
import { composeTunes, makeFamily, playTune, styles, type Tune } from '../../engine/test-support/tunes.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { agreeingAnchors, LEAST_AGREEING } from './agreeing-anchors.ts';
import { FLUIDSYNTH_RATE, playSong, playWithFluidsynth, songFiles } from './fluidsynth.ts';
import { playWithSampler, SAMPLER_RATE } from './sampler.ts';

const seed = Number(process.argv[2] ?? 1);
const families = Number(process.env.FAMILIES ?? 2);
const tunesOfFamily = Number(process.env.TUNES ?? 16);
const seconds = 24;
const songSeconds = 120;
const excerptSeconds = 5;
const plainRate = 8_000;

const players: Readonly<Record<string, { rate: number; play(tunes: readonly Tune[]): Float32Array[] }>> = {
  fluidsynth: { rate: FLUIDSYNTH_RATE, play: (tunes) => playWithFluidsynth(tunes, seconds) },
  sampler: { rate: SAMPLER_RATE, play: (tunes) => tunes.map((tune) => playWithSampler(tune, seconds)) },
  'plain waves': { rate: plainRate, play: (tunes) => tunes.map((tune) => playTune(tune, seconds, plainRate)) },
};

interface Count {
  pairs: number;
  matched: number;
  matchedBefore: number;
  nearest: number;
  excerpts: number;
  found: number;
  indexed: number;
  foundBefore: number;
}

const random = new Random(seed);
const table = [
  ['player, style', 'pairs', 'matched', 'before', 'nearest to a match', 'own excerpts', 'found', 'indexed', 'before'],
];
const total = newCount();
for (const [player, { rate, play }] of Object.entries(players)) {
  for (const style of styles) {
    const count = newCount();
    for (let i = 0; i < families; i += 1) {
      const family = makeFamily(random, style);
      compareAll(play(composeTunes(random, family, tunesOfFamily, seconds)), rate, count);
    }
    report(`${player}, ${style}`, count);
  }
}
const songs = newCount();
compareAll(
  songFiles().map((file) => playSong(file, songSeconds)),
  FLUIDSYNTH_RATE,
  songs,
);
report('fluidsynth, songs', songs);
report('all', total);
console.log(formatTable(table));
console.log(keepFigures('robustness-fingerprint-pairs', { seed, families, tunesOfFamily, table }));

function newCount(): Count {
  return { pairs: 0, matched: 0, matchedBefore: 0, nearest: 0, excerpts: 0, found: 0, indexed: 0, foundBefore: 0 };
}

function report(name: string, count: Count): void {
  const { pairs, matched, matchedBefore, nearest, excerpts, found, indexed, foundBefore } = count;
  if (count !== total) {
    for (const key of ['pairs', 'matched', 'matchedBefore', 'excerpts', 'found', 'indexed', 'foundBefore'] as const)
      total[key] += count[key];
    total.nearest = Math.max(total.nearest, nearest);
  }
  table.push([
    name,
    ...[pairs, matched, matchedBefore].map(String),
    nearest.toFixed(2),
    ...[excerpts, found, indexed, foundBefore].map(String),
  ]);
  console.error(table.at(-1)!.join('  '));
}

function compareAll(sounds: readonly Float32Array[], rate: number, count: Count): void {
  const tracks = sounds.map((sound) => storedLandmarks([sound], rate));
  for (const [own, sound] of sounds.entries()) {
    const excerpts = [...soughtLandmarks([sound], rate)];
    for (const [other, track] of tracks.entries()) {
      if (other === own) continue;
      const each = excerpts.map((excerpt) => compare(excerpt, track));
      count.pairs += 1;
      if (each.some(({ matches }) => matches)) count.matched += 1;
      if (each.some(({ matchesBefore }) => matchesBefore)) count.matchedBefore += 1;
      count.nearest = Math.max(count.nearest, ...each.map(({ share }) => share));
    }
    const start = random.below(sound.length - excerptSeconds * rate);
    const [cut] = soughtLandmarks([sound.slice(start, start + excerptSeconds * rate)], rate);
    if (!cut) continue;
    const { matches, matchesBefore } = compare(cut, tracks[own]!);
    count.excerpts += 1;
    if (matches) count.found += 1;
    if (matches && tracksSharing(cut, tracks).includes(own)) count.indexed += 1;
    if (matchesBefore) count.foundBefore += 1;
  }
}

/** Those of the family that the index leads to, at most as many as the service compares. */
function tracksSharing(excerpt: Landmarks, tracks: readonly Landmarks[]): number[] {
  const candidates = new Candidates(excerpt);
  const sought = new Set(candidates.hashes);
  for (const [track, landmarks] of tracks.entries())
    candidates.add(
      storedTriples(landmarks)
        .filter(({ hash }) => sought.has(hash))
        .map(({ hash, time }) => ({ hash, track, place: Math.floor(time / WINDOWS_OF_PLACE) })),
    );
  return candidates.best(64);
}

function compare(excerpt: Landmarks, { hashes, times }: Landmarks) {
  const sought = new Set(excerpt.hashes);
  const found = Array.from(hashes, (hash, place) => ({ hash, time: times[place]!, track: 0 })).filter(({ hash }) =>
    sought.has(hash),
  );
  const [comparison] = compareTracks(excerpt, found);
  const share = comparison ? shareOfNeeded(comparison) : 0;
  return {
    share,
    matches: share >= 1,
    matchesBefore: (agreeingAnchors(excerpt, found).get(0) ?? 0) >= LEAST_AGREEING,
  };
}

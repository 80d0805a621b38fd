// The acoustic fingerprint: excerpts of 5 seconds (or EXCERPT=… seconds) from anywhere, through
// MP3 at 128 kbit/s or with white noise at 10 dB, searched among all sounds, and how close
// excerpts come to unrelated sounds. "Indexed" counts those that the index of triples also leads
// to. For comparison, the earlier rule (nine agreeing anchors) on the same excerpts. Sounds: see
// recorded-tracks.ts. It uses the first minute of each, or SECONDS=… seconds. HALF=odd takes every
// second track, the half that was not used to find the limits of a match. Usage: npm run bench --
// robustness/fingerprints [most excerpts of a track, default 8] [seed, default 1]
import { Candidates, type FoundTriple, WINDOWS_OF_PLACE } from '../../engine/src/fingerprints/acoustic/candidates.ts';
import { type Landmarks, soughtLandmarks, storedLandmarks } from '../../engine/src/fingerprints/acoustic/landmarks.ts';
import {
  compareTracks,
  type FoundLandmark,
  shareOfNeeded,
} from '../../engine/src/fingerprints/acoustic/rank-tracks.ts';
import { storedTriples } from '../../engine/src/fingerprints/acoustic/triples.ts';
import { Random } from '../../engine/test-support/random-bytes.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { agreeingAnchors, LEAST_AGREEING } from './agreeing-anchors.ts';
import { allTracks, readTraining, type Track, throughMp3 } from './recorded-tracks.ts';

const mostSeconds = Number(process.env.SECONDS ?? 60);
const mostExcerpts = Number(process.argv[2] ?? 8);
const seed = Number(process.argv[3] ?? 1);
const random = new Random(seed);
const seconds = Number(process.env.EXCERPT ?? 5);
const leastPower = 1e-7;
/** The most tracks that the service compares. */
const mostCompared = 64;
const tracks = (process.env.HALF === 'odd' ? readTraining().filter((_, place) => place % 2 === 1) : allTracks())
  .map((track) => ({ ...track, sound: track.sound.subarray(0, mostSeconds * track.rate) }))
  .filter(({ sound, rate }) => sound.length > (seconds + 0.2) * rate);
const index = new Map<number, FoundLandmark[]>();
const triples = new Map<number, FoundTriple[]>();
let rows = 0;
let tripleRows = 0;
for (const [track, { sound, rate }] of tracks.entries()) {
  const landmarks = storedLandmarks([sound], rate);
  const { hashes, times } = landmarks;
  for (const { hash, time } of storedTriples(landmarks)) {
    const found = { hash, track, place: Math.floor(time / WINDOWS_OF_PLACE) };
    triples.set(hash, [...(triples.get(hash) ?? []), found]);
    tripleRows += 1;
  }
  for (const [place, hash] of hashes.entries()) {
    const found = { hash, track, time: times[place]! };
    const list = index.get(hash);
    if (list) list.push(found);
    else index.set(hash, [found]);
  }
  rows += hashes.length;
}
const soundSeconds = tracks.reduce((sum, { sound, rate }) => sum + sound.length / rate, 0);

const attacks: Readonly<Record<string, { bar: string; apply(track: Track): { sound: Float32Array; rate: number } }>> = {
  'MP3 128': { bar: '99%', apply: throughMp3 },
  'noise at 10 dB': { bar: '95%', apply: (track) => track },
};
const table = [
  [
    'attack',
    'excerpts',
    'found',
    'share',
    'indexed',
    'bar',
    'before',
    'times what a match takes: lowest',
    '5%',
    'median',
  ],
];
const lost: string[] = [];
let pairs = 0;
let falseMatches = 0;
let falseMatchesBefore = 0;
let mostByChance = 0;
for (const [attack, { bar, apply }] of Object.entries(attacks)) {
  const scores: number[] = [];
  let foundBefore = 0;
  let indexed = 0;
  for (const [place, track] of tracks.entries()) {
    const { sound, rate } = apply(track);
    const count = Math.min(mostExcerpts, Math.max(2, Math.floor(sound.length / rate / 15)));
    const others = tracks.filter(({ group }) => group !== track.group);
    const otherWindows = others.reduce((sum, other) => sum + Math.floor(other.sound.length / other.rate / seconds), 0);
    for (let i = 0; i < count; i += 1) {
      const start = random.below(sound.length - seconds * rate);
      const cut = sound.slice(start, start + seconds * rate);
      const power = cut.reduce((sum, value) => sum + value * value, 0) / cut.length;
      if (power < leastPower) continue;
      const heard = attack === 'MP3 128' ? cut : cut.map((value) => value + Math.sqrt(power / 10) * gauss());
      const { shares, anchors, candidates } = search([...soughtLandmarks([heard], rate)][0]);
      const score = shares.get(place) ?? 0;
      scores.push(score);
      if (score >= 1 && candidates.includes(place)) indexed += 1;
      if ((anchors.get(place) ?? 0) >= LEAST_AGREEING) foundBefore += 1;
      if (score < 1) lost.push(`${attack}: ${track.name} at ${(start / rate).toFixed(1)} s, ${score.toFixed(2)}`);
      const isOther = (each: number) => tracks[each]!.group !== track.group;
      const reached = [...shares].filter(([each]) => isOther(each)).map(([, share]) => share);
      mostByChance = Math.max(mostByChance, ...reached);
      falseMatches += reached.filter((share) => share >= 1).length;
      falseMatchesBefore += [...anchors].filter(([each, count]) => isOther(each) && count >= LEAST_AGREEING).length;
      pairs += otherWindows;
    }
  }
  scores.sort((left, right) => left - right);
  const found = scores.filter((score) => score >= 1).length;
  const at = (share: number) => scores[Math.floor(share * scores.length)]!.toFixed(2);
  const percent = (count: number) => `${((100 * count) / scores.length).toFixed(1)}%`;
  const counts = [String(scores.length), String(found), percent(found), String(indexed), bar, percent(foundBefore)];
  table.push([attack, ...counts, at(0), at(0.05), at(0.5)]);
}

console.log(formatTable(table));
console.log(
  `\n${tracks.length} tracks, ${Math.round(soundSeconds / 60)} minutes, ${(rows / soundSeconds).toFixed(1)} landmarks and ${(tripleRows / soundSeconds).toFixed(1)} triples a second stored.`,
);
console.log(
  `Of ${pairs.toLocaleString('en')} pairs of unrelated windows ${falseMatches} matched (before: ${falseMatchesBefore}); the nearest had ${mostByChance.toFixed(2)} of what a match takes.`,
);
for (const line of lost) console.log(`lost: ${line}`);
console.log(
  keepFigures('robustness-fingerprints', { seed, table, pairs, falseMatches, falseMatchesBefore, mostByChance, lost }),
);

/**
 * By track: the share of the evidence for a match, and the agreeing anchors of the earlier rule.
 * Also the tracks that the index leads to.
 */
function search(excerpt: Landmarks | undefined) {
  if (!excerpt) return { shares: new Map<number, number>(), anchors: new Map<number, number>(), candidates: [] };
  const found = [...new Set(excerpt.hashes)].flatMap((hash) => index.get(hash) ?? []);
  const shares = new Map(compareTracks(excerpt, found).map((each) => [each.track, shareOfNeeded(each)]));
  const candidates = new Candidates(excerpt);
  candidates.add(candidates.hashes.flatMap((hash) => triples.get(hash) ?? []));
  return { shares, anchors: agreeingAnchors(excerpt, found), candidates: candidates.best(mostCompared) };
}

function gauss(): number {
  return Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction());
}

/** From 0 to below 1. */
function fraction(): number {
  return random.below(2 ** 32) / 2 ** 32;
}

// Which keyframes of a video that is marked in band do not carry the mark of a known id. Only
// keyframes are examined: a range goes from the first keyframe without the mark to the next one
// with it. Pictures and time are limited.
import type { MediaDecoder, MediaSource, VideoPicture } from '../media-decoder/media-decoder.ts';
import type { ChangedStretch, TimeChanges } from '../watermarks/dct-audio/localize.ts';
import { detect } from '../watermarks/dct-image/detect.ts';
import type { Affine } from '../watermarks/dct-image/geometry.ts';
import { markScore } from '../watermarks/dct-image/localize/mark-score.ts';

const mostPictures = 240;
const mostPlaced = 8;
const longestMilliseconds = 10_000;
// In standard deviations: pictures with the mark reach 6 and more, pictures without it rarely reach
// 3.
const leastMarked = 5;
const mostUnmarked = 3;

interface Seen {
  readonly seconds: number;
  /** Null: too faint to tell. */
  readonly isMarked: boolean | null;
}

export async function localizeVideo(
  source: MediaSource,
  decoder: MediaDecoder,
  id: string,
): Promise<TimeChanges | null> {
  const place = await findPlace(source, decoder, id);
  if (!place) return null;
  const until = performance.now() + longestMilliseconds;
  const seen: Seen[] = [];
  for await (const picture of decoder.frames(source, mostPictures)) {
    if (picture.seconds !== undefined) seen.push({ seconds: picture.seconds, isMarked: judge(picture, id, place) });
    if (performance.now() > until) break;
  }
  const last = seen.at(-1)?.seconds ?? 0;
  return { seconds: last, ranges: rangesOf(seen, last) };
}

// All pictures of a video have the same geometry, so the first mark that is found shows where to
// look.
async function findPlace(source: MediaSource, decoder: MediaDecoder, id: string): Promise<Affine | null> {
  for await (const { luma, width, height } of decoder.frames(source, mostPlaced)) {
    const found = detect(luma, width, height);
    if (found?.id === id) return found.place;
  }
  return null;
}

function judge({ luma, width, height }: VideoPicture, id: string, place: Affine): boolean | null {
  const score = markScore(luma, width, height, id, place);
  if (score === null || (score > mostUnmarked && score < leastMarked)) return null;
  return score >= leastMarked;
}

function rangesOf(seen: readonly Seen[], last: number): ChangedStretch[] {
  const ranges: ChangedStretch[] = [];
  for (let first = 0; first < seen.length; first++) {
    if (seen[first]!.isMarked !== false) continue;
    let end = first;
    while (end < seen.length && seen[end]!.isMarked === false) end++;
    const pictures = end - first;
    ranges.push({ start: seen[first]!.seconds, end: seen[end]?.seconds ?? last, score: 1 - 0.1 ** pictures });
    first = end;
  }
  return ranges;
}

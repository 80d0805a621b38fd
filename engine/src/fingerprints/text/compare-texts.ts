// Whether an upload contains a stored text or a part of it, and which of its words. The evidence
// is in bits: unrelated texts reach E bits with a probability below 2^-E (stretches.ts). Words that
// many stored texts contain, such as licenses, count nothing, unless the two texts are almost the
// same from the first word to the last.
import { type Block, findBlocks } from './equal-blocks.ts';
import type { KeyedText } from './keyed-text.ts';
import { findStretches, type Stretch } from './stretches.ts';

/** Evidence of a match in a search of all texts. About 20 words in a row have as much. */
export const LEAST_EVIDENCE = 120;
/**
 * Evidence of a match with the record to which a mark or a token led: about nine words in a row.
 */
export const LEAST_EVIDENCE_IF_NAMED = 40;
/**
 * A shorter passage counts nothing: long texts of one kind, such as contracts, share many phrases
 * of a few words.
 */
const LEAST_EVIDENCE_OF_STRETCH = 30;
/** Share of both texts that must agree if many texts contain the words. */
const ALMOST_ALL = 0.9;

export interface TextComparison {
  readonly evidence: number;
  /** Equal blocks, in the order of the upload. */
  readonly blocks: readonly Block[];
  /** How much of the upload is in the record, and of the record in the upload: from 0 to 1. */
  readonly uploadShare: number;
  readonly recordShare: number;
}

/** Codes of an upload, from `from` to before `to`. */
export interface Passage {
  readonly from: number;
  readonly to: number;
}

/** The passages of an upload that a stored text has too. Each is long enough to count. */
export function findPassages(upload: Pick<KeyedText, 'codes' | 'weights'>, record: Uint8Array): Passage[] {
  const chance = chanceOf(upload.codes, record);
  const stretches = findStretches(upload.codes, record, upload.weights);
  return stretches.filter(({ score }) => score - chance >= LEAST_EVIDENCE_OF_STRETCH);
}

/**
 * isCommon: whether many stored texts contain the words at this place of the upload. Null: nothing
 * shows that the upload contains a part of the record.
 */
export function compareTexts(
  { codes, weights }: Pick<KeyedText, 'codes' | 'weights'>,
  record: Uint8Array,
  isCommon: (place: number) => boolean,
  leastEvidence = LEAST_EVIDENCE,
): TextComparison | null {
  const chance = chanceOf(codes, record);
  const stretches = findStretches(codes, record, weights).filter(({ score }) => score > chance);
  const plain = evidenceOf(stretches, chance, () => 1);
  if (plain < leastEvidence) return null;
  const blocks = findBlocks(codes, record, stretches);
  const shares = { uploadShare: shareOf(blocks, codes.length), recordShare: shareOf(blocks, record.length) };
  const rare = evidenceOf(stretches, chance, (stretch) => rareShare(stretch, isCommon));
  const isWhole = shares.uploadShare >= ALMOST_ALL && shares.recordShare >= ALMOST_ALL;
  const evidence = isWhole ? plain : rare;
  return evidence < leastEvidence ? null : { evidence, blocks, ...shares };
}

/** Bits for the choice of a place in each text. */
function chanceOf(upload: Uint8Array, record: Uint8Array): number {
  return Math.log2(upload.length * record.length);
}

function evidenceOf(stretches: readonly Stretch[], chance: number, shareOf: (stretch: Stretch) => number): number {
  const evidence = stretches.map((each) => each.score * shareOf(each) - chance);
  return evidence.filter((bits) => bits >= LEAST_EVIDENCE_OF_STRETCH).reduce((sum, bits) => sum + bits, 0);
}

function rareShare({ from, to }: Stretch, isCommon: (place: number) => boolean): number {
  let rare = 0;
  for (let place = from; place < to; place += 1) if (!isCommon(place)) rare += 1;
  return rare / (to - from);
}

function shareOf(blocks: readonly Block[], length: number): number {
  return Math.min(1, blocks.reduce((sum, { from, to }) => sum + to - from, 0) / length);
}

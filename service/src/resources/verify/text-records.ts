// Finds the records whose text an upload contains, completely or in part. A keyed hash names equal
// texts. An index of shingles, which all nodes share, names the texts that have the most and the
// rarest words in common with the upload. The codes of these few texts decide. A search reads a
// bounded number of rows, no matter how many texts are stored (docs/decisions/0053).
import {
  compareTexts,
  findPassages,
  type KeyedText,
  keyText,
  LEAST_EVIDENCE_IF_NAMED,
  type TextComparison,
  type TextFingerprint,
} from '@content-provenance/engine';
import type { Database } from '../../adapters/database/database.ts';
import { unpackRecordId } from '../../database/packed-record-id.ts';
import { CommonWords } from './common-words.ts';
import { type MeasureSearch, unmeasured } from './measure-search.ts';
import { preparedList } from './prepared-list.ts';
import { TextCandidates } from './text-candidates.ts';
import { findEqualTexts, findShingles, findTextOf, findTexts, isEqualText } from './verify.store.ts';

export interface FoundText {
  readonly recordId: string;
  readonly isIdentical: boolean;
  /** Null: identical, so the codes were not compared. */
  readonly comparison: TextComparison | null;
  /** Pairs of words. */
  readonly recordLength: number;
}

export interface TextRecords {
  /** Identical texts first, then best match first, then oldest first. */
  find(text: TextFingerprint, limit: number): Promise<FoundText[]>;
  /** Null: the record has no fingerprint. 'different': nothing in common. */
  compareWith(recordId: string, text: TextFingerprint): Promise<FoundText | 'different' | null>;
}

const hashesAtOnce = 256;
const textsAtOnce = 16;
const mostTexts = 64;
/** More texts that are read to see which words of a match are common. */
const mostSharers = 32;
/** Counts the upload again for each stored text. Bounds the processor time of a search. */
const mostCodesCompared = 400_000;

interface StoredText {
  readonly track: number;
  readonly record_id: Uint8Array;
  readonly codes: Uint8Array;
}

export function createTextRecords(
  database: Database,
  key: Uint8Array,
  measure: MeasureSearch = unmeasured,
): TextRecords {
  const queries = database.publicRead;

  async function searchIndex(keyed: KeyedText): Promise<TextCandidates> {
    const candidates = new TextCandidates(keyed);
    const { hashes } = candidates;
    for (let start = 0; start < hashes.length; start += hashesAtOnce) {
      candidates.add(
        await findShingles(queries, preparedList(hashes.slice(start, start + hashesAtOnce), hashesAtOnce)),
      );
      await letOthersRun();
    }
    return candidates;
  }

  /** In the order of the tracks. */
  async function readTexts(tracks: readonly number[]): Promise<StoredText[]> {
    const texts: StoredText[] = [];
    for (let start = 0; start < tracks.length; start += textsAtOnce) {
      const some = tracks.slice(start, start + textsAtOnce);
      const read = new Map(
        (await findTexts(queries, preparedList(some, textsAtOnce))).map((text) => [text.track, text]),
      );
      // A replica can have the shingles before the text.
      texts.push(...some.flatMap((track) => read.get(track) ?? []));
    }
    return texts;
  }

  async function findSimilar(keyed: KeyedText, known: ReadonlySet<number>): Promise<FoundText[]> {
    const candidates = await searchIndex(keyed);
    const best = candidates.best(mostTexts + known.size).filter((track) => !known.has(track));
    const matches: StoredText[] = [];
    let left = mostCodesCompared;
    for (const text of await readTexts(best.slice(0, mostTexts))) {
      left -= keyed.codes.length + text.codes.length;
      if (left < 0) break;
      if (compareTexts(keyed, text.codes, () => false)) matches.push(text);
      await letOthersRun();
    }
    if (matches.length === 0) return [];
    const common = await findCommonWords(keyed, candidates, matches);
    return matches.flatMap(({ record_id, codes }) => {
      const comparison = compareTexts(keyed, codes, (place) => common.isCommon(place));
      return comparison
        ? [{ recordId: unpackRecordId(record_id), isIdentical: false, comparison, recordLength: codes.length }]
        : [];
    });
  }

  async function findCommonWords(
    keyed: KeyedText,
    candidates: TextCandidates,
    matches: readonly StoredText[],
  ): Promise<CommonWords> {
    const passages = matches.flatMap(({ codes }) => findPassages(keyed, codes));
    const common = new CommonWords(keyed, passages);
    const counted = new Set(matches.map(({ track }) => track));
    for (const { codes } of matches) common.count(codes);
    let left = mostCodesCompared;
    const sharers = candidates.sharers(passages, mostSharers + counted.size).filter((track) => !counted.has(track));
    for (const { codes } of await readTexts(sharers.slice(0, mostSharers))) {
      left -= common.cost(codes.length);
      if (left < 0) break;
      common.count(codes);
      await letOthersRun();
    }
    return common;
  }

  async function find(text: TextFingerprint, limit: number): Promise<FoundText[]> {
    const keyed = keyText(text, key);
    const equal = await findEqualTexts(queries, keyed.whole, limit);
    const found = equal.map(({ record_id }) => identical(unpackRecordId(record_id), keyed));
    if (found.length === limit) return found;
    const similar = await findSimilar(keyed, new Set(equal.map(({ track }) => track)));
    return [...found, ...similar.sort(bestFirst)].slice(0, limit);
  }

  return {
    find: (text, limit) => measure(() => find(text, limit)),

    async compareWith(recordId, text) {
      const keyed = keyText(text, key);
      const stored = await findTextOf(queries, recordId);
      if (!stored) return null;
      if (await isEqualText(queries, stored.track, keyed.whole)) return identical(recordId, keyed);
      // A mark or a token led to the record, so common words count too.
      const comparison = compareTexts(keyed, stored.codes, () => false, LEAST_EVIDENCE_IF_NAMED);
      return comparison ? { recordId, isIdentical: false, comparison, recordLength: stored.codes.length } : 'different';
    },
  };
}

function identical(recordId: string, { codes }: KeyedText): FoundText {
  return { recordId, isIdentical: true, comparison: null, recordLength: codes.length };
}

/** On SQLite, reads run on this thread. */
function letOthersRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function bestFirst(left: FoundText, right: FoundText): number {
  return right.comparison!.evidence - left.comparison!.evidence || (left.recordId < right.recordId ? -1 : 1);
}

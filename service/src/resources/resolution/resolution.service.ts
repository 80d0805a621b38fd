// From a soft binding, or from content that carries one, to manifests (C2PA Soft Binding Resolution
// API). Manifests that the service made are bound by their record's watermark; those that
// organizations stored, by their bindings. A manifest with soft binding assertions is found only by
// the binding that it asserts.
import { type SoftBinding, type SoftBindingAlgorithm, softBindingsOf } from '@content-provenance/engine';
import type { Database } from '../../adapters/database/database.ts';
import type { RecordLookup, RecordRow } from '../../archive/record-lookup.ts';
import { failValidation } from '../../http/error-catalogue.ts';
import type { ManifestsService } from '../c2pa/manifests.service.ts';
import type { SearchedContent, VerifyCaller, VerifyService } from '../verify/verify.service.ts';
import { asHex, findAlgorithm, fromHex, isOurs, readValue, watermarkNames } from './binding-values.ts';
import { listBound } from './repository.store.ts';

export interface ResolutionParts {
  readonly database: Database;
  readonly lookup: RecordLookup;
  readonly manifests: ManifestsService;
  readonly verification: Pick<VerifyService, 'search'>;
  /** Record ids, nearest first. */
  findSimilar(perceptualHash: string, kind: 'image' | 'video', limit: number): Promise<string[]>;
}

export interface ContentQuery {
  readonly alg?: string | undefined;
  readonly hintAlg?: string | undefined;
  readonly hintValue?: string | undefined;
  readonly maxResults: number;
}

export interface Match {
  readonly manifestId: string;
}

/** Even if a caller asks for more. */
const mostMatches = 100;
const mostSimilar = 16;

export type ResolutionService = ReturnType<typeof createResolutionService>;

export function createResolutionService({ database, lookup, manifests, verification, findSimilar }: ResolutionParts) {
  /**
   * Manifests for the watermark of a record: those that the service made for it, then those that
   * its owner bound to it.
   */
  async function ofWatermark({ record_id, org_id, watermark_id }: RecordRow, most: number): Promise<string[]> {
    const made = await manifests.idsOf(record_id, most);
    const value = fromHex(watermark_id);
    return [...made, ...(await listBound(database.publicRead, watermarkNames, value, most, org_id))];
  }

  /**
   * Manifests of similar records, only those that assert no soft binding: an asserted watermark is
   * not matched by likeness.
   */
  async function ofSimilar(recordIds: readonly string[]): Promise<string[]> {
    if (recordIds.length === 0) return [];
    const made = await manifests.of(recordIds, mostSimilar);
    return made.filter(({ store }) => softBindingsOf(store).length === 0).map(({ manifest_id }) => manifest_id);
  }

  async function ofOurs({ type, kinds, alg }: SoftBindingAlgorithm, value: string, most: number): Promise<string[]> {
    const hex = asHex(value);
    if (type === 'watermark') {
      const record = hex === null ? undefined : await lookup.findMarked(database.publicRead, hex);
      return record && kinds.includes(record.format) ? ofWatermark(record, most) : [];
    }
    if (kinds.includes('audio')) failValidation('alg', `${alg} has no value to search by; use /matches/byContent`);
    if (hex === null) failValidation('value', 'must have 8 bytes');
    const found = await Promise.all((['image', 'video'] as const).map((kind) => findSimilar(hex, kind, mostSimilar)));
    return ofSimilar(found.flat());
  }

  async function find({ alg, value: text }: SoftBinding, field: string, most: number): Promise<string[]> {
    const value = readValue(text, field);
    const algorithm = findAlgorithm(alg);
    if (algorithm) return ofOurs(algorithm, value, most);
    return isOurs(alg) ? [] : listBound(database.publicRead, [alg, ''], value, most);
  }

  /**
   * Manifests of the record that the search found, by a watermark in the content or by likeness.
   */
  async function ofContent(
    { provenance, signals, authentic, likeness }: SearchedContent,
    wanted: Wanted,
    most: number,
  ) {
    if (!provenance) return [];
    const carriesMark = signals.watermark_found || signals.neural_watermark_found;
    // A token in the metadata names a record, but anyone can copy it into another file.
    const isAlike = authentic || signals.phash_match || signals.fingerprint_match || likeness === 'near';
    if (carriesMark && wanted !== 'fingerprint') {
      const [record] = await lookup.find(database.publicRead, [provenance.record_id]);
      return record ? ofWatermark(record, most) : [];
    }
    return isAlike && wanted !== 'watermark' ? ofSimilar([provenance.record_id]) : [];
  }

  return {
    async byBinding(binding: SoftBinding, maxResults: number): Promise<Match[]> {
      const most = Math.min(maxResults, mostMatches);
      return asMatches(await find(binding, 'value', most), most);
    },

    async byContent(content: Uint8Array, query: ContentQuery, caller: VerifyCaller): Promise<Match[]> {
      const { alg, hintAlg, hintValue } = query;
      if ((hintAlg === undefined) !== (hintValue === undefined))
        failValidation('hintValue', 'and hintAlg must be sent together');
      const wanted = alg === undefined ? 'any' : findAlgorithm(alg)?.type;
      if (!wanted) failValidation('alg', 'is not an algorithm of this service; see /services/supportedAlgorithms');
      const most = Math.min(query.maxResults, mostMatches);
      // Refused before the search, which costs more.
      if (hintValue !== undefined) readValue(hintValue, 'hintValue');
      const found = await ofContent(await verification.search(content, caller), wanted, most);
      if (found.length > 0 || hintAlg === undefined) return asMatches(found, most);
      return asMatches(await find({ alg: hintAlg, value: hintValue! }, 'hintValue', most), most);
    },
  };
}

type Wanted = SoftBindingAlgorithm['type'] | 'any';

function asMatches(manifestIds: readonly string[], most: number): Match[] {
  return [...new Set(manifestIds)].slice(0, most).map((manifestId) => ({ manifestId }));
}

// Stores text fingerprints: the codes of a text, and the shingles that lead to it. The slot of a
// shingle depends on the text and not on the record (tracks.ts). So copies of a text share one
// slot, which the first record keeps, and a shingle has as many rows as different texts contain it.
// Everything is keyed: the tables reveal no words (engine, keyed-text.ts).
import { keyText, storedPlaces, type TextFingerprint } from '@content-provenance/engine';
import type { Queries } from '../adapters/database/database.ts';
import { packRecordId } from './packed-record-id.ts';
import type { ShinglesTable } from './schema.ts';
import { insertInOrder, slotOf } from './tracks.ts';

export interface TextOfRecord {
  readonly recordId: string;
  readonly text: TextFingerprint;
  /** Whether the service read the text itself. Otherwise it is never called identical. */
  readonly isRead: boolean;
}

/** key: 32 bytes. */
export async function insertTexts(
  transaction: Queries,
  texts: readonly TextOfRecord[],
  key: Uint8Array,
): Promise<void> {
  const shingles: ShinglesTable[] = [];
  for (const { recordId, text, isRead } of texts) {
    const keyed = keyText(text, key);
    const stored = await transaction
      .insertInto('texts')
      .values({ whole: isRead ? keyed.whole : null, codes: keyed.codes, record_id: packRecordId(recordId) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('track')
      .executeTakeFirst();
    if (!stored) continue;
    const owner = Number(BigInt.asUintN(32, keyed.whole));
    for (const place of storedPlaces(keyed.shingles)) {
      const hash = keyed.shingles[place]!;
      shingles.push({ hash, slot: slotOf(hash, owner), rest: keyed.rests[place]!, track: stored.track });
    }
  }
  await insertInOrder(shingles, (some) =>
    transaction
      .insertInto('shingles')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

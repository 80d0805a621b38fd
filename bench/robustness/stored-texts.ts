// Texts in a database, stored and searched as the service does it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readText, type TextFingerprint } from '../../engine/src/fingerprints/text/text-fingerprint.ts';
import { openSqliteDatabase } from '../../service/src/adapters/database/sqlite/sqlite-database.ts';
import { migrate } from '../../service/src/database/migrate.ts';
import { insertTexts } from '../../service/src/database/texts.ts';
import { createTextRecords, type FoundText } from '../../service/src/resources/verify/text-records.ts';

export interface FoundPlace {
  /** Where the text is in the list that was stored. */
  readonly place: number;
  readonly found: FoundText;
}

export interface StoredTexts {
  /** Best match first. Nothing for a text that is too short. */
  find(text: TextFingerprint | null, limit: number): Promise<FoundPlace[]>;
  close(): Promise<void>;
}

const idStart = '01900000-0000-7000-8000-0fff';

export async function storeTexts(texts: readonly string[], seed: number): Promise<StoredTexts> {
  const key = Buffer.alloc(32, seed);
  const folder = mkdtempSync(join(tmpdir(), 'stored-texts-'));
  const database = openSqliteDatabase(join(folder, 'texts.sqlite'), { onProblem: () => undefined });
  await migrate(database);
  for (let start = 0; start < texts.length; start += 100) {
    const rows = texts.slice(start, start + 100).flatMap((each, index) => {
      const text = readText(each);
      const recordId = `${idStart}${(start + index).toString(16).padStart(8, '0')}`;
      return text ? [{ recordId, text, isRead: true }] : [];
    });
    await database.transaction((transaction) => insertTexts(transaction, rows, key));
  }
  const records = createTextRecords(database, key);
  return {
    async find(text, limit) {
      const all = text ? await records.find(text, limit) : [];
      return all.map((found) => ({ place: Number.parseInt(found.recordId.slice(idStart.length), 16), found }));
    },
    async close() {
      await database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

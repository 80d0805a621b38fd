// The search for texts among many: texts of 300 words in SQLite and PostgreSQL, synthetic around
// real ones (manuals and licenses of this machine). At each size: bytes per text, and the database
// time of a search, which is the time of all its statements. Every kind of upload is searched in
// several rounds: the table has the median and p99 of all, and the median of the best round.
// TEXTS=10000,100000 (10,000,000 need 17 GB and an hour), SEARCHES=… of each kind, ROUNDS=…,
// DATABASES=SQLite,PostgreSQL. Usage: npm run bench -- load/texts
import { spread } from '../../engine/src/fingerprints/text/words.ts';
import { createTextRecords } from '../../service/src/resources/verify/text-records.ts';
import { runSql, startPostgres } from '../../service/test-support/postgres-server.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';
import { KEYS_OF_TEXT, KeyedRows, TEXTS_OF_BATCH, TEXTS_PER_REAL } from './texts/keyed-rows.ts';
import { measured, type Use } from './texts/measured-database.ts';
import { readLicenses, readManuals } from './texts/real-words.ts';
import { fingerprintOf, SyntheticTexts, TEXT_WORDS } from './texts/synthetic-texts.ts';
import { postgresTables, recordOf, sqliteTables, type TextTables } from './texts/text-tables.ts';

const sizes = (process.env.TEXTS ?? '10000,100000').split(',').map(Number);
const databases = (process.env.DATABASES ?? 'SQLite,PostgreSQL').split(',');
const searches = Number(process.env.SEARCHES ?? 50);
const rounds = Number(process.env.ROUNDS ?? 3);
const seed = Number(process.argv[2] ?? 1);

const key = Buffer.alloc(32, seed);
const synthetic = new SyntheticTexts(readManuals(), readLicenses(), seed);
/** Numbers that no stored text has. */
const unknown = 2 ** 40;
const longText = 10_000;

interface Upload {
  readonly words: Uint32Array;
  /** The text that it comes from, if it is stored. */
  readonly track?: number;
}

/** stored: how many texts are. */
const kinds: Readonly<Record<string, (place: number, stored: number) => Upload>> = {
  'unknown, 300 words': (place) => ({ words: synthetic.make(unknown + place) }),
  'known, without its mark': (place, stored) => known(place, stored, (words) => words),
  'known, 10% changed': (place, stored) => known(place, stored, changeWords),
  'excerpt, 40 words': (place, stored) => known(place, stored, (words) => words.slice(130, 170)),
  'unknown, 10,000 words': (place) => ({ words: synthetic.make(unknown + place, longText) }),
  license: (place) => ({ words: synthetic.license(place) }),
  'common phrases, 300 words': (place) => ({ words: synthetic.make(unknown + place, TEXT_WORDS, 1_000) }),
  'common phrases, 10,000 words': (place) => ({ words: synthetic.make(unknown + place, longText, 100_000) }),
};

const sizeTable = [
  ['texts', 'database', 'bytes a text', 'of them shingles', 'rows a text', 'bytes, no shared words', 'fill min'],
];
const table = [['texts', 'database', 'upload', 'median ms', 'best ms', 'p99 ms', 'processor ms', 'rows', 'found']];

const server = databases.includes('PostgreSQL') ? await startPostgres() : undefined;
if (server) {
  // Three gigabytes for pages, and a short log, because the measurement does not outlive the
  // server.
  for (const setting of ["shared_buffers = '3GB'", "max_wal_size = '4GB'", 'full_page_writes = off'])
    await runSql(server.url, `ALTER SYSTEM SET ${setting}`);
  await server.stop();
  await server.start();
}
const tables: TextTables[] = [
  ...(databases.includes('SQLite') ? [await sqliteTables()] : []),
  ...(server ? [await postgresTables(server)] : []),
];
try {
  await measureAll();
} finally {
  for (const each of tables) await each.remove();
  await server?.stop();
}
console.log(`${formatTable(sizeTable)}\n\n${formatTable(table)}`);
console.log(keepFigures('load-texts', { seed, searches, rounds, sizeTable, table }));

async function measureAll(): Promise<void> {
  const keyedRows = new KeyedRows(synthetic, key, Math.max(...sizes));
  let [stored, rows] = [0, 0];
  for (const size of sizes) {
    const start = performance.now();
    for (const each of tables) await each.start();
    let storing: Promise<unknown> = Promise.resolve();
    while (stored < size) {
      const count = Math.min(TEXTS_OF_BATCH, size - stored);
      const batch = keyedRows.make(stored + 1, count);
      stored += count;
      rows += batch.shingles.length / 4;
      await storing;
      storing = Promise.all(tables.map((each) => each.add(batch)));
    }
    await storing;
    const minutes = (performance.now() - start) / 60_000;
    for (const each of tables) {
      const bytes = await each.settle();
      // What a text takes if all its keys are new.
      const unshared = bytes.texts / size + (bytes.shingles / rows) * KEYS_OF_TEXT;
      sizeTable.push([
        size.toLocaleString('en'),
        each.name,
        ...[(bytes.texts + bytes.shingles) / size, bytes.shingles / size].map((value) => value.toFixed(0)),
        (rows / size).toFixed(1),
        unshared.toFixed(0),
        minutes.toFixed(1),
      ]);
      await measureSearches(each, size);
      console.error(`${formatTable(sizeTable)}\n\n${formatTable(table)}\n`);
    }
  }
}

async function measureSearches(each: TextTables, size: number): Promise<void> {
  const { database, take } = measured(each.open());
  const records = createTextRecords(database, key);
  for (const [kind, make] of Object.entries(kinds)) {
    const uploads = Array.from({ length: searches }, (_, place) => make(place, size));
    let found = 0;
    const search = async ({ words, track }: Upload): Promise<Use> => {
      const ids = (await records.find(fingerprintOf(words), 16)).map(({ recordId }) => recordId);
      if (track !== undefined && ids.includes(recordOf(track))) found += 1;
      return take();
    };
    // Reads the pages, and is not counted.
    for (const upload of uploads) await search(upload);
    found = 0;
    const before = each.processorMilliseconds?.();
    const uses: Use[][] = [];
    for (let round = 0; round < rounds; round += 1) {
      const some: Use[] = [];
      for (const upload of uploads) some.push(await search(upload));
      uses.push(some);
    }
    const all = uses.flat();
    const own = all.reduce((sum, { processor }) => sum + processor, 0);
    const processor = before === undefined ? own : each.processorMilliseconds!() - before;
    const times = all.map(({ milliseconds }) => milliseconds).sort((left, right) => left - right);
    const best = Math.min(...uses.map((some) => median(some.map(({ milliseconds }) => milliseconds))));
    table.push([
      size.toLocaleString('en'),
      each.name,
      kind,
      ...[median(times), best, times[Math.floor(0.99 * (times.length - 1))]!, processor / all.length].map((value) =>
        value.toFixed(1),
      ),
      (all.reduce((sum, { rows }) => sum + rows, 0) / all.length).toFixed(0),
      uploads[0]!.track === undefined ? '' : `${((100 * found) / all.length).toFixed(0)}%`,
    ]);
  }
  await database.close();
}

/** Spread over all that are stored. Odd numbers contain no license. */
function known(place: number, stored: number, change: (words: Uint32Array) => Uint32Array): Upload {
  const number = 2 * Math.floor((place * Math.floor(stored / TEXTS_PER_REAL / 2)) / searches) + 1;
  return { track: number * TEXTS_PER_REAL, words: change(synthetic.stored(number)) };
}

function changeWords(words: Uint32Array): Uint32Array {
  return words.map((word, place) => (spread(word + place) % 10 === 0 ? spread(word) : word));
}

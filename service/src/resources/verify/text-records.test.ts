// The search for a text: what is found, in which order, what does not count because many texts
// contain it, and that no stored text hides another and no upload costs too much.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { readText, type TextFingerprint } from '@content-provenance/engine';
import { edited, textOf, wordsOf } from '../../../test-support/made-up-texts.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../../test-support/test-database.ts';
import { migrate } from '../../database/migrate.ts';
import { insertTexts } from '../../database/texts.ts';
import { createTextRecords, type TextRecords } from './text-records.ts';

const key = randomBytes(32);
/** In order of time, with well spread random bits. */
const recordOf = (number: number) => {
  const spread = ((number * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0');
  return `0${number.toString(16).padStart(7, '0')}-0000-7000-8000-1234${spread}`;
};
const read = (text: string): TextFingerprint => {
  const found = readText(text);
  assert.ok(found);
  return found;
};

onEachDatabase((kind) => {
  let opened: TestDatabase;
  let records: TextRecords;
  beforeEach(async () => {
    opened = await openTestDatabase(kind);
    await migrate(opened.database);
    records = createTextRecords(opened.database, key);
  });
  afterEach(() => opened.remove());

  const store = (texts: readonly (readonly [number: number, text: string])[], isRead = true, under = key) =>
    opened.database.transaction((transaction) =>
      insertTexts(
        transaction,
        texts.map(([number, text]) => ({ recordId: recordOf(number), text: read(text), isRead })),
        under,
      ),
    );
  const find = async (text: string, limit = 16) =>
    (await records.find(read(text), limit)).map(({ recordId, isIdentical }) => [
      Number.parseInt(recordId.slice(1, 8), 16),
      isIdentical,
    ]);

  test('a text is found when it is identical, edited, cut or within another text', async () => {
    const text = textOf('article', 300);
    await store([
      [1, textOf('other', 300)],
      [2, text],
    ]);
    assert.deepEqual(await find(text), [[2, true]]);
    assert.deepEqual(await find(text.toUpperCase()), [[2, false]]);
    assert.deepEqual(await find(edited(text, (place) => place % 10 === 0)), [[2, false]]);
    assert.deepEqual(await find(text.split(' ').slice(120, 160).join(' ')), [[2, false]]);
    const quote = [...wordsOf('before', 900), ...text.split(' ').slice(40, 80), ...wordsOf('after', 900)];
    assert.deepEqual(await find(quote.join(' ')), [[2, false]]);
    assert.deepEqual(await find(textOf('unknown', 300)), []);
    assert.deepEqual(await find('lo '.repeat(60)), []);
  });

  test('of two texts in one upload, both are found, the larger part first', async () => {
    await store([
      [1, textOf('first', 200)],
      [2, textOf('second', 300)],
    ]);
    assert.deepEqual(await find(`${textOf('first', 200)} ${textOf('second', 300)}`), [
      [2, false],
      [1, false],
    ]);
  });

  test('a text without white space between words is found', async () => {
    const characters = wordsOf('characters', 240).map((word) =>
      String.fromCodePoint(0x4e00 + ((word.length * 977 + word.charCodeAt(2) * 131 + word.charCodeAt(0) * 17) % 6_000)),
    );
    await store([[1, characters.join('')]]);
    assert.deepEqual(await find(characters.slice(60, 150).join('')), [[1, false]]);
  });

  test('one record is compared with a text', async () => {
    const text = textOf('article', 200);
    await store([
      [1, text],
      [2, textOf('other', 200)],
    ]);
    await store([[3, text]], false);
    const compare = async (number: number, upload: string) => {
      const found = await records.compareWith(recordOf(number), read(upload));
      return found === null || found === 'different' ? found : { identical: found.isIdentical };
    };
    assert.deepEqual(await compare(1, text), { identical: true });
    assert.deepEqual(await compare(1, text.toUpperCase()), { identical: false });
    assert.equal(await compare(2, text), 'different');
    assert.deepEqual(await compare(3, text), { identical: false });
    assert.equal(await compare(4, text), null);
  });

  test('a match says how much of both texts agrees', async () => {
    const text = textOf('article', 300);
    await store([[1, text]]);
    const [found] = await records.find(read(`${text} ${textOf('more', 300)}`), 16);
    assert.equal(found?.recordLength, 299);
    assert.equal(found.comparison?.recordShare, 1);
    assert.ok(Math.abs(found.comparison.uploadShare - 0.5) < 0.01);
  });

  test('the first of many copies takes the slots and is found first', async () => {
    const text = textOf('article', 300);
    await store([[1, text]]);
    const before = await countShingles();
    await store(Array.from({ length: 100 }, (_, place) => [place + 2, text] as const));
    assert.equal(await countShingles(), before);
    const found = await find(text);
    assert.deepEqual(
      found,
      Array.from({ length: 16 }, (_, place) => [place + 1, true]),
    );
    assert.deepEqual(await find(edited(text, (place) => place % 10 === 0)), [[1, false]]);
  });

  test('variants that are stored later do not hide an identical text', async () => {
    const text = textOf('article', 300);
    await store([[1, text]]);
    const variant = (number: number) => edited(text, (place) => place % 50 === number % 50, `variant ${number}`);
    await store(Array.from({ length: 40 }, (_, place) => [place + 2, variant(place)] as const));
    assert.deepEqual((await find(text))[0], [1, true]);
    assert.ok((await mostRowsOfHash()) <= 32);
  });

  test('words that many different texts contain do not match', async () => {
    const license = textOf('license', 170);
    const withLicense = (name: string) =>
      `${textOf(`start of ${name}`, 90)} ${license} ${textOf(`end of ${name}`, 90)}`;
    await store(Array.from({ length: 12 }, (_, place) => [place + 1, withLicense(`text ${place}`)] as const));
    for (let round = 0; round < 20; round += 1) assert.deepEqual(await find(withLicense(`upload ${round}`)), []);
    assert.deepEqual(await find(license), []);
    assert.deepEqual(await find(textOf('start of text 3', 90)), [[4, false]]);
    assert.deepEqual(await find(withLicense('text 7')), [[8, true]]);
    // Almost the same text matches, although most of its words are common.
    assert.deepEqual(await find(`${withLicense('text 7')} more`), [[8, false]]);
  });

  test('words that only a few texts contain still match', async () => {
    const shared = textOf('shared', 120);
    await store(
      Array.from({ length: 4 }, (_, place) => [place + 1, `${shared} ${textOf(`own ${place}`, 60)}`] as const),
    );
    assert.equal((await find(shared)).length, 4);
  });

  test('phrases of a few words in many texts hide no match', async () => {
    const text = textOf('article', 300);
    const words = text.split(' ');
    // Each phrase is in twelve texts, and no two places of the article are far from one.
    const others = Array.from({ length: 600 }, (_, place) => {
      const phrase = words.slice((place % 50) * 6, (place % 50) * 6 + 6).join(' ');
      return [place + 2, `${textOf(`start ${place}`, 30)} ${phrase} ${textOf(`end ${place}`, 30)}`] as const;
    });
    await store([[1, text], ...others]);
    assert.deepEqual(await find(edited(text, (place) => place % 10 === 0)), [[1, false]]);
    assert.deepEqual(await find(words.slice(100, 160).join(' ')), [[1, false]]);
  });

  test('a text under another key is not found', async () => {
    const text = textOf('article', 300);
    await store([[1, text]], true, randomBytes(32));
    assert.deepEqual(await find(text), []);
  });

  test('a text that the service did not read is never identical', async () => {
    const text = textOf('article', 300);
    await store([[1, text]], false);
    assert.deepEqual(await find(text), [[1, false]]);
    const forged = { ...read(textOf('other', 300)), whole: read(textOf('victim', 300)).whole };
    await opened.database.transaction((transaction) =>
      insertTexts(transaction, [{ recordId: recordOf(2), text: forged, isRead: false }], key),
    );
    assert.deepEqual(await find(textOf('victim', 300)), []);
  });

  test('a search makes a bounded number of statements, however long or repetitive the upload', async () => {
    const long = textOf('long', 50_000);
    const parts = Array.from({ length: 100 }, (_, place) =>
      long
        .split(' ')
        .slice(place * 500, place * 500 + 300)
        .join(' '),
    );
    await store(parts.map((text, place) => [place + 1, text] as const));
    for (const upload of [long, 'one two three four '.repeat(15_000), parts.slice(0, 40).join(' ')]) {
      const statements = await countStatements(upload);
      // Equal texts, 2,048 shingles, 64 texts, and 32 that share words of a match.
      assert.ok(statements <= 1 + 8 + 4 + 2, String(statements));
    }
    assert.ok((await find(long)).length > 0);
  });

  async function countStatements(upload: string): Promise<number> {
    let statements = 0;
    const counting = new Proxy(opened.database.publicRead, {
      get(queries, name) {
        if (name === 'selectFrom') statements += 1;
        const value: unknown = Reflect.get(queries, name);
        return typeof value === 'function' ? value.bind(queries) : value;
      },
    });
    await createTextRecords({ ...opened.database, publicRead: counting }, key).find(read(upload), 16);
    return statements;
  }

  async function countShingles(): Promise<number> {
    const { count } = await opened.database.read
      .selectFrom('shingles')
      .select((each) => each.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async function mostRowsOfHash(): Promise<number> {
    const rows = await opened.database.read
      .selectFrom('shingles')
      .select((each) => each.fn.countAll<number>().as('count'))
      .groupBy('hash')
      .execute();
    return Math.max(...rows.map(({ count }) => Number(count)));
  }
});

// Which words of a text are in a record, as the verify page shows it: exactly the edited words are
// marked, in every script, and a hostile text is only text.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { VerificationResult } from '@content-provenance/client';
import type { Locator, Page } from 'playwright-core';
import { makeForm } from '../../service/test-support/shared-photos.ts';
import { becomes } from '../test-support/becomes.ts';
import { pageSuite } from '../test-support/page-suite.ts';
import { type SignedPicture, signPicture } from '../test-support/signed-picture.ts';
import { garden, harbor, rights, signText } from '../test-support/signed-texts.ts';

pageSuite('matching words of a text', (suite) => {
  let signed: SignedPicture;
  before(async () => {
    signed = await signPicture(suite.served);
    for (const text of [harbor, garden, rights]) await sign(text);
  });
  const sign = (text: string) =>
    signText(suite.served.url, { token: signed.account.token, generatorId: signed.generatorId }, text);

  for (const phone of [false, true]) {
    test(`exactly the edited words are marked, ${phone ? 'in dark on a phone' : 'on a desk'}`, async () => {
      const { upload, changed, added } = await editedHarbor(suite.served.url);
      await suite.visit(
        '/verify',
        async (watched) => {
          const { page } = watched;
          const row = await verify(page, upload);
          const box = boxOf(row);
          assert.deepEqual(await box.locator('mark').allTextContents(), changed);
          assert.deepEqual(await box.locator('ins').allTextContents(), added);
          assert.equal(await box.textContent(), upload);
          const legend = row.getByRole('listitem').filter({ has: page.locator('.words') });
          assert.deepEqual(await legend.allTextContents(), [
            'In the record',
            'The record has other words here',
            'The record has nothing here',
          ]);
          await row.getByText(/^About (8|9)\d% of the words here are also in the text of the record/).waitFor();
          await row.getByText(/^A text match is not proof\./).waitFor();
          // Without color, a line tells them apart, and screen readers get words.
          assert.deepEqual(await looksOf(page), {
            kept: 'none solid',
            changed: 'underline wavy',
            added: 'underline dashed',
          });
          const spoken = await page.evaluate<string>(
            "getComputedStyle(document.querySelector('.marked-text mark'), '::before').content",
          );
          assert.equal(spoken, '"[other words in the record: "');
          await watched.check();
        },
        { phone },
      );
    });
  }

  test('marks are at the right places in texts from right to left, and outside the basic plane', async () => {
    const emoji = garden.replace('Every path', '👩🏽‍🌾 𝒳𝒴 Every path').replace('bloom in turns', 'bloom in winter');
    const uploads = [rights.replace('בתבונה', 'בשכל').replace('متساوين', 'مختلفين'), emoji, emoji.normalize('NFD')];
    await suite.visit('/verify', async ({ page }) => {
      for (const upload of uploads) {
        const box = boxOf(await verify(page, upload));
        assert.equal(await box.textContent(), upload);
        assert.ok((await box.locator('mark, ins').count()) > 0);
        await page.getByRole('button', { name: 'Clear results' }).click();
      }
    });
  });

  test('the same visible text has no marked word, and the page says what can differ', async () => {
    await suite.visit('/verify', async (watched) => {
      const row = await verify(watched.page, garden.replaceAll(' ', '\n'), 'Text of a record');
      await row.getByText(/^The visible text is the same as that of the record\. Only white space/).waitFor();
      assert.equal(await boxOf(row).locator('mark, ins').count(), 0);
      assert.equal(await row.getByText(/exact to about one word/).count(), 0);
      await watched.check();
    });
  });

  test('a text with quotes from two records shows the words of each, with the keyboard alone', async () => {
    const filler = (word: string) => `A reader writes about the ${word} again. `.repeat(60);
    const [first, second] = [garden.slice(0, garden.indexOf(' Guided')), harbor.slice(harbor.indexOf('An engineer'))];
    const upload = `${filler('plants')}\n${first}\n${filler('sea')}\n${second}`;
    await suite.visit('/verify', async (watched) => {
      const { page } = watched;
      const row = await verify(page, upload);
      const box = boxOf(row);
      const choice = row.getByRole('group', { name: 'Found in 2 records' });
      assert.equal(await choice.getByRole('radio').count(), 2);
      const kept = async () => (await box.locator('.words-kept').allTextContents()).join(' ');
      const starts = new Set([(await kept()).slice(0, 11)]);
      // The words that are fewer are in sight.
      assert.ok(await isInSight(box, '.words-kept'));
      await choice.getByRole('radio').first().focus();
      await page.keyboard.press('ArrowDown');
      await row.getByRole('link', { name: 'Open certificate' }).first().waitFor();
      starts.add((await kept()).slice(0, 11));
      assert.deepEqual(starts, new Set(['Visitors of', 'An engineer']));
      assert.ok(await isInSight(box, '.words-kept'));
      // What is folded opens in its place, and keeps the focus.
      const fold = box.getByRole('button', { name: /^Show \d,\d{3} more characters that are not in the record$/ });
      const folds = await fold.count();
      assert.ok(folds > 0);
      for (let left = folds; left > 0; left -= 1) {
        await fold.first().focus();
        await page.keyboard.press('Enter');
        await becomes(() => fold.count(), left - 1);
        assert.equal(await page.evaluate('document.activeElement.className'), 'words words-added');
      }
      assert.equal(await box.textContent(), upload);
      await watched.check();
    });
  });

  test('a hostile text is only text: no code, no turned page, no endless line', async () => {
    const hostile = `<script>document.title = 'code'</script><img src=x onerror="document.title = 'code'">\u202e\u2066`;
    const inside = harbor.replace('stones instead', `${hostile} stones instead`).replace('oldest', '<b>youngest</b>');
    const upload = `${inside} ${'x'.repeat(20_000)}\n${'語'.repeat(5_000)}`;
    await suite.visit(
      '/verify',
      async (watched) => {
        const { page } = watched;
        const box = boxOf(await verify(page, upload));
        const folds = box.getByRole('button');
        for (let left = await folds.count(); left > 0; left -= 1) {
          await folds.first().press('Enter');
          await becomes(() => folds.count(), left - 1);
        }
        assert.ok((await box.textContent()) === upload);
        assert.equal(await box.locator('script, img, b').count(), 0);
        assert.match(await page.title(), /^Verify/);
        const widths = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        assert.equal(await page.evaluate(widths), 0);
        assert.equal(await box.evaluate((element) => element.scrollWidth - element.clientWidth), 0);
        await watched.check();
      },
      { phone: true },
    );
  });

  test('a text of 100,000 words with 5,000 edits shows a bounded page and says what it left out', async () => {
    const words = Array.from({ length: 100_000 }, (_, place) => `w${(place * 7_919).toString(36)}`);
    await sign(words.join(' '));
    const upload = words.map((word, place) => (place % 20 === 7 ? `new${place}` : word)).join(' ');
    await suite.visit('/verify', async (watched) => {
      const { page } = watched;
      const row = await verify(page, upload);
      const box = boxOf(row);
      await row.getByText('Only the first 2,000 parts are marked.').waitFor();
      await row.getByText('The service compares the first 50,000 words of a text.').waitFor();
      assert.equal(await box.locator('mark, ins').count(), 1_000);
      const length = (await box.textContent())!.length;
      assert.ok(length < 250_000, `${length} characters`);
      // Neither the text nor thousands of places go to the memory of the tab.
      const stored = await page.evaluate<string>("sessionStorage.getItem('verifications')");
      assert.ok(!stored.includes('new99987'));
      await watched.check();
    });
  });

  test('after a reload the result is there and the text is not', async () => {
    await suite.visit('/verify', async (watched) => {
      const { page } = watched;
      await verify(page, harbor.replace('oldest', 'youngest'));
      assert.doesNotMatch(await page.evaluate<string>("sessionStorage.getItem('verifications')"), /youngest/);
      await page.reload();
      await page.getByText('Verify the file again to see which words match.').waitFor();
      await page.getByText(/^About 99%|^More than 99%/).waitFor();
      await watched.check();
    });
  });

  test('on paper, all of the text that is open is there, with the lines of its marks', async () => {
    await suite.visit('/verify', async ({ page }) => {
      const row = await verify(page, `${harbor.replace('oldest', 'youngest')}\n\n`.repeat(4));
      const box = boxOf(row);
      const hidden = () => box.evaluate((element) => element.scrollHeight - element.clientHeight);
      assert.ok((await hidden()) > 0);
      await page.emulateMedia({ media: 'print' });
      assert.equal(await hidden(), 0);
      assert.equal((await looksOf(page)).changed, 'underline wavy');
      await page.emulateMedia({ media: 'screen' });
    });
  });
});

/** Checks that the page marks what the service found. */
async function verify(page: Page, text: string, headline = 'Shares text with a record'): Promise<Locator> {
  const file = { name: 'article.txt', mimeType: 'text/plain', buffer: Buffer.from(text) };
  const answered = page.waitForResponse((response) => response.url().endsWith('/v1/verify'));
  await page.locator('input[type=file]').first().setInputFiles(file);
  const found = wordsIn((await (await answered).json()) as VerificationResult);
  const row = page.getByRole('article', { name: `article.txt: ${headline}` });
  await row.getByRole('heading', { name: 'Matching words' }).waitFor();
  const box = boxOf(row);
  // A fold splits a mark.
  if ((await box.getByRole('button').count()) > 0) return row;
  assert.deepEqual(await box.locator('mark').allTextContents(), found.changed);
  assert.deepEqual(await box.locator('ins').allTextContents(), found.added);
  return row;
}

function wordsIn({ text_matches, visible_text }: VerificationResult) {
  const wordsOf = (state: string) =>
    text_matches![0]!.parts
      .filter((part) => part.state === state)
      .map(({ start, end }) => visible_text!.slice(start, end));
  return { changed: wordsOf('changed'), added: wordsOf('added') };
}

/**
 * The service stores one byte for a pair of words, and one in 256 is equal by chance. So about
 * one in eight of these texts has a mark that is off by a word.
 */
async function editedHarbor(url: string) {
  for (const color of ['amber', 'bronze', 'copper', 'golden', 'silver', 'violet', 'crimson', 'ivory']) {
    const inserted = `Before the ${color} bell of the chapel rang, and long before the lamps were lit`;
    const upload = harbor
      .replace('before noon', `before ${color}`)
      .replace('eleven crates', `forty ${color}`)
      .replace('two degrees', `${color} degrees`)
      .replace('oldest', color)
      .replace('By evening', `${inserted}, by evening`);
    const expected = { changed: [color, `forty ${color}`, color, color], added: [inserted] };
    const body = makeForm({ content: Buffer.from(upload), show_text: 'true' });
    const answer = await fetch(`${url}/v1/verify`, { method: 'POST', body });
    if (isDeepStrictEqual(wordsIn((await answer.json()) as VerificationResult), expected))
      return { upload, ...expected };
  }
  return assert.fail('The service does not find the edited words.');
}

function boxOf(row: Locator): Locator {
  return row.getByRole('region', { name: 'Your text with marks' });
}

/** The line under the words of each state. */
function looksOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate<Record<string, string>>(`Object.fromEntries(
    [...document.querySelectorAll('.marked-text .words')].map((words) => {
      const { textDecorationLine, textDecorationStyle } = getComputedStyle(words);
      return [words.className.replace('words words-', ''), textDecorationLine + ' ' + textDecorationStyle];
    }),
  )`);
}

async function isInSight(box: Locator, words: string): Promise<boolean> {
  return box.evaluate((element, selector) => {
    const [around, first] = [element, element.querySelector(selector)!].map((each) => each.getBoundingClientRect());
    return first!.top >= around!.top && first!.top < around!.bottom;
  }, words);
}

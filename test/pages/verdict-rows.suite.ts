// Every row of the table of verdicts on the verify page, with real files: its words, what it shows
// and what it never says. axe finds nothing in any of them, and verdict, signer and time are on the
// first screen.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type VerdictName, verdictNames, verdictTable } from '@content-provenance/engine/verdicts';
import type { Page } from 'playwright-core';
import { withSharedFiles } from '../../service/test-support/shared-photos.ts';
import { pageSuite } from '../test-support/page-suite.ts';
import { type SignedPicture, signPicture } from '../test-support/signed-picture.ts';
import { makeVerdictFiles, type VerdictFiles } from '../test-support/verdict-files.ts';

const time = /\d{1,2} \w+ 20\d\d at \d\d:\d\d \S+/;

/** What the open row says besides its headline, and what it must not say. */
const rows: Readonly<Record<VerdictName, { readonly says: readonly (RegExp | string)[]; readonly never?: RegExp }>> = {
  authentic: {
    says: [/^Signed by .+ \(name stated by the signer, not verified\)/, 'Where it comes from', 'picture-model-1'],
  },
  changed: {
    says: [/^This content carries the token of a record of .+, but its bytes are not what was signed/, 'Record found'],
    never: /Signed by|comes from|proves/,
  },
  copy: {
    says: [/^This content carries the watermark of a record of .+ and looks like it/, 'Saved again'],
    never: /Signed by|comes from/,
  },
  mark_on_other_content: {
    says: [/^This content carries the watermark of a record of .+, but does not look like it\./],
    never: /Signed by|comes from|proves/,
  },
  resembles: { says: [/Similarity is not proof/], never: /Signed by|comes from|proves|signature/i },
  same_text: {
    says: [/^Its visible text is the same as that of a record of .+\. The watermark is gone/, 'Record found'],
    never: /Signed by|comes from|proves/,
  },
  shares_text: {
    says: [/^Words of it are also in the text of a record of .+, in the same order\./],
    never: /Signed by|comes from|proves|signature/i,
  },
  original: {
    says: [/^This is the file before it was signed/, 'This file, before signing'],
    never: /Signed by|comes from/,
  },
  revoked: {
    says: [/revoked the generator that made it on \d+ \w+ 20\d\d at \d\d:\d\d \S+\./, 'Revoked by the signer'],
    never: /not what was signed|Signed by/,
  },
  invalid_record: {
    says: [
      'We found a record, but its signature does not match it. Do not rely on it.',
      'Stated, without a valid signature',
    ],
  },
  other_credentials_intact: {
    says: [
      /intact and match this file/,
      'C2PA Test Signing Cert',
      /We did not verify who the signer is/,
      /Issued by C2PA Test Intermediate Root CA, Intermediate CA, valid from 10 June 2022/,
      /Whether the certificate was revoked/,
      'make_test_images 0.16.1',
      /Colors adjusted/,
      /CA\.jpg/,
    ],
  },
  other_credentials_broken: { says: [/they do not match/, 'C2PA Test Signing Cert'] },
  other_credentials_unchecked: { says: [/that this service cannot check/] },
  token_without_record: { says: [/did not issue/], never: /leads to the record/ },
  nothing_found: { says: [/This does not mean that a person made it/] },
  empty_file: { says: [/has no content/] },
  unknown_type: { says: [/cannot read this file type/] },
  unreadable_file: {
    says: [/starts like an image, but it is damaged/],
    never: /looks like it|watermark in the content|matching watermark/,
  },
};

pageSuite('the verdicts of the verify page', (suite) =>
  withSharedFiles(() => {
    let signed: SignedPicture;
    let files: VerdictFiles;
    before(async () => {
      signed = await signPicture(suite.served);
      files = await makeVerdictFiles(suite.served, signed);
    });
    const isText = (verdict: VerdictName) => verdict.endsWith('_text');
    const nameOf = (verdict: VerdictName) => `${verdict.replaceAll('_', '-')}.${isText(verdict) ? 'txt' : 'jpg'}`;
    const fileOf = (verdict: VerdictName) => ({
      name: nameOf(verdict),
      mimeType: isText(verdict) ? 'text/plain' : 'image/jpeg',
      buffer: files[verdict],
    });
    const rowOf = (page: Page, verdict: VerdictName) =>
      page.getByRole('article', { name: `${nameOf(verdict)}: ${verdictTable[verdict].headline}` });

    for (const verdict of verdictNames) {
      for (const phone of [false, true]) {
        test(`${verdict}, ${phone ? 'in dark on a phone' : 'on a desk'}`, async () => {
          await suite.visit(
            '/verify',
            async (watched) => {
              const { page } = watched;
              await page.locator('input[type=file]').first().setInputFiles(fileOf(verdict));
              const row = rowOf(page, verdict);
              await row.waitFor();
              for (const words of rows[verdict].says) await row.getByText(words).first().waitFor();
              await page.waitForFunction("document.activeElement.closest('article') !== null");
              const { y } = (await row.boundingBox())!;
              assert.ok(y >= 0 && y < 400, `the result begins at ${y}`);
              // Closed parts count too.
              const said = (await row.textContent())!;
              const { never } = rows[verdict];
              if (never) assert.doesNotMatch(said, never);
              assert.equal(/Signed by Organization/.test(said), verdict === 'authentic');
              await watched.check();
            },
            { phone },
          );
        });
      }
    }

    test('verdict, signer and time of a sample are on the first screen, without scrolling', async () => {
      for (const [phone, size] of [
        [false, { width: 1440, height: 900 }],
        [true, { width: 390, height: 844 }],
      ] as const) {
        await suite.visit(
          '/verify',
          async ({ page }) => {
            await page.setViewportSize(size);
            for (const [button, headline] of [
              ['Authentic', 'Authentic'],
              ['Changed', 'Changed'],
              ['Copy', 'Copy'],
            ] as const) {
              await page.getByRole('button', { name: button, exact: true }).click();
              const row = page.getByRole('article', { name: `: ${headline}` }).first();
              await row.waitFor();
              const parts = [
                row.getByText(headline).first(),
                row.locator('.timeline strong').nth(1),
                row.getByText(time).first(),
              ];
              for (const part of parts) {
                const { y, height } = (await part.boundingBox())!;
                assert.ok(y >= 0 && y + height <= size.height, `${headline}: ${y} to ${y + height} of ${size.height}`);
              }
              await page.getByRole('button', { name: 'Clear results' }).click();
            }
          },
          { phone },
        );
      }
    });

    test('several files are rows in the order of selection, under one summary that is read aloud', async () => {
      await suite.visit('/verify', async (watched) => {
        const { page } = watched;
        const chosen: VerdictName[] = ['changed', 'authentic', 'nothing_found', 'revoked', 'copy', 'empty_file'];
        await page.locator('input[type=file]').first().setInputFiles(chosen.map(fileOf));
        const summary = page.getByRole('heading', { name: /^6 files: / });
        await summary.waitFor();
        assert.equal(
          await summary.innerText(),
          '6 files: 1 authentic, 1 changed, 1 copied, 1 revoked, 1 with nothing found, 1 empty',
        );
        const names = await page.getByRole('article').evaluateAll((rows) => rows.map((row) => row.ariaLabel));
        assert.deepEqual(
          names,
          chosen.map((verdict) => `${nameOf(verdict)}: ${verdictTable[verdict].headline}`),
        );
        assert.equal(await page.locator('[aria-live], [role=status], [role=alert]').count(), 1);
        await page.waitForFunction("document.activeElement.textContent.startsWith('6 files')");
        // The keyboard alone opens a row and reaches its content.
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await rowOf(page, 'changed')
          .getByText(/^This content carries the token/)
          .waitFor();
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate('document.activeElement.textContent'), 'Open certificate');
        await watched.check();
      });
    });
  }),
);

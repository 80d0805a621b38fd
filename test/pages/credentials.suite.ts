// The Content Credentials of a result: state, AI training and addresses in plain words. Markup from
// a manifest is text, and an address from a file is not a link.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { cborMap } from '../../engine/src/c2pa/cbor/cbor-value.ts';
import { writeManifestWith } from '../../engine/test-support/identity-manifest.ts';
import { makeP256Leaf } from '../../engine/test-support/p256-authority.ts';
import { readManifestFile, withSharedFiles } from '../../service/test-support/shared-photos.ts';
import { pageSuite } from '../test-support/page-suite.ts';

const markup = '<img src=x onerror="document.title=`changed`">';

withSharedFiles(() =>
  pageSuite('Content Credentials on the verify page', (suite) => {
    for (const phone of [false, true]) {
      const where = phone ? 'in dark on a phone' : 'on a desk';
      const show = (buffer: Buffer, ...words: (string | RegExp)[]) =>
        suite.visit(
          '/verify',
          async (watched) => {
            const { page } = watched;
            const file = { name: 'file.png', mimeType: 'image/png', buffer };
            await page.locator('input[type=file]').first().setInputFiles(file);
            const row = page.getByRole('article').first();
            for (const each of words) await row.getByText(each).first().waitFor();
            assert.equal(await row.locator('a[href^="http://localhost"], a[href*="cai-manifests"]').count(), 0);
            assert.equal(await row.locator('img[src="x"]').count(), 0);
            assert.notEqual(await page.title(), 'changed');
            await watched.check();
          },
          { phone },
        );

      test(`state, AI training and what was not checked, ${where}`, async () => {
        await show(
          readManifestFile('valid/C_with_CAWG_data.jpg'),
          /Valid for this file/,
          'Created with a camera or recorder',
          'Not allowed: use as AI input, training of generative AI',
          'Whether the stated identity is true',
        );
      });

      test(`the address of a manifest elsewhere is text, ${where}`, async () => {
        const words = [/http:\/\/localhost:5000\/libpng-test\.c2pa/, /did not open this address/];
        await show(readManifestFile('valid/libpng-test_with_url.png'), ...words);
      });

      test(`markup in a manifest is text, ${where}`, async () => {
        const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#808080' } });
        const actions = [cborMap({ action: markup, digitalSourceType: markup })];
        const training = cborMap({ entries: cborMap({ [markup]: cborMap({ use: 'allowed' }) }) });
        const bytes = await writeManifestWith(await picture.png().toBuffer(), await makeP256Leaf(markup), {
          assertions: [
            { label: 'c2pa.actions', value: cborMap({ actions }) },
            { label: 'c2pa.training-mining', value: training },
          ],
        });
        await show(bytes, `Allowed: ${markup}`, markup);
      });
    }
  }),
);

// A picture that lost its manifest, on the verify page: the manifest of its record is offered, and
// no word says that it belongs to the bytes of this file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { EmbeddingAccount } from '../../service/test-support/embedding-account.ts';
import { pageSuite } from '../test-support/page-suite.ts';
import { makePicture } from '../test-support/signed-picture.ts';

pageSuite('a recovered manifest on the verify page', (suite) => {
  for (const phone of [false, true]) {
    test(phone ? 'in dark on a phone' : 'on a desk', async () => {
      const { service, mail } = suite.served;
      const account = await EmbeddingAccount.make({ ...service, outbox: mail });
      const made = await account.embed(await account.sign(await makePicture()));
      const buffer = await sharp(made.bytes).jpeg({ quality: 75 }).toBuffer();
      await suite.visit(
        '/verify',
        async (watched) => {
          const { page } = watched;
          const file = { name: 'stripped.jpg', mimeType: 'image/jpeg', buffer };
          await page.locator('input[type=file]').first().setInputFiles(file);
          const row = page.getByRole('article', { name: /^stripped\.jpg/ });
          await row.getByText(/says nothing about the bytes of this file/).waitFor();
          const said = (await row.textContent())!;
          assert.doesNotMatch(said, /This service wrote these Content Credentials|What the Content Credentials state/);
          const link = await row.getByRole('link', { name: 'Get the manifest' }).getAttribute('href');
          const answer = await fetch(new URL(link!, suite.served.url));
          assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/c2pa']);
          await watched.check();
        },
        { phone },
      );
    });
  }
});

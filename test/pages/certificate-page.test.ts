// The public certificate: without JavaScript, with what programs read in it, and unmistakable once revoked.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { encode } from 'uqr';
import { setPlan } from '../../service/test-support/account.ts';
import { pageSuite } from '../test-support/page-suite.ts';
import { type SignedPicture, signPicture } from '../test-support/signed-picture.ts';

const withoutScript = { javaScriptEnabled: false };

pageSuite('the certificate page', (suite) => {
  let signed: SignedPicture;
  before(async () => {
    signed = await signPicture(suite.served);
  });

  test('shows the record, branded, with its data for programs and a QR code', async () => {
    const { service } = suite.served;
    await setPlan(service, signed.account.orgId, 'growth');
    const branding = { display_name: 'Studio <North>', primary_color: '#a03060' };
    const { token } = signed.account;
    assert.equal((await service.live.call('PATCH', '/v1/account/branding', { token, body: branding })).status, 200);
    for (const address of [signed.token, signed.recordId]) {
      await suite.visit(`/certificate/${address}`, async ({ page }) => {
        await page.getByText('Studio <North>').waitFor();
        await page.getByRole('heading', { name: 'Signed and valid' }).waitFor();
        await page.getByRole('img', { name: 'QR code' }).waitFor();
        const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!);
        assert.equal(data['@id'], `${suite.served.url}/certificate/${signed.token}`);
        assert.equal(data.creativeWorkStatus, 'valid');
      });
    }
  });

  test('its QR code is that of its own address', async () => {
    await suite.visit(`/certificate/${signed.recordId}`, async ({ page }) => {
      const drawn = await page.getByRole('img', { name: 'QR code' }).locator('path').getAttribute('d');
      const address = `${suite.served.url}/certificate/${signed.token}`;
      assert.equal(await page.getByRole('figure').getByRole('link').getAttribute('href'), address);
      const { data, size } = encode(address, { ecc: 'M', border: 4 });
      const dark = new Set([...drawn!.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
      for (let place = 0; place < size * size; place += 1) {
        const [x, y] = [place % size, Math.floor(place / size)];
        assert.equal(dark.has(`${x} ${y}`), data[y]![x], `module ${x} ${y}`);
      }
    });
  });

  test('can be read without JavaScript', async () => {
    const context = await suite.served.browser.newContext(withoutScript);
    const page = await context.newPage();
    await page.goto(`${suite.served.url}/certificate/${signed.token}`);
    await page.getByText('picture-model-1').waitFor();
    await context.close();
  });

  test('says what to do where there is none', async () => {
    for (const [address, status, words] of [
      ['svc_wrong', 400, 'This is not a token of this service'],
      ['00000000-0000-4000-8000-000000000000', 404, 'There is no such record'],
    ] as const) {
      const answer = await fetch(`${suite.served.url}/certificate/${address}`);
      assert.equal(answer.status, status);
      await suite.visit('/verify', async (watched) => {
        watched.expectRefusals();
        await watched.page.goto(`/certificate/${address}`);
        await watched.page.getByRole('heading', { name: words }).waitFor();
        await watched.page.getByRole('link', { name: 'Verify a file' }).waitFor();
      });
    }
  });

  test('is unmistakably revoked with its generator', async () => {
    const { token } = signed.account;
    await suite.served.service.live.call('PUT', `/v1/generators/${signed.generatorId}/revoke`, { token });
    await suite.visit(`/certificate/${signed.token}`, async ({ page }) => {
      await page.getByRole('heading', { name: 'REVOKED: do not rely on this record' }).waitFor();
      assert.match((await page.title())!, /REVOKED/);
      const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!);
      assert.equal(data.creativeWorkStatus, 'revoked');
      // On paper too: one sheet.
      const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
      assert.equal(/\/Type\s*\/Pages\b[^>]*?\/Count (\d+)/.exec(paper)?.[1] ?? '1', '1');
    });
  });
});

// The public certificate: without JavaScript, with its data for programs, and clearly revoked after
// a revocation.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { encode } from 'uqr';
import { setPlan } from '../../service/test-support/account.ts';
import { pageSuite } from '../test-support/page-suite.ts';
import { type SignedPicture, signPicture } from '../test-support/signed-picture.ts';

pageSuite('the certificate page', (suite) => {
  let signed: SignedPicture;
  before(async () => {
    signed = await signPicture(suite.served);
  });

  test('shows the record, branded, with its data for programs and the QR code of its address', async () => {
    const { service } = suite.served;
    await setPlan(service, signed.account.orgId, 'growth');
    const branding = { display_name: 'Studio <North>', primary_color: '#a03060' };
    const { token } = signed.account;
    assert.equal((await service.live.call('PATCH', '/v1/account/branding', { token, body: branding })).status, 200);
    const address = `${suite.served.url}/certificate/${signed.token}`;
    // By the id of its record, it is the same certificate.
    await suite.visit(`/certificate/${signed.recordId}`, async ({ page }) => {
      await page.getByText('Studio <North>').waitFor();
      await page.getByRole('heading', { name: 'Signed and valid' }).waitFor();
      const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!);
      assert.deepEqual([data['@context'], data['@type'], data['@id']], ['https://schema.org', 'CreativeWork', address]);
      assert.equal(new Date(data.datePublished).toISOString(), data.datePublished);
      assert.equal(data.creativeWorkStatus, 'valid');

      assert.equal(await page.getByRole('figure').getByRole('link').getAttribute('href'), address);
      const drawn = await page.getByRole('img', { name: 'QR code' }).locator('path').getAttribute('d');
      const dark = new Set([...drawn!.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
      const { data: modules, size } = encode(address, { ecc: 'M', border: 4, maskPattern: 0 });
      for (let place = 0; place < size * size; place += 1) {
        const [x, y] = [place % size, Math.floor(place / size)];
        assert.equal(dark.has(`${x} ${y}`), modules[y]![x], `module ${x} ${y}`);
      }
    });
  });

  test('can be read without JavaScript, by any program, in 30 kB', async () => {
    const answer = await fetch(`${suite.served.url}/certificate/${signed.token}`, { headers: { accept: '*/*' } });
    const page = await answer.text();
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.ok(page.length < 30_000, `${page.length} bytes`);
    assert.match(page, /<meta name="description" content="Signed by [^"]+">/);
    assert.match(
      page,
      new RegExp(`<meta property="og:url" content="${suite.served.url}/certificate/${signed.token}">`),
    );
    assert.match(page, /name stated by the signer, not verified/);
    assert.match(page, /picture-model-1/);
    assert.deepEqual(page.match(/<script[^>]*>/g), ['<script type="application/ld+json">']);
  });

  test('says what to do if there is no certificate', async () => {
    await suite.visit('/verify', async (watched) => {
      watched.expectRefusals();
      for (const [address, status, words] of [
        ['svc_wrong', 400, 'This token is not valid'],
        ['00000000-0000-4000-8000-000000000000', 404, 'Record not found'],
      ] as const) {
        const answer = await watched.page.goto(`/certificate/${address}`);
        assert.equal(answer!.status(), status);
        await watched.page.getByRole('heading', { name: words }).waitFor();
        await watched.page.getByRole('link', { name: 'Verify a file' }).waitFor();
      }
    });
  });

  test('is clearly revoked with its generator', async () => {
    const { token } = signed.account;
    await suite.served.service.live.call('PUT', `/v1/generators/${signed.generatorId}/revoke`, { token });
    await suite.visit(`/certificate/${signed.token}`, async ({ page }) => {
      await page.getByRole('heading', { name: 'Revoked', level: 2 }).waitFor();
      const dated = /revoked the generator that made it on \d+ \w+ 20\d\d at \d\d:\d\d UTC\./;
      await page.getByText(dated).waitFor();
      assert.doesNotMatch(await page.locator('main').innerText(), /not what was signed/);
      assert.match((await page.title())!, /Revoked/);
      const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!);
      assert.equal(data.creativeWorkStatus, 'revoked');
      // On paper too: one sheet.
      const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
      assert.equal(/\/Type\s*\/Pages\b[^>]*?\/Count (\d+)/.exec(paper)?.[1] ?? '1', '1');
    });
  });
});

// Reports for an organization: attestation with an API key, analytics, branding.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeAccount } from '../../service/test-support/account.ts';
import { type AttestedAccount, makeAttestedAccount } from '../../service/test-support/attested-account.ts';
import { becomes } from '../test-support/becomes.ts';
import { pageSuite } from '../test-support/page-suite.ts';

pageSuite('the reports', (suite) => {
  let org: AttestedAccount;
  let newcomer: string;
  before(async () => {
    org = await makeAttestedAccount(suite.served.service, suite.served.mail);
    newcomer = (await makeAccount(suite.served.service.live)).token;
  });

  const saved = async (page: Page, button: string): Promise<string> => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    return readFileSync(await (await download).path(), 'utf8');
  };

  test('an attestation needs the key, does not store it, and exports what the preview shows', async () => {
    await suite.visit(
      '/attestation',
      async (watched) => {
        const { page } = watched;
        const key = page.getByRole('textbox', { name: 'API key' });
        watched.expectRefusals();
        await key.fill('svc_key_wrong');
        await page.getByRole('button', { name: 'Show attestation' }).click();
        // The refusal is not about the session.
        await page.getByRole('alert').waitFor();
        await key.fill(org.key);
        await page.getByRole('button', { name: 'Show attestation' }).click();
        await page.getByRole('heading', { name: 'Preview' }).waitFor();
        await page
          .getByText(/not a certification/)
          .first()
          .waitFor();
        await watched.check();
        const shown = await page.locator('.figure-value').allTextContents();
        const { summary, disclaimer } = JSON.parse(await saved(page, 'Export as JSON'));
        const { records_signed, content_verified, tamper_events, generators_active } = summary;
        assert.deepEqual(shown, [records_signed, content_verified, tamper_events, generators_active].map(String));
        assert.equal(records_signed, 4);
        assert.ok((await saved(page, 'Export as HTML')).includes(disclaimer.slice(0, 40)));
        const kept = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
        assert.ok(!kept.includes(org.key));
        await page.reload();
        await becomes(() => key.inputValue(), '');
      },
      { token: org.token },
    );
  });

  test('analytics: figures that add up, from a day to a year', async () => {
    await suite.visit(
      '/analytics',
      async (watched) => {
        const { page } = watched;
        const verdicts = page.getByRole('img', { name: /Authentic: 2, Not as signed: 1, Not proven: 0/ });
        await verdicts.waitFor();
        await page.getByRole('img', { name: /Signatures: 4/ }).waitFor();
        await page.getByText('= 2 authentic + 1 not as signed + 0 not proven').waitFor();
        await becomes(() => page.locator('.figure-value').allTextContents(), ['3', '2', '1', '0', '4']);
        await page.getByRole('table', { name: 'Most verified records' }).waitFor();
        const bars = page.locator('.trend').first().locator('g');
        // From the months of a year to the hours of a day.
        for (const [name, least, most] of [
          ['Last 365 days', 12, 13],
          ['Last 90 days', 13, 13],
          ['Last 30 days', 30, 30],
          ['Last 7 days', 7, 7],
          ['Last 24 hours', 24, 24],
        ] as const) {
          await page.getByLabel('Period').selectOption(name);
          await verdicts.waitFor();
          await becomes(async () => {
            const count = await bars.count();
            return count >= least && count <= most;
          }, true);
        }
        await page.waitForURL(/range=day/);
        await watched.check();
        await page.getByLabel('Period').selectOption('Last 7 days');
        await page.getByRole('table', { name: 'Most verified records' }).getByRole('link').first().click();
        await page.getByRole('img', { name: /Verifications: 3, Not as signed: 1/ }).waitFor();
        const last = page.getByRole('table', { name: 'Latest verifications' }).locator('.tag');
        await becomes(() => last.allTextContents(), ['Not as signed', 'Authentic', 'Authentic']);
        await watched.check();
      },
      { token: org.token },
    );
  });

  test('analytics: an empty page teaches, and a range beyond the plan says what a plan adds', async () => {
    await suite.visit(
      '/analytics',
      async (watched) => {
        const { page } = watched;
        await page.getByRole('heading', { name: 'No data yet' }).waitFor();
        await page.getByRole('main').getByRole('link', { name: 'Sign a file' }).waitFor();
        await page.getByLabel('Period').selectOption('Last 90 days (Growth)');
        await page.getByText('With the Growth plan you also get:').waitFor();
        await watched.check();
        await page.getByRole('button', { name: 'Show the last 7 days' }).click();
        await page.getByRole('heading', { name: 'No data yet' }).waitFor();
      },
      { token: newcomer, phone: true },
    );
  });

  test('the overview shows verdicts, sources and recent activity with links', async () => {
    await suite.visit(
      '/overview',
      async (watched) => {
        const { page } = watched;
        await page.getByRole('img', { name: /Authentic: 2, Not as signed: 1, Not proven: 0/ }).waitFor();
        const recent = page.getByRole('region', { name: 'Recent activity' });
        await becomes(() => recent.getByRole('listitem').count(), 7);
        await becomes(() => recent.locator('.tag').allTextContents(), ['Not as signed', 'Authentic', 'Authentic']);
        await watched.check();
        await recent
          .getByRole('link', { name: /^Record/ })
          .first()
          .click();
        await page.getByRole('heading', { name: 'What was signed' }).waitFor();
      },
      { token: org.token },
    );
  });

  test('branding: the preview follows the typing, and the certificate follows the saved values', async () => {
    await suite.visit(
      '/branding',
      async (watched) => {
        const { page } = watched;
        await page.getByLabel('Display name').fill('Studio <North>');
        await page.getByRole('textbox', { name: 'Color', exact: true }).fill('#a03060');
        const band = page.locator('.certificate-band');
        await band.getByText('Studio <North>').waitFor();
        const color = "getComputedStyle(document.querySelector('.certificate-band')).borderBottomColor";
        await becomes(() => page.evaluate<string>(color), 'rgb(160, 48, 96)');
        await watched.check();
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('Saved.').waitFor();
        watched.expectRefusals();
        await page.getByLabel('Support URL').fill('http://plain.example');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText(/Must .*https/).waitFor();
      },
      { token: org.token },
    );
    const { body } = await suite.served.service.live.call('GET', '/v1/account/branding', { token: org.token });
    assert.deepEqual([body.branding.display_name, body.branding.primary_color], ['Studio <North>', '#a03060']);
  });
});

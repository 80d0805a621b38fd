// The audit log in a browser: sentences with names, filters in the address, links to what events
// are about, details, and the export.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { makeApiKey } from '../../service/test-support/account.ts';
import { type AttestedAccount, makeAttestedAccount } from '../../service/test-support/attested-account.ts';
import { becomes } from '../test-support/becomes.ts';
import { pageSuite } from '../test-support/page-suite.ts';

pageSuite('the audit log', (suite) => {
  let org: AttestedAccount;
  before(async () => {
    const { service, mail } = suite.served;
    org = await makeAttestedAccount(service, mail);
    const { key_id } = await makeApiKey(service.live, org, 'Build server');
    await service.live.call('DELETE', `/v1/account/api-keys/${key_id}`, { token: org.token });
  });

  const saved = async (page: Page, button: string): Promise<string> => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).click();
    return readFileSync(await (await download).path(), 'utf8');
  };
  const sentences = (page: Page) => page.getByRole('table').locator('.event-sentence > span');

  test('each event is a sentence that names who acted and what it is about', async () => {
    await suite.visit(
      '/audit-log',
      async (watched) => {
        const { page } = watched;
        await page.getByText(`${org.email} revoked the API key Build server`).waitFor();
        await becomes(() => page.getByText('Someone verified content with one of your records: changed').count(), 1);
        await watched.check();
        // The keyboard opens the details.
        await page.getByRole('table').locator('summary').first().focus();
        await page.keyboard.press('Enter');
        await page.getByText('api_key_revoked').waitFor();
        await page.getByRole('link', { name: 'Open record' }).first().click();
        await page.waitForURL(/\/records\/[0-9a-f-]{36}$/);
      },
      { token: org.token },
    );
  });

  test('the filters are in the address, and the export follows them', async () => {
    await suite.visit(
      '/audit-log',
      async (watched) => {
        const { page } = watched;
        await page.getByText('Filters', { exact: true }).click();
        await page.getByLabel('Event', { exact: true }).selectOption('Content verified');
        await becomes(() => sentences(page).count(), 3);
        await page.waitForURL(/type=verify/);
        await page.reload();
        await becomes(() => sentences(page).count(), 3);
        const csv = await saved(page, 'Export as CSV');
        assert.match(csv, /^event_id,type,timestamp,metadata,actor\r\n/);
        assert.equal(csv.trimEnd().split('\r\n').length, 4);

        await page.getByRole('button', { name: 'Clear filters' }).click();
        await page.getByLabel('Who').selectOption(org.email);
        await page.getByLabel('Event', { exact: true }).selectOption('All: Access and keys');
        await becomes(
          async () => (await sentences(page).allTextContents()).every((words) => words.startsWith(org.email)),
          true,
        );
        const { events } = JSON.parse(await saved(page, 'Export as JSON'));
        assert.ok(events.length > 0);
        assert.ok(events.every((event: { actor: { id: string } }) => event.actor.id === org.userId));

        await page.getByLabel('Who').selectOption('Someone without an account');
        await page.getByRole('heading', { name: 'No events' }).waitFor();
        await page.getByRole('button', { name: 'Clear filters' }).click();
        await page.getByLabel('To, inclusive').fill('2001-01-01');
        await page.getByRole('heading', { name: 'No events' }).waitFor();
        await watched.check();
      },
      { token: org.token, phone: true },
    );
  });
});

// The records of an organization: what it keeps, search by label and by file, filters, columns,
// export, and the keyboard.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { addMember } from '../../service/test-support/account.ts';
import { makeForm } from '../../service/test-support/shared-photos.ts';
import {
  makeSigningAccount,
  registerGenerator,
  type SigningAccount,
} from '../../service/test-support/signing-client.ts';
import { becomes } from '../test-support/becomes.ts';
import { pageSuite } from '../test-support/page-suite.ts';

pageSuite('the records', (suite) => {
  let org: SigningAccount;
  let signed: Buffer;
  before(async () => {
    org = await makeSigningAccount(suite.served.service, 'growth', suite.served.mail);
  });

  const sign = async (name: string, generatorId: string, model: string, hue: number): Promise<Buffer> => {
    const background = { r: hue, g: 120, b: 255 - hue };
    const picture = sharp({ create: { width: 320, height: 240, channels: 3, background } });
    const noise = {
      create: { width: 320, height: 240, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 } },
    };
    const content = await picture
      .composite([
        {
          input: await sharp(noise as never)
            .png()
            .toBuffer(),
          blend: 'soft-light',
        },
      ])
      .jpeg()
      .toBuffer();
    const form = makeForm({ model, generator_id: generatorId });
    form.append('content', new Blob([new Uint8Array(content)]), name);
    const response = await fetch(`${suite.served.url}/v1/sign`, {
      method: 'POST',
      headers: { authorization: `Bearer ${org.key}` },
      body: form,
    });
    assert.equal(response.status, 200);
    return Buffer.from(await response.arrayBuffer());
  };

  test('an empty list teaches, and the settings keep labels and thumbnails', async () => {
    await suite.visit(
      '/records',
      async (watched) => {
        const { page } = watched;
        await page.getByRole('heading', { name: 'Nothing signed yet' }).waitFor();
        for (const name of ['Keep labels', 'Keep thumbnails']) {
          await page.getByRole('checkbox', { name }).press('Space');
          await page.getByText('Saved.').waitFor();
          await becomes(() => page.getByRole('checkbox', { name }).isChecked(), true);
        }
        await watched.check();
      },
      { token: org.token },
    );
    const generatorId = await registerGenerator(suite.served.service.live, org.key);
    await sign('Autumn forest.jpg', generatorId, 'painter-1', 200);
    await sign('Winter lake.jpg', generatorId, 'painter-1', 40);
    signed = await sign('Summer field.jpg', generatorId, 'painter-2', 90);
    for (const content of [signed, signed]) {
      const response = await fetch(`${suite.served.url}/v1/verify`, { method: 'POST', body: makeForm({ content }) });
      assert.equal(response.status, 200);
    }
  });

  test('search by label and by file, and filters, all in the address', async () => {
    await suite.visit(
      '/records',
      async (watched) => {
        const { page } = watched;
        const names = page.getByRole('table', { name: 'Records' }).getByRole('rowheader');
        await becomes(() => names.allTextContents(), ['Summer field.jpg', 'Winter lake.jpg', 'Autumn forest.jpg']);
        await becomes(() => page.locator('.record-name .thumbnail img').count(), 3);
        await page.getByText('2 authentic').waitFor();
        await watched.check();

        await page.keyboard.press('/');
        await page.keyboard.type('LAKE');
        await page.keyboard.press('Enter');
        await becomes(() => names.allTextContents(), ['Winter lake.jpg']);
        await page.waitForURL(/search=LAKE/);
        await page.getByRole('button', { name: 'Clear filters' }).click();
        await becomes(() => names.count(), 3);

        await page.getByRole('combobox', { name: 'AI model' }).selectOption('painter-1');
        await page.getByRole('combobox', { name: 'Verifications' }).selectOption('Never verified');
        await page.waitForURL(/model=painter-1&verdict=never_verified/);
        await becomes(() => names.count(), 2);
        await page.reload();
        await becomes(() => names.count(), 2);
        await page.getByLabel('Signed to, inclusive').fill('2001-01-01');
        await page.getByRole('heading', { name: 'No matching records' }).waitFor();
        await page.getByRole('link', { name: 'Show all records' }).click();

        const file = { name: 'unknown name.jpg', mimeType: 'image/jpeg', buffer: signed };
        await page.getByLabel('Find by file').setInputFiles(file);
        await page.getByText('unknown name.jpg leads to one of your records').waitFor();
        await page.getByLabel('Find by file').setInputFiles({ ...file, buffer: Buffer.from('nothing of ours') });
        await page.getByText('unknown name.jpg leads to none of your records.').waitFor();
        await page.evaluate(`{
          const data = new DataTransfer();
          data.items.add(new File(['other words'], 'dropped.txt', { type: 'text/plain' }));
          for (const name of ['dragover', 'drop'])
            document.querySelector('h1').dispatchEvent(
              new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: data }),
            );
        }`);
        await page.getByText('dropped.txt leads to none of your records.').waitFor();

        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Page, action or record' }).waitFor();
        await page.keyboard.type('lake');
        await page.getByRole('option', { name: /lake/i, selected: true }).waitFor();
        await page.keyboard.press('Enter');
        await page.waitForURL(/\/records\/[0-9a-f-]{36}$/);
      },
      { token: org.token },
    );
  });

  test('columns stay chosen, the export has what the list shows, and keys move and open', async () => {
    await suite.visit(
      '/records?model=painter-1',
      async (watched) => {
        const { page } = watched;
        const table = page.getByRole('table', { name: 'Records' });
        await table.waitFor();
        await page.locator('summary', { hasText: 'Columns' }).click();
        await page.getByRole('checkbox', { name: 'Content hash' }).check();
        await page.getByRole('checkbox', { name: 'Generator' }).uncheck();
        await watched.check();
        await page.reload();
        await table.getByRole('columnheader', { name: 'Content hash' }).waitFor();
        await becomes(() => table.getByRole('columnheader', { name: 'Generator' }).count(), 0);

        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Export as CSV' }).click();
        const csv = readFileSync(await (await download).path(), 'utf8');
        assert.equal(csv.trimEnd().split('\r\n').length, 3);
        assert.ok(csv.includes('Winter lake.jpg') && !csv.includes('Summer field.jpg'));

        await page.getByRole('heading', { level: 1 }).click();
        const focused = () => page.evaluate<string>('document.activeElement.textContent');
        await page.keyboard.press('j');
        await becomes(focused, 'Winter lake.jpg');
        await page.keyboard.press('ArrowDown');
        await becomes(focused, 'Autumn forest.jpg');
        await page.keyboard.press('k');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'What was signed' }).waitFor();
        await becomes(() => page.getByRole('textbox', { name: 'Label' }).inputValue(), 'Winter lake.jpg');
      },
      { token: org.token },
    );
  });

  test('a label is changed and removed on the page of its record, on a phone', async () => {
    await suite.visit(
      '/records?search=autumn',
      async (watched) => {
        const { page } = watched;
        await page.getByRole('link', { name: 'Autumn forest.jpg' }).click();
        const label = page.getByRole('textbox', { name: 'Label' });
        await label.fill('Old forest');
        await page.getByRole('button', { name: 'Save label' }).click();
        await page.getByText('Label saved.').waitFor();
        await page.getByRole('img', { name: 'Thumbnail of the signed image' }).waitFor();
        await watched.check();
        await page.getByRole('button', { name: 'Remove label' }).click();
        await page.getByText('Label removed.').waitFor();
        await becomes(() => label.inputValue(), '');
      },
      { token: org.token, phone: true },
    );
  });

  test('turning labels off asks first, and a user without a role for it only reads', async () => {
    const user = await addMember(suite.served.service, org, 'user');
    await suite.visit(
      '/records',
      async ({ page }) => {
        await page.getByText('Owners and admins can change this.').waitFor();
        await becomes(() => page.getByRole('checkbox', { name: 'Keep labels' }).isDisabled(), true);
      },
      { token: user.token },
    );
    await suite.visit(
      '/records',
      async (watched) => {
        const { page } = watched;
        const keepLabels = page.getByRole('checkbox', { name: 'Keep labels' });
        await keepLabels.press('Space');
        await page.getByRole('heading', { name: 'Delete all labels?' }).waitFor();
        await watched.check();
        await page.getByRole('button', { name: 'Cancel' }).click();
        await becomes(() => keepLabels.isChecked(), true);
        await keepLabels.press('Space');
        await page.getByRole('button', { name: 'Turn off and delete labels' }).click();
        await becomes(() => keepLabels.isChecked(), false);
        await becomes(() => page.getByRole('link', { name: 'Summer field.jpg' }).count(), 0);
      },
      { token: org.token, phone: true },
    );
  });
});

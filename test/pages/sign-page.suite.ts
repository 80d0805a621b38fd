// The sign page: what each file carries, the options, what the browser remembers, and what happens
// to signed files that you have not downloaded.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import type { Dialog, Page } from 'playwright-core';
import { type Account, makeOwner } from '../../service/test-support/account.ts';
import { makeForm } from '../../service/test-support/shared-photos.ts';
import { registerGenerator } from '../../service/test-support/signing-client.ts';
import { becomes } from '../test-support/becomes.ts';
import { pageSuite } from '../test-support/page-suite.ts';
import { makePicture } from '../test-support/signed-picture.ts';

interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const note: ChosenFile = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note.') };

pageSuite('the sign page', (suite) => {
  let account: Account;
  let photo: ChosenFile;
  before(async () => {
    account = await makeOwner(suite.served.service, 'growth', suite.served.mail);
    await registerGenerator(suite.served.service.live, account.token);
    photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await makePicture() };
  });
  const asOwner = () => ({ token: account.token });
  const choose = (page: Page, files: readonly ChosenFile[]) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles([...files]);

  test('rows are in the order of selection, and say what the service wrote', async () => {
    await suite.visit(
      '/sign',
      async (watched) => {
        const { page } = watched;
        await page.getByLabel('AI model').fill('model-1');
        await choose(page, [photo, note, { ...photo, name: 'another.jpg' }]);
        await page.getByRole('button', { name: 'Sign 3 files' }).click();
        await page.getByRole('heading', { name: '3 files signed' }).waitFor();
        const names = await page.getByRole('article').evaluateAll((rows) => rows.map((row) => row.ariaLabel));
        assert.deepEqual(names, ['photo.jpg: Signed', 'note.txt: Signed', 'another.jpg: Signed']);
        assert.deepEqual(await tagsOf(page, 'photo.jpg'), ['Token', 'Watermark', 'Neural watermark']);
        // A plain text has no place for a token.
        assert.deepEqual(await tagsOf(page, 'note.txt'), ['Watermark']);
        await page.getByRole('article', { name: 'photo.jpg' }).locator('img').waitFor();
        await page.getByRole('article', { name: 'photo.jpg' }).getByRole('button', { name: 'Details' }).click();
        await page.getByText('Record ID').waitFor();
        await watched.check();
      },
      asOwner(),
    );
  });

  test('options reach the service, and this browser remembers them with the model', async () => {
    await suite.visit(
      '/sign',
      async (watched) => {
        const { page } = watched;
        await page.getByLabel('AI model').fill('model-2');
        await page.getByText('Options').click();
        await page.getByLabel('Watermark strength').selectOption('none');
        assert.equal(await page.getByLabel('Neural watermark').isDisabled(), true);
        assert.equal(await page.getByLabel('In-band watermark for video').isDisabled(), true);
        await page.getByLabel('C2PA manifest').selectOption('classical');
        await watched.check();
        await choose(page, [photo, note]);
        await page.getByRole('button', { name: 'Sign 2 files' }).click();
        watched.expectRefusals();
        await page.getByRole('heading', { name: '2 files signed' }).waitFor();
        assert.deepEqual(await tagsOf(page, 'photo.jpg'), ['Token', 'C2PA, classical signature']);
        assert.deepEqual(await tagsOf(page, 'note.txt'), []);
        await page
          .getByRole('article', { name: 'note.txt' })
          .getByText('The file is signed, but it has no C2PA manifest.')
          .waitFor();
        const [started] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: 'Download photo-signed.jpg' }).click(),
        ]);
        const answer = await fetch(`${suite.served.url}/v1/verify`, {
          method: 'POST',
          body: makeForm({ content: readFileSync(await started.path()) }),
        });
        const result = (await answer.json()) as { authentic: boolean; c2pa: { validation_status: string } };
        assert.deepEqual([result.authentic, result.c2pa.validation_status], [true, 'valid']);
        await page.locator('.sign-bar').getByText('model-2').waitFor();

        await page.reload();
        await becomes(() => page.getByLabel('AI model').inputValue(), 'model-2');
        await page.getByText('2 changed').click();
        assert.equal(await page.getByLabel('Watermark strength').inputValue(), 'none');
        assert.equal(await page.getByLabel('C2PA manifest').inputValue(), 'classical');
        assert.deepEqual(
          await page
            .locator('#earlier-models option')
            .evaluateAll((options) => options.map((option) => option.getAttribute('value'))),
          ['model-2'],
        );
      },
      asOwner(),
    );
  });

  test('the Free plan shows which plan embeds manifests', async () => {
    const free = await makeOwner(suite.served.service, 'free', suite.served.mail);
    await registerGenerator(suite.served.service.live, free.token);
    await suite.visit(
      '/sign',
      async (watched) => {
        const { page } = watched;
        await page.getByText('Options').click();
        await page.getByText('C2PA manifests need the Growth plan').waitFor();
        assert.equal(await page.getByLabel('C2PA manifest').isDisabled(), true);
        await watched.check();
      },
      { token: free.token, phone: true },
    );
  });

  test('a reload, a clear and a logout warn while a signed file is not downloaded', async () => {
    await suite.visit(
      '/sign',
      async (watched) => {
        const { page } = watched;
        const asked: string[] = [];
        const stay = (dialog: Dialog) => {
          asked.push(dialog.type());
          void dialog.dismiss();
        };
        page.on('dialog', stay);
        await page.getByLabel('AI model').fill('model-3');
        await choose(page, [note]);
        await page.getByRole('button', { name: 'Sign 1 file' }).click();
        const row = page.getByRole('article', { name: 'note.txt: Signed' });
        await row.waitFor();
        await page.evaluate('location.reload()');
        await becomes(() => asked, ['beforeunload']);
        await row.waitFor();

        await page.getByRole('button', { name: 'Clear results' }).click();
        const clearing = page.getByRole('dialog', { name: 'Clear the results?' });
        await clearing.getByText('1 signed file is not downloaded yet.').waitFor();
        await watched.check();
        await clearing.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('button', { name: 'account and organization' }).click();
        await page.getByRole('button', { name: 'Log out' }).click();
        const leaving = page.getByRole('dialog', { name: 'Log out and lose signed files?' });
        await leaving.getByRole('button', { name: 'Cancel' }).click();
        await row.waitFor();

        await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: 'Download note-signed.txt' }).click(),
        ]);
        await row.getByText('Download again').waitFor();
        await page.getByRole('link', { name: 'Overview' }).click();
        await page.getByRole('link', { name: 'Sign', exact: true }).click();
        await row.waitFor();
        await page.getByRole('button', { name: 'Clear results' }).click();
        await becomes(() => row.count(), 0);
        await page.reload();
        await page.getByRole('button', { name: 'Choose files' }).waitFor();
        assert.deepEqual(asked, ['beforeunload']);
        page.off('dialog', stay);
      },
      asOwner(),
    );
  });

  test('waiting files can be canceled one by one and all together', async () => {
    const { live } = suite.served.service;
    const busy = await makeOwner(suite.served.service, 'free', suite.served.mail);
    await registerGenerator(live, busy.token);
    await suite.visit(
      '/sign',
      async (watched) => {
        const { page } = watched;
        await page.getByLabel('AI model').fill('model-4');
        await choose(
          page,
          ['a.txt', 'b.txt', 'c.txt'].map((name) => ({ ...note, name })),
        );
        while ((await live.call('GET', '/v1/generators', { token: busy.token })).status === 200);
        watched.expectRefusals();
        await page.getByRole('button', { name: 'Sign 3 files' }).click();
        await page.getByText('Your organization has reached the rate limit of its plan.').waitFor();
        await page.getByRole('button', { name: 'Cancel b.txt' }).click();
        await becomes(() => page.getByRole('article').count(), 2);
        await page.getByRole('button', { name: 'Cancel the 2 that wait' }).click();
        await page.getByRole('button', { name: 'Choose files' }).waitFor();
        await becomes(() => page.getByRole('article').count(), 0);
      },
      { token: busy.token },
    );
  });

  test('everything works with the keyboard only', async () => {
    await suite.visit(
      '/sign',
      async ({ page }) => {
        await page.getByRole('button', { name: 'Choose files' }).waitFor();
        const opened = page.waitForEvent('filechooser');
        await tabTo(page, 'Choose files');
        await page.keyboard.press('Enter');
        await (await opened).setFiles([note]);
        await page.getByText('1 file selected').waitFor();
        await tabTo(page, 'AI model');
        await page.keyboard.type('typed-model');
        await page.keyboard.press('Enter');
        await page.getByRole('article', { name: 'note.txt: Signed' }).waitFor();
        await becomes(() => page.evaluate('document.activeElement.textContent'), '1 file signed');
        await tabTo(page, 'Download note-signed.txt');
        await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
        await tabTo(page, 'Verify note.txt');
        await page.keyboard.press('Enter');
        await page.getByRole('article', { name: 'note-signed.txt: Authentic' }).waitFor();
        await page.goBack();
        await page.getByRole('tab', { name: 'curl' }).focus();
        await page.keyboard.press('ArrowRight');
        await page.getByRole('tab', { name: 'TypeScript', selected: true }).waitFor();
        await page.getByText("from '@content-provenance/client'").waitFor();
        await becomes(() => page.evaluate('document.activeElement.textContent'), 'TypeScript');
      },
      asOwner(),
    );
  });

  test('files that you drop or paste on any page open the sign page', async () => {
    await suite.visit(
      '/team',
      async (watched) => {
        const { page } = watched;
        await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
        await page.evaluate(give('dragover', 'main'));
        await page.getByText('Drop files to sign them').waitFor();
        await page.evaluate(give('drop', 'main'));
        await page.waitForURL('**/sign');
        await page.getByText('1 file selected').waitFor();
        await page.getByText('drop.txt').waitFor();
        await page.evaluate(give('paste', 'main'));
        await page.getByText('2 files selected').waitFor();
        await page.evaluate(give('paste', 'input:not([hidden])'));
        await page.evaluate(give('drop', '.drop, .chosen'));
        await page.getByText('3 files selected').waitFor();
        await watched.check();
        await page.getByRole('button', { name: 'Remove all' }).click();
        await page.getByRole('link', { name: 'Records' }).click();
        await page.getByRole('heading', { name: 'Records', level: 1 }).waitFor();
      },
      asOwner(),
    );
  });
});

function tagsOf(page: Page, name: string): Promise<string[]> {
  return page
    .getByRole('article', { name })
    .getByRole('list', { name: 'This file carries' })
    .getByRole('listitem')
    .allTextContents();
}

/** Moves the focus forward until it is there. */
async function tabTo(page: Page, name: string): Promise<void> {
  const named = `(document.activeElement.ariaLabel ?? document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent)`;
  for (let count = 0; count < 60; count += 1) {
    if ((await page.evaluate<string>(named)) === name) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not reach ${name}`);
}

/** A drag, a drop or a paste of one file on the first element that matches. */
function give(event: 'dragover' | 'drop' | 'paste', selector: string): string {
  const made =
    event === 'paste'
      ? "new ClipboardEvent('paste', { bubbles: true, clipboardData: data })"
      : `new DragEvent('${event}', { bubbles: true, cancelable: true, dataTransfer: data })`;
  return `{
    const data = new DataTransfer();
    data.items.add(new File(['words'], '${event}.txt', { type: 'text/plain' }));
    document.querySelector('${selector}').dispatchEvent(${made});
  }`;
}

// The frame of the dashboard: the account menu, the command palette, and the switch between the
// environments with one login.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium, type Page } from 'playwright-core';
import { type Account, makeAccount, makeVerifiedAccount } from '../../service/test-support/account.ts';
import { makeMailCodeAccount } from '../../service/test-support/second-factor.ts';
import { pageSuite } from '../test-support/page-suite.ts';
import { findChromium } from '../test-support/served-pages.ts';

pageSuite('the frame of the dashboard', (suite) => {
  const live = () => suite.served.service.live;
  const makeOwner = () => makeVerifiedAccount(live(), suite.served.mail);

  for (const phone of [false, true]) {
    const where = phone ? 'on a phone, dark' : 'on a desk, light';

    test(`the menu says who you are and leads to your pages, ${where}`, async () => {
      const { email, token } = await makeOwner();
      const visitor = { token, phone };
      await suite.visit(
        '/records',
        async ({ page, check }) => {
          const button = page.getByRole('button', { name: `${email}: account and organization` });
          await button.focus();
          await page.keyboard.press('Enter');
          await page.getByText('Owner · Free plan').waitFor();
          await check();
          await page.keyboard.press('Escape');
          await page.getByText('Owner · Free plan').waitFor({ state: 'hidden' });
          assert.equal(await page.evaluate("document.activeElement.classList.contains('account-button')"), true);
          await page.keyboard.press('Enter');
          await page.keyboard.press('Tab');
          await page.keyboard.press('Tab');
          await page.keyboard.press('Enter');
          await page.getByRole('heading', { name: 'Team' }).waitFor();
        },
        visitor,
      );
    });

    test(`one switch opens the same page in the sandbox, still logged in, ${where}`, async () => {
      const { email, token } = await makeOwner();
      await suite.visit(
        '/api-keys',
        async ({ page, check }) => {
          await page.getByRole('link', { name: 'Sandbox' }).click();
          await page.waitForURL(`${suite.served.sandboxUrl}/api-keys`);
          await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
          await page.getByText('Nothing here is billed').waitFor();
          await page.getByRole('button', { name: `${email}: account and organization` }).waitFor();
          const frame = "getComputedStyle(document.body, '::after').borderTopWidth";
          assert.equal(await page.evaluate(frame), '5px');
          await check();
          // Back without a ticket, because the live session is still there.
          await page.getByRole('link', { name: 'Live' }).click();
          await page.waitForURL(`${suite.served.url}/api-keys`);
          await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
          assert.equal(await page.evaluate(frame), '0px');
        },
        { token, phone },
      );
    });
  }

  test('keys, records and sessions of the environments stay separate', async () => {
    const { token } = await makeOwner();
    await suite.visit(
      '/api-keys',
      async ({ page }) => {
        await page.getByRole('link', { name: 'Sandbox' }).click();
        await page.waitForURL(`${suite.served.sandboxUrl}/api-keys`);
        const other = await page.evaluate<string>("localStorage.getItem('sandbox-session-token')");
        const refused = await live().call('GET', '/v1/auth/me', { token: other });
        assert.equal(refused.status, 401);
      },
      { token },
    );
  });

  test('a page about one item leads to the list, because the other environment does not know the item', async () => {
    const { token } = await makeOwner();
    await suite.visit(
      '/records/0190f5a0-0000-7000-8000-000000000000',
      async (watched) => {
        watched.expectRefusals();
        await watched.page.getByRole('link', { name: 'Sandbox' }).click();
        await watched.page.waitForURL(`${suite.served.sandboxUrl}/records`);
      },
      { token },
    );
  });

  test('a logout ends the sessions of both environments', async () => {
    const { token, email } = await makeOwner();
    await suite.visit(
      '/overview',
      async ({ page }) => {
        await page.getByRole('link', { name: 'Sandbox' }).click();
        await page.waitForURL(`${suite.served.sandboxUrl}/overview`);
        const other = await page.evaluate<string>("localStorage.getItem('sandbox-session-token')");
        await page.getByRole('button', { name: `${email}: account and organization` }).click();
        await page.getByRole('button', { name: 'Log out' }).click();
        // The other environment ends its session too, and returns to the login here.
        await page.waitForURL(`${suite.served.sandboxUrl}/login`);
        assert.equal((await live().call('GET', '/v1/auth/me', { token })).status, 401);
        const { status } = await suite.served.service.sandbox.call('GET', '/v1/auth/me', { token: other });
        assert.equal(status, 401);
      },
      { token },
    );
  });

  test("a stranger's ticket in a link does not log you in to the stranger's account", async () => {
    const stranger = await makeAccount(live());
    const challenge = 'A'.repeat(43);
    const { body } = await live().call('POST', '/v1/auth/switch-ticket', {
      token: stranger.token,
      body: { challenge },
    });
    await suite.visit('/', async ({ page }) => {
      await page.goto(`${suite.served.sandboxUrl}/switch?next=/sign#ticket=${body.ticket}`);
      await page.getByRole('heading', { name: 'Log in' }).waitFor();
      assert.equal(await page.evaluate("localStorage.getItem('sandbox-session-token')"), null);
    });
  });

  test('an account there that is not yours for certain asks for its own login', async () => {
    const account = await makeAccount(live());
    await makeAccount(suite.served.service.sandbox, account.email);
    await suite.visit(
      '/sign',
      async (watched) => {
        watched.expectRefusals();
        await watched.page.getByRole('link', { name: 'Sandbox' }).click();
        await watched.page.getByText('This address has its own account in the sandbox environment').waitFor();
        await watched.check();
        await watched.page.getByRole('link', { name: 'Log in' }).last().click();
        await logIn(watched.page, account);
        await watched.page.waitForURL(`${suite.served.sandboxUrl}/sign`);
      },
      { token: account.token },
    );
  });

  test('a second factor of the account there is asked for', async () => {
    const account = await makeMailCodeAccount(live(), suite.served.mail, true);
    const sandbox = await makeVerifiedAccount(suite.served.service.sandbox, suite.served.mail, account.email);
    await suite.visit('/', async ({ page, check }) => {
      await page.goto(`${suite.served.sandboxUrl}/health`);
      await page.evaluate(`localStorage.setItem('sandbox-session-token', ${JSON.stringify(sandbox.token)})`);
      await page.goto(`${suite.served.sandboxUrl}/team`);
      await page.getByRole('link', { name: 'Live' }).click();
      const { code } = await suite.served.mail.waitForMail(account.email, 'login code');
      await page.getByLabel('Code').fill(code!);
      await check();
      await page.keyboard.press('Enter');
      await page.waitForURL(`${suite.served.url}/team`);
      await page.getByRole('heading', { name: 'Team' }).waitFor();
    });
  });

  test('the palette goes anywhere with the keyboard only', async () => {
    const { token } = await makeOwner();
    await suite.visit(
      '/overview',
      async ({ page, check }) => {
        await page.getByRole('button', { name: 'Find' }).waitFor();
        await page.keyboard.press('Control+k');
        const field = page.getByRole('combobox', { name: 'Page, action or record' });
        await field.waitFor();
        await check();
        await page.keyboard.type('web');
        await page.getByRole('option', { name: 'Webhooks', selected: true }).waitFor();
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
        await page.keyboard.press('Control+k');
        await page.keyboard.type('nothing at all');
        await page.getByText('Nothing matches').waitFor();
        await page.keyboard.press('Escape');
        await field.waitFor({ state: 'detached' });
        await page.keyboard.press('Control+k');
        await page.keyboard.type('switch to');
        await page.keyboard.press('Enter');
        await page.waitForURL(`${suite.served.sandboxUrl}/webhooks`);
      },
      { token },
    );
  });

  test('a scroll bar moves nothing', async () => {
    const { token } = await makeOwner();
    const browser = await chromium.launch({
      executablePath: findChromium()!,
      args: ['--no-sandbox', '--disable-gpu'],
      ignoreDefaultArgs: ['--hide-scrollbars'],
    });
    const page = await browser.newPage({ baseURL: suite.served.url, viewport: { width: 1200, height: 1000 } });
    await page.goto('/health');
    await page.evaluate(`localStorage.setItem('session-token', ${JSON.stringify(token)})`);
    const places: unknown[] = [];
    for (const [path, heading] of [
      ['/generators', 'Generators'],
      ['/billing', 'Billing and plans'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      const [isTall, end] = await page.evaluate<[boolean, number]>(
        "[document.documentElement.scrollHeight > innerHeight, document.querySelector('.account-button').getBoundingClientRect().right]",
      );
      places.push([isTall, end]);
    }
    await browser.close();
    assert.deepEqual(places, [
      [false, (places[0] as [boolean, number])[1]],
      [true, (places[0] as [boolean, number])[1]],
    ]);
  });
});

async function logIn(page: Page, { email, password }: Account) {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

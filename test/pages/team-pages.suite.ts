// A colleague is invited, joins by the link in the email, and is removed again. A second factor is
// set up, used and turned off. All of it in a browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { makeEmail, makeVerifiedAccount, setPlan } from '../../service/test-support/account.ts';
import { appCode } from '../../service/test-support/second-factor.ts';
import { becomes } from '../test-support/becomes.ts';
import { pageSuite } from '../test-support/page-suite.ts';

pageSuite('the team and the account', (suite) => {
  const makeOwner = async () => {
    const { service, mail } = suite.served;
    const owner = await makeVerifiedAccount(service.live, mail);
    await setPlan(service, owner.orgId, 'growth');
    return owner;
  };

  test('invite, accept by the link in the email, change the role, remove, and access has ended', async () => {
    const { url, mail, service } = suite.served;
    const owner = await makeOwner();
    const email = makeEmail();
    let invite: string;
    let token: string;
    await suite.visit(
      '/team',
      async (watched) => {
        const { page } = watched;
        await page.getByText('No pending invites.').waitFor();
        await watched.check();
        await page.getByLabel('Email address').fill(email);
        await page.getByRole('button', { name: 'Send invite' }).click();
        await page.getByText(`Invite sent to ${email}.`).waitFor();
        const cancelled = (await mail.waitForMail(email, 'invited')).link!;
        await page.getByRole('button', { name: `Cancel invite to ${email}` }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel invite' }).click();
        await page.getByText('No pending invites.').waitFor();

        await page.getByLabel('Email address').fill(email);
        await page.getByLabel('Role', { exact: true }).selectOption('Admin');
        await page.getByRole('button', { name: 'Send invite' }).click();
        invite = (await mail.waitForMail(email, 'invited')).link!;
        watched.expectRefusals();
        await page.goto(cancelled);
        await page.getByRole('heading', { name: 'This invite is no longer valid' }).waitFor();
      },
      { token: owner.token },
    );
    await suite.visit(invite!.slice(url.length), async ({ page, check }) => {
      await page.getByText('Your role: admin.').waitFor();
      await check();
      await page.getByLabel('Choose a password').fill('third horse');
      await page.getByRole('button', { name: 'Join team' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await page.goto('/team');
      // An admin cannot change the owner.
      await page.getByRole('row', { name: owner.email }).waitFor();
      await becomes(() => page.getByRole('button', { name: `Remove ${owner.email}` }).count(), 0);
      token = await page.evaluate<string>("localStorage.getItem('session-token')");
    });
    await suite.visit(
      '/team',
      async (watched) => {
        const { page } = watched;
        await page.getByRole('button', { name: `Change role of ${email}` }).click();
        await page.getByLabel('New role').selectOption('User');
        await watched.check();
        await page.getByRole('button', { name: 'Change role', exact: true }).click();
        await page.getByRole('row', { name: email }).getByText('User', { exact: true }).waitFor();
        await page.getByRole('button', { name: `Remove ${email}` }).click();
        await page.getByText('all their sessions').waitFor();
        await page.getByRole('button', { name: 'Remove member' }).click();
        await becomes(() => page.getByRole('row', { name: email }).count(), 0);
        assert.equal((await service.live.call('GET', '/v1/auth/me', { token })).status, 401);
      },
      { token: owner.token },
    );
  });

  test('an inviter copies a link, and who joins by it must verify the address', async () => {
    const { url, service } = suite.served;
    const owner = await makeOwner();
    const email = makeEmail();
    let link = '';
    await suite.visit(
      '/team',
      async (watched) => {
        const { page } = watched;
        await page.getByLabel('Email address').fill(email);
        await page.getByRole('button', { name: 'Send invite' }).click();
        const first = (await page.locator('.invite-link pre').textContent())!;
        await page.getByRole('button', { name: `Get link for ${email}` }).click();
        const links = page.locator('.invite-link pre');
        await becomes(() => links.count(), 2);
        link = (await links.first().textContent())!;
        assert.notEqual(link, first);
        await page.getByRole('button', { name: 'Copy link' }).first().click();
        await becomes(() => page.evaluate<string>('navigator.clipboard.readText()'), link);
        await page.getByText('of 15 included').waitFor();
        await page.getByRole('columnheader', { name: 'Last active' }).waitFor();
        await watched.check();
      },
      { token: owner.token, phone: true },
    );
    await suite.visit(link.slice(url.length), async ({ page }) => {
      await page.getByLabel('Choose a password').fill('third horse');
      await page.getByRole('button', { name: 'Join team' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
    });
    const { body } = await service.live.call('GET', '/v1/team/members', { token: owner.token });
    const [, joined] = body.members;
    assert.deepEqual([joined.email, joined.email_verified], [email, false]);
  });

  test('a second factor: by email and off again, then from an app, with a login by code and by recovery code', async () => {
    const { email, password, token } = await makeOwner();
    await suite.visit(
      '/account',
      async (watched) => {
        const { page } = watched;
        await page.getByRole('button', { name: 'Use email codes' }).click();
        await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
        const { code } = await suite.served.mail.waitForMail(email, 'login code');
        await page.getByLabel('Code', { exact: true }).fill(code!);
        await page.getByRole('button', { name: 'Turn on' }).click();
        await page.getByRole('button', { name: 'I saved the codes' }).click();
        await page.getByText('On: Email codes').waitFor();
        await page.getByRole('button', { name: 'Turn off' }).click();
        await page.getByLabel('Your password').fill(password);
        await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();

        await page.getByRole('button', { name: 'Use an authenticator app' }).click();
        await page.getByRole('img', { name: 'QR code' }).waitFor();
        await watched.check();
        const secret = (await page.locator('.set-up code').textContent())!.replaceAll(' ', '');
        watched.expectRefusals();
        await page.getByLabel('Code', { exact: true }).fill('000000');
        await page.getByRole('button', { name: 'Turn on' }).click();
        await page.getByRole('alert').waitFor();
        await page.getByLabel('Code', { exact: true }).fill(appCode(secret));
        await page.getByRole('button', { name: 'Turn on' }).click();
        await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
        await watched.check();
        const codes = (await page.locator('.code').textContent())!.split('\n');
        assert.equal(codes.length, 10);
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Download as a text file' }).click();
        assert.ok(readFileSync(await (await download).path(), 'utf8').includes(codes[9]!));
        await page.getByRole('button', { name: 'I saved the codes' }).click();
        await page.getByText('On: Authenticator app').waitFor();

        await page.getByRole('button', { name: 'account and organization' }).click();
        await page.getByRole('button', { name: 'Log out' }).click();
        const enter = async (otp: string) => {
          await page.getByLabel('Email address').fill(email);
          await page.getByLabel('Password', { exact: true }).fill(password);
          await page.getByRole('button', { name: 'Log in' }).click();
          await page.getByLabel('Code', { exact: true }).fill(otp);
          await page.getByRole('button', { name: 'Continue' }).click();
        };
        await enter('nonsense');
        await page.getByText('You can try only one code for each login.').waitFor();
        await watched.check();
        await page.getByRole('button', { name: 'Log in again' }).click();
        // The setup used the code of this half minute, but a clock can be half a minute ahead.
        await enter(appCode(secret, 1));
        await page.getByRole('heading', { name: 'Account' }).waitFor();
        await page.getByRole('button', { name: 'account and organization' }).click();
        await page.getByRole('button', { name: 'Log out' }).click();
        await enter(codes[0]!);
        await page.getByRole('heading', { name: 'Account' }).waitFor();
      },
      { token },
    );
  });
});

// The change of an API key: what the dialog shows before it saves, what the service refuses, and
// what the key can do afterwards.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { addMember } from '../../service/test-support/account.ts';
import { makeSigningAccount, type SigningAccount } from '../../service/test-support/signing-client.ts';
import { becomes } from '../test-support/becomes.ts';
import { pageSuite } from '../test-support/page-suite.ts';

pageSuite('the change of an API key', (suite) => {
  let org: SigningAccount;
  before(async () => {
    org = await makeSigningAccount(suite.served.service, 'growth', suite.served.mail);
  });

  const live = () => suite.served.service.live;
  async function makeKey(settings: object): Promise<string> {
    const { status, body } = await live().call('POST', '/v1/account/api-keys', { token: org.token, body: settings });
    assert.equal(status, 201, JSON.stringify(body));
    return body.key;
  }
  async function settingsOf(name: string) {
    const { body } = await live().call('GET', '/v1/account/api-keys', { token: org.token });
    return body.keys.find((key: { name: string }) => key.name === name);
  }

  test('the dialog names each change and its direction, and the next request follows it', async () => {
    const key = await makeKey({ name: 'CI', scopes: ['sign'], limit_per_minute: 30 });
    const read = async () => (await live().call('GET', '/v1/generators', { token: key })).status;
    assert.equal(await read(), 403);
    await suite.visit(
      '/api-keys',
      async (watched) => {
        const { page } = watched;
        await page.getByRole('button', { name: 'Change key CI', exact: true }).click();
        const dialog = page.getByRole('dialog', { name: 'Change CI' });
        const save = dialog.getByRole('button', { name: 'Save changes' });
        await dialog.getByText('Nothing yet.').waitFor();
        assert.equal(await save.isDisabled(), true);
        await dialog.getByRole('checkbox', { name: 'generators:read', exact: true }).check();
        await dialog.getByLabel('Expiry').selectOption('In 30 days');
        const changes = dialog.getByRole('status', { name: 'What will change' });
        await changes.getByText('sign, generators:read').waitFor();
        await changes.getByText('Does not expire').waitFor();
        // More scopes are more, an expiry is less.
        assert.equal(await changes.getByText('The key can do more').count(), 1);

        watched.expectRefusals();
        await dialog.getByLabel('Addresses').fill('the office');
        await save.click();
        await dialog.getByText('Must be an IP address').waitFor();
        await watched.check();
        assert.equal(await read(), 403);
        await dialog.getByLabel('Addresses').fill('127.0.0.1\n192.0.2.0/24');
        await dialog.getByLabel('Requests per minute').fill('');
        await save.click();
        await page.getByText('The settings of CI are saved.').waitFor();
        await becomes(() => dialog.count(), 0);
        // The focus returns to where it was.
        await becomes(() => page.evaluate<string>('document.activeElement.ariaLabel'), 'Change key CI');
        assert.equal(await read(), 200);
        const { scopes, addresses, limit_per_minute, expires_at } = await settingsOf('CI');
        assert.deepEqual(
          [scopes, addresses, limit_per_minute],
          [['sign', 'generators:read'], ['127.0.0.1', '192.0.2.0/24'], null],
        );
        const days = (Date.parse(expires_at) - Date.now()) / 86_400_000;
        assert.ok(days > 29 && days < 31, expires_at);
        await page.getByText('from 127.0.0.1, 192.0.2.0/24').waitFor();
      },
      { token: org.token },
    );
  });

  test('without scopes a key can do everything, and the dialog says so on a phone too', async () => {
    await makeKey({ name: 'Robot', scopes: ['sign'], expires_at: '2099-01-01T00:00:00Z' });
    await suite.visit(
      '/api-keys',
      async (watched) => {
        const { page } = watched;
        await page.getByRole('button', { name: 'Change key Robot' }).click();
        const dialog = page.getByRole('dialog', { name: 'Change Robot' });
        await dialog.getByLabel('Expiry').getByText('Unchanged: Jan 1, 2099').waitFor({ state: 'attached' });
        await dialog.getByRole('checkbox', { name: 'sign', exact: true }).uncheck();
        const changes = dialog.getByRole('status', { name: 'What will change' });
        await changes.getByText('Everything').waitFor();
        await changes.getByText('The key can do more').waitFor();
        await watched.check();
        await page.keyboard.press('Escape');
        await becomes(() => dialog.count(), 0);
        assert.deepEqual((await settingsOf('Robot')).scopes, ['sign']);

        // A key for one generator has only the scopes that concern generators.
        await page.getByRole('button', { name: 'Change key Robot' }).click();
        const generator = dialog.getByRole('group', { name: 'Generators' }).getByRole('checkbox').first();
        await generator.check();
        await dialog.getByLabel('Key name').fill('Robot 2');
        await dialog.getByRole('button', { name: 'Save changes' }).click();
        await page.getByText('The settings of Robot are saved.').waitFor();
        const { scopes, generator_ids, expires_at } = await settingsOf('Robot 2');
        assert.deepEqual(
          [scopes, generator_ids, expires_at],
          [['sign'], [org.generatorId], '2099-01-01T00:00:00.000Z'],
        );
      },
      { token: org.token, phone: true },
    );
  });

  test('a member changes only personal keys', async () => {
    const member = await addMember(suite.served.service, org, 'user');
    const path = '/v1/team/members/me/api-keys';
    await suite.visit(
      '/api-keys',
      async (watched) => {
        const { page } = watched;
        watched.expectRefusals();
        await page.getByRole('button', { name: 'Create personal key' }).click();
        await page.getByRole('button', { name: 'I saved the key' }).click();
        const buttons = page.getByRole('button', { name: /^Change key/ });
        await becomes(() => buttons.count(), 1);
        await buttons.click();
        const dialog = page.getByRole('dialog');
        assert.equal(await dialog.getByLabel('Key name').count(), 0);
        await dialog.getByLabel('Requests per minute').fill('7');
        await dialog.getByRole('button', { name: 'Save changes' }).click();
        await page.getByText('7 requests per minute').waitFor();
        const { body } = await live().call('GET', path, { token: member.token });
        assert.equal(body.keys[0].limit_per_minute, 7);
      },
      { token: member.token },
    );
  });
});

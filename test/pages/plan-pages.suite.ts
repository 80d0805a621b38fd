// What plans include, in a browser: each gate shows what you would get, and a request for a plan
// goes from the catalog to the decision.
import { before, test } from 'node:test';
import { type Account, makeAccount, makeVerifiedAccount, setPlan } from '../../service/test-support/account.ts';
import { runOperator } from '../../service/test-support/run-operator.ts';
import { becomes } from '../test-support/becomes.ts';
import { pageSuite } from '../test-support/page-suite.ts';

pageSuite('plans', (suite) => {
  let newcomer: Account;
  before(async () => {
    newcomer = await makeAccount(suite.served.service.live);
  });

  test('a gate says what the plan adds, shows an example, and leads to the request', async () => {
    const gates = {
      '/webhooks': ['Webhooks need the Growth plan', /verify\.tamper_detected/],
      '/attestation': ['Attestations need the Enterprise plan', /18,204/],
      '/audit-log': ['The export needs the Growth plan', /maria@example\.org/],
      '/branding': ['Branding needs the Growth plan', /Your studio/],
      '/certificates': ['C2PA manifests need the Growth plan', /Your AI model/],
      '/team': ['The Admin role needs the Growth plan', /rotate generator keys/],
    } as const;
    for (const phone of [false, true]) {
      await suite.visit(
        '/webhooks',
        async (watched) => {
          const { page } = watched;
          for (const [path, [title, example]] of Object.entries(gates)) {
            await page.goto(path);
            const gate = page.getByRole('note').filter({ hasText: title });
            await gate.locator('figure').getByText('Example', { exact: true }).waitFor();
            await gate.locator('figure').filter({ hasText: example }).waitFor();
            await becomes(async () => (await gate.getByRole('listitem').count()) >= 2, true);
            await watched.check();
          }
          await page.getByRole('link', { name: 'Request the Growth plan' }).click();
          await page.waitForURL(/\/billing\?plan=growth$/);
          await page.getByText('Verify your email address first.').waitFor();
          await watched.check();
        },
        { token: newcomer.token, phone },
      );
    }
  });

  test('choose a plan, send the request, withdraw it, and see the decision about the next one', async () => {
    const { service, mail } = suite.served;
    const owner = await makeVerifiedAccount(service.live, mail);
    await setPlan(service, owner.orgId, 'starter');
    await suite.visit(
      '/billing?plan=enterprise',
      async (watched) => {
        const { page } = watched;
        await becomes(() => page.getByLabel('New plan').inputValue(), 'enterprise');
        await page.getByRole('button', { name: 'Request Scale' }).click();
        // The focus moves to the form, so that keyboard users continue there.
        await becomes(() => page.evaluate<string>('document.activeElement.id'), 'plan-request');
        await becomes(() => page.getByLabel('New plan').inputValue(), 'scale');
        await page.getByText('Nothing is charged here.').waitFor();
        await page.getByLabel('Billing', { exact: true }).selectOption('Annually');
        await page.getByLabel('Message to the operator').fill('We start in March.');
        await watched.check();
        await page.getByRole('button', { name: 'Send request' }).click();
        await page.getByText('You requested the Scale plan, billed annually').waitFor();
        await page.getByText('We start in March.').waitFor();
        await watched.check();
        await page.getByRole('button', { name: 'Withdraw request' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Withdraw request' }).click();
        const past = page.getByRole('table', { name: 'Earlier requests' });
        await past.getByText('Withdrawn').waitFor();

        await page.getByRole('button', { name: 'Request Growth' }).click();
        await page.getByRole('button', { name: 'Send request' }).click();
        await page.getByText('You requested the Growth plan, billed monthly').waitFor();
        const { body } = await service.live.call('GET', '/v1/billing/plan-requests', { token: owner.token });
        await runOperator(service.settings, 'plan-requests', 'approve', body.requests[0].request_id);
        await page.reload();
        await past.getByText('Approved').waitFor();
        await page.getByRole('row', { name: /Growth Your plan/ }).waitFor();
        await watched.check();
      },
      { token: owner.token },
    );
  });
});

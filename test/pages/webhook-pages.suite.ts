// A webhook from creation to removal, with a real HTTPS receiver: secret, delivery, payload,
// failure, retry.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import {
  answering,
  type Certificates,
  makeCertificates,
  type Receiver,
  startReceiver,
  trustInThisProcess,
  withOpenssl,
} from '../../service/test-support/https-receiver.ts';
import { makeSigningAccount, makeSubmission, type SigningAccount } from '../../service/test-support/signing-client.ts';
import { becomes } from '../test-support/becomes.ts';
import { pageSuite } from '../test-support/page-suite.ts';

withOpenssl(() => {
  pageSuite('the webhook pages', (suite) => {
    let certificates: Certificates;
    let receiver: Receiver;
    let org: SigningAccount;
    before(async () => {
      certificates = makeCertificates();
      trustInThisProcess(certificates);
      receiver = await startReceiver(certificates);
      org = await makeSigningAccount(suite.served.service, 'growth', suite.served.mail);
    });
    after(async () => {
      await receiver.stop();
      certificates.remove();
    });

    const sign = () =>
      suite.served.service.live.call('POST', '/v1/records', {
        token: org.key,
        body: makeSubmission(org.signer, org.generatorId),
      });

    test('add, keep the secret, read a delivery, try a failed one again, disable, delete', async () => {
      await suite.visit(
        '/webhooks',
        async (watched) => {
          const { page } = watched;
          await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
          watched.expectRefusals();
          await page.getByLabel('URL').fill('http://plain.example/hook');
          await page.getByRole('button', { name: 'Add endpoint' }).click();
          await page.getByText(/Must .*https/).waitFor();
          await page.getByLabel('URL').fill(receiver.url);
          await page.getByRole('button', { name: 'Add endpoint' }).click();
          await page.getByRole('heading', { name: 'Save its secret' }).waitFor();
          await watched.check();
          const secret = (await page.locator('.code').textContent())!;

          await sign();
          await becomes(() => receiver.requests.length, 1);
          const { headers, body } = receiver.requests[0]!;
          const [, time, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature']))!;
          assert.equal(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'), mac);
          receiver.behave(answering(500, 'not today'));
          await sign();

          await page.getByRole('link', { name: receiver.url }).click();
          const table = page.getByRole('table', { name: 'Deliveries' });
          await table.getByText('Delivered', { exact: true }).waitFor();
          await table.getByText('HTTP 500').waitFor();
          await watched.check();
          await page
            .getByRole('button', { name: /^Show the delivery/ })
            .first()
            .click();
          const dialog = page.getByRole('dialog');
          await dialog.getByText('not today').waitFor();
          assert.deepEqual(
            JSON.parse((await dialog.locator('.code').first().textContent())!),
            JSON.parse(receiver.requests[1]!.body),
          );
          await watched.check();
          await page.keyboard.press('Escape');
          await becomes(() => dialog.count(), 0);

          receiver.behave(answering(200));
          await page.getByRole('button', { name: /^Retry/ }).click();
          await page.getByText('Delivered.', { exact: true }).waitFor();
          await becomes(() => table.getByText('HTTP 500').count(), 0);
          await becomes(() => receiver.requests.length, 3);
          assert.equal(receiver.requests[2]!.body, receiver.requests[1]!.body);

          await page.getByRole('checkbox', { name: 'A record was created' }).uncheck();
          await page.getByRole('button', { name: 'Save' }).click();
          await page.getByText('Saved.').waitFor();
          await page.getByRole('button', { name: 'Disable' }).click();
          await page.getByRole('button', { name: 'Enable' }).waitFor();
          await page.getByRole('button', { name: 'Delete' }).click();
          await page.getByRole('button', { name: 'Delete webhook' }).click();
          await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
        },
        { token: org.token },
      );
    });
  });
});

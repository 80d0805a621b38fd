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
          const secret = (await page.locator('.code').first().textContent())!;

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
          const signature = String(receiver.requests[1]!.headers['x-service-signature']);
          await dialog.getByText(`x-service-signature: ${signature}`).waitFor();
          await dialog.getByText('HTTP 500').waitFor();
          await watched.check();
          receiver.behave(answering(200));
          await dialog.getByRole('button', { name: 'Redeliver' }).click();
          await dialog.getByText('Delivered', { exact: true }).waitFor();
          await page.keyboard.press('Escape');
          await becomes(() => dialog.count(), 0);
          await becomes(() => table.getByText('HTTP 500').count(), 0);
          await becomes(() => receiver.requests.length, 3);
          assert.equal(receiver.requests[2]!.body, receiver.requests[1]!.body);

          await page.getByLabel('Event', { exact: true }).selectOption('quota.warning');
          await page.getByRole('button', { name: 'Send test event' }).click();
          await page.getByText('Delivered. See the log below.').waitFor();
          await table.getByRole('row', { name: /quota\.warning Test/ }).waitFor();
          assert.equal(JSON.parse(receiver.requests[3]!.body).test, true);
          receiver.behave(answering(503));
          await page.getByRole('button', { name: 'Send test event' }).click();
          await page.getByText('Your endpoint did not accept it.').waitFor();
          await page.getByRole('button', { name: /^Redeliver quota/ }).waitFor();

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

    test('an endpoint can be queued: a delivery that fails is pending and says when it is tried again', async () => {
      await suite.visit(
        '/webhooks',
        async (watched) => {
          const { page } = watched;
          await page.getByLabel('URL').fill(receiver.url);
          await page.getByRole('radio', { name: 'Queued' }).check();
          await page.getByRole('button', { name: 'Add endpoint' }).click();
          await page.getByRole('heading', { name: 'Save its secret' }).waitFor();
          await page.getByRole('table').getByText('Queued').waitFor();
          receiver.behave(answering(503));
          const before = receiver.requests.length;
          await sign();
          await becomes(() => receiver.requests.length > before, true);
          await page.getByRole('link', { name: receiver.url }).click();
          const table = page.getByRole('table', { name: 'Deliveries' });
          await table.getByText('Pending', { exact: true }).waitFor();
          await table.getByText('Next attempt:').waitFor();
          assert.equal(await page.getByRole('button', { name: /^Redeliver/ }).count(), 0);
          await watched.check();
          await page.getByRole('radio', { name: 'Synchronous' }).check();
          await page.getByRole('button', { name: 'Save' }).click();
          await page.getByText('Saved.').waitFor();
          await page.getByText('We do not retry automatically.').waitFor();
          await page.getByRole('button', { name: 'Delete' }).click();
          await page.getByRole('button', { name: 'Delete webhook' }).click();
          await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
        },
        { token: org.token },
      );
    });

    test('the page describes each event as the service sends it, on a phone too', async () => {
      const { body } = await suite.served.service.live.call('GET', '/v1/webhooks/events');
      await suite.visit(
        '/webhooks',
        async (watched) => {
          const { page } = watched;
          for (const { event, fields, example } of body.events) {
            const entry = page.locator('.event-entry').filter({ has: page.getByText(event, { exact: true }) });
            await entry.locator('summary').focus();
            await page.keyboard.press('Enter');
            await becomes(
              () => entry.locator('dt').allTextContents(),
              fields.map(({ name }: { name: string }) => name),
            );
            assert.deepEqual(JSON.parse((await entry.locator('pre').textContent())!).data, example);
          }
          await watched.check();
        },
        { token: org.token, phone: true },
      );
    });
  });
});

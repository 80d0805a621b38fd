// Connected stores with a real S3-compatible store behind HTTPS: connecting with a wrong and with
// the right secret, a job from an object to an object, disconnecting, and what members see.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Account, addMember, makeOwner } from '../../service/test-support/account.ts';
import { trustInThisProcess } from '../../service/test-support/https-receiver.ts';
import { createJobClient } from '../../service/test-support/job-client.ts';
import { withSwift } from '../../service/test-support/on-each-database.ts';
import { type SecureStore, startSecureStore } from '../../service/test-support/secure-store.ts';
import { registerGenerator } from '../../service/test-support/signing-client.ts';
import { becomes } from '../test-support/becomes.ts';
import { pageSuite } from '../test-support/page-suite.ts';

withSwift(() => {
  pageSuite('the page about connected stores', (suite) => {
    let store: SecureStore;
    let owner: Account;
    before(async () => {
      store = await startSecureStore();
      trustInThisProcess(store.certificates);
      owner = await makeOwner(suite.served.service, 'growth', suite.served.mail);
      await registerGenerator(suite.served.service.live, owner.token);
    });
    after(() => store.stop());

    test('connect, start a job from an object to an object, disconnect', async () => {
      const { connection } = store;
      await suite.visit(
        '/large-files',
        async (watched) => {
          const { page } = watched;
          await page.getByRole('link', { name: 'Connect a store' }).click();
          await page.getByRole('heading', { name: 'No stores yet' }).waitFor();
          await watched.check();
          watched.expectRefusals();
          const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
          await fill('Name', connection.name!);
          await fill('Endpoint', connection.endpoint!);
          await fill('Bucket', 'Not A Bucket');
          await fill('Prefix', connection.prefix!);
          await fill('Access key ID', connection.access_key_id!);
          await fill('Secret access key', 'a-wrong-secret');
          const connect = page.getByRole('button', { name: 'Check and connect' });
          await connect.click();
          await page.getByText(/^Must match/).waitFor();
          await fill('Bucket', connection.bucket!);
          await connect.click();
          await page.getByRole('alert').getByText('403 (SignatureDoesNotMatch)').waitFor();
          await watched.check();
          await fill('Secret access key', connection.secret_access_key!);
          await connect.click();
          await page.getByText('Videos is connected. The check succeeded.').waitFor();
          await page.getByRole('table').getByText(`${connection.bucket}/${connection.prefix}`).waitFor();
          assert.equal(await page.getByLabel('Secret access key', { exact: true }).inputValue(), '');
          assert.ok(!(await page.content()).includes(connection.secret_access_key!));
          await watched.check();

          await store.put('in/song.txt', Buffer.from('A text in a store.\n'.repeat(50)));
          await page.getByRole('link', { name: 'Start a job' }).click();
          await page.getByRole('radio', { name: 'In a connected store' }).check();
          await fill('Object', 'in/nothing.txt');
          await page.getByLabel('AI model').fill('text-model-1');
          await page.getByLabel('Signed file').selectOption('Videos');
          await fill('Object for the signed file', 'out/song.txt');
          await page.getByRole('button', { name: 'Sign the object' }).click();
          await page.getByText('Does not exist in the store.').waitFor();
          await watched.check();
          await fill('Object', 'in/song.txt');
          await page.getByRole('button', { name: 'Sign the object' }).click();
          const row = page.getByRole('row').filter({ hasText: 'song.txt' });
          await row.getByText('Signed', { exact: true }).waitFor({ timeout: 120_000 });
          const jobs = createJobClient(() => suite.served.url, owner.token);
          const [listed] = (await jobs.call('GET', '/v1/jobs')).body.jobs;
          const { signed } = await jobs.get(listed.job_id);
          assert.equal(hash('sha256', (await store.get('out/song.txt'))!), signed!.sha256);

          await page.goto('/connected-stores');
          await page.getByRole('button', { name: 'Disconnect Videos' }).click();
          await watched.check();
          await page.getByRole('button', { name: 'Disconnect store' }).click();
          await page.getByRole('heading', { name: 'No stores yet' }).waitFor();
        },
        { token: owner.token },
      );
    });

    test('a member sees the stores and no form, on a phone too', async () => {
      const member = await addMember(suite.served.service, owner, 'user');
      const call = suite.served.service.live.call;
      const added = await call('POST', '/v1/account/storage-connections', {
        token: owner.token,
        body: store.connection,
      });
      assert.equal(added.status, 201, JSON.stringify(added.body));
      await suite.visit(
        '/connected-stores',
        async (watched) => {
          const { page } = watched;
          await page.getByText('Only owners and admins can connect and disconnect stores.').waitFor();
          await page.getByRole('rowheader', { name: 'Videos' }).waitFor();
          assert.equal(await page.getByRole('button', { name: /Disconnect|Check and connect/ }).count(), 0);
          await watched.check();
          await page.goto('/large-files');
          await page.getByRole('button', { name: 'New job' }).click();
          await page.getByRole('radio', { name: 'Verify' }).check();
          await page.getByRole('radio', { name: 'In a connected store' }).check();
          await page.getByLabel('Object', { exact: true }).waitFor();
          await becomes(() => page.getByLabel('Signed file').count(), 0);
          await watched.check();
        },
        { token: member.token, phone: true },
      );
    });
  });
});

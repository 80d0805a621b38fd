// The pages about an organization, for `npm run screenshots`: one with something of everything, and
// one with nothing.
import type { Page } from 'playwright-core';
import { addMember, makeAccount } from '../service/test-support/account.ts';
import { makeAttestedAccount } from '../service/test-support/attested-account.ts';
import { makeSubmission } from '../service/test-support/signing-client.ts';
import { listRecordShots } from './record-shots.ts';
import type { ServedPages } from './test-support/served-pages.ts';
import type { Shot } from './test-support/shot.ts';

export async function listOrganizationShots({ service, mail, names }: ServedPages): Promise<Record<string, Shot>> {
  const { live } = service;
  const full = await makeAttestedAccount(service, mail);
  const { token, key, signer, generatorId } = full;
  const empty = (await makeAccount(live)).token;
  const call = (method: string, path: string, body?: unknown) =>
    live.call(method, path, { token, ...(body !== undefined && { body }) });
  await addMember(service, full, 'admin');
  await addMember(service, full, 'user');
  await call('POST', '/v1/team/invites', { email: 'new.colleague@example.org', role: 'user' });
  // Nothing listens there, so that the log shows a failure.
  const { body: webhook } = await call('POST', '/v1/webhooks', {
    url: 'https://127.0.0.1:9/hooks/provenance',
    events: ['record.created', 'verify.attempted'],
  });
  const { body: queuedWebhook } = await call('POST', '/v1/webhooks', {
    url: 'https://127.0.0.1:9/hooks/queue',
    events: ['record.created', 'verify.attempted'],
    delivery: 'queued',
  });
  await call('POST', '/v1/records', makeSubmission(signer, generatorId));
  const proven = await call('POST', '/v1/account/domains', { domain: 'studio-north.example' });
  names.set(proven.body.dns.name, { TXT: [proven.body.dns.value] });
  await call('POST', `/v1/account/domains/${proven.body.domain_id}/check`);
  const pending = await call('POST', '/v1/account/domains', { domain: 'north.example' });
  await call('POST', `/v1/account/domains/${pending.body.domain_id}/check`);
  await call('PATCH', '/v1/account/branding', { display_name: 'Studio North', primary_color: '#a03060' });

  const dialog = (page: Page) => page.getByRole('dialog').waitFor();
  const shots: Record<string, Shot> = {};
  for (const path of [
    'account',
    'team',
    'webhooks',
    'audit-log',
    'analytics',
    'branding',
    'domains',
    'certificates',
    'attestation',
    'billing',
  ]) {
    shots[path] = { path: `/${path}`, loggedIn: token };
    shots[`${path}-new`] = { path: `/${path}`, loggedIn: empty };
  }
  return {
    ...shots,
    ...(await listRecordShots(service, full, empty)),
    'account-app': {
      path: '/account',
      loggedIn: token,
      async use(page) {
        await page.getByRole('button', { name: 'Use an authenticator app' }).click();
        await page.getByRole('img', { name: 'QR code' }).waitFor();
      },
    },
    'team-remove': {
      path: '/team',
      loggedIn: token,
      async use(page) {
        await page
          .getByRole('button', { name: /^Remove/ })
          .first()
          .click();
        await dialog(page);
      },
    },
    overview: { path: '/overview', loggedIn: token },
    'overview-new': { path: '/overview', loggedIn: empty },
    'record-verified': {
      path: '/analytics',
      loggedIn: token,
      async use(page) {
        await page.getByRole('table', { name: 'Most verified records' }).getByRole('link').first().click();
        await page.getByRole('table', { name: 'Latest verifications' }).waitFor();
      },
    },
    'audit-log-details': {
      path: '/audit-log?type=key_revoked',
      loggedIn: token,
      async use(page) {
        await page.getByText('Details', { exact: true }).last().click();
      },
    },
    'team-link': {
      path: '/team',
      loggedIn: token,
      async use(page) {
        await page.getByRole('button', { name: 'Get link for new.colleague@example.org' }).click();
        await page.getByRole('button', { name: 'Copy link' }).waitFor();
      },
    },
    'webhooks-events': {
      path: '/webhooks',
      loggedIn: token,
      async use(page) {
        await page.getByText('verify.tamper_detected', { exact: true }).last().click();
      },
    },
    webhook: { path: `/webhooks/${webhook.webhook_id}`, loggedIn: token },
    'webhook-queued': { path: `/webhooks/${queuedWebhook.webhook_id}`, loggedIn: token },
    'webhook-missing': { path: '/webhooks/nowhere', loggedIn: token },
    'webhook-payload': {
      path: `/webhooks/${webhook.webhook_id}`,
      loggedIn: token,
      async use(page) {
        await page
          .getByRole('button', { name: /^Show the delivery/ })
          .first()
          .click();
        await page.getByRole('heading', { name: 'Request body' }).waitFor();
      },
    },
    'webhook-secret': {
      path: '/webhooks',
      loggedIn: token,
      async use(page) {
        await page.getByLabel('URL').fill('https://127.0.0.1:9/hooks/other');
        await page.getByRole('button', { name: 'Add endpoint' }).click();
        await page.getByRole('heading', { name: 'Save its secret' }).waitFor();
      },
    },
    'attestation-preview': {
      path: '/attestation',
      loggedIn: token,
      async use(page) {
        await page.getByRole('textbox', { name: 'API key' }).fill(key);
        await page.getByRole('button', { name: 'Show attestation' }).click();
        await page.getByRole('heading', { name: 'Preview' }).waitFor();
      },
    },
  };
}

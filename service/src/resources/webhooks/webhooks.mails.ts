// The emails to owners about an endpoint with queued deliveries that fails. Each is composed when
// it is sent: there is none about an endpoint that has recovered or was deleted in the meantime.
import type { Database } from '../../adapters/database/database.ts';
import { layOutMail } from '../../mail/mail-layout.ts';
import type { ComposeMail } from '../../mail/mail-queue.ts';
import { findMailedEndpoint } from './webhooks.store.ts';

export function webhookMails(
  database: Database,
  publicUrl: string,
): Record<'webhook_failing' | 'webhook_disabled', ComposeMail> {
  const link = (webhookId: string) => ({ label: 'Open the webhook', url: `${publicUrl}/webhooks/${webhookId}` });
  const footer = `Sent by the Content Provenance Service at ${publicUrl} to the owners of the organization.`;
  return {
    async webhook_failing({ to, code = '' }) {
      const endpoint = await findMailedEndpoint(database.read, code);
      if (!endpoint?.failing_since || endpoint.status === 'disabled') return undefined;
      const since = new Date(endpoint.failing_since).toISOString().slice(0, 16).replace('T', ' ');
      return layOutMail({
        to,
        subject: `Your webhook at ${new URL(endpoint.url).hostname} fails`,
        greeting: `Your endpoint ${endpoint.url} has not accepted an event since ${since} (UTC).`,
        paragraphs: [
          'The service keeps trying. It gives up on an event after 24 hours, and disables the endpoint after three days without a success. The log shows what your endpoint returned.',
        ],
        link: link(code),
        footer,
      });
    },
    async webhook_disabled({ to, code = '' }) {
      const endpoint = await findMailedEndpoint(database.read, code);
      if (endpoint?.status !== 'disabled') return undefined;
      return layOutMail({
        to,
        subject: `Your webhook at ${new URL(endpoint.url).hostname} is disabled`,
        greeting: `The service has disabled your endpoint ${endpoint.url}, because it did not accept events for three days or returned 410 Gone.`,
        paragraphs: [
          'It receives no new events. Events that are still pending wait until they are 24 hours old. Repair your endpoint, then enable it on its page.',
        ],
        link: link(code),
        footer,
      });
    },
  };
}

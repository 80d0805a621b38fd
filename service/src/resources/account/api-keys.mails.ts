// The email that warns about an API key that expires soon. It is composed when it is sent: there is
// no email about a key that was rotated or revoked in the meantime.
import type { Database } from '../../adapters/database/database.ts';
import { withoutLinks } from '../../http/names.ts';
import { layOutMail } from '../../mail/mail-layout.ts';
import type { ComposeMail } from '../../mail/mail-queue.ts';
import { findWarned } from './api-key-warnings.store.ts';

export function apiKeyMails(database: Database, publicUrl: string): Record<'api_key_expiring', ComposeMail> {
  return {
    async api_key_expiring({ to, code = '' }) {
      const row = await findWarned(database.read, code);
      if (!row) return undefined;
      const moment = new Date(row.expires_at!).toISOString().replace('T', ' ').slice(0, 16);
      const named =
        row.name === null ? `The API key ${row.preview}` : `The API key "${withoutLinks(row.name)}" (${row.preview})`;
      return layOutMail({
        to,
        subject: `An API key expires on ${moment.slice(0, 10)}`,
        greeting: `${named} expires on ${moment} (UTC). After that, requests with it get 401.`,
        paragraphs: [
          'Rotate the key to get a new one with the same settings. The old key continues to work for a while, so you can replace it in your programs first. If no program uses the key, you have nothing to do.',
        ],
        link: { label: 'Rotate the key', url: `${publicUrl}/api-keys` },
        footer:
          row.user_id === null
            ? `Sent by the Content Provenance Service at ${publicUrl} to the owners of the organization.`
            : `Sent by the Content Provenance Service at ${publicUrl} to the member who has the key.`,
      });
    },
  };
}

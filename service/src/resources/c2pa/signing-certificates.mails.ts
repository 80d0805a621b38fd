// The email that warns owners about a certificate that expires soon. It is composed when it is
// sent: there is no email about a certificate that was renewed or revoked in the meantime.
import type { Database } from '../../adapters/database/database.ts';
import { layOutMail } from '../../mail/mail-layout.ts';
import type { ComposeMail } from '../../mail/mail-queue.ts';
import { findWarned } from './signing-certificates.store.ts';

export function certificateMails(database: Database, publicUrl: string): Record<'certificate_expiring', ComposeMail> {
  return {
    async certificate_expiring({ to, code = '' }) {
      const row = await findWarned(database.read, code);
      if (!row) return undefined;
      const until = new Date(row.not_after!).toISOString().slice(0, 10);
      return layOutMail({
        to,
        subject: `Your C2PA certificate expires on ${until}`,
        greeting: `The certificate "${row.subject}" signs the C2PA manifests of your organization. It expires on ${until} (UTC).`,
        paragraphs: [
          'Renew it before then: the service makes a new key and a signing request, and you bring back the chain from your certificate authority. After that day, requests for a classical signature are refused until you renew or revoke it.',
        ],
        link: { label: 'Renew the certificate', url: `${publicUrl}/certificates` },
        footer: `Sent by the Content Provenance Service at ${publicUrl} to the owners of the organization.`,
      });
    },
  };
}

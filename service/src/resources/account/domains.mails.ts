// The email to owners about a domain that will no longer be shown. It is composed at sending time,
// so nothing is sent if the proof has been found again.
import type { Database } from '../../adapters/database/database.ts';
import { layOutMail } from '../../mail/mail-layout.ts';
import type { ComposeMail } from '../../mail/mail-queue.ts';
import { graceMilliseconds } from './domain-states.ts';
import { findFailingDomain } from './domains.store.ts';

export function domainMails(database: Database, publicUrl: string): Record<'domain_failing', ComposeMail> {
  return {
    async domain_failing({ to, code = '' }) {
      const row = await findFailingDomain(database.read, code);
      if (!row) return undefined;
      const { domain } = row;
      const until = new Date(row.failing_since! + graceMilliseconds).toISOString().slice(0, 10);
      return layOutMail({
        to,
        subject: `We cannot find the proof for ${domain}`,
        greeting: `Our last check did not find the proof that your organization controls ${domain}.`,
        paragraphs: [
          `To keep the domain next to your name, publish the TXT record or the file again before ${until} (UTC). After that date, people no longer see the domain until you prove it again.`,
        ],
        link: { label: 'View your domains', url: `${publicUrl}/domains` },
        footer: `Sent by the Content Provenance Service at ${publicUrl} to the owners of the organization.`,
      });
    },
  };
}

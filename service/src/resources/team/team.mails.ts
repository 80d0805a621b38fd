// The email that invites to a team. It is composed at sending time, so an invite that is no longer
// open sends nothing.
import { hashSecret } from '../../access/identifiers.ts';
import type { Database } from '../../adapters/database/database.ts';
import { withoutLinks } from '../../http/names.ts';
import { layOutMail } from '../../mail/mail-layout.ts';
import type { ComposeMail } from '../../mail/mail-queue.ts';
import { findInvite } from './invites.store.ts';

export type TeamMailKind = 'invite';

export function teamMails(
  database: Database,
  publicUrl: string,
  now: () => number = Date.now,
): Record<TeamMailKind, ComposeMail> {
  return {
    async invite({ to, code = '' }) {
      const invite = await findInvite(database.read, hashSecret(code));
      if (!invite || invite.accepted_at !== null || invite.expires_at <= now()) return undefined;
      const organization = withoutLinks(invite.org_name);
      return layOutMail({
        to,
        subject: `You are invited to ${organization}`,
        greeting: `${organization} invited you to join its team on the Content Provenance Service.`,
        paragraphs: [
          `Your role will be ${invite.role}. Choose a password to join. The link works once and expires after 7 days. A newer invite replaces it.`,
        ],
        // The token is after the #, which browsers do not send.
        link: { label: 'Accept invite', url: `${publicUrl}/accept-invite#token=${code}` },
        footer: `Sent by the Content Provenance Service at ${publicUrl}. If you do not know the organization, you can ignore this email.`,
      });
    },
  };
}

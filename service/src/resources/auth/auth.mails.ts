// The mails of this room. They are composed when they are sent: only then is a token made, and only for an address that
// has an account. They claim nothing about content.

import { hashSecret, makeSecret } from '../../access/identifiers.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { MailMessage } from '../../adapters/mail/mail-transport.ts';
import type { MailedTokenPurpose } from '../../database/schema.ts';
import { layOutMail } from '../../mail/mail-layout.ts';
import type { ComposeMail } from '../../mail/mail-queue.ts';
import { findUserByEmail, insertMailedToken } from './auth.store.ts';

const hour = 60 * 60 * 1_000;
export const verificationMilliseconds = 24 * hour;
/** Specification, Limits: password reset token. */
export const resetMilliseconds = hour;

const unverifiedWarning =
  'This address has not been verified, so somebody else may have made the account. A new password therefore starts an empty account: the API keys and the second factor of the old one end, and its generators are revoked for good. If you made the account yourself and want to keep it, verify the address first with the link in the mail "Verify your e-mail address".';

export type AuthMailKind = 'verify_email' | 'reset_password' | 'two_factor_code';

export function authMails(
  database: Database,
  publicUrl: string,
  now: () => number = Date.now,
): Record<AuthMailKind, ComposeMail> {
  const footer = `Sent by the Content Provenance Service at ${publicUrl}. If you did not ask for this mail, you can ignore it.`;

  /** A link with a fresh token. The token stands behind the #, which browsers send to nobody. */
  async function linkFor(userId: string, purpose: MailedTokenPurpose, page: string, lifetime: number): Promise<string> {
    const secret = makeSecret();
    const token = { tokenHash: hashSecret(secret), purpose, userId, expiresAt: now() + lifetime };
    await database.transaction((transaction) => insertMailedToken(transaction, token));
    return `${publicUrl}${page}#token=${secret}`;
  }

  return {
    async verify_email({ to }): Promise<MailMessage | undefined> {
      const user = await findUserByEmail(database.read, to);
      if (!user || user.email_verified_at !== null) return undefined;
      const url = await linkFor(user.user_id, 'verify_email', '/verify-email', verificationMilliseconds);
      return layOutMail({
        to,
        subject: 'Verify your e-mail address',
        greeting: 'Welcome to the Content Provenance Service.',
        paragraphs: [
          'Somebody registered an organization with this address. If that was you, please confirm the address. The link works once, for 24 hours.',
          'If it was not you, do not confirm: what was made in the account would count as yours. You can ignore this mail, or ask for a new password on the login page. That gives you an empty account and ends everything that was made with your address.',
        ],
        link: { label: 'Verify e-mail address', url },
        footer,
      });
    },
    async reset_password({ to }): Promise<MailMessage | undefined> {
      const user = await findUserByEmail(database.read, to);
      if (!user) return undefined;
      const url = await linkFor(user.user_id, 'reset_password', '/reset-password', resetMilliseconds);
      return layOutMail({
        to,
        subject: 'Set a new password',
        greeting: 'Somebody, hopefully you, asked for a new password.',
        paragraphs: [
          'The link works once, for one hour. Setting a new password ends every session of the account.',
          ...(user.email_verified_at === null ? [unverifiedWarning] : []),
        ],
        link: { label: 'Set a new password', url },
        footer,
      });
    },
    async two_factor_code({ to, code = '' }): Promise<MailMessage> {
      return layOutMail({
        to,
        subject: `${code} is your login code`,
        greeting: 'Your login code:',
        paragraphs: [
          'It works once, for ten minutes. Never give it to anyone; nobody from the service will ask for it.',
        ],
        code,
        footer,
      });
    },
  };
}

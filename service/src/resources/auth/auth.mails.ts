// The emails of this resource. They are composed at sending time: only then is a token created, and
// only for an address that has an account. They claim nothing about content.

import { hashSecret, makeSecret } from '../../access/identifiers.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { MailMessage } from '../../adapters/mail/mail-transport.ts';
import type { MailedTokenPurpose } from '../../database/schema.ts';
import { withoutLinks } from '../../http/names.ts';
import { layOutMail } from '../../mail/mail-layout.ts';
import type { ComposeMail } from '../../mail/mail-queue.ts';
import { findJoinedTeam, findUserByEmail, insertMailedToken, type User } from './auth.store.ts';

const hour = 60 * 60 * 1_000;
export const verificationMilliseconds = 24 * hour;
/** Specification, Limits: password reset token. */
export const resetMilliseconds = hour;

const unverifiedWarning =
  'Your email address is not verified, so someone else could have created this account. A new password therefore starts an empty account. The API keys and the two-factor authentication of the old account stop working, and its generators are permanently revoked. If you created the account and want to keep it, first use the link in our email "Verify your email address".';

const unverifiedMemberWarning =
  'Your email address is not verified, so someone else could have joined the team with it. A new password therefore removes this account from the team and starts an empty account. If you joined the team and want to stay, first use the link in our email "Verify your email address".';

export type AuthMailKind = 'verify_email' | 'reset_password' | 'two_factor_code';

export function authMails(
  database: Database,
  publicUrl: string,
  now: () => number = Date.now,
): Record<AuthMailKind, ComposeMail> {
  const footer = `Sent by the Content Provenance Service at ${publicUrl}. If you did not request this email, you can ignore it.`;

  /** A link with a fresh token. The token is after the #, which browsers do not send. */
  async function linkFor(userId: string, purpose: MailedTokenPurpose, page: string, lifetime: number): Promise<string> {
    const secret = makeSecret();
    const token = { tokenHash: hashSecret(secret), purpose, userId, expiresAt: now() + lifetime };
    await database.transaction((transaction) => insertMailedToken(transaction, token));
    return `${publicUrl}${page}#token=${secret}`;
  }

  async function warningsFor(user: User): Promise<string[]> {
    if (user.email_verified_at !== null) return [];
    const joined = (await findJoinedTeam(database.read, user)) !== undefined;
    return [joined ? unverifiedMemberWarning : unverifiedWarning];
  }

  return {
    async verify_email({ to }): Promise<MailMessage | undefined> {
      const user = await findUserByEmail(database.read, to);
      if (!user || user.email_verified_at !== null) return undefined;
      const url = await linkFor(user.user_id, 'verify_email', '/verify-email', verificationMilliseconds);
      return layOutMail({
        to,
        subject: 'Verify your email address',
        greeting: 'Welcome to the Content Provenance Service.',
        paragraphs: verificationWords(await findJoinedTeam(database.read, user)),
        link: { label: 'Verify email address', url },
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
        greeting: 'We received a request to set a new password for your account.',
        paragraphs: [
          'The link works once and expires after one hour. A new password ends all your sessions.',
          ...(await warningsFor(user)),
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
          'The code works once and expires after 10 minutes. Do not share it. We will never ask you for it.',
        ],
        code,
        footer,
      });
    },
  };
}

/** With the name of the team, if someone joined it with a copied link. */
function verificationWords(team: string | undefined): string[] {
  if (team !== undefined) {
    return [
      `Someone joined the team of ${withoutLinks(team)} with this email address. If it was you, confirm the address with the link below. The link works once and expires after 24 hours.`,
      'If it was not you, do not confirm. You can ignore this email, or request a new password on the login page. A new password gives you an empty account and removes your address from the team.',
    ];
  }
  return [
    'Someone created an organization with this email address. If it was you, confirm the address with the link below. The link works once and expires after 24 hours.',
    'If it was not you, do not confirm. You would take responsibility for everything in the account. You can ignore this email, or request a new password on the login page. A new password gives you an empty account and shuts down everything that was created with your address.',
  ];
}

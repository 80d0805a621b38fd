// The mail that tells an owner that signing is blocked (decisions, 3.24).
import { layOutMail } from '../../mail/mail-layout.ts';
import type { ComposeMail } from '../../mail/mail-queue.ts';

export function billingMails(publicUrl: string, upgradeUrl: string): Record<'quota_limit', ComposeMail> {
  return {
    quota_limit: async ({ to }) =>
      layOutMail({
        to,
        subject: 'Your signatures for this month are used up',
        greeting: 'The monthly signatures of your plan are used up.',
        paragraphs: [
          'Signing is blocked until the next month begins (UTC) or the plan changes. Everything signed so far stays valid, and verification stays free.',
        ],
        link: { label: 'See the plans', url: upgradeUrl },
        footer: `Sent by the Content Provenance Service at ${publicUrl} to the owners of the organization.`,
      }),
  };
}

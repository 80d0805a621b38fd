// The email that tells an owner that signing is blocked (settled point 24).
import { layOutMail } from '../../mail/mail-layout.ts';
import type { ComposeMail } from '../../mail/mail-queue.ts';

export function billingMails(publicUrl: string, upgradeUrl: string): Record<'quota_limit', ComposeMail> {
  return {
    quota_limit: async ({ to }) =>
      layOutMail({
        to,
        subject: 'You have reached your monthly signature limit',
        greeting: 'Your organization has used all the signatures in its plan for this month.',
        paragraphs: [
          'You cannot sign until the next month starts (UTC) or your plan changes. Everything that you signed stays valid, and verification stays free.',
        ],
        link: { label: 'View plans', url: upgradeUrl },
        footer: `Sent by the Content Provenance Service at ${publicUrl} to the owners of the organization.`,
      }),
  };
}

// Words of the overview, and the names of the plans.
export const planNames = {
  free: 'Free',
  starter: 'Starter',
  growth: 'Growth',
  scale: 'Scale',
  enterprise: 'Enterprise',
};

export const overviewTexts = {
  title: 'Overview',
  lead: (org: string) => `What ${org} has signed and what has been verified.`,
  used: 'Signatures this month',
  ofIncluded: (included: number) => `of ${included.toLocaleString('en')} included`,
  unlimited: 'no limit',
  verifications: (days: number) => `Verifications in ${days} days`,
  tampered: (count: number) => `${count.toLocaleString('en')} of content changed since signing`,
  plan: 'Plan',
  emptyTitle: 'Nothing signed yet',
  emptyLead: 'A generator is what signs in your name. Register one, sign a first file, then verify it.',
  emptyAction: 'Verify a file',
  unverified:
    'Your e-mail address is not verified yet. The free plan works; inviting others and paid features wait for it.',
  resend: 'Send the mail again',
  resent: 'Sent. Look into your mailbox.',
};

// Words of the overview, and the names of the plans.
import { navigationTexts } from './navigation.ts';

export const planNames = {
  free: 'Free',
  starter: 'Starter',
  growth: 'Growth',
  scale: 'Scale',
  enterprise: 'Enterprise',
};

export const overviewTexts = {
  title: navigationTexts.overview,
  lead: (org: string) => `What ${org} has signed and what has been verified.`,
  used: 'Signatures this month',
  ofIncluded: (included: number) => `of ${included.toLocaleString('en')} included`,
  unlimited: 'no limit',
  verifications: (days: number) => `Verifications in ${days} days`,
  tampered: (count: number) => `${count.toLocaleString('en')} not what was signed`,
  plan: 'Plan',
  planMore: 'Usage and plans',
  left: (count: number) => `${count.toLocaleString('en')} left`,
  until: 'Resets on',
  trend: (days: number) => `The last ${days} days`,
  trendNames: { signatures: 'Signatures', verifications: 'Verifications', tampered: 'Not as signed' },
  trendNote: 'Days in UTC. Verifications count when they lead to one of your records, no matter who made them.',
  unverified:
    'Your e-mail address is not verified yet. The free plan works; inviting others and paid features wait for it.',
  resend: 'Send the mail again',
  resent: 'Sent. Look into your mailbox.',
};

/** The way of a newcomer to a first signed and verified file. */
export const firstStepsTexts = {
  title: 'Your first signed file',
  lead: 'Three steps, about two minutes.',
  done: 'Done',
  hide: 'Hide these steps',
  steps: {
    generator: {
      title: 'Create a generator',
      words: 'It signs in the name of your organization. A name is all it needs; the service holds its key.',
      action: 'Create a generator',
    },
    sign: {
      title: 'Sign a file',
      words: 'Choose any picture, sound, video or document. It comes back signed, ready to be verified.',
      action: 'Sign a file',
    },
    verify: {
      title: 'Verify it',
      words: 'See what everyone sees. Then change the file a little, verify it again and see the difference.',
      action: 'Verify a file',
    },
  },
};

// Texts of the overview page, and the names of the plans.
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
  lead: (org: string) => `What ${org} signed, and how often it was verified.`,
  used: 'Signatures this month',
  ofIncluded: (included: number) => `of ${included.toLocaleString('en')} included`,
  unlimited: 'no limit',
  verifications: (days: number) => `Verifications in ${days} days`,
  plan: 'Plan',
  planMore: 'View usage and plans',
  left: (count: number) => `${count.toLocaleString('en')} left`,
  until: 'Resets on',
  trendNote: 'The last 7 days, in UTC. Verifications by anyone count if they find one of your records.',
  unverified: 'Your email address is not verified yet. Verify it to invite members and to use paid features.',
  resend: 'Resend email',
  resent: 'Sent. Check your inbox.',
};

/** The last signatures and verifications. */
export const recentTexts = {
  title: 'Recent activity',
  all: 'Audit log',
  things: { image: 'an image', audio: 'an audio file', text: 'a text or document', video: 'a video' } as Readonly<
    Record<string, string>
  >,
  thing: 'content',
  signed: (thing: string, model: string) => `Your organization signed ${thing} made with ${model}.`,
  verified: (source: string) =>
    source ? `Someone verified your content. Found by: ${source}.` : 'Someone verified your content.',
  record: 'Record',
};

/** The steps of a new user to a first signed and verified file. */
export const firstStepsTexts = {
  title: 'Your first signed file',
  lead: 'Three steps, about two minutes.',
  done: 'Done',
  hide: 'Hide these steps',
  steps: {
    generator: {
      title: 'Create a generator',
      words: 'It signs on behalf of your organization. Just give it a name. The service manages its key.',
      action: 'Create a generator',
    },
    sign: {
      title: 'Sign a file',
      words: 'Choose an image, audio file, video or document. You get it back signed and ready to verify.',
      action: 'Sign a file',
    },
    verify: {
      title: 'Verify it',
      words: 'See what everyone sees. Then change the file a little and verify it again to see the difference.',
      action: 'Verify a file',
    },
  },
};

// Texts of the analytics page.
import { navigationTexts } from './navigation.ts';

/** What a bar of a chart covers. */
export const trendTexts = {
  hour: 'Hour (UTC)',
  day: 'Day (UTC)',
  week: 'Week from (UTC)',
  month: 'Month (UTC)',
};

/** The verdicts of verifications. Their counts add up to all verifications. */
export const verdictTexts = {
  authentic: 'Authentic',
  tampered: 'Not as signed',
  not_proven: 'Not proven',
};

export const analyticsTexts = {
  title: navigationTexts.analytics,
  lead: 'Verifications that found one of your records, and your signatures. Verifications that found no record are not included.',
  window: 'Period',
  windows: {
    day: 'Last 24 hours',
    7: 'Last 7 days',
    30: 'Last 30 days',
    90: 'Last 90 days',
    365: 'Last 365 days',
  },
  needs: (window: string, plan: string) => `${window} (${plan})`,
  gate: {
    title: (days: number) => `See the last ${days} days`,
    lead: (has: string, days: number, plan: string) =>
      `The ${has} plan includes the last ${days} days. With the ${plan} plan you also get:`,
    adds: {
      30: ['trends over a month', 'your most verified records of a month'],
      90: ['trends over a quarter, by week', 'verifications of single records, with how each was found'],
      365: ['trends over a year, by month', 'your most verified records of a year'],
    },
    note: 'We count from your first signature. When you upgrade, you see the earlier days at once.',
    action: 'Compare plans',
    back: (days: number) => `Show the last ${days} days`,
  },
  figures: {
    verifications: 'Verifications',
    authentic: verdictTexts.authentic,
    authenticNote: 'identical to the signed content',
    tampered: verdictTexts.tampered,
    tamperedNote: 'record found, but the content differs',
    not_proven: verdictTexts.not_proven,
    notProvenNote: 'similar content found, but nothing proves it is yours',
    signatures: 'Signatures',
    sum: (authentic: string, tampered: string, unproven: string) =>
      `= ${authentic} authentic + ${tampered} not as signed + ${unproven} not proven`,
  },
  verificationsTrend: 'Verifications by verdict',
  signaturesTrend: 'Signatures',
  byFormat: 'By format',
  formats: { image: 'Images', audio: 'Audio', text: 'Text', video: 'Video', unknown: 'Other' },
  bySource: 'How the record was found',
  sources: {
    provided: 'Token in the request',
    xmp: 'Token in the metadata',
    watermark: 'Watermark',
    phash: 'Perceptual hash',
    fingerprint: 'Acoustic fingerprint',
    text_fingerprint: 'Text fingerprint',
    neural_watermark: 'Neural watermark',
  },
  count: (count: number) => count.toLocaleString('en'),
  top: {
    title: 'Most verified records',
    record: 'Record',
    verifications: 'Verifications',
    tampered: 'Not as signed',
    none: 'No record was verified in this period.',
  },
  emptyTitle: 'No data yet',
  emptyLead:
    'Here you will see how often people verify your content, with which result, and how each record was found. Sign a file and verify it to see the first figures.',
  emptyAction: 'Sign a file',
  quietTitle: 'Nothing in this period',
  quietLead: 'Nobody verified your content and you signed nothing. Choose a longer period.',
};

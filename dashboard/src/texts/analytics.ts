// Words of the analytics page.
import { navigationTexts } from './navigation.ts';

export const analyticsTexts = {
  title: navigationTexts.analytics,
  lead: 'Verifications that found a record of yours, and what you signed. Content that nobody verified, or that was not found, is not in these figures.',
  window: 'Days',
  days: (days: number) => `Last ${days} days`,
  planWindow: (days: number) => `Your plan looks back ${days} days.`,
  figures: {
    verifications: 'Verifications',
    authentic: 'Authentic',
    authenticNote: 'exactly what was signed',
    tampered: 'Not as signed',
    tamperedNote: 'led to a record, but other bytes',
    signatures: 'Signatures',
  },
  trend: 'Day by day (UTC)',
  byFormat: 'By kind of content',
  formats: { image: 'Pictures', audio: 'Audio', text: 'Text', video: 'Video', unknown: 'Other' },
  bySource: 'By what led to the record',
  sources: {
    provided: 'Token given along',
    xmp: 'Token in the metadata',
    watermark: 'Watermark',
    phash: 'Likeness',
    fingerprint: 'Sound',
    neural_watermark: 'Neural watermark',
  },
  count: (count: number) => count.toLocaleString('en'),
  top: {
    title: 'Verified most',
    record: 'Record',
    verifications: 'Verifications',
    tampered: 'Not as signed',
    none: 'No record was verified in this time.',
  },
  emptyTitle: 'Nothing to count yet',
  emptyLead: 'Sign something and have it verified: every verification that finds it is counted here.',
  emptyAction: 'Sign a file',
};

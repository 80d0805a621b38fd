// Texts of the analytics page.
import { navigationTexts } from './navigation.ts';

export const analyticsTexts = {
  title: navigationTexts.analytics,
  lead: 'Verifications that found one of your records, and your signatures. Verifications that found no record are not included.',
  window: 'Period',
  days: (days: number) => `Last ${days} days`,
  planWindow: (days: number) => `Your plan includes the last ${days} days.`,
  figures: {
    verifications: 'Verifications',
    authentic: 'Authentic',
    authenticNote: 'identical to the signed content',
    tampered: 'Not as signed',
    tamperedNote: 'record found, but the content differs',
    signatures: 'Signatures',
  },
  trend: 'Per day (UTC)',
  byFormat: 'By format',
  formats: { image: 'Images', audio: 'Audio', text: 'Text', video: 'Video', unknown: 'Other' },
  bySource: 'How the record was found',
  sources: {
    provided: 'Token in the request',
    xmp: 'Token in the metadata',
    watermark: 'Watermark',
    phash: 'Perceptual hash',
    fingerprint: 'Acoustic fingerprint',
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
  emptyLead: 'Sign a file and verify it. Each verification that finds one of your records appears here.',
  emptyAction: 'Sign a file',
};

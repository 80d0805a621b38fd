// Words of the attestation page. An attestation states facts; nothing here may read like a certification.
import { navigationTexts } from './navigation.ts';

export const attestationTexts = {
  title: navigationTexts.attestation,
  lead: 'What your organization did in a period, beside the obligations of Article 50 of the EU AI Act. A factual record of activity: not a certification, not a legal opinion, no guarantee of compliance.',
  gate: 'Attestations come',
  form: {
    key: 'API key',
    keyNote:
      'Attestations are made with an API key, not with a session. The key stays in the memory of this page and is gone when you leave it.',
    from: 'From (UTC)',
    fromNote: 'Left empty: the start of this month.',
    to: 'Up to and including (UTC)',
    toNote: 'Left empty: now.',
    submit: 'Show the attestation',
    keys: 'Make an API key',
  },
  preview: 'Preview',
  period: 'Period (UTC)',
  organization: 'Organization',
  summary: {
    records_signed: 'Records signed',
    content_verified: 'Verifications',
    tamper_events: 'Content not as signed',
    generators_active: 'Active generators',
  },
  mapping: 'Article 50, paragraph by paragraph',
  notCovered: 'What the service does not cover',
  records: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'record' : 'records'}`,
  verifications: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'verification' : 'verifications'}`,
  byFormat: 'Records by kind of content',
  bySource: 'Verifications by what led to the record',
  columns: { obligation: 'Obligation', mechanism: 'What the service does', count: 'In this period' },
  export: {
    title: 'Export',
    lead: 'The service creates and signs the file when you export it. The file says where to check its signature. The HTML file prints well.',
    html: 'Export as HTML',
    json: 'Export as JSON',
    saved: 'Saved to your downloads. The export is noted in the audit log.',
  },
};

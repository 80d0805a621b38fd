// Texts of the attestation page. An attestation states facts. No text here must sound like a
// certification.
import { navigationTexts } from './navigation.ts';

export const attestationTexts = {
  title: navigationTexts.attestation,
  lead: 'A report of what your organization did in a period, next to the obligations of Article 50 of the EU AI Act. It is a factual record of activity, not a certification, legal opinion or guarantee of compliance.',
  form: {
    key: 'API key',
    keyNote: 'Attestations need an API key. The page keeps the key in memory only and forgets it when you leave.',
    from: 'From (UTC)',
    fromNote: 'Default: the start of this month.',
    to: 'To, inclusive (UTC)',
    toNote: 'Default: now.',
    submit: 'Show attestation',
    keys: 'Create an API key',
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
  byFormat: 'Records by format',
  bySource: 'Verifications by how the record was found',
  columns: { obligation: 'Obligation', mechanism: 'What the service does', count: 'In this period' },
  export: {
    title: 'Export',
    lead: 'The service creates and signs the file when you export it. The file says where to check its signature. Use HTML to print it.',
    html: 'Export as HTML',
    json: 'Export as JSON',
    saved: 'Saved to your downloads. The audit log lists this export.',
  },
};

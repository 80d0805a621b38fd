// Texts of the branding page.
import { navigationTexts } from './navigation.ts';

export const brandingTexts = {
  title: navigationTexts.branding,
  lead: 'How your organization looks on certificates and in token lookups. Branding never changes what a certificate says.',
  notYours: 'Only owners and admins can change the branding.',
  fields: {
    display_name: {
      label: 'Display name',
      note: 'Default: the organization name. Certificates always show the organization name too.',
    },
    logo_url: {
      label: 'Logo URL',
      note: 'Starts with https://. Use an image that is readable at a height of 40 pixels.',
    },
    primary_color: { label: 'Color', note: '#rrggbb. Verdicts keep their own colors.' },
    support_url: { label: 'Support URL', note: 'Starts with https://. Certificates link to it.' },
  },
  pick: 'Pick a color',
  save: 'Save',
  saved: 'Saved. People can see the old branding for up to one hour.',
  preview: {
    title: 'Certificate preview',
    logo: 'Your logo',
    logoNote:
      'This page does not load your logo, because it never loads anything from other sites. Certificates show the logo.',
    certificate: 'Certificate of provenance',
    signedBy: (org: string) => `Signed by ${org}`,
    support: 'Contact the signer',
  },
};

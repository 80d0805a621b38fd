// Words of the branding page.
import { navigationTexts } from './navigation.ts';

export const brandingTexts = {
  title: navigationTexts.branding,
  lead: 'How your organization appears on certificates and to people who look up a token. It never changes what a certificate says.',
  gate: 'Branding comes',
  notYours: 'Owners and admins can change the branding.',
  fields: {
    display_name: {
      label: 'Name to show',
      note: 'Left empty: the name of the organization. Certificates always name the organization too.',
    },
    logo_url: { label: 'Address of the logo', note: 'https; a picture that reads well at a height of 40 pixels.' },
    primary_color: { label: 'Colour', note: '#rrggbb. The verdict keeps its own colours.' },
    support_url: { label: 'Address for questions', note: 'https; linked from certificates.' },
  },
  pick: 'Pick the colour',
  save: 'Save',
  saved: 'Saved. Others may keep what they have seen for up to an hour.',
  preview: {
    title: 'Preview of a certificate',
    logo: 'Your logo',
    logoNote:
      'The logo itself is not loaded here: these pages ask no other address for anything. Certificates show it.',
    certificate: 'Certificate of provenance',
    signedBy: (org: string) => `Signed by ${org}`,
    support: 'Questions to the signer',
  },
};

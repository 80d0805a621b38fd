// What a larger plan adds, where a page needs it. The service enforces the plans.
export const gateTexts = {
  title: (what: string, plan: string) => `${what} the ${plan} plan`,
  has: (plan: string) => `Your organization is on the ${plan} plan.`,
  request: (plan: string) => `Request the ${plan} plan`,
  compare: 'Compare plans',
  example: 'Example',
};

/** The smallest plan that includes each feature, and what you get. */
export const gatedFeatures = {
  webhooks: {
    needs: 'growth',
    what: 'Webhooks need',
    benefits: [
      'Your systems receive each event within the request that causes it.',
      'Every delivery is signed, so you can check that it comes from us.',
      'A log shows each delivery with its headers and response, and sends failed ones again.',
    ],
  },
  audit_export: {
    needs: 'growth',
    what: 'The export needs',
    benefits: [
      'Download the log as CSV for a spreadsheet, or as JSON for a program.',
      'The file contains exactly the events that match your filters, oldest first.',
    ],
  },
  record_analytics: {
    needs: 'growth',
    what: 'Analytics for single records need',
    benefits: [
      'See how often each record was verified, day by day.',
      'See where changed copies of your content appear first: every check is listed with its result.',
    ],
  },
  branding: {
    needs: 'growth',
    what: 'Branding needs',
    benefits: [
      'Your name, logo and color on every public certificate.',
      'A link to your support page for people who check your content.',
    ],
  },
  c2pa_embed: {
    needs: 'growth',
    what: 'C2PA manifests need',
    benefits: [
      'Your files carry Content Credentials that other programs can read.',
      'Sign with the key of your generator, or with your own certificate.',
    ],
  },
  admin_role: {
    needs: 'growth',
    what: 'The Admin role needs',
    benefits: [
      'Admins invite people and manage keys, so owners do not have to.',
      'Only owners can change roles, so you stay in control.',
    ],
  },
  attestation: {
    needs: 'enterprise',
    what: 'Attestations need',
    benefits: [
      'A signed report of what you signed and what was verified in a period.',
      'It lists your activity next to the obligations of Article 50 of the EU AI Act. It is not a certification.',
    ],
  },
} as const;

export const sampleTexts = {
  analytics: 'Verifications of a record in 14 days',
  verifications: 'Verifications',
  changed: 'Not as signed',
  export: [
    'event_id,type,timestamp,metadata,actor',
    'evt_…,api_key_created,2026-03-02T09:14:07.120Z,{…},maria@example.org',
    'evt_…,sign,2026-03-02T09:20:41.003Z,{…},Build server',
    'evt_…,verify,2026-03-02T10:02:15.884Z,{…},public',
  ].join('\n'),
  credentials: {
    'Signed by': 'Your organization',
    'Made with': 'Your AI model',
    Action: 'Created by a trained model',
    Signature: 'Valid',
  },
  roles: { label: 'Roles', role: 'Role', can: 'What they can do' },
  branding: { name: 'Your studio', color: '#7a3b69', support: 'https://example.org/support' },
  attestation: {
    paragraph: '50(2)',
    obligation: 'Mark AI-generated content in a machine-readable format.',
    mechanism: 'Signed records, metadata and watermarks',
  },
};

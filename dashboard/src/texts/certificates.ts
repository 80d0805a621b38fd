// Words of the page about certificates.
import { navigationTexts } from './navigation.ts';

export const certificatesTexts = {
  title: navigationTexts.certificates,
  lead: 'Sign C2PA manifests in your own name, so that other programs can check them.',
  notYours: 'Owners and admins manage certificates.',
  none: 'You have no certificate yet. The service issues one when you first ask for a classical signature. Viewers then show the manifest as valid, but do not know the signer.',
  default: {
    title: 'Default signature',
    label: 'How manifests are signed unless a request says otherwise',
    options: {
      'ml-dsa-65': 'ML-DSA-65 (post-quantum)',
      classical: 'Classical (your certificate)',
    },
    note: 'Other programs can check classical signatures. They cannot check ML-DSA-65 yet, which resists quantum computers.',
    save: 'Save the default',
    saved: 'Saved.',
  },
  states: { requested: 'Waits for its chain', active: 'Signs', replaced: 'Replaced', revoked: 'Revoked' },
  sources: { service: 'Issued by this service', request: 'Requested here', import: 'Imported' },
  facts: { source: 'Origin', issuer: 'Issuer', algorithm: 'Algorithm', until: 'Valid until', serial: 'Serial number' },
  request: {
    lead: 'Take this signing request to a certificate authority. Then paste the chain that it returns.',
    copy: 'Copy the signing request',
    label: 'Chain',
    note: 'PEM: your certificate first, then the one of the issuer.',
    submit: 'Send the chain',
  },
  renew: {
    action: 'Renew',
    actionOf: (subject: string) => `Renew ${subject}`,
    done: 'Renewed. If it needs a chain, its signing request is at the top of the list.',
  },
  revoke: {
    action: 'Revoke',
    actionOf: (subject: string) => `Revoke ${subject}`,
    title: 'Revoke the certificate?',
    words: (subject: string) =>
      `${subject} signs nothing more. Manifests that it has signed stay as they are. Tell your certificate authority too: other programs learn of a revocation only there.`,
    confirm: 'Revoke the certificate',
  },
  add: {
    title: 'Request a certificate',
    lead: 'The service makes a key, keeps it sealed, and gives you a signing request.',
    country: 'Country',
    countryNote: 'Two capital letters, such as DE.',
    organization: 'Organization',
    commonName: 'Common name',
    submit: 'Make the request',
  },
  import: {
    title: 'Import a certificate',
    lead: 'If you have a key and its chain. P-256, P-384, RSA or Ed25519.',
    key: 'Private key',
    keyNote: 'PEM, without a passphrase. It is kept sealed and never shown again.',
    chain: 'Chain of the key',
    submit: 'Import',
  },
};

// Words about generators. What revoking does is said exactly: it cannot be undone.
import { navigationTexts } from './navigation.ts';

export const formatNames = { image: 'Pictures', audio: 'Audio', text: 'Text and documents', video: 'Video' };
export const formatNamesOne = { image: 'Picture', audio: 'Audio', text: 'Text or document', video: 'Video' };
export const formatNotes = {
  image: 'JPEG, PNG, WebP',
  audio: 'MP3, FLAC, WAV',
  text: 'PDF, HTML, plain text',
  video: 'MP4, MOV, MKV, WebM',
};

export const generatorsTexts = {
  title: navigationTexts.generators,
  lead: 'A generator is what signs in the name of your organization: one for each product, model family or team, as you like.',
  create: 'New generator',
  emptyTitle: 'No generator yet',
  emptyLead: 'Signing needs a generator. Making one takes a minute; the service can hold its key for you.',
  columns: { name: 'Name', status: 'Status', mode: 'Key held by', formats: 'Signs', created: 'Created' },
  status: { active: 'Active', revoked: 'Revoked' },
  mode: { server: 'The service', client: 'You' },
  notFoundTitle: 'There is no such generator',
  notFoundLead: 'Your organization has no generator with this id. It may belong to the other environment.',
  backToList: 'All generators',
};

export const newGeneratorTexts = {
  title: 'New generator',
  lead: 'Its name is for your own overview. Its public keys can be read by everyone who checks a signature.',
  name: 'Name',
  nameNote: 'For example the product or the team it signs for.',
  formats: 'What it may sign',
  formatsNote: 'Other content is refused. This cannot be changed later.',
  formatsMissing: 'Choose at least one.',
  mode: 'Who holds the private key?',
  server: 'The service (recommended)',
  serverNote:
    'The service makes the keypair and keeps the private key sealed. You upload files and get them back signed and marked.',
  client: 'You',
  clientNote:
    'You keep the private key and register only its public key. You sign on your side and send hash and signature; content is never uploaded, and the service adds no mark to it.',
  kid: (place: number) => `Name of key ${place}`,
  kidNote: 'Your own name for it, without spaces, e.g. key-2026-11.',
  key: (place: number) => `Public key ${place}`,
  keyNote: 'Raw ML-DSA-65 public key, 1,952 bytes, in base64. Never paste a private key here.',
  addKey: 'Add another key',
  removeKey: (place: number) => `Remove key ${place}`,
  submit: 'Create generator',
};

export const generatorTexts = {
  facts: { id: 'Generator id', mode: 'Private key held by', formats: 'Signs', created: 'Created', revoked: 'Revoked' },
  sign: 'Sign files',
  records: 'Its records',
  keys: 'Keys',
  keysLead: 'Public keys, open to everyone who checks a signature.',
  keyColumns: { kid: 'Key id', status: 'Status', created: 'Created', retired: 'Retired', key: 'Public key' },
  keyStatus: { active: 'Active', retired: 'Retired', revoked: 'Revoked' },
  neverRetired: { active: 'in use', revoked: 'with its generator' },
  copyKey: 'Copy public key',
  rotate: 'Rotate key',
  rotateLead: 'A new key signs from now on. The old one signs nothing more, but what it signed stays valid.',
  rotateTitle: 'Rotate the signing key?',
  rotateWords: [
    'The service makes a new key, and the generator signs with it from now on.',
    'The current key is retired. Everything it signed stays valid and still verifies.',
    'If a key has been stolen or misused, rotating is not enough: revoke the generator.',
  ],
  rotated: (kid: string) => `Done. ${kid} signs from now on.`,
  notYours: 'Only owners and admins can rotate keys and revoke generators. Ask one of them.',
  clientKeys:
    'You hold the private key. Sign on your side and send each record to POST /v1/records. To sign with other keys, register another generator.',
  danger: 'Revoke this generator',
  dangerLead:
    'For a key that was stolen or content that should never have been signed. Every signature this generator ever made becomes invalid at once. It cannot be undone.',
  revoke: 'Revoke generator',
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeIntro: 'This takes effect at once and cannot be undone, not by the operator either:',
  revokeWords: [
    'Every signature it ever made becomes invalid, however old.',
    'No file it signed verifies as authentic any more.',
    'Every certificate of its records says “Revoked”, with the date.',
    'It signs nothing more.',
  ],
  revokeOutro: 'The records stay and can still be found. To change only the key, rotate it instead.',
  revoked: 'This generator is revoked.',
  revokedWords:
    'Its signatures are not valid any more: no file it signed verifies as authentic, and its certificates say so. It signs nothing more.',
};

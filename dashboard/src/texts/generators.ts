// Texts about generators. They say exactly what revoking does, because nobody can undo it.
import { navigationTexts } from './navigation.ts';

/** The generator that a new organization starts with. */
export const defaultGeneratorName = 'Default generator';

export const formatNames = { image: 'Images', audio: 'Audio', text: 'Text and documents', video: 'Video' };
export const formatNamesOne = { image: 'Image', audio: 'Audio', text: 'Text or document', video: 'Video' };
export const formatNotes = {
  image: 'JPEG, PNG, WebP',
  audio: 'MP3, FLAC, WAV',
  text: 'PDF, HTML, plain text',
  video: 'MP4, MOV, MKV, WebM',
};

export const generatorsTexts = {
  title: navigationTexts.generators,
  lead: 'A generator signs on behalf of your organization. Create one for each product, model family or team.',
  create: 'New generator',
  emptyTitle: 'No generators yet',
  emptyLead:
    'You need a generator to sign content. It takes a minute to create one, and the service can manage its key for you.',
  columns: { name: 'Name', status: 'Status', mode: 'Key managed by', formats: 'Signs', created: 'Created' },
  status: { active: 'Active', revoked: 'Revoked' },
  mode: { server: 'The service', client: 'You' },
  notFoundTitle: 'Generator not found',
  notFoundLead: 'Your organization has no generator with this ID in this environment.',
  backToList: 'All generators',
};

export const newGeneratorTexts = {
  title: 'New generator',
  lead: 'Only your organization sees the name. Everyone can read the public keys to check a signature.',
  name: 'Name',
  nameNote: 'For example, the product or team that it signs for.',
  formats: 'Formats it can sign',
  formatsNote: 'The generator rejects other formats. You cannot change this later.',
  formatsMissing: 'Choose at least one format.',
  mode: 'Who manages the private key?',
  server: 'The service (recommended)',
  serverNote:
    'The service creates the key pair and stores the private key encrypted. You upload files and get them back signed and watermarked.',
  client: 'You',
  clientNote:
    'You keep the private key and register only the public key. You sign on your own machine and send the hash and the signature. You never upload content, and the service adds no watermark.',
  kid: (place: number) => `Name of key ${place}`,
  kidNote: 'Any name without spaces. For example, key-2026-11.',
  key: (place: number) => `Public key ${place}`,
  keyNote: 'Raw ML-DSA-65 public key, 1,952 bytes, in base64. Never paste a private key here.',
  addKey: 'Add another key',
  removeKey: (place: number) => `Remove key ${place}`,
  submit: 'Create generator',
};

export const generatorTexts = {
  facts: {
    id: 'Generator ID',
    mode: 'Private key managed by',
    formats: 'Signs',
    created: 'Created',
    revoked: 'Revoked',
  },
  sign: 'Sign files',
  records: 'View records',
  keys: 'Keys',
  keysLead: 'Everyone can read these public keys to check a signature.',
  keyColumns: { kid: 'Key ID', status: 'Status', created: 'Created', retired: 'Retired', key: 'Public key' },
  keyStatus: { active: 'Active', retired: 'Retired', revoked: 'Revoked' },
  neverRetired: { active: 'In use', revoked: 'With the generator' },
  copyKey: 'Copy public key',
  rotate: 'Rotate key',
  rotateLead: 'The generator starts to sign with a new key. Content that the old key signed stays valid.',
  rotateTitle: 'Rotate the signing key?',
  rotateWords: [
    'The service creates a new key, and the generator signs with it from now on.',
    'The current key is retired. Everything that it signed stays valid and can still be verified.',
    'If the key was stolen or misused, rotation is not enough. Revoke the generator instead.',
  ],
  rotated: (kid: string) => `Key rotated. The generator now signs with ${kid}.`,
  notYours: 'Only owners and admins can rotate keys and revoke generators. Ask one of them.',
  clientKeys:
    'You manage the private key. Sign on your own machine and send each record to POST /v1/records. To sign with other keys, create another generator.',
  danger: 'Revoke this generator',
  dangerLead:
    'Use this if a key was stolen or content was signed that should not have been. Every signature of this generator becomes invalid immediately. You cannot undo this.',
  revoke: 'Revoke generator',
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeIntro: 'This takes effect immediately. Nobody can undo it, not even the operator:',
  revokeWords: [
    'All its signatures become invalid, including old ones.',
    'Files that it signed are no longer verified as authentic.',
    'The certificates of its records show “Revoked” and the date.',
    'It can no longer sign.',
  ],
  revokeOutro: 'Its records stay and can still be found. To change only the key, rotate the key instead.',
  revoked: 'This generator is revoked.',
  revokedWords:
    'Its signatures are no longer valid. Files that it signed are not verified as authentic, and their certificates say so. It can no longer sign.',
};

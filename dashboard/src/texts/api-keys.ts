// Words about API keys.
import { navigationTexts } from './navigation.ts';

export const apiKeysTexts = {
  title: navigationTexts.apiKeys,
  lead: 'For programs that sign or read in the name of your organization. A key can do what the API documentation lists for keys; it cannot log in here.',
  docs: 'API documentation',
  organization: {
    title: 'Keys of the organization',
    lead: 'Owners and admins make and revoke them. They stay when a member leaves.',
    empty: 'No key yet. Make one below.',
  },
  own: {
    title: 'Your own keys',
    lead: 'They act in your name and end when you leave the team.',
    empty: 'You have no key of your own.',
  },
  notAllowed:
    'Only owners and admins see the keys of the organization. Ask one of them for a key, or make one of your own below.',
  columns: { name: 'Name', preview: 'Key', created: 'Created', used: 'Last used', actions: 'Actions' },
  noName: 'without a name',
  neverUsed: 'never',
  name: 'Name of the new key',
  nameNote: 'To tell keys apart, e.g. the program that uses it. May stay empty.',
  create: 'Create key',
  createOwn: 'Create a key of your own',
  madeTitle: 'Your new key',
  madeLead: 'Copy it now and keep it where secrets are kept. It is shown only this once and cannot be recovered.',
  copy: 'Copy key',
  try: 'Try it',
  done: 'I have kept it',
  revoke: 'Revoke',
  revokeLabel: (name: string) => `Revoke key ${name}`,
  revokeTitle: 'Revoke this key?',
  revokeWords: (name: string) =>
    `Programs that use ${name} are refused at once. What they signed stays valid. It cannot be undone; a new key can be made at any time.`,
  revokeConfirm: 'Revoke key',
};

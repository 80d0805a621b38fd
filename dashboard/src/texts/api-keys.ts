// Texts of the API key page.
import { navigationTexts } from './navigation.ts';

export const apiKeysTexts = {
  title: navigationTexts.apiKeys,
  lead: 'Programs use API keys to sign and read on behalf of your organization. The API documentation lists what a key can do. You cannot log in with a key.',
  docs: 'API documentation',
  organization: {
    title: 'Organization keys',
    lead: 'Owners and admins create and revoke these keys. They keep working when a member leaves.',
    empty: 'No keys yet. Create one below.',
  },
  own: {
    title: 'Personal keys',
    lead: 'These keys act with your role. They stop working when you leave the team.',
    empty: 'You have no personal keys.',
  },
  notAllowed:
    'Only owners and admins can see organization keys. Ask one of them for a key, or create a personal key below.',
  columns: { name: 'Name', preview: 'Key', created: 'Created', used: 'Last used', actions: 'Actions' },
  noName: 'Unnamed',
  neverUsed: 'Never',
  name: 'Key name',
  nameNote: 'Optional. For example, the program that uses the key.',
  create: 'Create key',
  createOwn: 'Create personal key',
  madeTitle: 'Your new key',
  madeLead: 'Copy the key now and store it in a safe place. You cannot see it again.',
  copy: 'Copy key',
  try: 'Try it',
  done: 'I saved the key',
  revoke: 'Revoke',
  revokeLabel: (name: string) => `Revoke key ${name}`,
  revokeTitle: 'Revoke this key?',
  revokeWords: (name: string) =>
    `Requests with ${name} fail immediately. Content that was signed with it stays valid. You cannot undo this, but you can create a new key at any time.`,
  revokeConfirm: 'Revoke key',
};

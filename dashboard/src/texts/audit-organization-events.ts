// Sentences about members, access and the organization in the audit log.
import type { EventFacts, EventWords } from './audit-facts.ts';
import { roleNames } from './organization.ts';

const role = (text: string) => (Object.hasOwn(roleNames, text) ? roleNames[text as keyof typeof roleNames] : text);
const member = ({ name }: EventFacts) => name('user_id', 'a former member');
const invited = ({ name }: EventFacts) => name('invite_id', 'an address that is no longer stored');
const key = ({ name, text }: EventFacts) =>
  text('user_id') === ''
    ? `the API key ${name('key_id', 'without a name')}`
    : `a personal API key of ${name('user_id', 'a former member')}`;

export const teamEvents = {
  invite_created: {
    label: 'Invite sent',
    sentence: (facts) => `${facts.who} invited ${invited(facts)} as ${role(facts.text('role'))}`,
  },
  invite_link_created: {
    label: 'Invite link made',
    sentence: (facts) => `${facts.who} made a new link for the invite of ${invited(facts)}`,
  },
  invite_cancelled: { label: 'Invite canceled', sentence: ({ who }) => `${who} canceled an invite` },
  member_joined: {
    label: 'Member joined',
    sentence: ({ who, text }) => `${who} joined the team as ${role(text('role'))}`,
  },
  member_role_changed: {
    label: 'Role changed',
    sentence: (facts) =>
      `${facts.who} changed the role of ${member(facts)} from ${role(facts.text('from'))} to ${role(facts.text('to'))}`,
  },
  member_removed: {
    label: 'Member removed',
    sentence: ({ who, text }) => `${who} removed a member with the role ${role(text('role'))}`,
  },
} as const satisfies Record<string, EventWords>;

export const accessEvents = {
  login: { label: 'Login', sentence: ({ who }) => `${who} logged in` },
  email_verified: { label: 'Email address verified', sentence: ({ who }) => `${who} verified their email address` },
  password_changed: { label: 'Password changed', sentence: ({ who }) => `${who} changed their password` },
  two_factor_enabled: {
    label: 'Two-factor authentication turned on',
    sentence: ({ who }) => `${who} turned on two-factor authentication`,
  },
  two_factor_disabled: {
    label: 'Two-factor authentication turned off',
    sentence: ({ who }) => `${who} turned off two-factor authentication`,
  },
  api_key_created: { label: 'API key created', sentence: (facts) => `${facts.who} created ${key(facts)}` },
  api_key_changed: {
    label: 'API key changed',
    sentence: (facts) => `${facts.who} changed ${key(facts)}`,
  },
  api_key_rotated: {
    label: 'API key rotated',
    sentence: (facts) => `${facts.who} rotated an API key. The new one is ${key(facts)}`,
  },
  api_key_expiring: {
    label: 'API key expires soon',
    sentence: (facts) =>
      `The service sent a warning: ${key(facts)} expires on ${facts.text('expires_at').slice(0, 10)}`,
  },
  api_key_revoked: { label: 'API key revoked', sentence: (facts) => `${facts.who} revoked ${key(facts)}` },
} as const satisfies Record<string, EventWords>;

export const organizationEvents = {
  organization_registered: {
    label: 'Organization registered',
    sentence: ({ who }) => `${who} registered the organization`,
  },
  organization_renamed: {
    label: 'Organization renamed',
    sentence: ({ who, text }) => `${who} renamed the organization from ${text('from')} to ${text('to')}`,
  },
  organization_abandoned: {
    label: 'Organization abandoned by its only member',
    sentence: () => 'The only member left the organization',
  },
  branding_changed: { label: 'Branding changed', sentence: ({ who }) => `${who} changed the branding` },
  record_settings_changed: {
    label: 'Labels or thumbnails changed',
    sentence: ({ who }) => `${who} changed whether the service keeps labels and thumbnails`,
  },
  attestation_exported: { label: 'Attestation exported', sentence: ({ who }) => `${who} exported an attestation` },
  domain_added: { label: 'Domain added', sentence: ({ who, text }) => `${who} added the domain ${text('domain')}` },
  domain_verified: {
    label: 'Domain verified',
    sentence: ({ who, text }) => `${who} verified the domain ${text('domain')}`,
  },
  domain_failing: {
    label: 'Domain proof not found',
    sentence: ({ who, text }) => `${who} did not find the proof of the domain ${text('domain')}`,
  },
  domain_expired: {
    label: 'Domain expired',
    sentence: ({ text }) => `The proof of the domain ${text('domain')} expired`,
  },
  domain_removed: {
    label: 'Domain removed',
    sentence: ({ who, text }) => `${who} removed the domain ${text('domain')}`,
  },
  storage_connected: {
    label: 'Storage connected',
    sentence: ({ who, text }) => `${who} connected the bucket ${text('bucket')}`,
  },
  storage_disconnected: {
    label: 'Storage disconnected',
    sentence: ({ who }) => `${who} disconnected a storage`,
  },
} as const satisfies Record<string, EventWords>;

// Words of the team page.
import { navigationTexts } from './navigation.ts';

export const teamTexts = {
  title: navigationTexts.team,
  lead: 'Who works in your organization, and what each may do.',
  members: {
    title: 'Members',
    seats: (used: number, most: number | null) =>
      most === null ? `${used}, without a limit` : `${used} of ${most} seats`,
    email: 'E-mail address',
    role: 'Role',
    keys: 'Personal keys',
    joined: 'Joined',
    actions: 'Actions',
    you: 'you',
    unverified: 'address not verified',
    changeRole: 'Change role',
    changeRoleOf: (email: string) => `Change role of ${email}`,
    remove: 'Remove',
    removeOf: (email: string) => `Remove ${email}`,
  },
  roles: {
    owner: 'May do everything, change roles included.',
    admin: 'May invite and remove users, manage API keys and branding, and rotate and revoke the keys of generators.',
    user: 'May sign, register generators, manage webhooks and read everything; has personal API keys only.',
  },
  role: {
    title: (email: string) => `Role of ${email}`,
    label: 'New role',
    lead: 'The role takes effect at once, for sessions and personal keys alike.',
    own: 'This is your own role. As anything but an owner you cannot take it back yourself.',
    noAdmin: 'The role Admin comes with the plan Growth or above.',
    confirm: 'Change the role',
  },
  remove: {
    title: (email: string) => `Remove ${email}?`,
    ends: 'This ends at once:',
    list: (keys: number) => [
      'every session of this person',
      ...(keys === 0 ? [] : [keys === 1 ? 'their personal API key' : `their ${keys} personal API keys`]),
      'their account here',
    ],
    stays: 'What they signed stays: records and generators belong to the organization, and so do its own API keys.',
    confirm: 'Remove the member',
  },
  invites: {
    title: 'Invites',
    none: 'No invite is open.',
    email: 'E-mail address',
    role: 'Role',
    sent: 'Sent',
    expires: 'Expires',
    actions: 'Actions',
    cancel: 'Cancel invite',
    cancelOf: (email: string) => `Cancel invite to ${email}`,
    cancelTitle: (email: string) => `Cancel the invite to ${email}?`,
    cancelLead: 'The link in the mail stops working. You can invite the person again at any time.',
  },
  invite: {
    title: 'Invite somebody',
    lead: 'A mail with a link is sent. It works for 7 days; a newer invite to the same address replaces it.',
    email: 'E-mail address',
    role: 'Role',
    submit: 'Send the invite',
    done: (email: string) => `The invite to ${email} is on its way.`,
    notYours: 'Owners and admins can invite and remove members.',
  },
};

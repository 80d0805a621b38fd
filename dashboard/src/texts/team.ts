// Texts of the team page.
import { navigationTexts } from './navigation.ts';

export const teamTexts = {
  title: navigationTexts.team,
  lead: 'The members of your organization and their roles.',
  members: {
    title: 'Members',
    seats: (used: number, most: number | null) => (most === null ? `${used}, no limit` : `${used} of ${most} seats`),
    email: 'Email address',
    role: 'Role',
    keys: 'Personal keys',
    joined: 'Joined',
    actions: 'Actions',
    you: 'you',
    unverified: 'email not verified',
    changeRole: 'Change role',
    changeRoleOf: (email: string) => `Change role of ${email}`,
    remove: 'Remove',
    removeOf: (email: string) => `Remove ${email}`,
  },
  roles: {
    owner: 'Can do everything, including change roles.',
    admin: 'Can invite and remove users, manage API keys and branding, rotate generator keys and revoke generators.',
    user: 'Can sign, create generators, manage webhooks and read everything. Has personal API keys only.',
  },
  role: {
    title: (email: string) => `Role of ${email}`,
    label: 'New role',
    lead: 'The new role takes effect immediately, for sessions and personal keys.',
    own: 'This is your own role. If you give up the Owner role, only another owner can give it back to you.',
    noAdmin: 'The Admin role needs the Growth plan or above.',
    confirm: 'Change role',
  },
  remove: {
    title: (email: string) => `Remove ${email}?`,
    ends: 'This ends immediately:',
    list: (keys: number) => [
      'all their sessions',
      ...(keys === 0 ? [] : [keys === 1 ? 'their personal API key' : `their ${keys} personal API keys`]),
      'their account here',
    ],
    stays:
      'Everything that they signed stays. Records, generators and organization API keys belong to the organization.',
    confirm: 'Remove member',
  },
  invites: {
    title: 'Invites',
    none: 'No pending invites.',
    email: 'Email address',
    role: 'Role',
    sent: 'Sent',
    expires: 'Expires',
    actions: 'Actions',
    cancel: 'Cancel invite',
    cancelOf: (email: string) => `Cancel invite to ${email}`,
    cancelTitle: (email: string) => `Cancel the invite to ${email}?`,
    cancelLead: 'The link in the email stops working. You can invite the person again at any time.',
  },
  invite: {
    title: 'Invite a member',
    lead: 'We send an email with a link that expires after 7 days. A new invite to the same address replaces it.',
    email: 'Email address',
    role: 'Role',
    submit: 'Send invite',
    done: (email: string) => `Invite sent to ${email}.`,
    notYours: 'Only owners and admins can invite and remove members.',
  },
};

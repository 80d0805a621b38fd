// /v1/team: members, invites and personal API keys (specification: Team). For people: an API key is
// refused, and only the two routes behind the link of an invite are public.
import { defineRoute } from '../../http/define-route.ts';
import type { InvitesService } from './invites.service.ts';
import type { MembersService } from './members.service.ts';
import type { PersonalKeysService } from './personal-keys.service.ts';
import * as schema from './team.schema.ts';

const resource = 'Team';
const charged = { feature: null, limit: 'organization', anyOrigin: false } as const;
const member = { access: { caller: 'session' }, ...charged } as const;
const administrator = { access: { caller: 'session', role: 'admin' }, ...charged } as const;
const ownKeysOrAdministrator = {
  access: { caller: 'session', rule: 'admin for any member, user for their own keys' },
  ...charged,
} as const;
const invited = { access: { caller: 'public' }, feature: null, limit: 'account', anyOrigin: false } as const;

export function teamRoutes(members: MembersService, invites: InvitesService, personalKeys: PersonalKeysService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/team/members',
      resource,
      summary: 'List members and seats',
      ...member,
      success: { status: 200, schema: schema.members },
      errors: [],
      handler: ({ caller }) => members.list(caller.organization),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/v1/team/members/:user_id/role',
      resource,
      summary: 'Change the role of a member',
      description: 'The organization always needs at least one owner. The admin role needs the Growth plan or above.',
      access: { caller: 'session', role: 'owner' },
      ...charged,
      params: schema.memberId,
      body: schema.roleOnly,
      success: { status: 200, schema: schema.changedRole },
      errors: ['last_owner', 'plan_required', 'email_not_verified', 'not_found'],
      handler: ({ params, body, caller }) => members.changeRole(caller, params.user_id, body.role),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/v1/team/members/:user_id',
      resource,
      summary: 'Remove a member',
      description:
        'Their sessions and personal API keys end immediately. Owners can remove anyone except themselves. Admins can remove users.',
      ...administrator,
      params: schema.memberId,
      success: { status: 200, schema: schema.removed },
      errors: ['cannot_remove_self', 'not_found'],
      handler: ({ params, caller }) => members.remove(caller, params.user_id),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/team/invites',
      resource,
      summary: 'List open invites',
      ...administrator,
      success: { status: 200, schema: schema.invites },
      errors: [],
      handler: ({ caller }) => invites.list(caller.organization.orgId),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/team/invites',
      resource,
      summary: 'Invite a member by email',
      description:
        'The link works once and expires after seven days. A new invite replaces an open invite to the same address.',
      access: { caller: 'session', role: 'admin', verifiedEmail: true },
      ...charged,
      seat: true,
      body: schema.newInvite,
      success: { status: 201, schema: schema.createdInvite },
      errors: ['plan_required', 'already_member', 'invite_limit_reached'],
      handler: ({ body, caller }) => invites.create(caller, body),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/team/invites/:invite_id/link',
      resource,
      summary: 'Make a new link of an invite to copy',
      description:
        'The link that you copied before stops working. The link in the email keeps working until one of them is used.',
      access: { caller: 'session', role: 'admin', verifiedEmail: true },
      ...charged,
      params: schema.inviteId,
      success: { status: 201, schema: schema.inviteLink },
      errors: ['invite_not_found'],
      handler: ({ params, caller }) => invites.makeLink(caller, params.invite_id),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/v1/team/invites/:invite_id',
      resource,
      summary: 'Cancel an open invite',
      ...administrator,
      params: schema.inviteId,
      success: { status: 200, schema: schema.cancelled },
      errors: ['invite_not_found'],
      handler: ({ params, caller }) => invites.cancel(caller, params.invite_id),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/team/invites/:token/preview',
      resource,
      summary: 'Preview an invite',
      ...invited,
      params: schema.inviteToken,
      success: { status: 200, schema: schema.invitePreview },
      errors: ['invite_not_found'],
      handler: ({ params }) => invites.preview(params.token),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/team/invites/:token/accept',
      resource,
      summary: 'Accept an invite and join the team',
      description:
        'With the emailed link, the email address is then verified. With a copied link, the service sends an email to verify it.',
      ...invited,
      params: schema.inviteToken,
      body: schema.acceptance,
      success: { status: 201, schema: schema.joined },
      errors: ['token_expired_or_used', 'seat_limit_reached', 'plan_required', 'invite_not_found', 'email_taken'],
      handler: ({ params, body }) => invites.accept(params.token, body.password),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/team/members/me/api-keys',
      resource,
      summary: 'List your personal API keys',
      ...member,
      success: { status: 200, schema: schema.personalKeys },
      errors: [],
      handler: ({ caller }) => personalKeys.listOwn(caller),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/team/members/:user_id/api-keys',
      resource,
      summary: 'Create a personal API key',
      description:
        'The key has the role of its member, but never more than the role of the member who created it. You see the key once and cannot recover it.',
      ...ownKeysOrAdministrator,
      params: schema.memberId,
      success: { status: 201, schema: schema.createdKey },
      errors: ['forbidden', 'not_found', 'api_key_limit_reached'],
      handler: ({ params, caller }) => personalKeys.create(caller, params.user_id),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/v1/team/members/:user_id/api-keys/:key_id',
      resource,
      summary: 'Revoke a personal API key',
      description: 'The key stops working immediately.',
      ...ownKeysOrAdministrator,
      params: schema.memberKeyId,
      success: { status: 200, schema: schema.revoked },
      errors: ['forbidden', 'not_found'],
      handler: ({ params, caller }) => personalKeys.revoke(caller, params.user_id, params.key_id),
    }),
  ];
}

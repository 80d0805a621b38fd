// /v1/team: members, invites, personal API keys. Sessions only.
import type { Body } from '../operation.ts';
import type { Transport } from '../transport.ts';

export function teamOf({ call }: Transport) {
  const member = (userId: string) => ({ path: { user_id: userId } });
  return {
    members: () => call('GET /v1/team/members', {}),
    changeRole: (userId: string, role: Body<'PATCH /v1/team/members/{user_id}/role'>['role']) =>
      call('PATCH /v1/team/members/{user_id}/role', { ...member(userId), body: { role } }),
    removeMember: (userId: string) => call('DELETE /v1/team/members/{user_id}', member(userId)),
    invites: () => call('GET /v1/team/invites', {}),
    invite: (body: Body<'POST /v1/team/invites'>) => call('POST /v1/team/invites', { body }),
    /** Replaces the link that was copied before. */
    makeInviteLink: (inviteId: string) =>
      call('POST /v1/team/invites/{invite_id}/link', { path: { invite_id: inviteId } }),
    cancelInvite: (inviteId: string) => call('DELETE /v1/team/invites/{invite_id}', { path: { invite_id: inviteId } }),
    previewInvite: (token: string) => call('GET /v1/team/invites/{token}/preview', { path: { token } }),
    acceptInvite: (token: string, password: string) =>
      call('POST /v1/team/invites/{token}/accept', { path: { token }, body: { password } }),
    ownApiKeys: () => call('GET /v1/team/members/me/api-keys', {}),
    /** Only this response contains the key. */
    createApiKey: (userId: string) => call('POST /v1/team/members/{user_id}/api-keys', member(userId)),
    revokeApiKey: (userId: string, keyId: string) =>
      call('DELETE /v1/team/members/{user_id}/api-keys/{key_id}', { path: { user_id: userId, key_id: keyId } }),
  };
}

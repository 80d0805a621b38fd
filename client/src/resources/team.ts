// /v1/team: members, invites, personal API keys. Sessions only.
import type { CallOptions } from '../call-limits.ts';
import type { Body } from '../operation.ts';
import type { Transport } from '../transport.ts';

export function teamOf({ call }: Transport) {
  const member = (userId: string) => ({ path: { user_id: userId } });
  return {
    members: (options?: CallOptions) => call('GET /v1/team/members', {}, options),
    changeRole: (userId: string, role: Body<'PATCH /v1/team/members/{user_id}/role'>['role'], options?: CallOptions) =>
      call('PATCH /v1/team/members/{user_id}/role', { ...member(userId), body: { role } }, options),
    removeMember: (userId: string, options?: CallOptions) =>
      call('DELETE /v1/team/members/{user_id}', member(userId), options),
    invites: (options?: CallOptions) => call('GET /v1/team/invites', {}, options),
    invite: (body: Body<'POST /v1/team/invites'>, options?: CallOptions) =>
      call('POST /v1/team/invites', { body }, options),
    /** Replaces the link that was copied before. */
    makeInviteLink: (inviteId: string, options?: CallOptions) =>
      call('POST /v1/team/invites/{invite_id}/link', { path: { invite_id: inviteId } }, options),
    cancelInvite: (inviteId: string, options?: CallOptions) =>
      call('DELETE /v1/team/invites/{invite_id}', { path: { invite_id: inviteId } }, options),
    previewInvite: (token: string, options?: CallOptions) =>
      call('GET /v1/team/invites/{token}/preview', { path: { token } }, options),
    acceptInvite: (token: string, password: string, options?: CallOptions) =>
      call('POST /v1/team/invites/{token}/accept', { path: { token }, body: { password } }, options),
    ownApiKeys: (options?: CallOptions) => call('GET /v1/team/members/me/api-keys', {}, options),
    /** Only this response contains the key. */
    createApiKey: (userId: string, options?: CallOptions) =>
      call('POST /v1/team/members/{user_id}/api-keys', { ...member(userId), body: {} }, options),
    /** The same with settings, such as scopes and an expiry. */
    createApiKeyWith: (
      userId: string,
      settings: Body<'POST /v1/team/members/{user_id}/api-keys'>,
      options?: CallOptions,
    ) => call('POST /v1/team/members/{user_id}/api-keys', { ...member(userId), body: settings }, options),
    changeApiKey: (
      userId: string,
      keyId: string,
      body: Body<'PATCH /v1/team/members/{user_id}/api-keys/{key_id}'>,
      options?: CallOptions,
    ) =>
      call(
        'PATCH /v1/team/members/{user_id}/api-keys/{key_id}',
        { path: { user_id: userId, key_id: keyId }, body },
        options,
      ),
    /** The old key works during the overlap. Only this response contains the new one. */
    rotateApiKey: (
      userId: string,
      keyId: string,
      body: Body<'POST /v1/team/members/{user_id}/api-keys/{key_id}/rotate'> = {},
      options?: CallOptions,
    ) =>
      call(
        'POST /v1/team/members/{user_id}/api-keys/{key_id}/rotate',
        { path: { user_id: userId, key_id: keyId }, body },
        options,
      ),
    revokeApiKey: (userId: string, keyId: string, options?: CallOptions) =>
      call(
        'DELETE /v1/team/members/{user_id}/api-keys/{key_id}',
        { path: { user_id: userId, key_id: keyId } },
        options,
      ),
  };
}

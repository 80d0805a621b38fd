# Generated from ../resources/team.py by npm run generate; do not edit.
"""/v1/team: members, invites, personal API keys. Sessions only."""
from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..generated import operations as ops
from ..transport import AsyncTransport

if TYPE_CHECKING:
    from ..generated import types


class Team:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def members(self) -> types.GetTeamMembersAnswer:
        return await self._transport.call(ops.GET_TEAM_MEMBERS)

    async def change_role(
        self, user_id: str, role: Literal['owner', 'admin', 'user']
    ) -> types.PatchTeamMembersUserIdRoleAnswer:
        operation = ops.PATCH_TEAM_MEMBERS_USER_ID_ROLE
        return await self._transport.call(operation, path={'user_id': user_id}, body={'role': role})

    async def remove_member(self, user_id: str) -> types.DeleteTeamMembersUserIdAnswer:
        return await self._transport.call(ops.DELETE_TEAM_MEMBERS_USER_ID, path={'user_id': user_id})

    async def invites(self) -> types.GetTeamInvitesAnswer:
        return await self._transport.call(ops.GET_TEAM_INVITES)

    async def invite(self, body: types.PostTeamInvitesBody) -> types.PostTeamInvitesAnswer:
        return await self._transport.call(ops.POST_TEAM_INVITES, body=body)

    async def make_invite_link(self, invite_id: str) -> types.PostTeamInvitesInviteIdLinkAnswer:
        """Replaces the link that was copied before."""
        return await self._transport.call(ops.POST_TEAM_INVITES_INVITE_ID_LINK, path={'invite_id': invite_id})

    async def cancel_invite(self, invite_id: str) -> types.DeleteTeamInvitesInviteIdAnswer:
        return await self._transport.call(ops.DELETE_TEAM_INVITES_INVITE_ID, path={'invite_id': invite_id})

    async def preview_invite(self, token: str) -> types.GetTeamInvitesTokenPreviewAnswer:
        return await self._transport.call(ops.GET_TEAM_INVITES_TOKEN_PREVIEW, path={'token': token})

    async def accept_invite(self, token: str, password: str) -> types.PostTeamInvitesTokenAcceptAnswer:
        operation = ops.POST_TEAM_INVITES_TOKEN_ACCEPT
        return await self._transport.call(operation, path={'token': token}, body={'password': password})

    async def own_api_keys(self) -> types.GetTeamMembersMeApiKeysAnswer:
        return await self._transport.call(ops.GET_TEAM_MEMBERS_ME_API_KEYS)

    async def create_api_key(self, user_id: str) -> types.PostTeamMembersUserIdApiKeysAnswer:
        """Only this response contains the key."""
        operation = ops.POST_TEAM_MEMBERS_USER_ID_API_KEYS
        return await self._transport.call(operation, path={'user_id': user_id}, body={})

    async def create_api_key_with(
        self, user_id: str, settings: types.NewApiKey
    ) -> types.PostTeamMembersUserIdApiKeysAnswer:
        """The same with settings, such as scopes and an expiry."""
        operation = ops.POST_TEAM_MEMBERS_USER_ID_API_KEYS
        return await self._transport.call(operation, path={'user_id': user_id}, body=settings)

    async def change_api_key(
        self, user_id: str, key_id: str, body: types.ApiKeyChange
    ) -> types.PatchTeamMembersUserIdApiKeysKeyIdAnswer:
        operation = ops.PATCH_TEAM_MEMBERS_USER_ID_API_KEYS_KEY_ID
        return await self._transport.call(operation, path={'user_id': user_id, 'key_id': key_id}, body=body)

    async def rotate_api_key(
        self, user_id: str, key_id: str, body: types.PostTeamMembersUserIdApiKeysKeyIdRotateBody | None = None
    ) -> types.PostTeamMembersUserIdApiKeysKeyIdRotateAnswer:
        """The old key continues to work during the overlap. Only this response contains the new one."""
        operation = ops.POST_TEAM_MEMBERS_USER_ID_API_KEYS_KEY_ID_ROTATE
        return await self._transport.call(operation, path={'user_id': user_id, 'key_id': key_id}, body=body or {})

    async def revoke_api_key(self, user_id: str, key_id: str) -> types.DeleteTeamMembersUserIdApiKeysKeyIdAnswer:
        operation = ops.DELETE_TEAM_MEMBERS_USER_ID_API_KEYS_KEY_ID
        return await self._transport.call(operation, path={'user_id': user_id, 'key_id': key_id})

# Generated from ../resources/account.py by npm run generate; do not edit.
"""/v1/account and /v1/billing: the organization's name, API keys, branding, usage and plans."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..generated import operations as ops
from ..transport import AsyncTransport

if TYPE_CHECKING:
    from ..generated import types


class Account:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def rename(self, name: str) -> types.PatchAccountOrganizationAnswer:
        return await self._transport.call(ops.PATCH_ACCOUNT_ORGANIZATION, body={'name': name})

    async def record_settings(self) -> types.GetAccountRecordSettingsAnswer:
        """What the service keeps about your records."""
        return await self._transport.call(ops.GET_ACCOUNT_RECORD_SETTINGS)

    async def change_record_settings(
        self, body: types.PatchAccountRecordSettingsBody
    ) -> types.PatchAccountRecordSettingsAnswer:
        return await self._transport.call(ops.PATCH_ACCOUNT_RECORD_SETTINGS, body=body)

    async def monitoring_key(self) -> types.MonitoringKey:
        """Recognizes your entries in the transparency log. Keep it private."""
        return await self._transport.call(ops.GET_ACCOUNT_MONITORING_KEY)

    async def log_entry(self, index: int) -> types.OpenedLogEntry:
        """What one of your entries in the transparency log commits to."""
        return await self._transport.call(ops.GET_LOG_ENTRIES_INDEX, path={'index': str(index)})

    async def list_api_keys(self) -> types.GetAccountApiKeysAnswer:
        return await self._transport.call(ops.GET_ACCOUNT_API_KEYS)

    async def create_api_key(
        self, name: str | None = None, settings: types.NewApiKey | None = None
    ) -> types.PostAccountApiKeysAnswer:
        """Only this response contains the key."""
        body = {**(settings or {}), **({} if name is None else {'name': name})}
        return await self._transport.call(ops.POST_ACCOUNT_API_KEYS, body=body)

    async def change_api_key(self, key_id: str, body: types.ApiKeyChange) -> types.PatchAccountApiKeysKeyIdAnswer:
        return await self._transport.call(ops.PATCH_ACCOUNT_API_KEYS_KEY_ID, path={'key_id': key_id}, body=body)

    async def rotate_api_key(
        self, key_id: str, body: types.PostAccountApiKeysKeyIdRotateBody | None = None
    ) -> types.PostAccountApiKeysKeyIdRotateAnswer:
        """The old key continues to work during the overlap. Only this response contains the new one."""
        return await self._transport.call(ops.POST_ACCOUNT_API_KEYS_KEY_ID_ROTATE, path={'key_id': key_id}, body=body or {})

    async def revoke_api_key(self, key_id: str) -> types.DeleteAccountApiKeysKeyIdAnswer:
        return await self._transport.call(ops.DELETE_ACCOUNT_API_KEYS_KEY_ID, path={'key_id': key_id})


class Branding:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(self) -> types.GetAccountBrandingAnswer:
        return await self._transport.call(ops.GET_ACCOUNT_BRANDING)

    async def change(self, body: types.PatchAccountBrandingBody) -> types.PatchAccountBrandingAnswer:
        return await self._transport.call(ops.PATCH_ACCOUNT_BRANDING, body=body)


class Billing:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def usage(self) -> types.GetBillingUsageAnswer:
        return await self._transport.call(ops.GET_BILLING_USAGE)

    async def plans(self) -> types.GetBillingPlansAnswer:
        return await self._transport.call(ops.GET_BILLING_PLANS)

    async def plan_requests(self) -> types.GetBillingPlanRequestsAnswer:
        return await self._transport.call(ops.GET_BILLING_PLAN_REQUESTS)

    async def request_plan(self, body: types.PostBillingPlanRequestsBody) -> types.PostBillingPlanRequestsAnswer:
        return await self._transport.call(ops.POST_BILLING_PLAN_REQUESTS, body=body)

    async def withdraw_plan_request(self, request_id: str) -> types.PostBillingPlanRequestsRequestIdWithdrawAnswer:
        operation = ops.POST_BILLING_PLAN_REQUESTS_REQUEST_ID_WITHDRAW
        return await self._transport.call(operation, path={'request_id': request_id})

"""/v1/account and /v1/billing: the organization's name, API keys, branding, usage and plans."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..generated import operations as ops
from ..transport import Transport

if TYPE_CHECKING:
    from ..generated import types


class Account:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def rename(self, name: str) -> types.PatchAccountOrganizationAnswer:
        return self._transport.call(ops.PATCH_ACCOUNT_ORGANIZATION, body={'name': name})

    def record_settings(self) -> types.GetAccountRecordSettingsAnswer:
        """What the service keeps about your records."""
        return self._transport.call(ops.GET_ACCOUNT_RECORD_SETTINGS)

    def change_record_settings(
        self, body: types.PatchAccountRecordSettingsBody
    ) -> types.PatchAccountRecordSettingsAnswer:
        return self._transport.call(ops.PATCH_ACCOUNT_RECORD_SETTINGS, body=body)

    def monitoring_key(self) -> types.MonitoringKey:
        """Recognizes your entries in the transparency log. Keep it private."""
        return self._transport.call(ops.GET_ACCOUNT_MONITORING_KEY)

    def log_entry(self, index: int) -> types.OpenedLogEntry:
        """What one of your entries in the transparency log commits to."""
        return self._transport.call(ops.GET_LOG_ENTRIES_INDEX, path={'index': str(index)})

    def list_api_keys(self) -> types.GetAccountApiKeysAnswer:
        return self._transport.call(ops.GET_ACCOUNT_API_KEYS)

    def create_api_key(
        self, name: str | None = None, settings: types.NewApiKey | None = None
    ) -> types.PostAccountApiKeysAnswer:
        """Only this response contains the key."""
        body = {**(settings or {}), **({} if name is None else {'name': name})}
        return self._transport.call(ops.POST_ACCOUNT_API_KEYS, body=body)

    def change_api_key(self, key_id: str, body: types.ApiKeyChange) -> types.PatchAccountApiKeysKeyIdAnswer:
        return self._transport.call(ops.PATCH_ACCOUNT_API_KEYS_KEY_ID, path={'key_id': key_id}, body=body)

    def rotate_api_key(
        self, key_id: str, body: types.PostAccountApiKeysKeyIdRotateBody | None = None
    ) -> types.PostAccountApiKeysKeyIdRotateAnswer:
        """The old key continues to work during the overlap. Only this response contains the new one."""
        return self._transport.call(ops.POST_ACCOUNT_API_KEYS_KEY_ID_ROTATE, path={'key_id': key_id}, body=body or {})

    def revoke_api_key(self, key_id: str) -> types.DeleteAccountApiKeysKeyIdAnswer:
        return self._transport.call(ops.DELETE_ACCOUNT_API_KEYS_KEY_ID, path={'key_id': key_id})


class Branding:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self) -> types.GetAccountBrandingAnswer:
        return self._transport.call(ops.GET_ACCOUNT_BRANDING)

    def change(self, body: types.PatchAccountBrandingBody) -> types.PatchAccountBrandingAnswer:
        return self._transport.call(ops.PATCH_ACCOUNT_BRANDING, body=body)


class Billing:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def usage(self) -> types.GetBillingUsageAnswer:
        return self._transport.call(ops.GET_BILLING_USAGE)

    def plans(self) -> types.GetBillingPlansAnswer:
        return self._transport.call(ops.GET_BILLING_PLANS)

    def plan_requests(self) -> types.GetBillingPlanRequestsAnswer:
        return self._transport.call(ops.GET_BILLING_PLAN_REQUESTS)

    def request_plan(self, body: types.PostBillingPlanRequestsBody) -> types.PostBillingPlanRequestsAnswer:
        return self._transport.call(ops.POST_BILLING_PLAN_REQUESTS, body=body)

    def withdraw_plan_request(self, request_id: str) -> types.PostBillingPlanRequestsRequestIdWithdrawAnswer:
        operation = ops.POST_BILLING_PLAN_REQUESTS_REQUEST_ID_WITHDRAW
        return self._transport.call(operation, path={'request_id': request_id})

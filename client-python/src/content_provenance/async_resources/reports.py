# Generated from ../resources/reports.py by npm run generate; do not edit.
"""/v1/audit, /v1/analytics and /v1/attestation: reports about the organization."""
from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, cast

from ..connection import RawAnswer
from ..generated import operations as ops
from ..transport import AsyncTransport

if TYPE_CHECKING:
    from ..generated import types


class Audit:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self, query: types.GetAuditQuery | None = None) -> types.GetAuditAnswer:
        return await self._transport.call(ops.GET_AUDIT, query=query)

    async def all(self, query: types.GetAuditQuery | None = None) -> AsyncIterator[types.AuditEvent]:
        """Iterates over all events, page by page."""
        number = 1
        while True:
            page = await self.list(cast('types.GetAuditQuery', {'limit': 100, **(query or {}), 'page': number}))
            for event in page['events']:
                yield event
            if number * page['limit'] >= page['total']:
                return
            number += 1

    async def export(self, query: types.GetAuditExportQuery) -> RawAnswer:
        return await self._transport.download(ops.GET_AUDIT_EXPORT, query=query)


class Analytics:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def overview(self, days: int | None = None) -> types.GetAnalyticsOverviewAnswer:
        return await self._transport.call(ops.GET_ANALYTICS_OVERVIEW, query={'days': days})

    async def hours(self, hours: int | None = None) -> types.GetAnalyticsHoursAnswer:
        return await self._transport.call(ops.GET_ANALYTICS_HOURS, query={'hours': hours})

    async def record(self, record_id: str) -> types.GetAnalyticsRecordsIdAnswer:
        return await self._transport.call(ops.GET_ANALYTICS_RECORDS_ID, path={'id': record_id})


class Attestation:
    """Needs an API key. A session does not work."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(self, query: types.GetAttestationQuery | None = None) -> types.GetAttestationAnswer:
        return await self._transport.call(ops.GET_ATTESTATION, query=query)

    async def export(self, query: types.GetAttestationExportQuery) -> RawAnswer:
        return await self._transport.download(ops.GET_ATTESTATION_EXPORT, query=query)

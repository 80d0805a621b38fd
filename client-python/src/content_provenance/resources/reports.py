"""/v1/audit, /v1/analytics and /v1/attestation: reports about the organization."""
from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from ..connection import RawAnswer
from ..generated import operations as ops
from ..transport import Transport

if TYPE_CHECKING:
    from ..generated import types


class Audit:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, query: types.GetAuditQuery | None = None) -> types.GetAuditAnswer:
        return self._transport.call(ops.GET_AUDIT, query=query)

    def all(self, query: types.GetAuditQuery | None = None) -> Iterator[types.AuditEvent]:
        """Iterates over all events, page by page."""
        number = 1
        while True:
            page = self.list(cast('types.GetAuditQuery', {'limit': 100, **(query or {}), 'page': number}))
            for event in page['events']:
                yield event
            if number * page['limit'] >= page['total']:
                return
            number += 1

    def export(self, query: types.GetAuditExportQuery) -> RawAnswer:
        return self._transport.download(ops.GET_AUDIT_EXPORT, query=query)


class Analytics:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def overview(self, days: int | None = None) -> types.GetAnalyticsOverviewAnswer:
        return self._transport.call(ops.GET_ANALYTICS_OVERVIEW, query={'days': days})

    def hours(self, hours: int | None = None) -> types.GetAnalyticsHoursAnswer:
        return self._transport.call(ops.GET_ANALYTICS_HOURS, query={'hours': hours})

    def record(self, record_id: str) -> types.GetAnalyticsRecordsIdAnswer:
        return self._transport.call(ops.GET_ANALYTICS_RECORDS_ID, path={'id': record_id})


class Attestation:
    """Needs an API key. A session does not work."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(self, query: types.GetAttestationQuery | None = None) -> types.GetAttestationAnswer:
        return self._transport.call(ops.GET_ATTESTATION, query=query)

    def export(self, query: types.GetAttestationExportQuery) -> RawAnswer:
        return self._transport.download(ops.GET_ATTESTATION_EXPORT, query=query)

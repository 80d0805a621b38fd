# Generated from ../resources/system.py by npm run generate; do not edit.
"""Facts about the service itself: its health, its environment and its root certificates."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..generated import operations as ops
from ..transport import AsyncTransport

if TYPE_CHECKING:
    from ..generated import types


class System:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def health(self) -> types.GetHealthAnswer:
        """Raises ServiceError if the service is not ready (status 503)."""
        return await self._transport.call(ops.GET_HEALTH)

    async def version(self) -> types.GetVersionAnswer:
        return await self._transport.call(ops.GET_VERSION)

    async def roots(self) -> str:
        """Root certificates in PEM. Save them while you trust the service, for `verify_bundle`."""
        answer = await self._transport.download(ops.GET_WELL_KNOWN_C2PA_ROOTS_PEM)
        return answer.text()

"""Facts about the service itself: its health, its environment and its root certificates."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..generated import operations as ops
from ..transport import Transport

if TYPE_CHECKING:
    from ..generated import types


class System:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def health(self) -> types.GetHealthAnswer:
        """Raises ServiceError if the service is not ready (status 503)."""
        return self._transport.call(ops.GET_HEALTH)

    def version(self) -> types.GetVersionAnswer:
        return self._transport.call(ops.GET_VERSION)

    def roots(self) -> str:
        """Root certificates in PEM. Save them while you trust the service, for `verify_bundle`."""
        answer = self._transport.download(ops.GET_WELL_KNOWN_C2PA_ROOTS_PEM)
        return answer.text()

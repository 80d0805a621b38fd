# Generated from ../resources/receipts.py by npm run generate; do not edit.
"""/v1/receipts: the keys of detection receipts, and a check by the service. To check a receipt
offline, use `verify_receipt` from `content_provenance.signing`.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..generated import operations as ops
from ..transport import AsyncTransport

if TYPE_CHECKING:
    from ..generated import types


class Receipts:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def keys(self) -> types.ReceiptKeys:
        """The public keys that sign receipts. Save the response to check receipts offline."""
        return await self._transport.call(ops.GET_RECEIPTS_KEYS)

    async def check(self, body: types.PostReceiptsCheckBody) -> types.ReceiptFindings:
        return await self._transport.call(ops.POST_RECEIPTS_CHECK, body=body)

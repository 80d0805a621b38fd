"""POST /v1/sign/batch: sign up to 100 texts and files in one request, each on its own."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..errors import ServiceError
from ..generated import operations as ops
from ..sign_item import SignItem, batch_body, read_result
from ..signed_content import Format, SignedContent, Watermark
from ..transport import Transport, idempotent


class SignBatch:
    """`client.sign_batch(…)`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def __call__(
        self,
        items: Sequence[SignItem],
        *,
        model: str | None = None,
        generator_id: str | None = None,
        format: Format | None = None,
        watermark: Watermark | None = None,
        neural: bool | None = None,
        label: str | None = None,
        c2pa: Literal['keep'] | None = None,
        idempotency_key: str | None = None,
    ) -> list[SignedContent | ServiceError]:
        """Signs the items with service-managed keys. The results are in their order, and an item
        that was not signed is a ServiceError.

        The other parameters are those of `sign`, for every item that does not have them.
        idempotency_key: a repeated batch returns its first results.
        """
        defaults = {
            'model': model,
            'generator_id': generator_id,
            'format': format,
            'watermark': watermark,
            'neural': neural,
            'label': label,
            'c2pa': c2pa,
        }
        body, kind = batch_body(items, defaults)
        headers = idempotent(idempotency_key)
        answer = self._transport.upload_file(ops.POST_SIGN_BATCH, body, kind, headers=headers)
        return [read_result(result) for result in answer['results']]

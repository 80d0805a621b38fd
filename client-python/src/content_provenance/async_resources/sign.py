# Generated from ../resources/sign.py by npm run generate; do not edit.
"""POST /v1/sign: upload a file and get it back with its token and its watermark."""
from __future__ import annotations

from typing import Literal

from ..generated import operations as ops
from ..signed_content import Format, SignedContent, Watermark
from ..transport import AsyncTransport, idempotent
from ..upload import Content, Form, Progress


class Sign:
    """`client.sign(…)`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def __call__(
        self,
        content: Content,
        *,
        model: str,
        generator_id: str,
        file_name: str | None = None,
        format: Format | None = None,
        watermark: Watermark | None = None,
        neural: bool | None = None,
        label: str | None = None,
        in_band: bool = False,
        c2pa: Literal['keep'] | None = None,
        idempotency_key: str | None = None,
        on_progress: Progress | None = None,
    ) -> SignedContent:
        """Signs a file with a service-managed key.

        content: a path, bytes or a file object. format: detected from the content by default.
        watermark: strength of the image watermarks, `balanced` by default. `none`: only the token.
        neural: images, WAV files and videos with `in_band` by default. True: MP3 and FLAC too.
        label: a private label, if your organization keeps labels. Default: the file name.
        in_band: adds a watermark to every frame and the audio of a video, and encodes it again.
        c2pa: `keep` keeps a C2PA manifest in a JPEG or PNG as part of a new one.
        idempotency_key: with the same key, the same input is signed and counted once, even if a
        response is lost. Default: a new key for each call, so that its retries count once.
        """
        fields = {
            'model': model,
            'generator_id': generator_id,
            'format': format,
            'watermark': watermark,
            'neural': None if neural is None else str(neural).lower(),
            'in_band': 'true' if in_band else None,
            'c2pa': c2pa,
            'label': label,
        }
        form = Form(fields, content, file_name)
        headers = idempotent(idempotency_key)
        answer = await self._transport.upload(ops.POST_SIGN, form, headers=headers, on_progress=on_progress)
        return SignedContent.from_answer(answer)

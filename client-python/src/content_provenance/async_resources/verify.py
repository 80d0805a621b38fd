# Generated from ../resources/verify.py by npm run generate; do not edit.
"""/v1/verify: public and free, without credentials."""
from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..generated import operations as ops
from ..transport import AsyncTransport, parse
from ..upload import Content, Form, Progress

if TYPE_CHECKING:
    from ..generated import types


class Verify:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def content(
        self,
        content: Content,
        *,
        file_name: str | None = None,
        token: str | None = None,
        localize: bool = False,
        show_text: bool = False,
        receipt: bool = False,
        on_progress: Progress | None = None,
    ) -> types.VerificationResult:
        """Verifies a file: a path, bytes or a file object.

        token: if you set one, the service looks for nothing else in the content.
        localize: also returns where the content changed, in `localization`.
        show_text: if the result has `text_matches`, also returns the text to which they refer, in
        `visible_text`.
        receipt: also returns the result signed by the service, in `receipt`.
        """
        options = {'localize': localize, 'show_text': show_text}
        fields = {name: 'true' for name, value in options.items() if value}
        form = Form({'token': token or None, **fields}, content, file_name)
        query = {'receipt': True} if receipt else None
        answer = await self._transport.upload(ops.POST_VERIFY, form, query=query, on_progress=on_progress)
        return cast('types.VerificationResult', parse(answer))

    async def batch(self, body: types.PostVerifyBatchBody, *, receipt: bool = False) -> types.PostVerifyBatchAnswer:
        """receipt: each result also has a `receipt`."""
        query = {'receipt': True} if receipt else None
        return await self._transport.call(ops.POST_VERIFY_BATCH, query=query, body=body)

    async def status(self, token: str) -> types.TokenStatus:
        """Looks up a token. The result says nothing about any file."""
        return await self._transport.call(ops.GET_VERIFY_STATUS_TOKEN, path={'token': token})

"""Prepares a file to be signed with your own key: removes earlier tokens and hashes it like the
service. After the record is stored, `with_token` gives the file to publish. It writes no watermark,
which needs the service or the TypeScript SDK.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ..containers.canonical_content import (
    KnownFormat,
    add_token,
    detect_format,
    is_read_back,
    read_canonical,
    without_token,
)
from ..errors import UnsupportedContent
from ..upload import Content, read_whole

KINDS: dict[KnownFormat, Literal['image', 'audio']] = {'jpeg': 'image', 'png': 'image', 'webp': 'image', 'wav': 'audio'}
ANY_TOKEN = f'svc_{"A" * 47}'


@dataclass(frozen=True)
class PreparedContent:
    #: The content to sign, without its token.
    content: bytes = field(repr=False)
    kind: Literal['image', 'audio']
    exact_format: KnownFormat
    content_hash: str

    def with_token(self, token: str) -> bytes:
        """The file to publish."""
        return add_token(self.content, token)


def prepare_content(content: Content) -> PreparedContent:
    """For JPEG, PNG, WebP and WAV. Raises UnsupportedContent for other formats: sign their complete bytes
    with `hash_content`, and keep the token next to the file.
    """
    whole = read_whole(content)
    name = detect_format(whole)
    if name is None:
        raise UnsupportedContent('This package can write a token only into JPEG, PNG, WebP and WAV files.')
    original = without_token(whole)
    # As the service does: before anything is signed and counted.
    if not is_read_back(add_token(original, ANY_TOKEN), original, ANY_TOKEN):
        raise UnsupportedContent('The metadata of this file is damaged, so its token could not be found. Remove it.')
    canonical = read_canonical(original)
    return PreparedContent(original, KINDS[name], name, canonical.content_hash)

"""What signing returns: the file, and what the service says about it."""
from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Literal

from .atomic_file import write_atomically
from .connection import RawAnswer

Format = Literal['image', 'audio', 'text', 'video']
Watermark = Literal['balanced', 'strong', 'faint', 'none']


@dataclass(frozen=True)
class SignedContent:
    #: The signed file.
    content: bytes = field(repr=False)
    token: str
    record_id: str
    format: str
    #: What is in the content: `token`, `watermark`, `in_band`, `neural`, `manifest`.
    carries: tuple[str, ...]
    #: How the C2PA manifest is signed that `c2pa='keep'` added. None without one.
    manifest_signature: str | None
    #: What was left out, such as a watermark that the content cannot carry. Can be empty.
    notes: str

    @classmethod
    def from_answer(cls, answer: RawAnswer) -> SignedContent:
        headers = answer.headers
        return cls(
            content=answer.content,
            token=headers.get('x-service-token', ''),
            record_id=headers.get('x-service-record-id', ''),
            format=headers.get('x-service-format', ''),
            carries=tuple(filter(None, headers.get('x-service-carries', '').split(', '))),
            manifest_signature=headers.get('x-service-signature'),
            notes=headers.get('x-service-notes', ''),
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the signed file. The file at this path is complete or unchanged."""
        write_atomically(path, self.content)


@dataclass(frozen=True)
class MadeManifest:
    #: The file with its manifest, or the sidecar.
    file: bytes = field(repr=False)
    manifest_id: str
    signature: str
    is_timestamped: bool

    @classmethod
    def from_answer(cls, answer: RawAnswer) -> MadeManifest:
        headers = answer.headers
        return cls(
            file=answer.content,
            manifest_id=headers.get('x-service-manifest-id', ''),
            signature=headers.get('x-service-signature', ''),
            is_timestamped=headers.get('x-service-timestamp') == 'present',
        )


@dataclass(frozen=True)
class ResolvedManifest:
    manifest_id: str
    #: The manifest store (`application/c2pa`).
    store: bytes = field(repr=False)

"""The canonical content of a file: what its record's hash covers, which is the file without our
token container. The container counts as ours only if writing it again gives the same file, byte for
byte. For JPEG, PNG, WebP, WAV and plain text. Other formats raise UnsupportedContent where the result
could depend on them.
"""
from __future__ import annotations

import hashlib
import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Literal

from ..errors import UnsupportedContent
from . import jpeg, png, wav, webp
from .broken_media import BrokenMedia

KnownFormat = Literal['jpeg', 'png', 'webp', 'wav']
FORMATS: dict[KnownFormat, Any] = {'jpeg': jpeg, 'png': png, 'webp': webp, 'wav': wav}
# How a C2PA manifest, or the address of one, shows in a file.
MANIFEST_TRACES = (b'jumb', b'c2pa', b'C2PA', b'dcterms:provenance')
# The same in a text: `C2PATXT` and NUL as variation selectors.
TRACE_IN_TEXT = ''.join(chr(0xE0100 + byte - 16) for byte in b'C2PATXT').encode()
CONTROL = re.compile(rb'[^\t-\r -~\x80-\xff]')
OTHER_TEXT = re.compile(rb'\s*(?:<|\{\\rtf|%!PS|$)', re.IGNORECASE)
EXAMINED = 4096
NOT_HERE = 'This package cannot check a {} offline. Use `provenance verify --offline`, or verify it online.'


@dataclass(frozen=True)
class CanonicalContent:
    format: KnownFormat | None
    #: Hash of the canonical content: the file without its token container.
    content_hash: str
    #: The token in that container. None: none.
    token: str | None
    #: Hash of the complete file.
    file_hash: str
    file: bytes = field(repr=False)

    def is_delivered(
        self, content_hash: str, exact_format: str | None, token: str, deliveries: Collection[str]
    ) -> bool:
        """Whether the file is, byte for byte, one that the service delivers for the record.

        deliveries: `sha256:` of the files that were delivered with a C2PA manifest.
        """
        if exact_format is not None and self.format != exact_format:
            if self.format is not None or exact_format in FORMATS:
                return False
            self._expect_text(exact_format)
        if self.content_hash == content_hash and self.token in (None, token):
            return True
        if self.file_hash == content_hash:
            return True
        if f'sha256:{hashlib.sha256(self.file).hexdigest()}' in deliveries and _has_trace_of_manifest(self.file):
            return True
        if _has_trace_of_manifest(self.file):
            raise UnsupportedContent(NOT_HERE.format('file with a C2PA manifest'))
        if self.format is None and exact_format != 'plain-text':
            raise UnsupportedContent(NOT_HERE.format('file of this format'))
        return False

    def _expect_text(self, exact_format: str) -> None:
        if exact_format != 'plain-text' or not _is_plain_text(self.file):
            raise UnsupportedContent(NOT_HERE.format(f'file of the format {exact_format}'))


def read_canonical(file: bytes) -> CanonicalContent:
    name = detect_format(file)
    whole = _hash(file)
    try:
        taken = _take_out_container(name, file) if name else None
    except BrokenMedia:
        taken = None
    if taken is None:
        return CanonicalContent(name, whole, None, whole, file)
    content, token = taken
    return CanonicalContent(name, _hash(content), token, whole, file)


def add_token(file: bytes, token: str) -> bytes:
    """The file to publish: with the token in its metadata. For JPEG, PNG, WebP and WAV."""
    name = detect_format(file)
    if name is None:
        raise UnsupportedContent('This package can write a token only into JPEG, PNG, WebP and WAV files.')
    format = FORMATS[name]
    written: bytes = format.write(format.add_token(format.remove_token(format.read(file)), token))
    return written


def is_read_back(file: bytes, content: bytes, token: str) -> bool:
    """Whether verification reads this content and this token from what `add_token` returned."""
    name = detect_format(file)
    if name is None:
        return False
    format = FORMATS[name]
    parts = format.read(file)
    return bool(format.find_token(parts) == token and format.write(format.remove_token(parts)) == content)


def without_token(file: bytes) -> bytes:
    """A file ready to be signed: without any token of ours, in any spelling."""
    name = detect_format(file)
    if name is None:
        return file
    format = FORMATS[name]
    parts = format.read(file)
    rest: bytes = file if format.find_token(parts) is None else format.write(format.remove_token(parts))
    return rest


def detect_format(file: bytes) -> KnownFormat | None:
    return next((name for name, format in FORMATS.items() if format.matches(file)), None)


def _take_out_container(name: KnownFormat, file: bytes) -> tuple[bytes, str] | None:
    format = FORMATS[name]
    parts = format.read(file)
    token = format.find_token(parts)
    if token is None:
        return None
    content = format.write(format.remove_token(parts))
    again = format.write(format.add_token(format.remove_token(format.read(content)), token))
    return (content, token) if again == file and detect_format(content) == name else None


def _is_plain_text(file: bytes) -> bool:
    """Only what is clearly text in UTF-8, and neither a page nor a document."""
    if not file or CONTROL.search(file[:EXAMINED]) or OTHER_TEXT.match(file[:EXAMINED]):
        return False
    try:
        text = file.decode()
    except UnicodeDecodeError:
        return False
    return '\0' not in text and b'%PDF-' not in file[:EXAMINED]


def _has_trace_of_manifest(file: bytes) -> bool:
    return any(trace in file for trace in MANIFEST_TRACES) or TRACE_IN_TEXT in file


def _hash(content: bytes) -> str:
    return f'sha3-256:{hashlib.sha3_256(content).hexdigest()}'

"""What can be uploaded, and the form around it. A file is read in pieces while it is sent, and
again from its start for a retry. A stream that cannot go back is kept in a temporary file.
"""
from __future__ import annotations

import io
import os
import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, Any, Union, cast
from urllib.parse import quote

#: A path (`pathlib.Path`), bytes, or a file object that is open for reading bytes. A plain string
#: is refused, because it could be a path or a text.
Content = Union[bytes, bytearray, memoryview, 'os.PathLike[str]', IO[bytes]]
Progress = Callable[[float], None]

#: The largest file that the service signs, and the largest that it verifies: signing adds up to
#: 1 MB. A test compares them with the engine.
LARGEST_UPLOAD = 50 * 1024 * 1024
LARGEST_DELIVERED = 51 * 1024 * 1024

PIECE = 256 * 1024


class Body:
    """A request body of known length that can be sent several times."""

    def __init__(self, file: IO[bytes], start: int, size: int, head: bytes = b'', tail: bytes = b'') -> None:
        self._file, self._start, self._size = file, start, size
        self._head, self._tail = head, tail
        #: The size of the file inside.
        self.content_size = size
        self.length = len(head) + size + len(tail)

    def pieces(self) -> Iterator[bytes]:
        if self._head:
            yield self._head
        self._file.seek(self._start)
        left = self._size
        while left > 0:
            piece = self._file.read(min(PIECE, left))
            if not piece:
                raise OSError('The file became shorter while it was sent.')
            left -= len(piece)
            yield piece
        if self._tail:
            yield self._tail


class Source:
    """Content that can be read several times."""

    def __init__(self, content: Content) -> None:
        if isinstance(content, str):
            raise TypeError(
                'A string could be a path or a text. Use pathlib.Path(…) for a file, or text.encode() for a text.'
            )
        self.content = content
        self._kept: IO[bytes] | None = None
        #: Where a file object was when it was passed.
        self._start = cast('IO[bytes]', content).tell() if _is_seekable(content) else 0

    @contextmanager
    def open(self) -> Iterator[tuple[IO[bytes], int, int]]:
        """A file, where the content starts in it, and the size of the content."""
        content = self.content
        if isinstance(content, os.PathLike):
            with open(content, 'rb') as file:
                yield file, 0, os.fstat(file.fileno()).st_size
        elif isinstance(content, (bytes, bytearray, memoryview)):
            view = memoryview(content).cast('B')
            yield cast('IO[bytes]', _BytesFile(view)), 0, view.nbytes
        else:
            if not _is_seekable(content):
                content = self.content = self._kept = _keep(content)
            yield content, self._start, content.seek(0, os.SEEK_END) - self._start

    def __del__(self) -> None:
        if getattr(self, '_kept', None):
            cast('IO[bytes]', self._kept).close()


def _is_seekable(content: Content) -> bool:
    return not isinstance(content, (bytes, bytearray, memoryview, os.PathLike)) and content.seekable()


def _keep(stream: IO[bytes]) -> IO[bytes]:
    copy = tempfile.TemporaryFile()
    shutil.copyfileobj(stream, copy, PIECE)
    return copy


@dataclass(frozen=True)
class Form:
    """Text fields, then the file, so that the service knows the fields first."""

    fields: Mapping[str, str | None]
    content: Content
    file_name: str | None = None
    boundary: str = field(default_factory=lambda: f'----{secrets.token_hex(16)}')

    @property
    def content_type(self) -> str:
        return f'multipart/form-data; boundary={self.boundary}'


@contextmanager
def open_body(source: Source) -> Iterator[Body]:
    """The content alone."""
    with source.open() as (file, start, size):
        yield Body(file, start, size)


@dataclass(frozen=True)
class Part:
    """Bytes of a large file that are sent alone."""

    source: Source
    offset: int
    length: int

    @contextmanager
    def open(self) -> Iterator[Body]:
        with self.source.open() as (file, start, _):
            yield Body(file, start + self.offset, self.length)


def read_whole(content: Content) -> bytes:
    with open_body(Source(content)) as body:
        return b''.join(body.pieces())


@contextmanager
def open_form(form: Form, source: Source) -> Iterator[Body]:
    """The form as browsers write it (RFC 7578)."""
    fields = ''.join(
        f'--{form.boundary}\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in form.fields.items()
        if value is not None
    )
    head = (
        f'{fields}--{form.boundary}\r\ncontent-disposition: form-data; name="content"; '
        f'filename="{_quoted_name(form)}"\r\ncontent-type: application/octet-stream\r\n\r\n'
    )
    with source.open() as (file, start, size):
        yield Body(file, start, size, head.encode(), f'\r\n--{form.boundary}--\r\n'.encode())


def _quoted_name(form: Form) -> str:
    return quoted(form.file_name or name_of(form.content) or 'content')


def quoted(name: str) -> str:
    """As browsers write it (HTML, multipart/form-data encoding algorithm)."""
    # On Linux, a name can have bytes that are not UTF-8.
    name = name.encode('utf-8', 'replace').decode('utf-8')
    return ''.join(quote(each) if each in '"\r\n' else each for each in name)


def name_of(content: Content) -> str | None:
    """The name of a file, without its folder."""
    path: Any = content if isinstance(content, os.PathLike) else getattr(content, 'name', None)
    return os.path.basename(os.fspath(path)) if isinstance(path, (str, os.PathLike)) else None


class _BytesFile(io.RawIOBase):
    """Reads from memory without a copy of the whole."""

    def __init__(self, view: memoryview) -> None:
        self._view, self._at = view, 0

    def seek(self, place: int, whence: int = os.SEEK_SET) -> int:
        self._at = place
        return place

    def read(self, size: int = -1) -> bytes:
        piece = self._view[self._at : self._at + size]
        self._at += len(piece)
        return bytes(piece)

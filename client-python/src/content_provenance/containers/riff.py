"""RIFF (Microsoft and IBM, 1991): a form type and its chunks, little-endian, each padded to an even
size. A file that was read can be written again byte for byte.
"""
from __future__ import annotations

from dataclasses import dataclass

from .broken_media import BrokenMedia

HEADER = 12
CHUNK_HEADER = 8
MOST_CHUNKS = 20_000
# Streaming writers use a larger value, or 0, for "not known yet".
LEAST_OPEN_SIZE = 0x80000000


@dataclass(frozen=True)
class Chunk:
    id: bytes
    content: bytes
    #: Header, content and padding. The last chunk can lack the padding.
    whole: bytes

    @property
    def padding(self) -> bytes | None:
        """None if it is needed but missing."""
        return None if self.content and len(self.content) & 1 and not self._tail else self._tail

    @property
    def _tail(self) -> bytes:
        return self.whole[CHUNK_HEADER + len(self.content) :]

    def with_content(self, content: bytes) -> Chunk:
        """A chunk of the same kind and padding. Both contents have the same parity."""
        return Chunk(self.id, content, header_of(self.id, content) + content + self._tail)

    def with_tail(self, tail: bytes) -> Chunk:
        return Chunk(self.id, self.content, header_of(self.id, self.content) + self.content + tail)


@dataclass(frozen=True)
class Riff:
    form: bytes
    chunks: list[Chunk]
    #: What is in the form but not a chunk, and what follows the form.
    remainder: bytes
    trailing: bytes
    #: How many bytes the header promises beyond the end of the file.
    missing: int
    #: The size was written before the file was complete, and stays as it is.
    open_size: int | None


def read_riff(file: bytes) -> Riff:
    size = int.from_bytes(file[4:8], 'little')
    is_open = size < HEADER - CHUNK_HEADER or size >= LEAST_OPEN_SIZE
    end = len(file) if is_open else min(CHUNK_HEADER + size, len(file))
    chunks: list[Chunk] = []
    at = HEADER
    while at + CHUNK_HEADER <= end:
        kind = file[at : at + 4]
        declared = int.from_bytes(file[at + 4 : at + 8], 'little')
        # Writers that cannot go back leave the size of the sound at 0 too.
        length = end if is_open and declared == 0 and kind == b'data' else declared
        content_end = min(at + CHUNK_HEADER + length, end)
        following = min(content_end + (length & 1), end)
        if len(chunks) == MOST_CHUNKS:
            raise BrokenMedia(f'The RIFF file has more than {MOST_CHUNKS} chunks.')
        chunks.append(Chunk(kind, file[at + CHUNK_HEADER : content_end], file[at:following]))
        at = following
    return Riff(
        form=file[8:12],
        chunks=chunks,
        remainder=file[at:end],
        trailing=file[end:],
        missing=0 if is_open else CHUNK_HEADER + size - end,
        open_size=size if is_open else None,
    )


def write(riff: Riff) -> bytes:
    size = riff.open_size
    if size is None:
        size = 4 + sum(len(chunk.whole) for chunk in riff.chunks) + len(riff.remainder) + riff.missing
        if size >= LEAST_OPEN_SIZE:
            raise BrokenMedia('The RIFF file is shorter than its header says.')
    header = b'RIFF' + size.to_bytes(4, 'little') + riff.form
    return b''.join([header, *(chunk.whole for chunk in riff.chunks), riff.remainder, riff.trailing])


def make_chunk(kind: bytes, content: bytes) -> Chunk:
    return Chunk(kind, content, header_of(kind, content) + content + b'\0' * (len(content) & 1))


def header_of(kind: bytes, content: bytes) -> bytes:
    return kind + len(content).to_bytes(4, 'little')

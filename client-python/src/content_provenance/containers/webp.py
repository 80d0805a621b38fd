"""The token in a WebP: in the packet of its XMP chunk (RFC 9649 §2.7.1.4), merged into the existing one
or in a new chunk. A new chunk needs a VP8X chunk with the XMP flag. The packet says which of the two
was added, and only what is still exactly as it was added is undone.
"""
from __future__ import annotations

import re
from dataclasses import replace

from .broken_media import BrokenMedia
from .riff import Chunk, Riff, header_of, make_chunk, read_riff, write
from .xmp import create_packet, merge_token, read_created_packet, read_foreign_packet

ADDED_CHUNK, ADDED_FLAG, ADDED_HEADER = 'XMP', 'XMP flag', 'XMP VP8X'
#: Appended if the chunk before, which was the last one, got the padding that it lacked.
PADDING = ' padding'
XMP_FLAG, ALPHA_FLAG = 0x04, 0x10
EXTENDED_SIZE = 10
__all__ = ['add_token', 'find_token', 'matches', 'read', 'remove_token', 'write']


def matches(file: bytes) -> bool:
    return re.match(rb'RIFF....WEBP', file[:12], re.DOTALL) is not None


def read(file: bytes) -> Riff:
    riff = read_riff(file)
    if riff.missing > 0 or riff.open_size is not None:
        raise BrokenMedia('The RIFF file is shorter than its header says.')
    last = riff.chunks[-1] if riff.chunks else None
    if last and header_of(last.id, last.content) != last.whole[:8]:
        raise BrokenMedia('The last chunk of the RIFF file is cut off.')
    if not riff.chunks or not (_is_picture(riff.chunks[0]) or _is_extended(riff.chunks[0])):
        raise BrokenMedia('The WebP does not start with an image or a VP8X chunk.')
    return riff


def find_token(riff: Riff) -> str | None:
    for chunk in riff.chunks:
        if chunk.id == b'XMP ':
            created = read_created_packet(chunk.content)
            token = created[0] if created else read_foreign_packet(chunk.content).token
            if token:
                return token
    return None


def remove_token(riff: Riff) -> Riff:
    undone: set[str] = set()
    kept: list[Chunk] = []
    for place, chunk in enumerate(riff.chunks):
        created = read_created_packet(chunk.content) if chunk.id == b'XMP ' else None
        if created:
            undone.add(created[1].replace(PADDING, '', 1))
            if created[1].endswith(PADDING) and place == len(riff.chunks) - 1:
                undone.add(PADDING)
            continue
        packet = read_foreign_packet(chunk.content) if chunk.id == b'XMP ' else None
        kept.append(chunk.with_content(packet.rest) if packet and packet.token else chunk)
    if PADDING in undone and kept and kept[-1].padding == b'\0':
        kept[-1] = kept[-1].with_tail(b'')
    return replace(riff, chunks=_without_header(kept, undone))


def _without_header(kept: list[Chunk], undone: set[str]) -> list[Chunk]:
    if not kept or not _is_extended(kept[0]):
        return kept
    if ADDED_HEADER in undone and len(kept) > 1 and _is_picture(kept[1]):
        if _extended_header(kept[1]).whole == kept[0].whole:
            return kept[1:]
    if ADDED_FLAG in undone:
        return [_with_flags(kept[0], kept[0].content[0] & ~XMP_FLAG), *kept[1:]]
    return kept


def add_token(riff: Riff, token: str) -> Riff:
    """riff: without a token of ours."""
    chunks = riff.chunks
    for place, chunk in enumerate(chunks):
        packet = merge_token(chunk.content, token) if chunk.id == b'XMP ' else None
        if packet is not None:
            return replace(riff, chunks=[*chunks[:place], chunk.with_content(packet), *chunks[place + 1 :]])
    if chunks and _is_picture(chunks[0]):
        return replace(riff, chunks=[_extended_header(chunks[0]), *_with_packet(chunks, token, ADDED_HEADER)])
    flags = chunks[0].content[0]
    if flags & XMP_FLAG:
        return replace(riff, chunks=_with_packet(chunks, token, ADDED_CHUNK))
    flagged = [_with_flags(chunks[0], flags | XMP_FLAG), *chunks[1:]]
    return replace(riff, chunks=_with_packet(flagged, token, ADDED_FLAG))


def _with_packet(chunks: list[Chunk], token: str, what: str) -> list[Chunk]:
    """After the picture and Exif, and before a packet that could not carry the token."""
    last = max((place for place, chunk in enumerate(chunks) if chunk.id in _BEFORE_XMP), default=-1)
    other = next((place for place, chunk in enumerate(chunks) if chunk.id == b'XMP '), len(chunks))
    place = max(1, min(other, last + 1))
    before = chunks[place - 1]
    if before.padding is not None:
        return [*chunks[:place], make_chunk(b'XMP ', create_packet(token, what)), *chunks[place:]]
    packet = make_chunk(b'XMP ', create_packet(token, what + PADDING))
    return [*chunks[: place - 1], before.with_tail(b'\0'), packet, *chunks[place:]]


_BEFORE_XMP = (b'VP8 ', b'VP8L', b'ANMF', b'EXIF')


def _is_picture(chunk: Chunk) -> bool:
    return chunk.id in (b'VP8 ', b'VP8L')


def _is_extended(chunk: Chunk) -> bool:
    return chunk.id == b'VP8X' and len(chunk.content) >= EXTENDED_SIZE


def _with_flags(header: Chunk, flags: int) -> Chunk:
    return header.with_content(bytes((flags,)) + header.content[1:])


def _extended_header(picture: Chunk) -> Chunk:
    """The VP8X chunk that a file with this picture and a packet needs."""
    width, height, alpha = _size_of(picture)
    flags = XMP_FLAG | (ALPHA_FLAG if alpha else 0)
    return make_chunk(
        b'VP8X', bytes((flags, 0, 0, 0)) + (width - 1).to_bytes(3, 'little') + (height - 1).to_bytes(3, 'little')
    )


def _size_of(picture: Chunk) -> tuple[int, int, bool]:
    """VP8: RFC 6386 §9.1. VP8L: RFC 9649 §3.4."""
    content = picture.content
    if picture.id == b'VP8 ' and len(content) >= 10 and content[3:6] == b'\x9d\x01\x2a':
        width, height = (int.from_bytes(content[at : at + 2], 'little') & 0x3FFF for at in (6, 8))
        if width > 0 and height > 0:
            return width, height, False
    if picture.id == b'VP8L' and len(content) >= 5 and content[0] == 0x2F:
        bits = int.from_bytes(content[1:5], 'little')
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF), bool(bits >> 28 & 1)
    raise BrokenMedia('The WebP has no readable image.')

"""The token in a WAV: in its own LIST chunk of type INFO, directly before the sound (Microsoft and
IBM, 1991). Streamed and cut-off files are read up to their end.
"""
from __future__ import annotations

import re
from dataclasses import replace

from .broken_media import BrokenMedia
from .riff import Chunk, Riff, make_chunk, read_riff, write
from .xmp import is_token

ENTRY = b'IPRV'
LIST_HEAD = b'INFO' + ENTRY
TOKEN_START = len(LIST_HEAD) + 4
__all__ = ['add_token', 'find_token', 'matches', 'read', 'remove_token', 'write']


def matches(file: bytes) -> bool:
    return re.match(rb'(RIFF|RF64|BW64)....WAVE', file[:12], re.DOTALL) is not None


def read(file: bytes) -> Riff:
    if not file.startswith(b'RI'):
        raise BrokenMedia('64-bit WAV files (RF64) are not supported. Save the file as a standard WAV.')
    riff = read_riff(file)
    place = _place_of_sound(riff)
    formats = [chunk for chunk in riff.chunks[:place] if chunk.id == b'fmt ']
    if not formats or len(formats[0].content) < 14:
        raise BrokenMedia('The WAV has no audio. It needs a fmt chunk and a data chunk.')
    return riff


def find_token(riff: Riff) -> str | None:
    for chunk in riff.chunks:
        if _is_own(chunk):
            return chunk.content[TOKEN_START:-1].decode('latin-1')
    for chunk in riff.chunks:
        if chunk.id == b'LIST' and chunk.content.startswith(b'INFO'):
            token = _read_foreign(chunk.content)
            if token:
                return token
    return None


def remove_token(riff: Riff) -> Riff:
    return replace(riff, chunks=[chunk for chunk in riff.chunks if not _is_own(chunk)])


def add_token(riff: Riff, token: str) -> Riff:
    """riff: without a token of ours."""
    place = _place_of_sound(riff)
    own = make_chunk(b'LIST', _list_of(token))
    return replace(riff, chunks=[*riff.chunks[:place], own, *riff.chunks[place:]])


def _place_of_sound(riff: Riff) -> int:
    for place, chunk in enumerate(riff.chunks):
        if chunk.id == b'data':
            return place
    raise BrokenMedia('The WAV has no audio. It needs a fmt chunk and a data chunk.')


def _list_of(token: str) -> bytes:
    text = token.encode() + b'\0'
    return LIST_HEAD + len(text).to_bytes(4, 'little') + text


def _is_own(chunk: Chunk) -> bool:
    if chunk.id != b'LIST' or len(chunk.content) > 100:
        return False
    token = chunk.content[TOKEN_START:-1].decode('latin-1')
    return is_token(token) and make_chunk(b'LIST', _list_of(token)).whole == chunk.whole


def _read_foreign(content: bytes) -> str | None:
    if ENTRY not in content:
        return None
    at = 4
    while at + 8 <= len(content):
        size = int.from_bytes(content[at + 4 : at + 8], 'little')
        if content[at : at + 4] == ENTRY:
            text = content[at + 8 : at + 8 + min(size, 60)].rstrip(b'\0').decode('latin-1')
            if is_token(text):
                return text
        at += 8 + size + (size & 1)
    return None

"""The token in a PNG: in the XMP packet of an iTXt chunk (ISO 15948 §5, ISO 16684-3 §4.4)."""
from __future__ import annotations

import zlib
from dataclasses import dataclass

from .broken_media import BrokenMedia
from .xmp import ForeignPacket, create_packet, merge_token, read_created_packet, read_foreign_packet

SIGNATURE = bytes.fromhex('89504e470d0a1a0a')
KEYWORD = b'XML:com.adobe.xmp\0'
PLAIN_HEAD = KEYWORD + bytes(4)
FRAME = 12
MOST_PIECES = 20_000
LARGEST_INFLATED = 4 * 1024 * 1024


@dataclass(frozen=True)
class Piece:
    #: Four letters. Empty for the signature and for what follows IEND. Runs of IDAT are one piece.
    type: bytes
    whole: bytes

    @property
    def content(self) -> bytes:
        return self.whole[8:-4]

    @property
    def is_xmp(self) -> bool:
        return self.type == b'iTXt' and self.content.startswith(KEYWORD)


@dataclass(frozen=True)
class Packet:
    head: bytes
    found: ForeignPacket
    created: bool


def matches(file: bytes) -> bool:
    return file.startswith(SIGNATURE)


def read(file: bytes) -> list[Piece]:
    pieces = [Piece(b'', SIGNATURE)]
    at = len(SIGNATURE)
    while len(pieces) < MOST_PIECES:
        kind = file[at + 4 : at + 8]
        end = _end_of_chunk(file, at)
        while kind == b'IDAT' and end + FRAME <= len(file) and file[end + 4 : end + 8] == b'IDAT':
            end = _end_of_chunk(file, end)
        pieces.append(Piece(kind, file[at:end]))
        at = end
        if kind == b'IEND':
            return _with_required([*pieces, Piece(b'', file[end:])])
    raise BrokenMedia(f'The PNG has more than {MOST_PIECES} chunks.')


def write(pieces: list[Piece]) -> bytes:
    return b''.join(piece.whole for piece in pieces)


def find_token(pieces: list[Piece]) -> str | None:
    for piece in pieces:
        if piece.is_xmp:
            packet = _read_plain(piece)
            token = (packet.found.token if packet else None) or _read_compressed(piece)
            if token:
                return token
    return None


def remove_token(pieces: list[Piece]) -> list[Piece]:
    kept = []
    for piece in pieces:
        packet = _read_plain(piece) if piece.is_xmp else None
        if not packet or packet.found.token is None:
            kept.append(piece)
        elif not packet.created:
            kept.append(_chunk(piece.type, packet.head + packet.found.rest))
    return kept


def add_token(pieces: list[Piece], token: str) -> list[Piece]:
    """pieces: without a token of ours."""
    for place, piece in enumerate(pieces):
        packet = _read_plain(piece) if piece.is_xmp else None
        merged = merge_token(packet.found.rest, token) if packet else None
        if packet and merged is not None:
            return [*pieces[:place], _chunk(piece.type, packet.head + merged), *pieces[place + 1 :]]
    place = next(place for place, piece in enumerate(pieces) if piece.type == b'IDAT' or piece.is_xmp)
    return [*pieces[:place], _chunk(b'iTXt', PLAIN_HEAD + create_packet(token, 'XMP')), *pieces[place:]]


def _read_plain(piece: Piece) -> Packet | None:
    """None for a packet that is compressed or whose chunk could not be restored exactly."""
    content = piece.content
    start = _start_of_text(content)
    checksum = int.from_bytes(piece.whole[-4:], 'big')
    if start is None or content[len(KEYWORD)] != 0 or zlib.crc32(piece.whole[4:-4]) != checksum:
        return None
    head, packet = content[:start], content[start:]
    created = read_created_packet(packet) if head == PLAIN_HEAD else None
    if created:
        return Packet(head, ForeignPacket(created[0], packet), True)
    return Packet(head, read_foreign_packet(packet), False)


def _read_compressed(piece: Piece) -> str | None:
    content = piece.content
    start = _start_of_text(content)
    if start is None or content[len(KEYWORD)] != 1:
        return None
    inflater = zlib.decompressobj()
    try:
        packet = inflater.decompress(content[start:], LARGEST_INFLATED)
    except zlib.error:
        return None
    return read_foreign_packet(packet).token if inflater.eof else None


def _start_of_text(content: bytes) -> int | None:
    language = content.find(b'\0', len(KEYWORD) + 2)
    translated = content.find(b'\0', language + 1) if language >= 0 else -1
    return translated + 1 if translated >= 0 else None


def _end_of_chunk(file: bytes, at: int) -> int:
    end = at + FRAME + int.from_bytes(file[at : at + 4], 'big')
    if at + FRAME > len(file) or end > len(file):
        raise BrokenMedia('The PNG ends before its IEND chunk.')
    return end


def _with_required(pieces: list[Piece]) -> list[Piece]:
    header = next((piece for piece in pieces if piece.type == b'IHDR'), None)
    if header is None or len(header.content) != 13:
        raise BrokenMedia('The PNG has no valid IHDR chunk.')
    if not any(piece.type == b'IDAT' for piece in pieces):
        raise BrokenMedia('The PNG has no image data.')
    return pieces


def _chunk(kind: bytes, content: bytes) -> Piece:
    checksum = zlib.crc32(kind + content)
    return Piece(kind, len(content).to_bytes(4, 'big') + kind + content + checksum.to_bytes(4, 'big'))

"""The token in a JPEG: in the XMP packet of an APP1 segment (T.81 B.1, ISO 16684-3 §4.2)."""
from __future__ import annotations

from dataclasses import dataclass

from .broken_media import BrokenMedia
from .xmp import create_packet, merge_token, read_created_packet, read_foreign_packet

APP0, APP1, APP2 = 0xE0, 0xE1, 0xE2
XMP = b'http://ns.adobe.com/xap/1.0/\0'
EXIF = b'Exif\0'
MULTI_PICTURE = b'MPF\0'
START_OF_SCAN = 0xDA
LARGEST_SEGMENT = 0xFFFF
MOST_SEGMENTS = 10_000
MOST_FILL_BYTES = 1024 * 1024


@dataclass(frozen=True)
class Piece:
    """A marker segment. 0: the start of the image, and everything from the first scan on."""

    marker: int
    fill: bytes
    content: bytes

    @property
    def whole(self) -> bytes:
        if self.marker == 0:
            return self.content
        return self.fill + bytes((0xFF, self.marker)) + (len(self.content) + 2).to_bytes(2, 'big') + self.content

    def starts_with(self, marker: int, signature: bytes) -> bool:
        return self.marker == marker and self.content.startswith(signature)

    @property
    def is_xmp(self) -> bool:
        return self.starts_with(APP1, XMP)


def matches(file: bytes) -> bool:
    return file.startswith(b'\xff\xd8\xff')


def read(file: bytes) -> list[Piece]:
    pieces = [Piece(0, b'', file[:2])]
    at = 2
    while len(pieces) <= MOST_SEGMENTS:
        start, at = at, _find_marker(file, at)
        code = file[at + 1]
        if code == START_OF_SCAN:
            return [*pieces, Piece(0, b'', file[start:])]
        length = int.from_bytes(file[at + 2 : at + 4], 'big')
        end = at + 2 + length
        if code < 0xC0 or 0xD0 <= code <= 0xD9 or length < 2 or end > len(file):
            raise BrokenMedia(f'The JPEG has no valid segment at byte {at}.')
        pieces.append(Piece(code, file[start:at], file[at + 4 : end]))
        at = end
    raise BrokenMedia(f'The JPEG has more than {MOST_SEGMENTS} segments.')


def write(pieces: list[Piece]) -> bytes:
    return b''.join(piece.whole for piece in pieces)


def find_token(pieces: list[Piece]) -> str | None:
    for piece in pieces:
        if piece.is_xmp:
            token = _created_token(piece) or read_foreign_packet(piece.content[len(XMP) :]).token
            if token:
                return token
    return None


def remove_token(pieces: list[Piece]) -> list[Piece]:
    kept = []
    for piece in pieces:
        if piece.is_xmp and _created_token(piece):
            continue
        packet = read_foreign_packet(piece.content[len(XMP) :]) if piece.is_xmp else None
        kept.append(Piece(piece.marker, piece.fill, XMP + packet.rest) if packet and packet.token else piece)
    return kept


def add_token(pieces: list[Piece], token: str) -> list[Piece]:
    """pieces: without a token of ours."""
    candidates = _before_pictures(pieces)
    for place, piece in enumerate(candidates):
        packet = merge_token(piece.content[len(XMP) :], token) if piece.is_xmp else None
        if packet is not None and len(XMP) + len(packet) + 2 <= LARGEST_SEGMENT:
            return [*pieces[:place], Piece(piece.marker, piece.fill, XMP + packet), *pieces[place + 1 :]]
    place = _place_for_segment(candidates)
    return [*pieces[:place], Piece(APP1, b'', XMP + create_packet(token, 'XMP')), *pieces[place:]]


def _place_for_segment(candidates: list[Piece]) -> int:
    """After JFIF and Exif, because both require the first place."""
    exif = [place for place, piece in enumerate(candidates) if piece.starts_with(APP1, EXIF)]
    if exif:
        return exif[-1] + 1
    others = (place for place, piece in enumerate(candidates) if place > 0 and piece.marker != APP0)
    return next(others, len(candidates))


def _before_pictures(pieces: list[Piece]) -> list[Piece]:
    """Offsets to further pictures count from within the MPF segment (CIPA DC-007 §5.2.3.3)."""
    places = (place for place, piece in enumerate(pieces) if piece.starts_with(APP2, MULTI_PICTURE))
    return pieces[: next(places, len(pieces))]


def _created_token(piece: Piece) -> str | None:
    created = None if piece.fill else read_created_packet(piece.content[len(XMP) :])
    return created[0] if created else None


def _find_marker(file: bytes, start: int) -> int:
    last = min(len(file) - 1, start + MOST_FILL_BYTES)
    at = start
    while 0 <= (at := file.find(b'\xff', at)) < last:
        if file[at + 1] not in (0xFF, 0):
            return at
        at += 1
    raise BrokenMedia(f'The JPEG has no marker at byte {start} or soon after.')

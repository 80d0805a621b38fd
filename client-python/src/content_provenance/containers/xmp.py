"""The token in XMP packets (ISO 16684-1): a packet of our own, or one element in a packet that
belongs to somebody else. Packets are scanned as bytes, never parsed, and in linear time.
"""
from __future__ import annotations

import re
from dataclasses import dataclass

RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
PROVENANCE = 'urn:content-provenance:v1#'
TOKEN = 'svc_[A-Za-z0-9_-]{47}'

HEAD = (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
    f'<rdf:RDF xmlns:rdf="{RDF}">'
    f'<rdf:Description rdf:about="" xmlns:provenance="{PROVENANCE}" provenance:Added="'
)
MIDDLE = '"><provenance:Token>'
TAIL = '</provenance:Token></rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>'
CREATED = re.compile(
    f'{re.escape(HEAD)}([A-Za-z0-9 ]{{1,16}}){re.escape(MIDDLE)}({TOKEN}){re.escape(TAIL)}'.encode()
)

ELEMENT_HEAD = (
    f'<rdf:Description xmlns:rdf="{RDF}" rdf:about="" xmlns:provenance="{PROVENANCE}" provenance:Token="'
).encode()
ELEMENT_TAIL = b'"/>'
# The element as inserted, then the same property as other tools write it after an edit.
PROPERTIES = re.compile(
    b'|'.join(
        [
            re.escape(ELEMENT_HEAD) + f'({TOKEN})'.encode() + re.escape(ELEMENT_TAIL),
            rf'<([A-Za-z][\w.-]{{0,39}}):Token>({TOKEN})</\2:Token>'.encode(),
            rf'[ \t\r\n][A-Za-z][\w.-]{{0,39}}:Token=(?:"({TOKEN})"|\'({TOKEN})\')'.encode(),
        ]
    )
)
NAME = re.compile(rb'[A-Za-z_:][\w:.-]{0,255}')

LARGEST_PACKET = 4 * 1024 * 1024
MOST_ROUNDS = 8
DEEPEST_NESTING = 200


@dataclass(frozen=True)
class ForeignPacket:
    token: str | None
    #: The packet without any token of ours. The same bytes if there was none.
    rest: bytes


def is_token(text: str) -> bool:
    return re.fullmatch(TOKEN, text) is not None


def create_packet(token: str, added: str) -> bytes:
    return (HEAD + added + MIDDLE + token + TAIL).encode()


def read_created_packet(packet: bytes) -> tuple[str, str] | None:
    """Token and what was added. None for every packet that is not exactly as we write it."""
    found = CREATED.fullmatch(packet)
    return (found[2].decode(), found[1].decode()) if found else None


def read_foreign_packet(packet: bytes) -> ForeignPacket:
    if not _is_readable(packet):
        return ForeignPacket(None, packet)
    token: str | None = None
    rest = packet
    for _ in range(MOST_ROUNDS):
        found = PROPERTIES.search(rest)
        if found is None:
            return ForeignPacket(token, rest)
        if token is None:
            token = (found[1] or found[3] or found[4] or found[5]).decode()
        rest = PROPERTIES.sub(b'', rest)
    return ForeignPacket(None, packet)


def merge_token(packet: bytes, token: str) -> bytes | None:
    """The packet with the token. None if it has no place for one."""
    end = _find_rdf_end(packet) if _is_readable(packet) else None
    if end is None:
        return None
    merged = packet[:end] + ELEMENT_HEAD + token.encode() + ELEMENT_TAIL + packet[end:]
    # A packet whose bytes and ours together read as something else is not a place for the token.
    return merged if read_foreign_packet(merged) == ForeignPacket(token, packet) else None


def _is_readable(packet: bytes) -> bool:
    return len(packet) <= LARGEST_PACKET and b'\0' not in packet


def _find_rdf_end(text: bytes) -> int | None:
    """Where the outermost rdf:RDF element ends. None for markup that is not clearly well nested."""
    opened: list[bytes] = []
    rdf_depth = -1
    at = text.find(b'<')
    while at >= 0:
        if text.startswith(b'<?', at):
            at = _after(text, b'?>', at + 2)
        elif text.startswith(b'<!--', at):
            at = _after(text, b'-->', at + 4)
        elif text.startswith(b'<![CDATA[', at):
            at = _after(text, b']]>', at + 9)
        elif text.startswith(b'</', at):
            name = NAME.match(text, at + 2)
            if not name or not opened or opened.pop() != name[0]:
                return None
            if len(opened) == rdf_depth:
                return at
            at = _after(text, b'>', name.end())
        else:
            name = NAME.match(text, at + 1)
            end = _end_of_start_tag(text, name.end()) if name else None
            if not name or end is None or len(opened) == DEEPEST_NESTING:
                return None
            if text[end - 2 : end - 1] != b'/':
                if rdf_depth < 0 and (name[0].endswith(b':RDF') or name[0] == b'RDF'):
                    rdf_depth = len(opened)
                opened.append(name[0])
            at = end
        if at < 0:
            return None
        at = text.find(b'<', at)
    return None


MARKS = re.compile(rb'[<>"\']')


def _end_of_start_tag(text: bytes, at: int) -> int | None:
    """A `>` within a quoted value does not end the tag."""
    while mark := MARKS.search(text, at):
        if mark[0] == b'>':
            return mark.end()
        if mark[0] == b'<':
            return None
        at = text.find(mark[0], mark.end()) + 1
        if at == 0:
            return None
    return None


def _after(text: bytes, mark: bytes, start: int) -> int:
    found = text.find(mark, start)
    return -1 if found < 0 else found + len(mark)

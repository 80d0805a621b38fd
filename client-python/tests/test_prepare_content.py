"""A file that would not verify after its token is written is refused before it is signed."""
from __future__ import annotations

import struct
import unittest
import zlib

from content_provenance import UnsupportedContent
from content_provenance.signing import prepare_content, read_canonical

TOKEN, OTHER = f'svc_{"A" * 47}', f'svc_{"B" * 47}'
KEYWORD = b'XML:com.adobe.xmp\0'
PACKET = b'<x:xmpmeta><rdf:RDF><rdf:Description/></rdf:RDF></x:xmpmeta>'


def chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack('>I', len(content)) + kind + content + struct.pack('>I', zlib.crc32(kind + content))


def picture(*chunks: bytes) -> bytes:
    header = chunk(b'IHDR', struct.pack('>IIBBBBB', 1, 1, 8, 0, 0, 0, 0))
    pixels = chunk(b'IDAT', zlib.compress(b'\0\0'))
    return b'\x89PNG\r\n\x1a\n' + header + b''.join(chunks) + pixels + chunk(b'IEND', b'')


PLAIN = chunk(b'iTXt', KEYWORD + bytes(4) + PACKET)
#: It cannot be written again byte for byte, so its token stays.
COMPRESSED = chunk(b'iTXt', KEYWORD + b'\1\0\0\0' + zlib.compress(f'<a:Token>{OTHER}</a:Token>'.encode()))


class PrepareContentTest(unittest.TestCase):
    def test_a_prepared_file_is_read_back(self) -> None:
        for file in (picture(), picture(PLAIN), picture(COMPRESSED)):
            prepared = prepare_content(file)
            found = read_canonical(prepared.with_token(TOKEN))
            self.assertEqual((found.content_hash, found.token), (prepared.content_hash, TOKEN))

    def test_a_file_whose_other_token_would_be_read_is_refused(self) -> None:
        with self.assertRaises(UnsupportedContent):
            prepare_content(picture(COMPRESSED, PLAIN))

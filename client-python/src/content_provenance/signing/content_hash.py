"""SHA3-256 (FIPS 202) of content, and its text form `sha3-256:` + 64 lowercase hex characters. Reads
a file in pieces.
"""
from __future__ import annotations

import hashlib

from ..upload import Content, Source, open_body


def hash_content(content: Content) -> str:
    """Of the complete file: a path, bytes or a file object."""
    digest = hashlib.sha3_256()
    with open_body(Source(content)) as body:
        for piece in body.pieces():
            digest.update(piece)
    return f'sha3-256:{digest.hexdigest()}'

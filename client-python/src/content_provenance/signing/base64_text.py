"""Base64 with one spelling for each sequence of bytes."""
from __future__ import annotations

import base64


def to_base64(content: bytes) -> str:
    return base64.b64encode(content).decode('ascii')


def from_base64(text: str) -> bytes:
    """Raises ValueError unless the text is exactly what `to_base64` writes."""
    content = base64.b64decode(text, validate=True)
    if to_base64(content) != text:
        raise ValueError('This is not base64.')
    return content

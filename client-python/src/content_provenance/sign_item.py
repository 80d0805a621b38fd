"""One item of a batch, and the request for all of them."""
from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from .errors import ServiceError
from .signed_content import Format, SignedContent, Watermark
from .upload import Content, name_of, quoted, read_whole


@dataclass(frozen=True)
class SignItem:
    """Either a text, or content: a path, bytes or a file object. What is None has its default."""

    text: str | None = None
    content: Content | None = None
    file_name: str | None = None
    model: str | None = None
    generator_id: str | None = None
    format: Format | None = None
    watermark: Watermark | None = None
    neural: bool | None = None
    label: str | None = None
    c2pa: Literal['keep'] | None = None


#: The fields of an item that go to the service unchanged.
FIELDS = ('text', 'model', 'generator_id', 'format', 'watermark', 'neural', 'label', 'c2pa')


def batch_body(items: Sequence[SignItem], defaults: Mapping[str, Any]) -> tuple[bytes, str]:
    """The body and its content type: JSON, or a form if there are files."""
    files: dict[str, bytes] = {}
    described = []
    for place, item in enumerate(items):
        fields = _given({name: getattr(item, name) for name in FIELDS})
        if item.content is not None:
            # A name that does not become a label.
            name = item.file_name or name_of(item.content) or f'content-{place}'
            name = f'{place}-{name}' if name in files else name
            files[name] = read_whole(item.content)
            fields['file'] = name
        described.append(fields)
    batch = {'defaults': _given(defaults), 'items': described}
    text = json.dumps(batch, ensure_ascii=False, allow_nan=False).encode()
    return _form(text, files) if files else (text, 'application/json')


def read_result(result: Mapping[str, Any]) -> SignedContent | ServiceError:
    if 'error' in result:
        return ServiceError(result['status'], result)
    text = result.get('text')
    return SignedContent(
        content=text.encode() if text is not None else base64.b64decode(result['content']),
        token=result['token'],
        record_id=result['record_id'],
        format=result['format'],
        carries=tuple(result['carries']),
        manifest_signature=result.get('manifest', {}).get('signature'),
        notes=' '.join(result['notes']),
    )


def _given(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _form(batch: bytes, files: Mapping[str, bytes]) -> tuple[bytes, str]:
    boundary = f'----{secrets.token_hex(16)}'
    parts = [_part(boundary, 'name="batch"', 'application/json', batch)]
    for name, content in files.items():
        parts.append(_part(boundary, f'name="files"; filename="{quoted(name)}"', 'application/octet-stream', content))
    return b''.join([*parts, f'--{boundary}--\r\n'.encode()]), f'multipart/form-data; boundary={boundary}'


def _part(boundary: str, names: str, kind: str, content: bytes) -> bytes:
    head = f'--{boundary}\r\ncontent-disposition: form-data; {names}\r\ncontent-type: {kind}\r\n\r\n'
    return b''.join([head.encode(), content, b'\r\n'])

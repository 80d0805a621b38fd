"""Checks a detection receipt without any request (docs/decisions/0051): the service signed it, and
it is for this file. A receipt is a compact JWS (RFC 7515) with one spelling: a fixed header,
canonical JSON, strict base64url.
"""
from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ..upload import Content
from .base64_text import from_base64
from .canonical_json import canonical_json
from .content_hash import hash_content
from .ml_dsa import verify_signature
from .ml_dsa_python import SIGNATURE_SIZE
from .receipt_statement import is_receipt_statement

ReceiptReason = Literal[
    'receipt_malformed',
    'receipt_key_unknown',
    'receipt_signature_invalid',
    'receipt_for_other_content',
    'receipt_from_other_service',
]
#: In characters.
LARGEST_RECEIPT = 131_072


@dataclass(frozen=True)
class ReceiptFindings:
    valid: bool
    #: None if `valid` is true.
    reason: ReceiptReason | None = None
    #: What the service signed. None unless the signature is valid.
    statement: dict[str, Any] | None = None


@dataclass(frozen=True)
class _Opened:
    kid: str
    statement: dict[str, Any]
    signed: bytes
    signature: bytes


def verify_receipt(
    receipt: str,
    keys: Mapping[str, Any],
    content: Content | None = None,
    *,
    content_hash: str | None = None,
    service_url: str | None = None,
) -> ReceiptFindings:
    """Checks a receipt without the service.

    receipt: the unchanged text. keys: the response of `client.receipts.keys()`, also a saved one.
    content: the file that the receipt must be for: a path, bytes or a file object.
    content_hash: instead of `content`, the hash of the complete file.
    service_url: if you set it, the receipt must name the service at this URL.
    """
    if content is not None and content_hash is not None:
        raise ValueError('Pass either content or content_hash.')
    opened = _open_receipt(receipt)
    if opened is None:
        return ReceiptFindings(False, 'receipt_malformed')
    statement = opened.statement
    known = [key for each in keys['keys'] if each['kid'] == opened.kid for key in _read_key(each['key'])]
    is_signed = any(verify_signature(key, opened.signed, opened.signature) for key in known)
    if service_url is not None and statement['service']['url'].removesuffix('/') != service_url.removesuffix('/'):
        return ReceiptFindings(False, 'receipt_from_other_service', statement if is_signed else None)
    if not is_signed:
        return ReceiptFindings(False, 'receipt_signature_invalid' if known else 'receipt_key_unknown')
    expected = content_hash if content is None else hash_content(content)
    if expected is not None and expected != statement['examined']['content_hash']:
        return ReceiptFindings(False, 'receipt_for_other_content', statement)
    return ReceiptFindings(True, None, statement)


def _open_receipt(text: str) -> _Opened | None:
    if len(text) > LARGEST_RECEIPT:
        return None
    try:
        header, payload, signature = text.split('.')
        kid = _read_header(_from_base64url(header).decode('utf-8'))
        canonical = _from_base64url(payload).decode('utf-8')
        statement = json.loads(canonical)
        raw = _from_base64url(signature)
        if not is_receipt_statement(statement) or canonical_json(statement) != canonical:
            return None
    except (ValueError, RecursionError):
        return None
    if kid is None or len(raw) != SIGNATURE_SIZE:
        return None
    return _Opened(kid, statement, f'{header}.{payload}'.encode('ascii'), raw)


def _read_header(text: str) -> str | None:
    """The key that the header names. The algorithm is never the choice of the sender."""
    found = re.fullmatch(
        r'\{"alg":"ML-DSA-65","kid":"(receipt-[1-9][0-9]{0,8})","typ":"content-provenance-receipt"\}', text
    )
    return found[1] if found else None


def _read_key(key: str) -> list[bytes]:
    try:
        return [from_base64(key)]
    except ValueError:
        return []


def _from_base64url(text: str) -> bytes:
    """Raises ValueError unless the text is the one spelling of its bytes."""
    if not re.fullmatch(r'[A-Za-z0-9_-]*', text):
        raise ValueError('This is not base64url.')
    content = base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))
    if base64.urlsafe_b64encode(content).rstrip(b'=').decode('ascii') != text:
        raise ValueError('This is not base64url.')
    return content

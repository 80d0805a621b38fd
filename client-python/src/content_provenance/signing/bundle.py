"""Proves content by its bundle, without any request (docs/decisions/0014). The file is canonical
JSON, so that it has one spelling. The service signed all of it, the generator's key signed the
payload, and the content has the signed hash.
"""
from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from typing import Any, Literal

from ..containers.canonical_content import read_canonical
from ..upload import Content, read_whole
from .base64_text import from_base64
from .canonical_json import canonical_bytes, canonical_json
from .certificate import Certificate, chain_holds, read_certificate, read_pem_certificates
from .content_hash import hash_content
from .ml_dsa import verify_signature

#: bundle_altered: the bundle is not as the service wrote it. root_unknown: the bundle is valid, but
#: was signed under a different root than the given ones.
BundleReason = Literal[
    'bundle_altered', 'root_unknown', 'signature_invalid', 'generator_revoked', 'content_tampered'
]
PAYLOAD = ('content_hash', 'generator_id', 'model', 'watermark_id')


@dataclass(frozen=True)
class BundleFindings:
    authentic: bool
    #: None if `authentic` is true.
    reason: BundleReason | None = None
    #: Whether the root is one of the given ones. None if none was given.
    root_known: bool | None = None
    #: `sha3-256:` of the root certificate, to compare with one that you trust.
    root: str | None = None
    #: What the service said about record, key and generator. None if the bundle is altered.
    statement: dict[str, Any] | None = None


def verify_bundle(
    bundle: str,
    content: Content | None = None,
    *,
    content_hash: str | None = None,
    token: str | None = None,
    roots: str | None = None,
) -> BundleFindings:
    """Verifies content with its proof bundle, without the service.

    bundle: the unchanged text of the file.
    content: the file: a path, bytes or a file object. Raises UnsupportedContent if it could be
    authentic in a way that this package cannot check (see `read_canonical`).
    content_hash: instead of `content`, the hash of the complete file. token: the token in it.
    roots: PEM, from `client.system.roots()`. Without it, the bundle's own root is trusted and named.
    """
    if (content is None) == (content_hash is None):
        raise ValueError('Pass either content or content_hash.')
    opened = _open_bundle(bundle)
    if opened is None:
        return BundleFindings(False, 'bundle_altered')
    statement, root = opened
    known = None if roots is None else root.der in read_pem_certificates(roots)
    findings = BundleFindings(
        authentic=True,
        root_known=known,
        root=f'sha3-256:{hashlib.sha3_256(root.der).hexdigest()}',
        statement=statement,
    )
    reason: BundleReason | None = 'root_unknown' if known is False else _find_fault(statement)
    if reason is None and not _is_content_of(statement, content, content_hash, token):
        reason = 'content_tampered'
    return replace(findings, authentic=False, reason=reason) if reason else findings


def _open_bundle(text: str) -> tuple[dict[str, Any], Certificate] | None:
    """The statement and its root, if the service's signature over all of it is valid."""
    try:
        whole = json.loads(text)
        if set(whole) != {'statement', 'signature'} or canonical_json(whole) != text:
            return None
        statement = whole['statement']
        if statement['type'] != 'content-provenance-bundle/1' or len(statement['certificates']) != 2:
            return None
        leaf, root = (read_certificate(from_base64(each)) for each in statement['certificates'])
        # The cheapest check first: any changed byte ends here.
        signature = from_base64(whole['signature'])
        if not verify_signature(leaf.public_key, canonical_bytes(statement), signature):
            return None
        return (statement, root) if chain_holds(leaf, root, _read_time(statement['issued_at'])) else None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


def _find_fault(statement: dict[str, Any]) -> BundleReason | None:
    record, public_key = statement['record'], statement['public_key']
    payload = record['signed_payload']
    agrees = public_key['kid'] == record['kid'] and all(payload[name] == record[name] for name in PAYLOAD)
    try:
        key, signature = from_base64(public_key['key']), from_base64(record['signature'])
    except ValueError:
        return 'signature_invalid'
    if not agrees or not verify_signature(key, canonical_bytes(payload), signature):
        return 'signature_invalid'
    return 'generator_revoked' if record['generator_status'] == 'revoked' else None


def _is_content_of(
    statement: dict[str, Any], content: Content | None, content_hash: str | None, token: str | None
) -> bool:
    record: dict[str, Any] = statement['record']
    if content is None:
        return bool(record['content_hash'] == content_hash) and (token is None or token == statement['token'])
    exact_format = record.get('exact_format')
    # A caller that states no format promises nothing about a container, so only the exact bytes count.
    if exact_format is None and record['mode'] == 'client':
        return bool(hash_content(content) == record['content_hash'])
    return read_canonical(read_whole(content)).is_delivered(
        record['content_hash'], exact_format, statement['token'], statement.get('deliveries') or ()
    )


def _read_time(text: str) -> datetime:
    form = '%Y-%m-%dT%H:%M:%S.%fZ' if re.search(r'\.\d+Z$', text) else '%Y-%m-%dT%H:%M:%SZ'
    return datetime.strptime(text, form).replace(tzinfo=timezone.utc)

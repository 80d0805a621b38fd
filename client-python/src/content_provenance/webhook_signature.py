"""Checks that a webhook delivery comes from the service and is recent. Pass the raw body: a body
that was parsed and serialized again has a different signature.
"""
from __future__ import annotations

import hashlib
import hmac
import re
import time

#: Specification, Limits: webhook replay tolerance, in seconds.
TOLERANCE = 300
FORM = re.compile(r't=([0-9]{1,12}),v1=([0-9a-f]{64})')


def verify_webhook_signature(
    *, body: bytes | str, signature: str | None, secret: str, now: float | None = None
) -> bool:
    """signature: the header X-Service-Signature. secret: `whsec_…`. now: seconds since 1970."""
    if not secret:
        raise ValueError('The secret is empty. Anyone could sign with it.')
    found = FORM.fullmatch(signature or '')
    if not found:
        return False
    sent, mac = found.groups()
    if abs((time.time() if now is None else now) - int(sent)) > TOLERANCE:
        return False
    message = sent.encode() + b'.' + (body.encode() if isinstance(body, str) else bytes(body))
    expected = hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, mac)

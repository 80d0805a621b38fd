"""What a detection receipt says. A reader of version 1 accepts further fields."""
from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

RECEIPT_TYPE = 'content-provenance-receipt/1'

Test = Callable[[Any], bool]
#: A field that is not there.
ABSENT = object()


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_time(value: Any) -> bool:
    return isinstance(value, str) and bool(
        re.fullmatch(r'[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z', value)
    )


def _is_hash(value: Any) -> bool:
    return isinstance(value, str) and bool(re.fullmatch(r'sha3-256:[0-9a-f]{64}', value))


def _is_size(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def _are_flags(value: Any) -> bool:
    return isinstance(value, dict) and all(_is_flag(each) for each in value.values())


def _or_null(test: Test) -> Test:
    return lambda value: value is None or test(value)


def _or_absent(test: Test) -> Test:
    return lambda value: value is ABSENT or test(value)


def _with_fields(fields: Mapping[str, Test]) -> Test:
    return lambda value: isinstance(value, dict) and all(
        test(value.get(name, ABSENT)) for name, test in fields.items()
    )


_SIGNER = _with_fields(
    {
        'name': _is_text,
        'domain': _or_null(_is_text),
        'domain_verified_at': _or_null(_is_time),
        'resembles': _or_null(_is_text),
    }
)
_PROVENANCE = _with_fields(
    {
        'record_id': _is_text,
        'org_id': _is_text,
        'org': _is_text,
        'signer': _SIGNER,
        'model': _is_text,
        'signed_at': _is_time,
        'generator_id': _is_text,
    }
)
is_receipt_statement = _with_fields(
    {
        'type': lambda value: bool(value == RECEIPT_TYPE),
        'service': _with_fields({'url': _is_text, 'environment': _is_text}),
        'examined': _with_fields({'content_hash': _is_hash, 'bytes': _is_size, 'format': _or_null(_is_text)}),
        'verdict': _is_text,
        'authentic': _is_flag,
        'tampered': _is_flag,
        'confidence': _is_text,
        'likeness': _is_text,
        'token_source': _or_null(_is_text),
        'signals': _are_flags,
        'reason': _or_absent(_is_text),
        'provenance': _or_null(_PROVENANCE),
        'checked_at': _is_time,
        'detector': _with_fields({'name': _is_text, 'version': _is_text}),
        'log_checkpoint': _or_null(_is_text),
        'nothing_retained': lambda value: value is True,
    }
)

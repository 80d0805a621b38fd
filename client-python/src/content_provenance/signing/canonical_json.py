"""Canonical JSON (RFC 8785): one value, one text, one sequence of bytes to sign. A value that JSON
cannot represent exactly is refused, never dropped or replaced.
"""
from __future__ import annotations

import json
import math
from typing import Any

#: As in the engine. It also stops at a value that contains itself.
DEEPEST_NESTING = 64
#: Larger integers are not exact in ECMAScript, so they are written as its numbers.
EXACT_INTEGERS = 2**53


def canonical_bytes(value: Any) -> bytes:
    """Raises ValueError for a value without canonical JSON."""
    return canonical_json(value).encode('utf-8')


def canonical_json(value: Any) -> str:
    text = _write(value, 0)
    try:
        text.encode('utf-8')
    except UnicodeEncodeError:
        raise ValueError('No canonical JSON: a text contains a lone surrogate.') from None
    return text


def _write(value: Any, depth: int) -> str:
    if value is None:
        return 'null'
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, str):
        return _write_text(value)
    if isinstance(value, int) and abs(value) < EXACT_INTEGERS:
        return str(int(value))
    if isinstance(value, (int, float)):
        return _write_number(_to_double(value))
    if depth == DEEPEST_NESTING:
        raise ValueError(f'No canonical JSON: it is nested deeper than {DEEPEST_NESTING} levels.')
    if isinstance(value, (list, tuple)):
        return f'[{",".join(_write(item, depth + 1) for item in value)}]'
    if isinstance(value, dict):
        return _write_object(value, depth)
    raise ValueError(f'No canonical JSON: a value is of type {type(value).__name__}.')


def _write_object(value: dict[Any, Any], depth: int) -> str:
    if not all(isinstance(name, str) for name in value):
        raise ValueError('No canonical JSON: the name of a field is not a text.')
    # RFC 8785 §3.2.3 sorts by UTF-16 code units.
    names = sorted(value, key=_utf16_order)
    return f'{{{",".join(f"{_write_text(name)}:{_write(value[name], depth + 1)}" for name in names)}}}'


def _utf16_order(name: str) -> bytes:
    return name.encode('utf-16-be', 'surrogatepass')


def _write_text(text: str) -> str:
    # The same escapes as JSON.stringify, also for U+007F, which both leave as it is.
    return json.dumps(text, ensure_ascii=False)


def _to_double(value: float) -> float:
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f'No canonical JSON: a number is {number}.')
    return number


def _write_number(number: float) -> str:
    """Number::toString of ECMAScript. Python finds the same shortest digits."""
    if number == 0:
        return '0'
    sign = '-' if number < 0 else ''
    mantissa, _, exponent = repr(abs(number)).partition('e')
    whole, _, fraction = mantissa.partition('.')
    fraction = '' if fraction == '0' else fraction
    digits = (whole + fraction).lstrip('0')
    # The value is 0.digits × 10^point.
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip('0')
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + '0' * (point - count)
    if 0 < point <= 21:
        return f'{sign}{digits[:point]}.{digits[point:]}'
    if -6 < point <= 0:
        return f'{sign}0.{"0" * -point}{digits}'
    power = point - 1
    shown = digits if count == 1 else f'{digits[0]}.{digits[1:]}'
    return f'{sign}{shown}e{"+" if power > 0 else "-"}{abs(power)}'

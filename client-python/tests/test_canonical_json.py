"""Canonical JSON against the vectors of RFC 8785."""
from __future__ import annotations

import json
import math
import struct
import unittest
from typing import Any

from content_provenance.signing import canonical_bytes, canonical_json

from .shared_folder import need_vectors


class CanonicalJsonTest(unittest.TestCase):
    def test_the_examples_of_the_rfc(self) -> None:
        folder = need_vectors('rfc8785-jcs')
        names = sorted(path.name for path in (folder / 'input').iterdir())
        self.assertEqual(len(names), 6)
        for name in names:
            value = json.loads((folder / 'input' / name).read_text('utf-8'))
            self.assertEqual(canonical_bytes(value), (folder / 'output' / name).read_bytes(), name)

    def test_ten_thousand_numbers(self) -> None:
        lines = need_vectors('rfc8785-jcs/es6numbers-10k.txt').read_text().splitlines()
        self.assertEqual(len(lines), 10_000)
        for line in lines:
            bits, expected = line.split(',')
            (number,) = struct.unpack('>d', bytes.fromhex(bits.rjust(16, '0')))
            self.assertEqual(canonical_json(number), expected, bits)

    def test_what_json_cannot_represent_is_refused(self) -> None:
        itself: list[Any] = []
        itself.append(itself)
        for value in (math.nan, math.inf, -math.inf, 10**400, '\ud800', {'\udc00': 1}, {1: 2}, b'', {1}, itself):
            with self.assertRaises(ValueError):
                canonical_json(value)

"""The folder with test vectors. A test without it is skipped with a reason, and fails on CI."""
from __future__ import annotations

import os
import unittest
from pathlib import Path

SHARED = Path(os.environ.get('PROVENANCE_SHARED', Path(__file__).resolve().parents[3] / 'shared'))


def need_vectors(path: str) -> Path:
    found = SHARED / 'vectors' / path
    if found.exists():
        return found
    if os.environ.get('CI') == 'true':
        raise AssertionError(f'{found} is missing: on CI the vectors must be there.')
    raise unittest.SkipTest(f'{found} is not there, so its vectors were not run.')


def count_for(short: int, long: int) -> int:
    return long if os.environ.get('TEST_RUN') == 'long' else short

"""Detection receipts: the same results as the TypeScript SDK, for true and altered ones. The cases
are in the file PROVENANCE_RECEIPTS, which test/client/python.long.test.ts writes.
"""
from __future__ import annotations

import json
import os
import unittest
from collections import Counter
from pathlib import Path

from content_provenance.signing import verify_receipt

FILE = os.environ.get('PROVENANCE_RECEIPTS')


@unittest.skipUnless(FILE, 'PROVENANCE_RECEIPTS is not set. Run npm test -- client/python.')
class ReceiptTest(unittest.TestCase):
    def test_every_case_has_the_result_of_the_typescript_sdk(self) -> None:
        cases = json.loads(Path(str(FILE)).read_text('utf-8'))
        reasons: Counter[str | None] = Counter()
        for number, case in enumerate(cases):
            found = verify_receipt(
                case['receipt'], case['keys'], content_hash=case['content_hash'], service_url=case['service_url']
            )
            expected = case['expected']
            self.assertEqual(
                (found.valid, found.reason, found.statement),
                (expected['valid'], expected.get('reason'), expected['statement']),
                f'case {number}',
            )
            reasons[found.reason] += 1
        self.assertEqual(len(reasons), 6, reasons)
        self.assertGreater(len(cases), 100)

"""Proof bundles: the same results as the TypeScript SDK, for true and altered files and bundles. The
cases are in the folder PROVENANCE_CASES, which test/client/python.long.test.ts writes.
"""
from __future__ import annotations

import json
import os
import unittest
from pathlib import Path

from content_provenance import UnsupportedContent
from content_provenance.signing import read_canonical, verify_bundle

FOLDER = os.environ.get('PROVENANCE_CASES')


@unittest.skipUnless(FOLDER, 'PROVENANCE_CASES is not set. Run npm test -- client/python.')
class BundleTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(str(FOLDER))

    def test_every_case_has_the_result_of_the_typescript_sdk(self) -> None:
        cases = json.loads((self.folder / 'cases.json').read_text('utf-8'))
        unsupported = 0
        for number, case in enumerate(cases):
            # A line end is part of the bundle.
            bundle = (self.folder / case['bundle']).read_bytes().decode()
            try:
                found = verify_bundle(bundle, self.folder / case['content'], roots=case['roots'])
            except UnsupportedContent:
                # Better no result than a wrong one. None of the true files is among them.
                self.assertFalse(case['expected']['authentic'], number)
                unsupported += 1
                continue
            expected = case['expected']
            self.assertEqual(
                (found.authentic, found.reason, found.root_known, found.root),
                (expected['authentic'], expected.get('reason'), expected['root_known'], expected.get('root')),
                f'case {number}',
            )
        self.assertGreater(len(cases), 300)
        self.assertLess(unsupported, len(cases) / 20)

    def test_each_format_is_proven_with_its_token(self) -> None:
        for name in ('jpeg', 'png', 'wav', 'jpeg-xmp', 'png-xmp', 'jpeg-exif', 'own', 'webp', 'webp-lossless', 'webp-xmp', 'webp-exif'):
            token = read_canonical((self.folder / f'signed-{name}').read_bytes()).token
            self.assertRegex(str(token), r'^svc_', name)

    def test_the_hash_of_the_complete_file_can_stand_for_it(self) -> None:
        cases = json.loads((self.folder / 'cases.json').read_text('utf-8'))
        for case in cases:
            if not case['expected']['authentic'] or case['roots'] is not None:
                continue
            bundle = (self.folder / case['bundle']).read_bytes().decode()
            record = json.loads(bundle)['statement']['record']
            self.assertTrue(verify_bundle(bundle, content_hash=record['content_hash']).authentic)
            token = json.loads(bundle)['statement']['token']
            self.assertTrue(verify_bundle(bundle, content_hash=record['content_hash'], token=token).authentic)
            other = verify_bundle(bundle, content_hash=record['content_hash'], token='svc_another')
            self.assertEqual(other.reason, 'content_tampered')
            other = verify_bundle(bundle, content_hash=f'sha3-256:{"0" * 64}')
            self.assertEqual(other.reason, 'content_tampered')
            return
        self.fail('No case is authentic.')

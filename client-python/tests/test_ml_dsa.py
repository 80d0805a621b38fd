"""ML-DSA-65 in plain Python against the vectors of NIST, FIPS 204 and Wycheproof. Plain Python is
slow, so the short run takes some of them, and the long run all.
"""
from __future__ import annotations

import json
import re
import unittest
from typing import Any

from content_provenance.signing import ml_dsa_python as ml_dsa
from content_provenance.signing.private_key_file import read_private_key, write_private_key

from .shared_folder import count_for, need_vectors


def groups_of(name: str) -> list[dict[str, Any]]:
    text = need_vectors(f'nist-acvp/ML-DSA-65-{name}.json').read_text()
    groups: list[dict[str, Any]] = json.loads(text)['testGroups']
    return groups


def is_pure(group: dict[str, Any]) -> bool:
    return group.get('signatureInterface') == 'external' and group.get('preHash') == 'pure'


class MlDsaTest(unittest.TestCase):
    def test_acvp_seeds_give_the_expected_public_keys(self) -> None:
        cases = [case for group in groups_of('keyGen-FIPS204') for case in group['tests']]
        self.assertEqual(len(cases), 25)
        for case in cases:
            key = ml_dsa.PrivateKey(bytes.fromhex(case['seed']))
            self.assertEqual(key.public_key, bytes.fromhex(case['expected']['pk']), case['tcId'])

    def test_acvp_signatures_get_the_expected_verdict(self) -> None:
        tried = 0
        for group in groups_of('sigVer-FIPS204'):
            for case in group['tests']:
                public_key, signature = bytes.fromhex(case['pk']), bytes.fromhex(case['signature'])
                if is_pure(group):
                    context = bytes.fromhex(case.get('context', ''))
                    verdict = ml_dsa.verify(public_key, bytes.fromhex(case['message']), signature, context)
                elif group.get('signatureInterface') == 'internal' and not group.get('externalMu'):
                    verdict = ml_dsa.verify_internal(public_key, bytes.fromhex(case['message']), signature)
                else:
                    continue
                self.assertEqual(verdict, case['expected']['testPassed'], case['tcId'])
                tried += 1
        self.assertEqual(tried, 30)

    def test_acvp_seeds_make_the_expected_signatures(self) -> None:
        """Those with a seed, and the deterministic and hedged forms of both interfaces."""
        tried = 0
        for group in groups_of('sigGen-FIPS204-tr1'):
            if group.get('externalMu') or group.get('preHash') == 'preHash':
                continue
            for case in group['tests'][: count_for(3, 100)]:
                if 'seed' not in case:
                    continue
                key = ml_dsa.PrivateKey(bytes.fromhex(case['seed']))
                message = bytes.fromhex(case['message'])
                random = bytes.fromhex(case.get('rnd') or case.get('additionalRandomness') or '00' * 32)
                if is_pure(group):
                    made = key.sign(message, bytes.fromhex(case.get('context', '')), random)
                else:
                    made = key.sign_internal(message, random)
                self.assertEqual(made, bytes.fromhex(case['expected']['signature']), case['tcId'])
                tried += 1
        self.assertGreaterEqual(tried, count_for(6, 40))

    def test_fips_204_known_answers_are_reproduced(self) -> None:
        blocks = need_vectors('fips204-kat/kat_MLDSA_65_det_pure.rsp').read_text().split('count = ')[1:]
        self.assertEqual(len(blocks), 100)
        for block in blocks[: count_for(10, 100)]:
            fields = dict(re.findall(r'^(\w+) = (.*)$', block, re.MULTILINE))
            public_key, message, context = (bytes.fromhex(fields[name]) for name in ('pk', 'msg', 'ctx'))
            key = ml_dsa.PrivateKey(bytes.fromhex(fields['xi']))
            self.assertEqual(key.public_key, public_key)
            signature = key.sign(message, context, bytes(32))
            self.assertEqual(signature + message, bytes.fromhex(fields['sm']))
            self.assertTrue(ml_dsa.verify(public_key, message, signature, context))
            self.assertFalse(ml_dsa.verify(public_key, message, signature))

    def test_wycheproof_signatures_get_the_expected_verdict(self) -> None:
        groups = json.loads(need_vectors('wycheproof/mldsa_65_verify_test.json').read_text())['testGroups']
        cases = [(group, case) for group in groups for case in group['tests']]
        self.assertEqual(len(cases), 210)
        for group, case in cases[:: count_for(3, 1)]:
            context = bytes.fromhex(case.get('ctx', ''))
            if len(context) > 255:
                self.assertEqual(case['result'], 'invalid')
                continue
            public_key, message, signature = (
                bytes.fromhex(text) for text in (group['publicKey'], case['msg'], case['sig'])
            )
            verdict = ml_dsa.verify(public_key, message, signature, context)
            self.assertEqual(verdict, case['result'] == 'valid', case['tcId'])

    def test_hedged_signatures_differ_and_both_verify(self) -> None:
        key = ml_dsa.PrivateKey(bytes(32))
        first, second = key.sign(b'message'), key.sign(b'message')
        self.assertNotEqual(first, second)
        for signature in (first, second):
            self.assertTrue(ml_dsa.verify(key.public_key, b'message', signature))
            self.assertFalse(ml_dsa.verify(key.public_key, b'Message', signature))

    def test_a_changed_signature_is_refused(self) -> None:
        key = ml_dsa.PrivateKey(bytes(32))
        signature = key.sign(b'message')
        for at in range(0, len(signature), count_for(150, 10)):
            changed = bytearray(signature)
            changed[at] ^= 1 << at % 8
            self.assertFalse(ml_dsa.verify(key.public_key, b'message', bytes(changed)), at)
        for wrong in (b'', signature[:-1], signature + b'\0'):
            self.assertFalse(ml_dsa.verify(key.public_key, b'message', wrong))

    def test_key_files_of_rfc_9881_are_read(self) -> None:
        expected = bytes(range(32))
        seed_file = need_vectors('rfc9881-lamps/ML-DSA-65-seed.priv').read_text()
        both_file = need_vectors('rfc9881-lamps/ML-DSA-65-both.priv').read_text()
        pem = re.compile(r'-----BEGIN PRIVATE KEY-----.*?-----END PRIVATE KEY-----\n', re.DOTALL)
        for text in (seed_file, both_file):
            found = pem.search(text)
            assert found
            self.assertEqual(read_private_key(found[0]), expected)
        found = pem.search(seed_file)
        assert found
        self.assertEqual(write_private_key(expected), found[0])
        for wrong in ('', 'text', found[0].replace('A', 'B', 3), found[0][:-80]):
            with self.assertRaises(ValueError):
                read_private_key(wrong)

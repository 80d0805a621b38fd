"""A webhook signature is valid for its body, its secret and five minutes."""
from __future__ import annotations

import hashlib
import hmac
import unittest
from typing import Any

from content_provenance import verify_webhook_signature

SECRET = 'whsec_test'
BODY = '{"id":"1","data":{"ü":1}}'
NOW = 1_790_000_000


class WebhookSignatureTest(unittest.TestCase):
    def setUp(self) -> None:
        mac = hmac.new(SECRET.encode(), f'{NOW}.{BODY}'.encode(), hashlib.sha256).hexdigest()
        self.signature = f't={NOW},v1={mac}'

    def holds(self, **change: Any) -> bool:
        given: dict[str, Any] = {'body': BODY, 'signature': self.signature, 'secret': SECRET, 'now': NOW, **change}
        return verify_webhook_signature(**given)

    def test_a_true_signature_is_valid(self) -> None:
        changes: tuple[dict[str, Any], ...] = ({}, {'body': BODY.encode()}, {'now': NOW + 300})
        for change in changes:
            self.assertTrue(self.holds(**change), change)

    def test_everything_else_is_not(self) -> None:
        changes: tuple[dict[str, Any], ...] = (
            {'now': NOW + 301},
            {'now': NOW - 301},
            {'body': f'{BODY} '},
            {'secret': 'whsec_other'},
            {'signature': self.signature.upper()},
            {'signature': f'{self.signature}0'},
            {'signature': f'{self.signature}\n'},
            {'signature': None},
        )
        for change in changes:
            self.assertFalse(self.holds(**change), change)

    def test_an_empty_secret_is_refused(self) -> None:
        # Anyone can sign with it, for example if the variable with the secret is not set.
        mac = hmac.new(b'', f'{NOW}.{BODY}'.encode(), hashlib.sha256).hexdigest()
        with self.assertRaises(ValueError):
            self.holds(secret='', signature=f't={NOW},v1={mac}')

"""Sign with a key that never leaves your machine, verify content with its proof bundle, and check
detection receipts.
"""
from ..containers.canonical_content import CanonicalContent, add_token, read_canonical
from .bundle import BundleFindings, BundleReason, verify_bundle
from .canonical_json import canonical_bytes, canonical_json
from .content_hash import hash_content
from .ml_dsa import verify_signature
from .prepare_content import PreparedContent, prepare_content
from .receipt import ReceiptFindings, ReceiptReason, verify_receipt
from .signing_key import SigningKey

__all__ = [
    'BundleFindings',
    'BundleReason',
    'CanonicalContent',
    'PreparedContent',
    'ReceiptFindings',
    'ReceiptReason',
    'SigningKey',
    'add_token',
    'canonical_bytes',
    'canonical_json',
    'hash_content',
    'prepare_content',
    'read_canonical',
    'verify_bundle',
    'verify_receipt',
    'verify_signature',
]

"""Sign with a key that never leaves your machine, and verify content with its proof bundle."""
from ..containers.canonical_content import CanonicalContent, add_token, read_canonical
from .bundle import BundleFindings, BundleReason, verify_bundle
from .canonical_json import canonical_bytes, canonical_json
from .content_hash import hash_content
from .ml_dsa import verify_signature
from .prepare_content import PreparedContent, prepare_content
from .signing_key import SigningKey

__all__ = [
    'BundleFindings',
    'BundleReason',
    'CanonicalContent',
    'PreparedContent',
    'SigningKey',
    'add_token',
    'canonical_bytes',
    'canonical_json',
    'hash_content',
    'prepare_content',
    'read_canonical',
    'verify_bundle',
    'verify_signature',
]

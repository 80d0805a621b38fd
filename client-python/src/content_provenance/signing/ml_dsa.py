"""ML-DSA-65 (FIPS 204), pure and with an empty context. Uses `cryptography` 47 or newer if it is
installed and has the algorithm, and otherwise plain Python, which is a hundred times slower.
"""
from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from . import ml_dsa_python
from .ml_dsa_python import PUBLIC_KEY_SIZE, SIGNATURE_SIZE

Signer = Callable[[bytes], bytes]


def open_seed(seed: bytes) -> tuple[bytes, Signer]:
    """The public key, and the function that signs."""
    native = _native()
    if native:
        key = native.MLDSA65PrivateKey.from_seed_bytes(seed)
        return key.public_key().public_bytes_raw(), key.sign
    own = ml_dsa_python.PrivateKey(seed)
    return own.public_key, own.sign


def verify_signature(public_key: bytes, message: bytes, signature: bytes) -> bool:
    """False for a malformed signature or key."""
    if len(public_key) != PUBLIC_KEY_SIZE or len(signature) != SIGNATURE_SIZE:
        return False
    native = _native()
    if not native:
        return ml_dsa_python.verify(public_key, message, signature)
    invalid: type[Exception] = import_module('cryptography.exceptions').InvalidSignature
    try:
        native.MLDSA65PublicKey.from_public_bytes(public_key).verify(signature, message)
    except (invalid, ValueError):
        return False
    return True


_module: list[Any] = []


def _native() -> Any:
    """The module of `cryptography`, or None. Its version can have it while its OpenSSL does not."""
    if not _module:
        _module.append(_load())
    return _module[0]


def _load() -> Any:
    try:
        module = import_module('cryptography.hazmat.primitives.asymmetric.mldsa')
        module.MLDSA65PrivateKey.from_seed_bytes(bytes(32))
    except Exception:  # noqa: BLE001  Any fault of another package leads to plain Python.
        return None
    return module

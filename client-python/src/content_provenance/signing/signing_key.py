"""Your own signing key. Only `to_pem` and `save` return the private key, and no request contains it."""
from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from .base64_text import to_base64
from .canonical_json import canonical_bytes
from .ml_dsa import open_seed
from .private_key_file import SEED_SIZE, read_private_key, write_private_key

if TYPE_CHECKING:
    from ..generated import types


class SigningKey:
    def __init__(self, seed: bytes) -> None:
        self._seed = bytes(seed)
        #: Raw public key, 1,952 bytes.
        self.public_key, self._sign = open_seed(self._seed)
        #: A name derived from the public key. You can register the key with another name.
        self.kid = f'key-{hashlib.sha3_256(self.public_key).hexdigest()[:16]}'

    def __repr__(self) -> str:
        return f'SigningKey({self.kid})'

    def __reduce__(self) -> Any:
        raise TypeError('A signing key is not copied by pickle. Use to_pem().')

    @classmethod
    def generate(cls) -> SigningKey:
        return cls(secrets.token_bytes(SEED_SIZE))

    @classmethod
    def from_pem(cls, pem: str) -> SigningKey:
        return cls(read_private_key(pem))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> SigningKey:
        return cls.from_pem(Path(path).read_text('ascii'))

    def to_pem(self) -> str:
        """Private key as PKCS #8 in PEM. Anyone who has it can sign as you."""
        return write_private_key(self._seed)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the private key to a new file that only you can read."""
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, 'w', encoding='ascii') as out:
            out.write(self.to_pem())

    def to_public_key(self, kid: str | None = None) -> types.GivenPublicKey:
        """The public key in the form for `generators.create`."""
        return {'kid': kid or self.kid, 'algorithm': 'ml-dsa-65', 'key': to_base64(self.public_key)}

    def sign(self, message: bytes) -> bytes:
        return self._sign(message)

    def sign_record(
        self,
        *,
        generator_id: str,
        model: str,
        content_hash: str,
        watermark_id: str | None = None,
        phash: str | None = None,
        text_fingerprint: str | None = None,
        format: Literal['image', 'audio', 'text', 'video'] | None = None,
        exact_format: str | None = None,
    ) -> types.PostRecordsBody:
        """Signs a record for `records.submit`.

        content_hash: `sha3-256:` and 64 lowercase hex characters, from `hash_content`.
        watermark_id: must be unique in the service. Default: 64 random bits.
        text_fingerprint: of a text, in base64. The TypeScript SDK computes it.
        exact_format: format of the signed bytes, such as `jpeg`. Set it if the file carries the
        token in its metadata. Without it, only a file whose complete bytes have the signed hash is
        authentic.
        """
        payload = {
            'content_hash': content_hash,
            'generator_id': generator_id,
            'model': model,
            'watermark_id': watermark_id or secrets.token_hex(8),
        }
        signature = to_base64(self.sign(canonical_bytes(payload)))
        more = {'phash': phash, 'text_fingerprint': text_fingerprint, 'format': format, 'exact_format': exact_format}
        given = {name: value for name, value in more.items() if value is not None}
        return cast('types.PostRecordsBody', {**payload, 'signed_payload': payload, 'signature': signature, **given})

    def derive_id(self, purpose: str) -> str:
        """64 bits in hex that only this key can compute. The same purpose gives the same ID."""
        return hashlib.sha3_256(self._seed + purpose.encode()).hexdigest()[:16]

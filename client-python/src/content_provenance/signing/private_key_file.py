"""A private key as a file: PKCS #8 in PEM with only the seed (RFC 9881 §6), as the TypeScript SDK,
OpenSSL 3.5 and Node 24.6 read it. Files with the seed and the expanded key also work.
"""
from __future__ import annotations

import re

from .base64_text import from_base64, to_base64

SEED_SIZE = 32
BEGIN, END = '-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----'
# version 0, id-ml-dsa-65. The OCTET STRING with the key follows.
ALGORITHM = bytes.fromhex('020100300b0609608648016503040312')
SEED_ONLY = b'\x30\x34' + ALGORITHM + b'\x04\x22\x80\x20'
# SEQUENCE { OCTET STRING seed, OCTET STRING expandedKey }, of 4,032 bytes.
SEED_AND_KEY = b'\x30\x82\x0f\xfe' + ALGORITHM + b'\x04\x82\x0f\xea\x30\x82\x0f\xe6\x04\x20'


def write_private_key(seed: bytes) -> str:
    if len(seed) != SEED_SIZE:
        raise ValueError(f'A seed has {SEED_SIZE} bytes, not {len(seed)}.')
    text = to_base64(SEED_ONLY + seed)
    lines = [text[at : at + 64] for at in range(0, len(text), 64)]
    return '\n'.join([BEGIN, *lines, END, ''])


def read_private_key(pem: str) -> bytes:
    lines = re.split(r'\s*\n\s*', pem.strip())
    try:
        if lines[0] == BEGIN and lines[-1] == END:
            der = from_base64(''.join(lines[1:-1]))
            for head in (SEED_ONLY, SEED_AND_KEY):
                if der.startswith(head) and len(der) >= len(head) + SEED_SIZE:
                    return der[len(head) : len(head) + SEED_SIZE]
    except ValueError:
        pass
    raise ValueError('This is not an ML-DSA-65 private key in PEM (PKCS #8 with seed).')

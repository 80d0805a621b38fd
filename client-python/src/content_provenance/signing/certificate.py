"""The service's certificates: X.509 (RFC 5280) with ML-DSA-65 (RFC 9881). Only a chain of two is
accepted: a signer of the service under the service's own root.
"""
from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from datetime import datetime, timezone

from .ml_dsa import verify_signature

# OBJECT IDENTIFIERs in DER: basicConstraints, extKeyUsage, id-kp-documentSigning (RFC 9336).
BASIC_CONSTRAINTS = bytes.fromhex('551d13')
EXTENDED_KEY_USAGE = bytes.fromhex('551d25')
DOCUMENT_SIGNING = bytes.fromhex('2b06010505070324')


@dataclass(frozen=True)
class DerValue:
    """A value of DER (ITU-T X.690)."""

    tag: int
    content: bytes
    #: With tag and length.
    whole: bytes
    #: Position of the next value in the source bytes.
    end: int


@dataclass(frozen=True)
class Certificate:
    der: bytes
    signed: bytes
    signature: bytes
    issuer: bytes
    subject: bytes
    public_key: bytes
    not_before: datetime
    not_after: datetime
    is_authority: bool
    signs_documents: bool


def read_certificate(der: bytes) -> Certificate:
    """Raises ValueError or IndexError for bytes that are not a certificate of this form."""
    whole = read_der(der, 0)
    if whole.end != len(der):
        raise ValueError('Bytes follow the certificate.')
    signed, _, signature = children_of(whole.content)
    fields = children_of(signed.content)
    issuer, validity, subject, key_info, extension_list = fields[3:8]
    not_before, not_after = (_read_time(each) for each in children_of(validity.content))
    extensions = [children_of(each.content) for each in children_of(children_of(extension_list.content)[0].content)]

    def extension(identifier: bytes) -> list[DerValue]:
        for name, *_, value in extensions:
            if name.content == identifier:
                return children_of(read_der(value.content, 0).content)
        return []

    constraints = extension(BASIC_CONSTRAINTS)
    return Certificate(
        der=der,
        signed=signed.whole,
        signature=signature.content[1:],
        issuer=issuer.whole,
        subject=subject.whole,
        public_key=children_of(key_info.content)[1].content[1:],
        not_before=not_before,
        not_after=not_after,
        is_authority=bool(constraints) and constraints[0].content[:1] == b'\xff',
        signs_documents=any(each.content == DOCUMENT_SIGNING for each in extension(EXTENDED_KEY_USAGE)),
    )


def chain_holds(leaf: Certificate, root: Certificate, time: datetime) -> bool:
    """Whether the leaf can sign documents and is issued by the root, which is issued by itself, and
    both are valid at that time.
    """
    in_force = all(each.not_before <= time <= each.not_after for each in (leaf, root))
    return in_force and leaf.signs_documents and _is_issued_by(leaf, root)


def _is_issued_by(leaf: Certificate, root: Certificate) -> bool:
    if leaf.is_authority or not root.is_authority:
        return False
    if leaf.issuer != root.subject or root.issuer != root.subject:
        return False
    return verify_signature(root.public_key, leaf.signed, leaf.signature) and verify_signature(
        root.public_key, root.signed, root.signature
    )


def read_pem_certificates(pem: str) -> list[bytes]:
    blocks = re.findall('-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----', pem)
    return [base64.b64decode(re.sub(r'\s', '', block), validate=True) for block in blocks]


def read_der(content: bytes, at: int) -> DerValue:
    first = content[at + 1]
    long_form = first & 0x7F if first >= 0x80 else 0
    if long_form > 4:
        raise ValueError('A length of DER is out of range.')
    start = at + 2 + long_form
    length = int.from_bytes(content[at + 2 : start], 'big') if long_form else (0 if first >= 0x80 else first)
    end = start + length
    if end > len(content):
        raise ValueError('A value of DER reaches beyond its end.')
    return DerValue(content[at], content[start:end], content[at:end], end)


def children_of(content: bytes) -> list[DerValue]:
    children: list[DerValue] = []
    at = 0
    while at < len(content):
        children.append(read_der(content, at))
        at = children[-1].end
    return children


def _read_time(value: DerValue) -> datetime:
    """UTCTime, or GeneralizedTime from 2050 on."""
    digits = value.content.decode('ascii')
    text = f'20{digits}' if value.tag == 0x17 else digits
    return datetime.strptime(text, '%Y%m%d%H%M%SZ').replace(tzinfo=timezone.utc)

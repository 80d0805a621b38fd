"""ML-DSA-65 (FIPS 204) in Python, for machines whose `cryptography` does not have it. A signature
takes tenths of a second. Python cannot compute in constant time, so do not sign where an attacker
can measure the time of many signatures exactly.
"""
from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator

from .ml_dsa_arithmetic import (
    BETA,
    C_TILDE_SIZE,
    D,
    GAMMA1,
    GAMMA2,
    K,
    L,
    N,
    OMEGA,
    Q,
    Polynomial,
    Vector,
    centered,
    decompose,
    expand_mask,
    expand_matrix,
    expand_secret,
    from_ntt,
    high_bits,
    largest,
    multiply,
    multiply_matrix,
    pack,
    power_to_round,
    sample_in_ball,
    to_ntt,
    unpack,
    use_hint,
)

PUBLIC_KEY_SIZE = 1952
SIGNATURE_SIZE = 3309


class PrivateKey:
    """Expanded from its seed of 32 bytes (algorithm 6)."""

    def __init__(self, seed: bytes) -> None:
        expanded = _hash(seed + bytes((K, L)), 128)
        rho, rho_secret, self._key = expanded[:32], expanded[32:96], expanded[96:]
        s1, s2 = expand_secret(rho_secret)
        self._matrix = expand_matrix(rho)
        self._s1 = [to_ntt(each) for each in s1]
        self._s2 = [to_ntt(each) for each in s2]
        product = [from_ntt(each) for each in multiply_matrix(self._matrix, self._s1)]
        t = [[(a + b) % Q for a, b in zip(*each)] for each in zip(product, s2)]
        rounded = [[power_to_round(value) for value in polynomial] for polynomial in t]
        self._t0 = [to_ntt([low for _, low in polynomial]) for polynomial in rounded]
        self.public_key = rho + b''.join(pack([high for high, _ in polynomial], 10) for polynomial in rounded)
        self._public_hash = _hash(self.public_key, 64)

    def sign(self, message: bytes, context: bytes = b'', randomness: bytes | None = None) -> bytes:
        """Hedged (algorithm 2), unless a test gives the 32 random bytes."""
        hedge = os.urandom(32) if randomness is None else randomness
        return self.sign_internal(_framed(message, context), hedge)

    def sign_internal(self, framed: bytes, hedge: bytes) -> bytes:
        """Algorithm 7."""
        mu = _hash(self._public_hash + framed, 64)
        rho = _hash(self._key + hedge + mu, 64)
        kappa = 0
        while True:
            y = expand_mask(rho, kappa)
            kappa += L
            signature = self._try(mu, y)
            if signature is not None:
                return signature

    def _try(self, mu: bytes, y: Vector) -> bytes | None:
        w = [from_ntt(each) for each in multiply_matrix(self._matrix, [to_ntt(each) for each in y])]
        high = [[high_bits(value) for value in polynomial] for polynomial in w]
        c_tilde = _hash(mu + b''.join(pack(each, 4) for each in high), C_TILDE_SIZE)
        c = to_ntt(sample_in_ball(c_tilde))
        z = [[centered(a + b) for a, b in zip(mask, part)] for mask, part in zip(y, _times(c, self._s1))]
        if largest(z) >= GAMMA1 - BETA:
            return None
        rest = [[(a - b) % Q for a, b in zip(*each)] for each in zip(w, _times(c, self._s2))]
        if max(abs(decompose(value)[1]) for polynomial in rest for value in polynomial) >= GAMMA2 - BETA:
            return None
        ct0 = [[centered(value) for value in polynomial] for polynomial in _times(c, self._t0)]
        if largest(ct0) >= GAMMA2:
            return None
        hint = [
            [int(high_bits(value + add) != before) for value, add, before in zip(*each)]
            for each in zip(rest, ct0, high)
        ]
        if sum(sum(each) for each in hint) > OMEGA:
            return None
        return c_tilde + b''.join(pack([GAMMA1 - value for value in each], 20) for each in z) + _pack_hint(hint)


def verify(public_key: bytes, message: bytes, signature: bytes, context: bytes = b'') -> bool:
    """Algorithm 3. False for a malformed signature or key."""
    return verify_internal(public_key, _framed(message, context), signature)


def verify_internal(public_key: bytes, framed: bytes, signature: bytes) -> bool:
    """Algorithm 8."""
    if len(public_key) != PUBLIC_KEY_SIZE or len(signature) != SIGNATURE_SIZE:
        return False
    c_tilde, packed = signature[:C_TILDE_SIZE], signature[C_TILDE_SIZE:]
    hint = _unpack_hint(packed[L * 640 :])
    if hint is None:
        return False
    z = [[GAMMA1 - value for value in unpack(part, 20)] for part in _parts(packed[: L * 640], 640)]
    if largest(z) >= GAMMA1 - BETA:
        return False
    rho = public_key[:32]
    t1 = [to_ntt([value << D for value in unpack(part, 10)]) for part in _parts(public_key[32:], 320)]
    mu = _hash(_hash(public_key, 64) + framed, 64)
    c = to_ntt(sample_in_ball(c_tilde))
    product = multiply_matrix(expand_matrix(rho), [to_ntt(each) for each in z])
    w = [from_ntt([a - c_value * b for a, c_value, b in zip(row, c, t)]) for row, t in zip(product, t1)]
    high = [[use_hint(h, value) for h, value in zip(*each)] for each in zip(hint, w)]
    return _hash(mu + b''.join(pack(each, 4) for each in high), C_TILDE_SIZE) == c_tilde


def _framed(message: bytes, context: bytes) -> bytes:
    if len(context) > 255:
        raise ValueError('A context has at most 255 bytes.')
    return bytes((0, len(context))) + context + message


def _hash(content: bytes, size: int) -> bytes:
    return hashlib.shake_256(content).digest(size)


def _times(c: Polynomial, vector: Vector) -> Vector:
    return [from_ntt(multiply(c, each)) for each in vector]


def _parts(packed: bytes, size: int) -> Iterator[bytes]:
    return (packed[at : at + size] for at in range(0, len(packed), size))


def _pack_hint(hint: Vector) -> bytes:
    """Algorithm 20."""
    places: list[int] = []
    ends: list[int] = []
    for polynomial in hint:
        places += [place for place in range(N) if polynomial[place]]
        ends.append(len(places))
    return bytes(places).ljust(OMEGA, b'\0') + bytes(ends)


def _unpack_hint(packed: bytes) -> Vector | None:
    """Algorithm 21. Each hint has one spelling."""
    hint: Vector = []
    start = 0
    for end in packed[OMEGA:]:
        if end < start or end > OMEGA:
            return None
        places = packed[start:end]
        if any(first >= second for first, second in zip(places, places[1:])):
            return None
        polynomial = [0] * N
        for place in places:
            polynomial[place] = 1
        hint.append(polynomial)
        start = end
    return None if any(packed[start:OMEGA]) else hint

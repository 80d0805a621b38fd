"""The ring of ML-DSA (FIPS 204): polynomials with 256 coefficients modulo q, their number-theoretic
transform, and how they are sampled, rounded and packed. Parameters of ML-DSA-65 only.
"""
from __future__ import annotations

import hashlib

Polynomial = list[int]
Vector = list[Polynomial]

Q = 8380417
N = 256
#: Rows and columns of the matrix A (table 1).
K, L = 6, 5
ETA = 4
TAU = 49
D = 13
GAMMA1 = 1 << 19
GAMMA2 = (Q - 1) // 32
BETA = TAU * ETA
OMEGA = 55
C_TILDE_SIZE = 48


def _reversed_bits(number: int) -> int:
    return int(f'{number:08b}'[::-1], 2)


#: Appendix B: powers of 1753, a 512th root of unity.
ZETAS = [pow(1753, _reversed_bits(place), Q) for place in range(N)]
INVERSE_OF_256 = 8347681


def to_ntt(polynomial: Polynomial) -> Polynomial:
    """Algorithm 41."""
    w = list(polynomial)
    m, length = 0, 128
    while length >= 1:
        for start in range(0, N, 2 * length):
            m += 1
            z = ZETAS[m]
            for j in range(start, start + length):
                t = z * w[j + length] % Q
                w[j + length] = w[j] - t
                w[j] += t
        length >>= 1
    return [each % Q for each in w]


def from_ntt(transformed: Polynomial) -> Polynomial:
    """Algorithm 42."""
    w = list(transformed)
    m, length = N, 1
    while length < N:
        for start in range(0, N, 2 * length):
            m -= 1
            z = -ZETAS[m]
            for j in range(start, start + length):
                t = w[j]
                w[j] = t + w[j + length]
                w[j + length] = z * (t - w[j + length]) % Q
        length <<= 1
    return [each * INVERSE_OF_256 % Q for each in w]


def multiply(left: Polynomial, right: Polynomial) -> Polynomial:
    """Of transformed polynomials."""
    return [a * b % Q for a, b in zip(left, right)]


def multiply_matrix(matrix: list[Vector], vector: Vector) -> Vector:
    return [[sum(terms) % Q for terms in zip(*(multiply(a, b) for a, b in zip(row, vector)))] for row in matrix]


def centered(value: int) -> int:
    """The same modulo q, between −q/2 and q/2."""
    value %= Q
    return value - Q if value > Q // 2 else value


def largest(vector: Vector) -> int:
    """The infinity norm."""
    return max(abs(centered(each)) for polynomial in vector for each in polynomial)


def expand_matrix(rho: bytes) -> list[Vector]:
    """Algorithm 32, already transformed."""
    return [[_sample_ntt(rho + bytes((column, row))) for column in range(L)] for row in range(K)]


def _sample_ntt(seed: bytes) -> Polynomial:
    """Algorithm 30."""
    found: Polynomial = []
    size = 1024
    stream = hashlib.shake_128(seed).digest(size)
    at = 0
    while len(found) < N:
        if at + 3 > size:
            size *= 2
            stream = hashlib.shake_128(seed).digest(size)
        z = stream[at] | stream[at + 1] << 8 | (stream[at + 2] & 0x7F) << 16
        at += 3
        if z < Q:
            found.append(z)
    return found


def expand_secret(rho: bytes) -> tuple[Vector, Vector]:
    """Algorithm 33."""
    polynomials = [_sample_bounded(rho + number.to_bytes(2, 'little')) for number in range(L + K)]
    return polynomials[:L], polynomials[L:]


def _sample_bounded(seed: bytes) -> Polynomial:
    """Algorithm 31 with η = 4."""
    found: Polynomial = []
    size = 512
    while len(found) < N:
        halves = (half for byte in hashlib.shake_256(seed).digest(size) for half in (byte & 15, byte >> 4))
        found = [ETA - half for half in halves if half < 9]
        size *= 2
    return found[:N]


def expand_mask(rho: bytes, kappa: int) -> Vector:
    """Algorithm 34."""
    seeds = (rho + (kappa + row).to_bytes(2, 'little') for row in range(L))
    return [[GAMMA1 - each for each in unpack(hashlib.shake_256(seed).digest(640), 20)] for seed in seeds]


def sample_in_ball(c_tilde: bytes) -> Polynomial:
    """Algorithm 29."""
    size = 512
    stream = hashlib.shake_256(c_tilde).digest(size)
    signs = int.from_bytes(stream[:8], 'little')
    c = [0] * N
    at = 8
    for i in range(N - TAU, N):
        while True:
            if at == size:
                size *= 2
                stream = hashlib.shake_256(c_tilde).digest(size)
            j = stream[at]
            at += 1
            if j <= i:
                break
        c[i] = c[j]
        c[j] = -1 if signs & 1 else 1
        signs >>= 1
    return c


def power_to_round(value: int) -> tuple[int, int]:
    """Algorithm 35."""
    low = value % (1 << D)
    if low > 1 << (D - 1):
        low -= 1 << D
    return (value - low) >> D, low


def decompose(value: int) -> tuple[int, int]:
    """Algorithm 36. value: from 0 to q − 1."""
    low = value % (2 * GAMMA2)
    if low > GAMMA2:
        low -= 2 * GAMMA2
    if value - low == Q - 1:
        return 0, low - 1
    return (value - low) // (2 * GAMMA2), low


def high_bits(value: int) -> int:
    return decompose(value % Q)[0]


def use_hint(hint: int, value: int) -> int:
    """Algorithm 40. There are 16 high parts."""
    high, low = decompose(value % Q)
    if not hint:
        return high
    return (high + (1 if low > 0 else -1)) % 16


def pack(values: Polynomial, bits: int) -> bytes:
    whole = 0
    for value in reversed(values):
        whole = whole << bits | value
    return whole.to_bytes(N * bits // 8, 'little')


def unpack(packed: bytes, bits: int) -> Polynomial:
    whole = int.from_bytes(packed, 'little')
    mask = (1 << bits) - 1
    step = bits * 32
    found: Polynomial = []
    # In parts, because shifting the whole 256 times would be slow.
    for _ in range(0, N * bits, step):
        part = whole & ((1 << step) - 1)
        whole >>= step
        for _ in range(32):
            found.append(part & mask)
            part >>= bits
    return found

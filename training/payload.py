"""A 64-bit id as the 160 code bits of the watermarks, and back from the decoder's logits.

The code is the engine's tail-biting convolutional code (rate 2/5, constraint length 11; see
engine/src/watermarks/error-correction/convolutional-code.ts) over the 64 bits themselves, then a
fixed mask, so that logits of the same sign are not a codeword. There are no check bits: a word is
accepted if ALL logits agree with it well enough. On unmarked content, signs are coin tosses for any
magnitudes. The chance that any of the 2^64 words agrees this well is at most 2^64 * Chernoff's
bound, and it must be below 1e-9 for all readings of a file.
"""

import hashlib
import math

import torch

ID_BITS = 64
CODE_BITS = 160
GENERATORS = (0o2353, 0o2671, 0o3175)
CONSTRAINT = 11
STATES = 1 << (CONSTRAINT - 1)
LAPS = 3
CANDIDATES = 16
LARGEST_LOGIT = 4.0
READINGS = 256  # the maximum for one file: views, shifts, turns
FALSE_ACCEPT_EXPONENT = -9.0 - math.log10(READINGS)
SOUND_READINGS = 512  # parts, speeds, shifts
SOUND_FALSE_ACCEPT_EXPONENT = -9.0 - math.log10(SOUND_READINGS)


def mask_bits(seed):
    digest = hashlib.sha256(seed).digest()
    return [(digest[i // 8] >> (7 - i % 8)) & 1 for i in range(CODE_BITS)]


MASK = mask_bits(b"content-provenance neural image 2")
SOUND_MASK = mask_bits(b"content-provenance neural audio 1")

# Outputs of (step parity, generator) that are sent. Every sixth is left out.
SENT = [(step, i) for step in range(ID_BITS) for i in range(3) if (step % 2) * 3 + i != 5]


def encode(messages, mask=MASK):
    """messages (N,64) of 0 and 1 to code bits (N,160), masked."""
    outputs = []
    for generator in GENERATORS:
        taps = [j for j in range(CONSTRAINT) if generator >> (CONSTRAINT - 1 - j) & 1]
        outputs.append(sum(messages.roll(j, 1) for j in taps) % 2)
    code = torch.stack(outputs, 2)
    steps, which = zip(*SENT)
    mask = torch.tensor(mask, device=messages.device)
    return (code[:, list(steps), list(which)] + mask) % 2


def decode(logits, mask=MASK):
    """logits (N,160) to the likeliest messages (N,64) and log10 of the chance that unmarked content
    agrees this well."""
    device = logits.device
    flipped = torch.tensor(mask, device=device)
    logits = logits.float().clamp(-LARGEST_LOGIT, LARGEST_LOGIT)
    soft = torch.where(flipped == 1, -logits, logits)  # positive for code bit 1 before the mask
    messages = likeliest(soft)
    signs = encode(messages.flatten(0, 1), mask).view(*messages.shape[:2], CODE_BITS) * 2.0 - 1
    agreement = (signs * logits[:, None]).sum(2)
    best = agreement.argmax(1)
    row = torch.arange(len(logits), device=device)
    return messages[row, best], chance(agreement[row, best], logits.abs())


def likeliest(soft):
    """Wrap-around Viterbi: (N,160) to the messages (N,16,64) of the sixteen best end states."""
    device, count = soft.device, len(soft)
    registers = torch.arange(2 * STATES, device=device)
    words = sum((parity(registers & g) << i) for i, g in enumerate(GENERATORS))
    metrics = torch.zeros(count, ID_BITS, 8, device=device)
    for at, (step, i) in enumerate(SENT):
        sign = torch.tensor([1.0 if word >> i & 1 else -1.0 for word in range(8)], device=device)
        metrics[:, step] += soft[:, at:at + 1] * sign
    state = torch.arange(STATES, device=device)
    low, high = (state << 1) & (STATES - 1), ((state << 1) | 1) & (STATES - 1)
    low_word, high_word = words[state << 1], words[(state << 1) | 1]
    costs = torch.zeros(count, STATES, device=device)
    decisions = []
    for lap in range(LAPS):
        for step in range(ID_BITS):
            from_low = costs[:, low] + metrics[:, step, low_word]
            from_high = costs[:, high] + metrics[:, step, high_word]
            costs = torch.maximum(from_low, from_high)
            if lap == LAPS - 1:
                decisions.append(from_high > from_low)
    at = costs.topk(CANDIDATES, dim=1).indices
    bits = []
    for step in reversed(range(ID_BITS)):
        bits.append(at >> (CONSTRAINT - 2))
        at = ((at << 1) | decisions[step].gather(1, at).long()) & (STATES - 1)
    return torch.stack(bits[::-1], 2)


def parity(values):
    for shift in (8, 4, 2, 1):
        values = values ^ (values >> shift)
    return values & 1


def chance(agreement, weights):
    """log10 of 2^64 * P(sum of +-weights >= agreement), by Chernoff's bound at the best of many
    exponents."""
    scale = torch.logspace(-2, 2, 60, device=weights.device) / weights.mean(1, keepdim=True).clamp(min=1e-9)
    x = scale[:, :, None] * weights[:, None]
    log_cosh = (x + torch.log1p(torch.exp(-2 * x)) - math.log(2)).sum(2)
    bound = (log_cosh - scale * agreement[:, None]).min(1).values.clamp(max=0)
    return (bound + ID_BITS * math.log(2)) / math.log(10)

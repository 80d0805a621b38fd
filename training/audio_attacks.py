"""What can happen to a sound between signing and verifying, differentiable and for whole batches of
samples at 16 kHz.

`attack` draws a random chain: a filter, noise, a codec, gain. Severity 0..1 scales all of it. Real
codecs are in audio_codecs.py. Those here imitate what codecs have in common, so that the encoder
learns from them too.
"""

import math
import random

import torch
import torch.nn.functional as F

from attacks import round_through, uniform
from audio_model import RATE

CODEC_BANDS = 20
_bases = {}


def cosine_basis(n, device):
    """(n,2n): the modified cosine transform with a sine window, which is orthonormal."""
    if (n, device) not in _bases:
        t = torch.arange(2 * n, dtype=torch.float64)[None]
        k = torch.arange(n, dtype=torch.float64)[:, None]
        rows = torch.cos(math.pi / n * (t + 0.5 + n / 2) * (k + 0.5)) * math.sqrt(2 / n) * torch.sin(math.pi * (t + 0.5) / (2 * n))
        _bases[n, device] = rows.float().to(device)
    return _bases[n, device]


def codec_like(x, coarseness, n=576, highest=None, tilt=1.0, holes=0.0):
    """Steps follow the level of each band, `coarseness` (B) times its root mean square and more
    towards high ones. Values far below the loudest are lost, and nothing stays above `highest`
    (B) hertz. holes: the share of quiet bands that are left out."""
    batch, length = x.shape
    rows = cosine_basis(n, x.device)
    spectrum = (F.pad(x, (n, n + -length % n)).unfold(1, 2 * n, n) @ rows.T).transpose(1, 2)
    edges = [round(n * (40 ** (i / CODEC_BANDS) - 1) / 39) for i in range(CODEC_BANDS + 1)]
    edges = sorted(set(edges))
    steps = []
    for i, (low, high) in enumerate(zip(edges, edges[1:])):
        level = torch.sqrt((spectrum[:, low:high] ** 2).mean(1, keepdim=True) + 1e-12)
        steps.append((level * (1 + tilt * i / len(edges))).expand(-1, high - low, -1))
    steps = torch.cat(steps, 1)
    loudest = steps.detach().amax(1, keepdim=True)
    quiet = torch.maximum(0.003 * loudest, 0.01 * torch.sqrt((x.detach() ** 2).mean(1) + 1e-12)[:, None, None])
    steps = (torch.maximum(steps, quiet) * coarseness.view(batch, 1, 1)).detach()
    coded = round_through(spectrum / steps) * steps
    if holes > 0:
        silent = steps[:, ::16] < 0.1 * steps.amax(1, keepdim=True)
        kept = (torch.rand_like(steps[:, ::16]) > holes * silent).float()
        coded = coded * kept.repeat_interleave(16, 1)[:, :n]
    if highest is not None:
        coded = coded * (torch.arange(n, device=x.device)[None, :, None] < (highest / (RATE / 2) * n).view(batch, 1, 1))
    first, second = (coded.transpose(1, 2) @ rows).chunk(2, 2)
    return (first[:, 1:] + second[:, :-1]).flatten(1)[:, :length]


def filter_by(x, gains):
    """gains (B,points): of the spectrum, from 0 Hz to 8 kHz."""
    spectrum = torch.fft.rfft(x)
    gains = F.interpolate(gains[:, None], size=spectrum.shape[1], mode="linear", align_corners=True)[:, 0]
    return torch.fft.irfft(spectrum * gains, n=x.shape[1])


def band_pass(x, low, high):
    spectrum = torch.fft.rfft(x)
    frequency = torch.linspace(0, RATE / 2, spectrum.shape[1], device=x.device)[None]
    passed = torch.sigmoid((high[:, None] - frequency) / 60) * torch.sigmoid((frequency - low[:, None]) / 25)
    return torch.fft.irfft(spectrum * passed, n=x.shape[1])


def add_noise(x, ratio, coloured=False):
    """ratio (B): decibels of the sound above the noise."""
    noise = torch.randn_like(x)
    if coloured:
        falling = 1 / torch.arange(1, 18, device=x.device).float().sqrt()
        noise = filter_by(noise, falling[None].expand(len(x), -1))
    loudness = torch.sqrt((x.detach() ** 2).mean(1, keepdim=True) / ((noise**2).mean(1, keepdim=True) + 1e-12) + 1e-12)
    return x + noise * loudness * 10 ** (-ratio / 20)[:, None]


def change_speed(x, factor):
    """Cubic interpolation. Silence replaces what is missing at the end."""
    batch, length = x.shape
    at = torch.arange(length, device=x.device)[None] * factor[:, None]
    whole = at.floor().long()
    t = at - whole
    padded = F.pad(x, (1, 3))
    a, b, c, d = (padded.gather(1, (whole + k).clamp(max=length + 3)) for k in range(4))
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))


def reverberate(x, severity):
    length = int(RATE * random.uniform(0.08, 0.35))
    t = torch.arange(length, device=x.device) / RATE
    response = torch.randn(length, device=x.device) * torch.exp(-t * random.uniform(12, 40)) * (0.1 * severity)
    response[0] = 1
    points = 1 << (x.shape[1] + length).bit_length()
    return torch.fft.irfft(torch.fft.rfft(x, points) * torch.fft.rfft(response, points), points)[:, :x.shape[1]]


def attack(x, severity):
    """The sounds after a chain, with the same length and the same first sample."""
    batch, length = x.shape
    device = x.device
    if severity <= 0 or random.random() < 0.08:
        return x
    draw = random.random()
    if draw < 0.12:
        x = filter_by(x, torch.exp(torch.randn(batch, 9, device=device) * 0.45 * severity))
    elif draw < 0.28:
        x = band_pass(x, uniform(batch, 0, 350, device) * severity - 100, 8000 - uniform(batch, 0, 4500, device) * severity)
    elif draw < 0.33:
        delay = random.randint(200, 4000)
        x = x + F.pad(x, (delay, 0))[:, :length] * (uniform(batch, 0, 0.4, device) * severity)[:, None]
    elif draw < 0.38:
        x = reverberate(x, severity)
    elif draw < 0.44:
        kept = (torch.rand(batch, 1, 32, device=device) > 0.2 * severity).float()
        x = x * F.interpolate(kept, size=length, mode="nearest")[:, 0]
    elif draw < 0.60:
        x = change_speed(x, 1 + uniform(batch, -0.006, 0.006, device) * severity)
    if random.random() < 0.35:
        x = add_noise(x, 40 - uniform(batch, 0, 22, device) * severity, random.random() < 0.4)
    if random.random() < 0.05:
        loudest = x.detach().abs().amax(1, keepdim=True)
        x = torch.minimum(torch.maximum(x, -loudest * (1 - 0.6 * severity)), loudest * (1 - 0.6 * severity))
    if random.random() < 0.6:
        highest = 8000 - uniform(batch, 0, 3000, device) * severity if random.random() < 0.5 else None
        x = codec_like(x, 0.3 + uniform(batch, 0, 1.9, device) * severity, random.choice([320, 480, 512, 576, 960, 1024]),
                       highest, random.uniform(0, 1.5), random.choice([0.0, 0.3 * severity]))
    return x * uniform(batch, 0.5, 1.4, device)[:, None]


def validation_attacks():
    """Fixed attacks for the curves printed during training."""

    def constant(x, value):
        return torch.full((len(x),), float(value), device=x.device)

    return {
        "none": lambda x: x,
        "codec 1": lambda x: codec_like(x, constant(x, 1.0), 576),
        "codec 2": lambda x: codec_like(x, constant(x, 2.0), 512, constant(x, 5000)),
        "noise 20": lambda x: add_noise(x, constant(x, 20)),
        "below 4 kHz": lambda x: band_pass(x, constant(x, -200), constant(x, 4000)),
        "speed 0.4%": lambda x: change_speed(x, constant(x, 1.004)),
        "echo": lambda x: x + F.pad(x, (1600, 0))[:, :x.shape[1]] * 0.3,
    }

"""Sounds for training: an hour of them in one file of about 12 MB, and random stretches of it on
the GPU.

The file uses its own small codec, so that machines with NumPy and no codec can read it: the
modified cosine transform with 512 bins at 16 kHz, levels of 23 bands in steps of 3 dB, coefficients
in steps of the level, and LZMA. Whole sources are held out, so that no evaluated sound has a
sibling in the training set.
"""

import json
import lzma
import random

import numpy as np
import torch

from attacks import uniform
from audio_attacks import filter_by

BINS = 512
EDGES = [0, 4, 8, 12, 16, 20, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512]
STEPS = [1.0 if edge < 128 else 1.5 if edge < 256 else 2.2 for edge in EDGES[:-1]]  # in parts of the level
HELD_OUT = ("hyperrogue-music", "colobot-common-sounds", "fillets-ng-data-nl", "asterisk-core-sounds-it-g722", "oxygen-sounds")
WINDOW = np.sin(np.pi * (np.arange(2 * BINS) + 0.5) / (2 * BINS))
TIMES, FREQUENCIES = np.arange(2 * BINS)[:, None], np.arange(BINS)[None]
BASIS = np.cos(np.pi / BINS * (TIMES + 0.5 + BINS / 2) * (FREQUENCIES + 0.5)) * np.sqrt(2 / BINS)
SETTINGS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 0, "pb": 0}]


def blocks_of(samples):
    return -(-samples // BINS) + 1


def transform(wave):
    padded = np.zeros((blocks_of(len(wave)) + 1) * BINS)
    padded[BINS:BINS + len(wave)] = wave
    return (np.lib.stride_tricks.sliding_window_view(padded, 2 * BINS)[::BINS] * WINDOW @ BASIS).T


def restore(spectrum, samples):
    frames = spectrum.T @ BASIS.T * WINDOW
    halves = np.zeros((len(frames) + 1, BINS))
    halves[:-1] += frames[:, :BINS]
    halves[1:] += frames[:, BINS:]
    return halves.reshape(-1)[BINS:BINS + samples]


def pack(clips, path):
    """clips: (source, kind, samples as int16)."""
    coded, levels = [], []
    for _, _, wave in clips:
        spectrum = transform(wave.astype(np.float64))
        code, level = np.zeros(spectrum.shape, np.int8), np.zeros((len(STEPS), spectrum.shape[1]), np.int8)
        for band, (low, high) in enumerate(zip(EDGES, EDGES[1:])):
            loudness = np.sqrt((spectrum[low:high] ** 2).mean(0)) + 1e-9
            level[band] = np.clip(np.round(2 * np.log2(loudness)), -2, 40)
            values = np.round(spectrum[low:high] / (2 ** (level[band] / 2) * STEPS[band]))
            values[:, loudness < 1.5] = 0
            code[low:high] = np.clip(values, -127, 127)
        coded.append(code)
        levels.append(level)
    coded, levels = np.concatenate(coded, 1), np.concatenate(levels, 1)
    levels = np.concatenate([levels[:, :1], np.diff(levels, axis=1)], 1).astype(np.int8)
    header = {"meta": [(source, kind, len(wave)) for source, kind, wave in clips], "T": coded.shape[1]}
    bands = [levels, *(np.ascontiguousarray(coded[low:high]) for low, high in zip(EDGES, EDGES[1:]))]
    parts = [json.dumps(header).encode(), *(lzma.compress(band.tobytes(), lzma.FORMAT_XZ, filters=SETTINGS) for band in bands)]
    with open(path, "wb") as file:
        file.write(np.array([len(part) for part in parts], "<u4").tobytes())
        file.writelines(parts)


def unpack(path):
    """A list of (source, kind, samples as float32)."""
    with open(path, "rb") as file:
        lengths = np.frombuffer(file.read(4 * (len(STEPS) + 2)), "<u4")
        header, levels, *bands = [file.read(int(length)) for length in lengths]
    header = json.loads(header)
    read = lambda part: np.frombuffer(lzma.decompress(part), np.int8).reshape(-1, header["T"])
    levels = np.cumsum(read(levels).astype(np.int32), 1)
    spectrum = np.concatenate([read(part) * (2.0 ** (levels[band] / 2) * STEPS[band]) for band, part in enumerate(bands)])
    clips, at = [], 0
    for source, kind, samples in header["meta"]:
        blocks = blocks_of(samples)
        clips.append((source, kind, (restore(spectrum[:, at:at + blocks], samples) / 32768).astype(np.float32)))
        at += blocks
    return clips


def split(clips):
    """Training clips, and those of the held-out sources."""
    return [c for c in clips if c[0] not in HELD_OUT], [c for c in clips if c[0] in HELD_OUT]


def join(clips, device):
    """All clips one after the other. A stretch across two of them is a sound like any other."""
    return torch.from_numpy(np.concatenate([wave for _, _, wave in clips])).to(device)


def stretches(wave, count, samples):
    """Fixed stretches from all over the sound, loud enough to be audible (count,samples)."""
    starts = np.linspace(0, len(wave) - samples - 1, 4 * count).astype(int)
    some = torch.stack([wave[start:start + samples] for start in starts])
    loud = some[(some**2).mean(1) > 1e-5]
    return loud[:: max(1, len(loud) // count)][:count]


def draw_sounds(wave, count, samples, few=False):
    """Random stretches: some mixed with another, some filtered, some with quiet background noise.
    Peaks of -24 to -1 dB."""
    device = wave.device
    most = len(wave) - samples - 1
    starts = torch.randint(0, min(most, 40 * samples) if few else most, (count,), device=device)
    x = wave[starts[:, None] + torch.arange(samples, device=device)[None]]
    if not few:
        if random.random() < 0.3:
            x = x + x.roll(1, 0) * uniform(count, 0, 0.5, device)[:, None]
        if random.random() < 0.3:
            x = filter_by(x, torch.exp(torch.randn(count, 9, device=device) * 0.4))
    ground = 10 ** uniform(count, -4.7, -3, device)[:, None] * (torch.rand(count, 1, device=device) < 0.2)
    x = x + torch.randn_like(x) * (2e-5 + ground)
    return x / (x.abs().amax(1, keepdim=True) + 1e-6) * 10 ** uniform(count, -1.2, -0.05, device)[:, None]

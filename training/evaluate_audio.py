"""Measures a trained sound model as it is used: whole sounds at their own rate, real codecs, the id
read or not.

  python3 evaluate_audio.py --model out/model.pt --sounds data/train.mdct --files FOLDER --out out [--ratio 26.5]

Needs ffmpeg, and no GPU. Marks the held-out sounds of the set and every sound of FOLDER (any format
that ffmpeg reads, at its own rate and with its own channels), cuts out ten seconds at a random
place, attacks them and reads them like the engine. Writes audio-results.json. unmarked_audio.py
counts false accepts.
"""

import argparse
import json
import math
import os
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
import torch

from audio_data import split, unpack
from audio_model import CELL, PERIOD, RATE
from export import load_audio
from payload import ID_BITS, SOUND_FALSE_ACCEPT_EXPONENT, SOUND_MASK, decode, encode

SECONDS = 10
SPEEDS = (1.05, 0.95, 1.04, 0.96, 1.03, 0.97, 1.02, 0.98, 1.01, 0.99, 1.06, 0.94)
SUREST = 2  # how many of the 32 shifts of a reading are decoded
STRETCH, SHARED = 4 * PERIOD * CELL, PERIOD * CELL  # samples that the encoder sees at once, and the overlap of two of these


# ------------------------------------------------------------ sounds and codecs

def run(arguments, data=b""):
    return subprocess.run(["ffmpeg", "-v", "error", "-y", *arguments], input=data, check=True, capture_output=True).stdout


def read_file(path):
    """(channels, samples) and the rate."""
    found = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "a:0", "-show_entries", "stream=sample_rate,channels", "-of",
                            "csv=p=0", path], capture_output=True, text=True, check=True).stdout.strip().split(",")
    rate, channels = int(found[0]), int(found[1])
    samples = np.frombuffer(run(["-i", str(path), "-map", "a:0", "-f", "f32le", "-"]), "<f4")
    return samples.reshape(-1, channels).T.copy(), rate


def through(ending, *settings, before=()):
    def apply(sound, rate, _random):
        raw = ["-f", "f32le", "-ar", str(rate), "-ac", str(len(sound))]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "sound." + ending)
            run([*raw, "-i", "-", *before, *settings, path], np.ascontiguousarray(sound.T, "<f4").tobytes())
            return read_file(path)
    return apply


def filtered(text):
    return through("wav", "-af", text, "-c:a", "pcm_s16le")


def noise(ratio):
    def apply(sound, rate, random):
        loudness = np.sqrt((sound**2).mean())
        return sound + random.standard_normal(sound.shape).astype(np.float32) * loudness * 10 ** (-ratio / 20), rate
    return apply


def speed(factor):
    """Played faster by this factor, including the pitch."""
    def apply(sound, rate, _random):
        return through("wav", "-af", f"asetrate={round(rate * factor)},aresample={rate}", "-c:a", "pcm_s16le")(sound, rate, None)
    return apply


def cut(seconds):
    def apply(sound, rate, random):
        length = int(seconds * rate)
        start = random.integers(max(1, sound.shape[1] - length))
        return sound[:, start:start + length], rate
    return apply


ATTACKS = {
    "none": lambda sound, rate, random: (sound, rate),
    "MP3 128": through("mp3", "-c:a", "libmp3lame", "-b:a", "128k"), "MP3 64": through("mp3", "-c:a", "libmp3lame", "-b:a", "64k"),
    "AAC 128": through("m4a", "-c:a", "aac", "-b:a", "128k"), "AAC 64": through("m4a", "-c:a", "aac", "-b:a", "64k"),
    "Opus 64": through("opus", "-c:a", "libopus", "-b:a", "64k"), "Opus 32": through("opus", "-c:a", "libopus", "-b:a", "32k"),
    "Vorbis q2": through("ogg", "-c:a", "libvorbis", "-q:a", "2"),
    "noise 30 dB": noise(30), "noise 20 dB": noise(20),
    "22.05 kHz": through("wav", "-ar", "22050", "-c:a", "pcm_s16le"), "8 kHz": through("wav", "-ar", "8000", "-c:a", "pcm_s16le"),
    "below 3.5 kHz": filtered("lowpass=f=3500"), "above 500 Hz": filtered("highpass=f=500"),
    "equaliser": filtered("equalizer=f=300:t=q:w=1:g=-8,equalizer=f=2500:t=q:w=1:g=8"), "echo": filtered("aecho=0.8:0.8:60:0.3"),
    "mono": through("wav", "-ac", "1", "-c:a", "pcm_s16le"), "gain +12 dB": filtered("volume=12dB"),
    "5% faster": speed(1.05), "5% slower": speed(0.95), "2% faster": speed(1.02), "1.5% slower": speed(0.985),
    "cut to 6 s": cut(6), "cut to 4 s": cut(4),
    "MP3 64, twice": lambda sound, rate, random: ATTACKS["MP3 64"](*ATTACKS["MP3 64"](sound, rate, random), random),
}


# ------------------------------------------------------------ marking and reading

def resample(wave, rate, to):
    """(N) by ffmpeg's own resampler."""
    if rate == to:
        return wave
    raw = ["-f", "f32le", "-ac", "1"]
    return np.frombuffer(run([*raw, "-ar", str(rate), "-i", "-", *raw, "-ar", str(to), "-"], np.ascontiguousarray(wave, "<f4").tobytes()), "<f4").copy()


@torch.no_grad()
def mark(encoder, sound, rate, bits):
    """Each channel separately, stretch by stretch, one fading into the next, like the engine."""
    marked = []
    for channel in sound:
        wave = resample(channel, rate, RATE)
        padded = np.pad(wave, (0, -len(wave) % CELL))
        change, start = np.zeros_like(padded), 0
        while True:
            last = len(padded) - (start + STRETCH) < SHARED
            part = torch.from_numpy(padded[start:None if last else start + STRETCH])[None]
            residual = encoder(part, bits)[0].numpy()
            share = np.ones(len(residual), np.float32)
            if start:
                share[:SHARED] = (np.arange(SHARED) + 0.5) / SHARED
            change[start:start + len(residual)] = change[start:start + len(residual)] * (1 - share) + residual * share
            if last:
                break
            start += STRETCH - SHARED
        change = resample(change[:len(wave)], RATE, rate)
        change = np.pad(change, (0, max(0, len(channel) - len(change))))[:len(channel)]
        marked.append(np.clip(channel + change, -1, 1))
    return np.stack(marked)


def scale_invariant_ratio(sound, marked):
    """SI-SNR in decibels."""
    a, b = sound.ravel() - sound.mean(), marked.ravel() - marked.mean()
    target = (a * b).sum() / ((a * a).sum() + 1e-12) * a
    return 10 * math.log10((target**2).sum() / (((b - target) ** 2).sum() + 1e-12))


@torch.no_grad()
def read(decoder, sound, rate, speeds=SPEEDS):
    """The likeliest message (64), log10 of the chance that unmarked sound agrees this well, and the
    speed."""
    mix, best = sound.mean(0), None
    for factor in (1.0, *speeds):
        wave = resample(mix, round(rate / factor), RATE)
        cells = min(len(wave) // CELL, 8 * PERIOD)
        if cells < PERIOD:
            continue
        logits = decoder(torch.from_numpy(wave[:cells * CELL])[None])[0]
        surest = logits.abs().clamp(max=4).sum(1).topk(SUREST).indices
        messages, chances = decode(logits[surest], SOUND_MASK)
        at = int(chances.argmin())
        if best is None or float(chances[at]) < best[1]:
            best = (messages[at], float(chances[at]), factor)
        if best[1] < SOUND_FALSE_ACCEPT_EXPONENT:
            break
    return best or (torch.zeros(ID_BITS), 0.0, 1.0)


def cut_ten(sound, rate, random):
    return cut(SECONDS)(sound, rate, random)[0]


def main():
    parser = argparse.ArgumentParser()
    for name in ("model", "sounds", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--files", help="folder of sounds that were never trained on")
    parser.add_argument("--ratio", type=float)
    parser.add_argument("--limit", type=int, default=10**9, help="sounds of each set")
    parser.add_argument("--attacks", help="names, separated by commas")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    encoder, decoder = load_audio(options.model)
    if options.ratio:
        encoder.ratio.fill_(options.ratio)
    random = np.random.default_rng(7)
    started = time.time()

    held_out = {}
    for source, _, wave in split(unpack(options.sounds))[1]:
        held_out.setdefault(source, []).append(wave)
    # Clips are short, so those of one source follow each other.
    joined = [np.concatenate(waves) for waves in held_out.values()]
    pieces = [(wave[None, at:at + 13 * RATE], RATE) for wave in joined for at in range(0, len(wave) - 13 * RATE + 1, 13 * RATE)]
    sets = {"held out": [piece for piece in pieces if (piece[0] ** 2).mean() > 1e-6]}
    if options.files:
        files = [read_file(path) for path in sorted(Path(options.files).iterdir()) if path.is_file()]
        sets["files"] = [(np.tile(s, math.ceil(13 * r / s.shape[1]))[:, :13 * r], r) for s, r in files]

    names, results = options.attacks.split(",") if options.attacks else list(ATTACKS), {}
    generator = torch.Generator().manual_seed(7)
    for name, sounds in sets.items():
        ratios, rows = [], {attack: [0, 0, 0] for attack in names}
        for sound, rate in sounds[:options.limit]:
            message = torch.randint(0, 2, (1, ID_BITS), generator=generator)
            marked = mark(encoder, sound, rate, encode(message, SOUND_MASK).float())
            ratios.append(scale_invariant_ratio(sound, marked))
            for attack in names:
                attacked = ATTACKS[attack](cut_ten(marked, rate, random), rate, random)
                found, chance, _ = read(decoder, *attacked)
                accepted, right = chance < SOUND_FALSE_ACCEPT_EXPONENT, bool((found == message[0]).all())
                rows[attack] = [count + one for count, one in zip(rows[attack], (accepted and right, accepted and not right, 1))]
        results[name] = {"sounds": len(ratios), "si_snr": float(np.mean(ratios)), "least_si_snr": float(np.min(ratios)), "attacks": rows}
        print(f"\n{name}: {len(ratios)} sounds, SI-SNR {np.mean(ratios):.2f} dB (least {np.min(ratios):.2f}) ({time.time() - started:.0f} s)")
        for attack, (right, wrong, count) in rows.items():
            print(f"{attack:16s} id read {right / count:7.1%} of {count}   wrong id {wrong}", flush=True)

    with open(os.path.join(options.out, "audio-results.json"), "w") as file:
        json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()

"""Counts false accepts of the sound decoder over unmarked windows of ten seconds, each at all
thirteen speeds that the engine tries.

  python3 unmarked_audio.py --model out/model.pt --sounds data/train.mdct --out out [--windows 5000]

Windows are drawn from all sounds of the set, training and held-out, half of them attacked as in
training. Needs no codec, so it runs on the training machine. Without a GPU it takes hours. Writes
unmarked-audio.json.
"""

import argparse
import json
import os
import time

import torch

from audio_attacks import attack, change_speed
from audio_data import draw_sounds, join, unpack
from audio_model import CELL, PERIOD
from evaluate_audio import SPEEDS, SUREST
from export import load_audio
from payload import SOUND_FALSE_ACCEPT_EXPONENT, SOUND_MASK, decode

WINDOW = 5 * PERIOD * CELL
LONGEST = 1.07  # a window played slower by this factor still fills the reading


@torch.no_grad()
def chances_of(decoder, windows):
    """log10 of the chance that unmarked sound agrees this well with a word, the smallest of each
    window (N)."""
    readings = []
    for factor in (1.0, *SPEEDS):
        heard = change_speed(windows, torch.full((len(windows),), 1 / factor, device=windows.device))[:, :WINDOW]
        logits = decoder(heard).float()
        surest = logits.abs().clamp(max=4).sum(2).topk(SUREST, dim=1).indices
        rows = logits.gather(1, surest[:, :, None].expand(-1, -1, logits.shape[2]))
        readings.append(decode(rows.flatten(0, 1), SOUND_MASK)[1].view(len(windows), SUREST).amin(1))
    return torch.stack(readings).amin(0)


def main():
    parser = argparse.ArgumentParser()
    for name in ("model", "sounds", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--windows", type=int, default=5000)
    parser.add_argument("--batch", type=int, default=250)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(11)
    decoder = load_audio(options.model)[1].to(device)
    wave = join(unpack(options.sounds), device)
    started, parts = time.time(), []
    while sum(map(len, parts)) < options.windows:
        windows = draw_sounds(wave, options.batch, int(LONGEST * WINDOW) + 1)
        half = options.batch // 2
        windows = torch.cat([windows[:half], attack(windows[half:], 1.0)])
        parts.append(chances_of(decoder, windows).cpu())
        print(f"{sum(map(len, parts))} windows, nearest {min(map(torch.min, parts)):.2f} ({time.time() - started:.0f} s)", flush=True)
    chances = torch.cat(parts)
    quantiles = {str(q): float(chances.quantile(q)) for q in (0.001, 0.01, 0.1, 0.5)}
    result = {"windows": len(chances), "readings": len(chances) * (1 + len(SPEEDS)), "asked": SOUND_FALSE_ACCEPT_EXPONENT,
              "accepted": int((chances < SOUND_FALSE_ACCEPT_EXPONENT).sum()), "smallest": float(chances.min()), "quantiles": quantiles}
    print(json.dumps(result))
    with open(os.path.join(options.out, "unmarked-audio.json"), "w") as file:
        json.dump(result, file, indent=1)


if __name__ == "__main__":
    main()

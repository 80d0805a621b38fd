"""Pictures for training: loaded once as squares, then drawn as random views on the GPU.

File names are NNNN_package.jpg (from build_dataset.py). Whole packages are held out, so that no
evaluated picture has a sibling in the training set.
"""

import math
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from attacks import change_light, resize, to_bytes, uniform
from model import luma

STORED = 384
HELD_OUT = ("pop", "lomiri-wallpapers-", "labelme-examples")


def list_pictures(folder):
    return sorted(p for p in Path(folder).iterdir() if p.suffix.lower() in (".jpg", ".jpeg", ".png", ".webp"))


def is_held_out(path):
    return path.stem.split("_", 1)[-1].startswith(HELD_OUT)


def load_squares(paths, corners=True):
    """(N,3,384,384) bytes. Long pictures give two squares, one at each end."""
    from PIL import Image

    def load(path):
        picture = Image.open(path).convert("RGB")
        scale = STORED / min(picture.size)
        width, height = (max(STORED, round(side * scale)) for side in picture.size)
        pixels = np.asarray(picture.resize((width, height), Image.BICUBIC))
        starts = [((width - STORED) // 2, (height - STORED) // 2)]
        if corners and max(width, height) >= STORED * 1.15:
            starts = [(0, 0), (width - STORED, height - STORED)]
        return [pixels[y:y + STORED, x:x + STORED] for x, y in starts]

    with ThreadPoolExecutor(16) as pool:
        squares = [square for group in pool.map(load, paths) for square in group]
    return torch.from_numpy(np.stack(squares)).permute(0, 3, 1, 2).contiguous()


def brighten(x):
    """Like snow and skies: a random share of each picture, up to three quarters, is above four
    fifths of white."""
    values = luma(x).flatten(1).sort(dim=1).values
    rank = (uniform(len(x), 0.25, 0.7, x.device) * values.shape[1]).long()
    dark = values.gather(1, rank[:, None]).clamp(0.05, 0.95)
    power = (math.log(0.2) / torch.log(1 - dark)).clamp(1, 5).view(-1, 1, 1, 1)
    return 1 - (1 - x.clamp(0, 1)) ** power


def draw_pictures(squares, count, side, few=False):
    """Random views of random squares, some re-lit, a fifth bright, a few synthetic: flat grounds
    and gradients."""
    device = squares.device
    index = torch.randint(0, 32 if few else len(squares), (count,), device=device)
    x = squares[index].float() / 255
    if few:
        return resize(x, side, side)
    zoom, aspect = uniform(count, 0.5, 1, device), torch.exp(uniform(count, -0.25, 0.25, device))
    kx, ky = (zoom * aspect).clamp(max=1), (zoom / aspect).clamp(max=1)
    view = torch.zeros(count, 2, 3, device=device)
    view[:, 0, 0] = kx * torch.sign(uniform(count, -1, 1, device))
    view[:, 1, 1] = ky * torch.where(torch.rand(count, device=device) < 0.1, -1.0, 1.0)
    view[:, 0, 2], view[:, 1, 2] = (1 - kx) * uniform(count, -1, 1, device), (1 - ky) * uniform(count, -1, 1, device)
    grid = F.affine_grid(view, (count, 3, side, side), align_corners=False)
    x = F.grid_sample(x, grid, mode="bilinear", padding_mode="reflection", align_corners=False)
    if random.random() < 0.35:
        x = change_light(x, 0.8)
    bright = count // 5
    x[-bright:] = brighten(x[-bright:])
    synthetic = max(1, count // 20)
    ground = torch.rand(synthetic, 3, random.randint(2, 5), random.randint(2, 5), device=device)
    ground = F.interpolate(ground, size=(side, side), mode="bicubic", align_corners=False)
    colour = torch.rand(synthetic, 3, 1, 1, device=device)
    x[:synthetic] = colour + (ground - 0.5) * (torch.rand(synthetic, 1, 1, 1, device=device) * 1.2 - 0.2).clamp(min=0)
    return to_bytes(x)

"""Measures a trained model as it is used: pictures at full size, real codecs, the id read or not.

  python3 evaluate.py --model out/model.pt --images data/images --photos data/eval --out out

Marks every held-out picture, attacks it with Pillow, reads it, and counts false accepts over
unmarked pictures. Writes results.json, and logits.npz for trying other ways to decode.
"""

import argparse
import io
import json
import math
import os
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter

from attacks import attack, resize
from data import draw_pictures, is_held_out, list_pictures, load_squares
from export import load
from model import CODE_BITS, SIZE
from payload import FALSE_ACCEPT_EXPONENT, ID_BITS, decode, encode

VIEWS = (256, 224, 192, 160, 128, 320)  # sides; the last for pictures inside a page
SUREST = 2  # how many of the 16 shifts of a view are decoded besides the first, at which nothing was cut away

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


# ------------------------------------------------------------ attacks

def through(picture, kind, **settings):
    file = io.BytesIO()
    picture.save(file, kind, **settings)
    file.seek(0)
    return Image.open(file).convert("RGB")


def jpeg(quality):
    return lambda picture, rng: through(picture, "JPEG", quality=quality)


def webp(quality):
    return lambda picture, rng: through(picture, "WEBP", quality=quality)


def scale(factor):
    def apply(picture, rng):
        return picture.resize(tuple(max(16, round(side * factor)) for side in picture.size), Image.BICUBIC)
    return apply


def share(longest, quality):
    def apply(picture, rng):
        factor = min(1, longest / max(picture.size))
        small = picture.resize(tuple(round(side * factor) for side in picture.size), Image.LANCZOS)
        return through(small, "JPEG", quality=quality)
    return apply


def crop(keep, quality=85):
    """keep: share of each side, at a random place."""
    def apply(picture, rng):
        width, height = (round(side * keep) for side in picture.size)
        left, top = rng.integers(picture.width - width + 1), rng.integers(picture.height - height + 1)
        return through(picture.crop((left, top, left + width, top + height)), "JPEG", quality=quality)
    return apply


def screenshot(picture, rng):
    small = picture.resize(tuple(round(side * 0.8) for side in picture.size), Image.BILINEAR)
    screen = Image.new("RGB", (round(small.width * 1.08), round(small.height * 1.18)), (24, 26, 30))
    screen.paste(small, (round(small.width * 0.04), round(small.height * 0.12)))
    return through(screen, "JPEG", quality=80)


def page(picture, rng):
    """Inside a white page with lines of text, three quarters of its width."""
    sheet = Image.new("RGB", (round(picture.width / 0.75), round(picture.height / 0.75)), "white")
    pen = ImageDraw.Draw(sheet)
    for y in range(4, sheet.height, 14):
        pen.line((8, y, int(sheet.width * (0.5 + 0.45 * rng.random())), y), fill=(60, 60, 60), width=3)
    sheet.paste(picture, (round(picture.width * 0.05), round(picture.height * 0.2)))
    return through(sheet, "JPEG", quality=85)


def turn(degrees):
    return lambda picture, rng: picture.rotate(degrees, Image.BICUBIC)


def tilt(picture, rng):
    """A print at an angle: each corner moved by up to 4%."""
    w, h = picture.size
    move = lambda: rng.uniform(-0.04, 0.04)
    corners = [move() * w, move() * h, move() * w, h + move() * h, w + move() * w, h + move() * h, w + move() * w, move() * h]
    return picture.transform((w, h), Image.QUAD, corners, Image.BICUBIC)


def noise(sigma):
    def apply(picture, rng):
        pixels = np.asarray(picture).astype(np.float32)
        pixels += rng.standard_normal(pixels.shape, dtype=np.float32) * sigma
        return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    return apply


def enhance(kind, factor):
    return lambda picture, rng: kind(picture).enhance(factor)


ATTACKS = {
    "none": lambda picture, rng: picture,
    "JPEG 75": jpeg(75), "JPEG 50": jpeg(50), "JPEG 30": jpeg(30), "JPEG 20": jpeg(20),
    "WebP 80": webp(80), "WebP 50": webp(50), "WebP 30": webp(30),
    "resize 50%": scale(0.5), "resize 25%": scale(0.25),
    "1080 px + JPEG 70": share(1080, 70), "512 px + JPEG 60": share(512, 60),
    "screenshot with borders": screenshot, "inside a page": page,
    "rotation 2": turn(2), "rotation 5": turn(5), "rotation 8": turn(8), "perspective 4%": tilt,
    "blur, radius 2": lambda picture, rng: picture.filter(ImageFilter.GaussianBlur(2)),
    "sharpening": enhance(ImageEnhance.Sharpness, 2.5), "noise, sigma 10": noise(10),
    "brightness x1.3": enhance(ImageEnhance.Brightness, 1.3), "brightness x1.5": enhance(ImageEnhance.Brightness, 1.5),
    "brightness x0.7": enhance(ImageEnhance.Brightness, 0.7), "contrast x1.4": enhance(ImageEnhance.Contrast, 1.4),
    "saturation x1.6": enhance(ImageEnhance.Color, 1.6),
    "grey": lambda picture, rng: picture.convert("L").convert("RGB"),
    "crop to 90%": crop(0.9), "crop to 80%": crop(0.8), "crop to 70%": crop(0.7), "crop to 60%": crop(0.6),
    "crop to 50%": crop(0.5), "half the area": crop(math.sqrt(0.5)),
    "crop 90%, 50%, JPEG 60": lambda picture, rng: through(scale(0.5)(crop(0.9, 95)(picture, rng), rng), "JPEG", quality=60),
}


# ------------------------------------------------------------ marking and reading

def to_tensor(pixels):
    return torch.from_numpy(np.array(pixels)).to(DEVICE).permute(0, 3, 1, 2).float() / 255


@torch.no_grad()
def mark(encoder, picture, bits):
    """The marked picture and its PSNR. The residual is enlarged bilinearly."""
    small = to_tensor(np.asarray(picture.resize((SIZE, SIZE), Image.BILINEAR))[None])
    residual = encoder(small, bits[None])
    large = F.interpolate(residual, size=picture.size[::-1], mode="bilinear", align_corners=False)
    pixels = to_tensor(np.asarray(picture)[None]) * 255
    marked = (pixels + large * 255).round().clamp(0, 255)
    psnr = 10 * math.log10(255**2 / max(1e-9, float(((marked - pixels) ** 2).mean())))
    return Image.fromarray(marked[0].permute(1, 2, 0).byte().cpu().numpy()), psnr


@torch.no_grad()
def read(decoder, views):
    """views: one batch (N,3,side,side) for each side. Returns the likeliest messages (N,64), their
    logits (N,160), log10 of the chance that unmarked pictures agree this well (N), and the index
    of the view (N)."""
    best = None
    for at, batch in enumerate(views):
        logits = torch.cat([decoder(part) for part in batch.split(256)])
        surest = logits[:, 1:].abs().clamp(max=4).sum(2).topk(SUREST, dim=1).indices + 1
        for shift in [torch.zeros_like(surest[:, 0]), *surest.T]:
            chosen = logits[torch.arange(len(logits), device=DEVICE), shift]
            messages, chances = decode(chosen)
            found = [messages, chosen, chances, torch.full_like(shift, at)]
            if best is None:
                best = found
            else:
                better = chances < best[2]
                best = [torch.where(better if old.ndim == 1 else better[:, None], new, old) for new, old in zip(found, best)]
    return best


# ------------------------------------------------------------ measurements

def structural_similarity(first, second):
    def box(x):
        return F.avg_pool2d(x, 8, 1)
    a, b = (to_tensor(np.asarray(p)[None]).mean(1, keepdim=True).double() * 255 for p in (first, second))
    mean_a, mean_b = box(a), box(b)
    var_a, var_b, covariance = box(a * a) - mean_a**2, box(b * b) - mean_b**2, box(a * b) - mean_a * mean_b
    score = (2 * mean_a * mean_b + 6.5025) * (2 * covariance + 58.5225)
    return float((score / ((mean_a**2 + mean_b**2 + 6.5025) * (var_a + var_b + 58.5225))).mean())


def measure(encoder, decoder, pictures, repeats, names):
    """pictures: (name, picture). One table row for each attack, PSNR and SSIM, and the raw logits."""
    generator = torch.Generator().manual_seed(7)
    jobs, quality, similarity = [], [], []
    for name, picture in pictures:
        for repeat in range(repeats):
            message = torch.randint(0, 2, (1, ID_BITS), generator=generator).to(DEVICE)
            bits = encode(message)[0].float()
            marked, psnr = mark(encoder, picture, bits)
            quality.append(psnr)
            similarity.append(structural_similarity(picture, marked))
            jobs.append((marked, message[0], bits, len(jobs)))

    def ruin(job):
        rng = np.random.default_rng(job[3])
        attacked = [ATTACKS[name](job[0], rng) for name in names]
        return [np.stack([np.asarray(picture.resize((side, side), Image.BILINEAR)) for picture in attacked]) for side in VIEWS]

    right, found, wrong, kept = [], [], [], []
    with ThreadPoolExecutor(16) as pool:
        for job, seen in zip(jobs, pool.map(ruin, jobs)):
            messages, logits, chances, _ = read(decoder, [to_tensor(view) for view in seen])
            correct, accepted = (messages == job[1]).all(1), chances < FALSE_ACCEPT_EXPONENT
            right.append(((logits > 0).float() == job[2]).float().mean(1).cpu().numpy())
            found.append((accepted & correct).cpu().numpy())
            wrong.append((accepted & ~correct).cpu().numpy())
            kept.append((logits * (1 - 2 * job[2])).half().cpu().numpy())  # negative if right
    right, found, wrong = (np.array(rows) for rows in (right, found, wrong))
    rows = {name: {"bits": float(right[:, i].mean()), "least": float(right[:, i].min()), "read": float(found[:, i].mean()),
                   "wrong": int(wrong[:, i].sum())} for i, name in enumerate(names)}
    return {"pictures": len(pictures), "marks": len(jobs), "psnr": float(np.mean(quality)), "least_psnr": float(np.min(quality)),
            "ssim": float(np.mean(similarity)), "attacks": rows}, np.stack(kept)


def plain_pictures():
    """Backgrounds with little to hide in, 900 x 600."""
    across, down = np.meshgrid(np.linspace(0, 1, 900), np.linspace(0, 1, 600))
    grounds = {"grey": 0 * across + 128, "dark grey": 0 * across + 20, "light grey": 0 * across + 235, "black": 0 * across,
               "white": 0 * across + 255, "sky": 120 + 100 * down, "slope": 255 * across * down}
    pictures = [(name, Image.fromarray(np.repeat(g.round().astype(np.uint8)[:, :, None], 3, 2))) for name, g in grounds.items()]
    sheet = Image.new("RGB", (900, 600), "white")
    pen = ImageDraw.Draw(sheet)
    for y in range(30, 570, 18):
        pen.text((40, y), "The quick brown fox jumps over the lazy dog, and the dog does not mind at all. " * 2, fill="black")
    return pictures + [("text page", sheet)]


@torch.no_grad()
def count_false_accepts(decoder, squares, count):
    """Random parts of unmarked pictures, half of them attacked, every row of every view decoded:
    the smallest chances and how many were accepted."""
    parts = []
    while sum(map(len, parts)) < count:
        size = min(512, count)
        pictures = draw_pictures(squares, size, 384)
        half = size // 2
        pictures = torch.cat([pictures[:half], resize(attack(pictures[half:], 1.0)[0], 384, 384)]).clamp(0, 1)
        rows = [decoder(part) for side in VIEWS for part in resize(pictures, side, side).split(256)]
        chances = torch.cat([decode(part)[1] for part in torch.cat(rows).flatten(0, 1).split(4096)])
        parts.append(chances.view(len(VIEWS), size, -1).amin((0, 2)))
    chances = torch.cat(parts).cpu().numpy()
    return {"pictures": len(chances), "accepted": int((chances < FALSE_ACCEPT_EXPONENT).sum()), "smallest": float(chances.min()),
            "quantiles": {str(q): float(np.quantile(chances, q)) for q in (0.0001, 0.001, 0.01, 0.1, 0.5)}}


def main():
    parser = argparse.ArgumentParser()
    for name in ("model", "images", "photos", "out"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--unmarked", type=int, default=20000)
    parser.add_argument("--repeats", type=int, default=4)
    options = parser.parse_args()
    started = time.time()
    torch.manual_seed(3)
    encoder, decoder = (network.to(DEVICE) for network in load(options.model))
    paths = list_pictures(options.images)
    trained, held_out = [p for p in paths if not is_held_out(p)], [p for p in paths if is_held_out(p)]
    def open_all(some):
        return [(path.name, Image.open(path).convert("RGB")) for path in some]

    results, kept, names = {}, {}, list(ATTACKS)
    sets = {"photos": (open_all(list_pictures(options.photos)), options.repeats), "packages": (open_all(held_out), 2),
            "plain": (plain_pictures(), 2)}
    for name, (pictures, repeats) in sets.items():
        results[name], kept[name] = measure(encoder, decoder, pictures, repeats, names)
        result = results[name]
        print(f"\n{name}: {result['pictures']} pictures, {result['marks']} marks, PSNR {result['psnr']:.2f} (least "
              f"{result['least_psnr']:.2f}), SSIM {result['ssim']:.4f} ({time.time() - started:.0f} s)")
        print(f"{'attack':26s} bits right   least    id read  wrong id")
        for attack_name, row in result["attacks"].items():
            print(f"{attack_name:26s} {row['bits']:9.4f} {row['least']:8.3f} {row['read']:10.1%} {row['wrong']:9d}", flush=True)
    for name, some in (("held out", held_out + list_pictures(options.photos)), ("trained", trained)):
        results["unmarked, " + name] = counted = count_false_accepts(decoder, load_squares(some).to(DEVICE), options.unmarked)
        print(f"unmarked, {name}:", json.dumps(counted), f"({time.time() - started:.0f} s)", flush=True)
    with open(os.path.join(options.out, "results.json"), "w") as file:
        json.dump(results, file, indent=1)
    np.savez_compressed(os.path.join(options.out, "logits.npz"), names=np.array(names), **kept)


if __name__ == "__main__":
    main()

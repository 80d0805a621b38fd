"""Flat drawings and pages of text for the training, like those from generators and programs.

  python3 draw_flat.py --out data/images --count 160
"""

import argparse
import random
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

SIDE = 384
WORDS = "a the mark light under river paper stone open wide answer letter seven north".split()


def colour():
    return tuple(random.randrange(256) for _ in range(3))


def ground():
    """One color, or a gradient between two."""
    first, second = np.array(colour(), float), np.array(colour(), float)
    if random.random() < 0.5:
        second = first
    along = np.linspace(0, 1, SIDE)[:, None, None] if random.random() < 0.5 else np.linspace(0, 1, SIDE)[None, :, None]
    pixels = np.broadcast_to(first + (second - first) * along, (SIDE, SIDE, 3))
    return Image.fromarray(pixels.round().astype(np.uint8))


def drawing():
    picture = ground()
    pen = ImageDraw.Draw(picture)
    for _ in range(random.randint(3, 40)):
        x, y = random.randrange(SIDE), random.randrange(SIDE)
        width, height = random.randint(4, 160), random.randint(4, 160)
        box = [x - width // 2, y - height // 2, x + width // 2, y + height // 2]
        outline = colour() if random.random() < 0.4 else None
        shape = random.choice([pen.ellipse, pen.rectangle])
        shape(box, fill=colour(), outline=outline, width=random.randint(1, 5))
        if random.random() < 0.3:
            pen.line([x, y, random.randrange(SIDE), random.randrange(SIDE)], fill=colour(), width=random.randint(1, 8))
    return picture


def page():
    paper, ink = random.choice([((255, 255, 255), (20, 20, 20)), ((30, 32, 36), (210, 210, 210)), (colour(), colour())])
    picture = Image.new("RGB", (SIDE, SIDE), paper)
    pen = ImageDraw.Draw(picture)
    y = random.randint(4, 40)
    while y < SIDE - 10:
        size = random.choice([9, 10, 11, 12, 14, 22])
        line = " ".join(random.choice(WORDS) for _ in range(random.randint(3, 14)))
        pen.text((random.randint(6, 40), y), line, fill=ink, font=ImageFont.load_default(size))
        y += round(size * random.uniform(1.2, 2.2))
        if random.random() < 0.06:
            height = random.randint(20, 90)
            pen.rectangle([20, y, random.randint(120, SIDE - 20), y + height], fill=colour())
            y += height + 8
    return picture


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    parser.add_argument("--count", type=int, default=160)
    options = parser.parse_args()
    random.seed(26)
    for i in range(options.count):
        picture = random.choice([drawing, drawing, page])()
        picture.save(Path(options.out) / f"{9000 + i}_made.png")

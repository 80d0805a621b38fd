"""What can happen to a picture between signing and verifying, differentiable and for whole batches.

`attack` draws a random chain: geometry, light, a filter, a codec. Severity 0..1 scales all of it.
Choices that change a tensor's shape are drawn once for the batch, all others for each picture.
"""

import math
import random

import torch
import torch.nn.functional as F

from model import luma

LUMINANCE = [16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
             14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
             49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99]
CHROMINANCE = [17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99,
               47, 66, 99, 99, 99, 99, 99, 99] + [99] * 32


def uniform(count, low, high, device):
    return torch.rand(count, device=device) * (high - low) + low


def chosen(count, probability, device):
    """One 0 or 1 for each picture, shaped to multiply pictures."""
    return (torch.rand(count, 1, 1, 1, device=device) < probability).float()


def round_through(x):
    return x + (x.round() - x).detach()


def to_bytes(x):
    return round_through(x.clamp(0, 1) * 255) / 255


def resize(x, height, width, mode="bilinear"):
    if (height, width) == tuple(x.shape[-2:]):
        return x
    if mode in ("nearest", "area"):
        return F.interpolate(x, size=(height, width), mode=mode)
    return F.interpolate(x, size=(height, width), mode=mode, align_corners=False, antialias=True)


# ------------------------------------------------------------ codecs

_bases = {}
_tables = {}


def on_device(values, device):
    """A constant, copied to the device once."""
    key = (str(values), device)
    if key not in _tables:
        _tables[key] = torch.tensor(values, device=device, dtype=torch.float32)
    return _tables[key]


def cosine_basis(n, device):
    """(n*n, n*n): one row for each two-dimensional cosine of an n x n block."""
    if (n, device) not in _bases:
        i = torch.arange(n, dtype=torch.float64)
        rows = torch.cos((2 * i[None] + 1) * i[:, None] * math.pi / (2 * n)) * math.sqrt(2 / n)
        rows[0] /= math.sqrt(2)
        _bases[n, device] = torch.einsum("ui,vj->uvij", rows, rows).reshape(n * n, n * n).float().to(device)
    return _bases[n, device]


def quantise_blocks(plane, steps, n):
    """plane (B,1,H,W), steps (B,n*n): rounds every block's cosine coefficients to multiples of
    their step."""
    batch, _, height, width = plane.shape
    plane = F.pad(plane, (0, -width % n, 0, -height % n), mode="replicate")
    rows, columns = plane.shape[-2] // n, plane.shape[-1] // n
    basis = cosine_basis(n, plane.device)
    blocks = plane.view(batch, rows, n, columns, n).permute(0, 1, 3, 2, 4).reshape(batch, rows * columns, n * n)
    blocks = round_through((blocks @ basis.T) / steps[:, None]) * steps[:, None] @ basis
    plane = blocks.view(batch, rows, columns, n, n).permute(0, 1, 3, 2, 4).reshape(batch, 1, rows * n, columns * n)
    return plane[:, :, :height, :width]


def block_codec(x, luma_steps, chroma_steps, n=8, halve_chroma=True):
    x = x * 255
    y = luma(x)
    height, width = y.shape[-2:]
    planes = []
    for difference in ((x[:, 2:3] - y) * 0.564, (x[:, 0:1] - y) * 0.713):
        if halve_chroma:
            difference = F.avg_pool2d(difference, 2)
        difference = quantise_blocks(difference, chroma_steps, n)
        if halve_chroma:
            difference = F.interpolate(difference, size=(height, width), mode="bilinear", align_corners=False)
        planes.append(difference)
    y = quantise_blocks(y - 128, luma_steps, n) + 128
    red, blue = y + planes[1] / 0.713, y + planes[0] / 0.564
    green = (y - 0.299 * red - 0.114 * blue) / 0.587
    return to_bytes(torch.cat([red, green, blue], 1) / 255)


def jpeg(x, quality, halve_chroma=True):
    """quality (B,): 1 to 100, with the tables of libjpeg."""
    scale = torch.where(quality < 50, 5000 / quality, 200 - 2 * quality)[:, None]

    def steps(table):
        return ((on_device(table, x.device)[None] * scale + 50) / 100).floor().clamp(1, 255)

    return block_codec(x, steps(LUMINANCE), steps(CHROMINANCE), 8, halve_chroma)


def webp_like(x, step, n=8):
    """A uniform quantizer with light deblocking, similar to WebP, AVIF and the video codecs."""
    steps = step[:, None].expand(-1, n * n)
    coded = block_codec(x, steps, steps * 1.15, n)
    return to_bytes(0.7 * coded + 0.3 * F.avg_pool2d(F.pad(coded, (1, 1, 1, 1), mode="replicate"), 3, 1))


# ------------------------------------------------------------ filters, light

def blur(x, sigma):
    reach = max(1, math.ceil(2.5 * sigma))
    at = torch.arange(-reach, reach + 1, device=x.device, dtype=torch.float32)
    kernel = torch.exp(-at * at / (2 * sigma * sigma))
    kernel = kernel / kernel.sum()
    channels = x.shape[1]
    x = F.pad(x, (reach, reach, reach, reach), mode="replicate")
    x = F.conv2d(x, kernel.view(1, 1, 1, -1).expand(channels, 1, 1, -1), groups=channels)
    return F.conv2d(x, kernel.view(1, 1, -1, 1).expand(channels, 1, -1, 1), groups=channels)


def change_light(x, severity):
    """Brightness, overexposure, contrast, saturation, gamma and color cast, each for some of the
    pictures."""
    batch, device = x.shape[0], x.device

    def amount(size, probability):
        return uniform(batch, -size, size, device).view(batch, 1, 1, 1) * severity * chosen(batch, probability, device)

    x = x * torch.exp(amount(0.45, 0.5)) + amount(0.1, 0.3)
    exposure = uniform(batch, 0.1, 0.5, device).view(batch, 1, 1, 1) * severity * chosen(batch, 0.25, device)
    x = x * (1 + exposure)
    mean = x.mean(dim=(1, 2, 3), keepdim=True)
    x = ((x - mean) * (1 + amount(0.4, 0.3)) + mean).clamp(0, 1)
    y = luma(x)
    x = (y + (x - y) * (1 + amount(1.0, 0.4))).clamp(1e-4, 1)
    x = x ** torch.exp(amount(0.5, 0.25))
    return (x * (1 + torch.randn(batch, 3, 1, 1, device=device) * 0.08 * severity * chosen(batch, 0.2, device))).clamp(0, 1)


def over_expose(x, severity):
    """More light than the picture can show: bright parts turn white."""
    return (x * (1 + uniform(x.shape[0], 0.1, 0.5, x.device).view(-1, 1, 1, 1) * severity)).clamp(0, 1)


# ------------------------------------------------------------ geometry

def warp(x, matrices):
    """matrices (B,3,3): output to input, in coordinates -1..1. Returns the picture and where it was
    hit."""
    height, width = x.shape[-2:]
    device = x.device
    rows = (torch.arange(height, device=device, dtype=torch.float32) + 0.5) / height * 2 - 1
    columns = (torch.arange(width, device=device, dtype=torch.float32) + 0.5) / width * 2 - 1
    points = torch.stack([columns[None].expand(height, width), rows[:, None].expand(height, width),
                          torch.ones(height, width, device=device)], -1)
    points = torch.einsum("bij,hwj->bhwi", matrices, points)
    points = points[..., :2] / points[..., 2:3].clamp(min=1e-3)
    inside = (points.abs() <= 1).all(-1)[:, None].float()
    return F.grid_sample(x, points, mode="bilinear", padding_mode="border", align_corners=False), inside


def placement(kx, ky, tx, ty):
    matrices = torch.zeros(kx.shape[0], 3, 3, device=kx.device)
    matrices[:, 0, 0], matrices[:, 1, 1], matrices[:, 2, 2] = kx, ky, 1
    matrices[:, 0, 2], matrices[:, 1, 2] = tx, ty
    return matrices


def random_rectangles(batch, height, width, low, high, device):
    """(B,1,H,W): 1 inside one random rectangle, its sides between low and high of the picture's."""
    masks = []
    for length in (height, width):
        side = uniform(batch, low, high, device)[:, None]
        start = torch.rand(batch, 1, device=device) * (1 - side)
        at = (torch.arange(length, device=device, dtype=torch.float32)[None] + 0.5) / length
        masks.append(((at >= start) & (at < start + side)).float())
    return (masks[0][:, :, None] * masks[1][:, None, :])[:, None]


def change_geometry(x, severity, view):
    """Each picture cropped, framed (a screenshot), turned, tilted or shifted. Some have a covered
    part. `view` is the part of each side that crops keep, within a tenth, because the reader
    tries views of several scales. Also returns the matrices from the place in the result to the
    place in x."""
    batch, _, height, width = x.shape
    device = x.device
    kind = torch.rand(batch, device=device) if view == 1 else torch.zeros(batch, device=device)
    crop, frame = (kind < 0.40).float(), ((kind >= 0.40) & (kind < 0.60)).float()
    shift, turn = ((kind >= 0.60) & (kind < 0.70)).float(), (kind >= 0.70).float()
    turn = torch.maximum(turn, crop * (torch.rand(batch, device=device) < 0.15).float())

    keep = view * torch.exp(uniform(batch, -0.12, 0.12, device) * severity)
    grow = 1 + uniform(batch, 0, 0.15, device) * severity
    sides, offsets = [], []
    for axis in range(2):
        stretch = torch.exp(uniform(batch, -0.06, 0.06, device) * severity)
        side = 1 + crop * ((keep * stretch).clamp(max=1) - 1) + frame * (grow * stretch - 1)
        sides.append(side)
        offsets.append((side - 1).abs() * uniform(batch, -1, 1, device) + shift * uniform(batch, -0.12, 0.12, device) * severity)
    matrices = placement(sides[0], sides[1], offsets[0], offsets[1])

    angle = turn * uniform(batch, -1, 1, device) * (9 * severity * math.pi / 180)
    zoom = 1 - turn * uniform(batch, 0, 0.15, device) * severity
    rotation = torch.zeros(batch, 3, 3, device=device)
    rotation[:, 0, 0], rotation[:, 0, 1] = zoom * angle.cos(), -zoom * angle.sin()
    rotation[:, 1, 0], rotation[:, 1, 1], rotation[:, 2, 2] = zoom * angle.sin(), zoom * angle.cos(), 1
    tilt = turn * (torch.rand(batch, device=device) < 0.4).float() * severity
    scale = on_device([[0.05, 0.05, 0.03], [0.05, 0.05, 0.03], [0.05, 0.05, 0.0]], device)
    matrices = matrices @ rotation + torch.randn(batch, 3, 3, device=device) * scale * tilt.view(batch, 1, 1)

    warped, inside = warp(x, matrices)
    # Around a framed picture: one color, or another picture, as in a page.
    page = chosen(batch, 0.3, device)
    around = page * x.detach().roll(1, 0) + (1 - page) * torch.rand(batch, 3, 1, 1, device=device)
    warped = warped * inside + around * (1 - inside)

    fill = torch.rand(batch, 3, 1, 1, device=device)
    sticker = random_rectangles(batch, height, width, 0.05, 0.35, device) * chosen(batch, 0.12 * severity, device)
    warped = warped * (1 - sticker) + fill * sticker
    # Some keep only a window, the rest is gray, so that the message does not depend on one place.
    window = random_rectangles(batch, height, width, 0.6, 0.95, device)
    windowed = chosen(batch, 0.12 * severity * view, device)
    return warped * (1 - windowed) + windowed * (warped * window + 0.5 * (1 - window)), matrices


# ------------------------------------------------------------ chains

def attack(x, severity, view=1):
    """The pictures after a chain, and the matrices from places in them to places in x."""
    batch, device, side = x.shape[0], x.device, x.shape[-1]
    x, matrices = to_bytes(x), torch.eye(3, device=device).repeat(batch, 1, 1)
    if view == 1 and (severity <= 0 or random.random() < 0.08):
        return x, matrices
    if view < 1 or random.random() < 0.55:
        x, matrices = change_geometry(x, severity, view)
    draw = random.random()
    if draw < 0.40:
        x = change_light(x, severity)
    elif draw < 0.60 and view == 1:
        x = over_expose(x, severity)
    draw = random.random()
    if draw < 0.14:
        x = blur(x, 0.3 + 1.4 * severity * random.random() * side / 256)
    elif draw < 0.20:
        x = (x + (x - blur(x, 1.0)) * (1.5 * severity * random.random())).clamp(0, 1)
    elif draw < 0.34:
        x = (x + torch.randn_like(x) * (uniform(batch, 0, 0.06, device).view(batch, 1, 1, 1) * severity)).clamp(0, 1)
    elif draw < 0.54:
        small = max(64, int(side * (1 - random.random() * 0.6 * severity)))
        x = resize(x, small, small, random.choice(["bilinear", "bicubic", "area", "bilinear"])).clamp(0, 1)
        if random.random() < 0.5:
            x = resize(x, side, side, random.choice(["bilinear", "bicubic"])).clamp(0, 1)
    worst = 40 if side <= 256 else 26  # real pictures are larger, so the same quality costs them less
    draw = random.random()
    if draw < 0.5:
        x = jpeg(x, (98 - uniform(batch, 0, 98 - worst, device) * severity).round(), random.random() < 0.8)
    elif draw < 0.75:
        x = webp_like(x, 4 + uniform(batch, 0, 40 if side > 256 else 30, device) * severity, random.choice([4, 8, 8, 16]))
    return x.clamp(0, 1), matrices


def validation_attacks():
    """Fixed attacks for the curves printed during training, with the side of their view."""

    def constant(x, value):
        return torch.full((x.shape[0],), float(value), device=x.device)

    def crop(keep):
        def apply(x):
            k = constant(x, keep)
            return warp(x, placement(k, k, (1 - k) * 0.5, (k - 1) * 0.3))[0]
        return apply

    def turn(x):
        matrices = torch.eye(3, device=x.device).repeat(x.shape[0], 1, 1)
        angle = math.radians(5)
        matrices[:, 0, 0] = matrices[:, 1, 1] = math.cos(angle)
        matrices[:, 0, 1], matrices[:, 1, 0] = -math.sin(angle), math.sin(angle)
        warped, inside = warp(x, matrices)
        return warped * inside

    def screenshot(x):
        warped, inside = warp(x, placement(constant(x, 1.08), constant(x, 1.12), constant(x, 0), constant(x, -0.1)))
        return jpeg(warped * inside + 0.12 * (1 - inside), constant(x, 80))

    return {
        "none": (256, lambda x: x),
        "jpeg30": (256, lambda x: jpeg(x, constant(x, 30))),
        "webp": (256, lambda x: webp_like(x, constant(x, 28))),
        "half": (256, lambda x: resize(x, 128, 128)),
        "noise": (256, lambda x: x + torch.randn_like(x) * 0.04),
        "bright": (256, lambda x: x * 1.3),
        "turn5": (256, turn),
        "screenshot": (256, screenshot),
        "crop80": (192, crop(0.8)),
        "crop70": (192, crop(0.7)),
        "crop50": (128, crop(0.5)),
    }

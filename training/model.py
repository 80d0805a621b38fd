"""The image watermark's two networks. Both see RGB in 0..1.

Encoder, at 256 x 256: picture and 160 code bits to a luma residual with the same power everywhere,
so that "add nothing" is never a solution and no place is conspicuous. The message has a period of
128 pixels, twice across and twice down, so that any part of half the width and half the height
contains all of it. Every other period across is half a period lower: if only a band of the picture
is left, such as the ground under a sky that turned white, each half has the rows that the other
lacks.

Decoder, at any multiple of 32 pixels: a view of the picture to one logit for each code bit,
positive for 1. A view shows the picture, or what is left of it, at the scale of the encoder: a crop
to half of each side is read at 128 x 128. The place in the period where a crop starts is unknown,
so its features are folded onto one period of 4 x 4 cells, and read once for each of the 16 shifts
by whole cells. The networks learn to tolerate half a cell and some scale.
"""

import torch
import torch.nn.functional as F
from torch import nn

SIZE = 256
CODE_BITS = 160
CELL = 32  # pixels between two features of the decoder
PERIOD = 4  # cells after which the message repeats
STAGGER = PERIOD // 2  # cells by which every other period across is lower
MESSAGE_GRID = PERIOD * CELL // 16  # the encoder lays the message out on a grid of 16 pixels
REPEATS = SIZE // (PERIOD * CELL)
FULL_DEVIATION = 0.03  # of luma in a block that hides the mark at its full strength
PLAIN_STRENGTH = 0.5  # of the full strength, on plain ground
ONE_COLOUR = 0.002  # deviation below which a block counts as one color
EVEN_POWER = 0.62  # root mean square of an even drawing before it is brought to 1


def luma(picture):
    return 0.299 * picture[:, 0:1] + 0.587 * picture[:, 1:2] + 0.114 * picture[:, 2:3]


def group_norm(channels):
    groups = next(g for g in (16, 12, 8, 6, 4, 2, 1) if channels % g == 0 and channels // g >= 2)
    return nn.GroupNorm(groups, channels)


class Convolution(nn.Module):
    def __init__(self, inputs, outputs, kernel=3, stride=1):
        super().__init__()
        self.convolution = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False)
        self.norm = group_norm(outputs)

    def forward(self, x):
        return F.silu(self.norm(self.convolution(x)))


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.first = Convolution(channels, channels)
        self.second = nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.norm = group_norm(channels)
        nn.init.constant_(self.norm.weight, 0.2)

    def forward(self, x):
        return F.silu(x + self.norm(self.second(self.first(x))))


class Mixing(nn.Module):
    """Self-attention over the cells, so that what one place saw of the geometry helps to read
    another. After the folding, cells differ by their place in the period. Before, their number
    depends on the size of the view."""

    def __init__(self, channels, places=0, heads=4):
        super().__init__()
        self.heads = heads
        self.position = nn.Parameter(torch.randn(1, places, channels) * 0.02) if places else 0
        self.norm = nn.LayerNorm(channels)
        self.query_key_value = nn.Linear(channels, 3 * channels)
        self.output = nn.Linear(channels, channels)
        self.hidden_norm = nn.LayerNorm(channels)
        self.hidden = nn.Sequential(nn.Linear(channels, 2 * channels), nn.SiLU(), nn.Linear(2 * channels, channels))
        for layer in (self.output, self.hidden[2]):
            nn.init.normal_(layer.weight, std=0.02)
            nn.init.zeros_(layer.bias)

    def forward(self, x):
        batch, channels, height, width = x.shape
        places, depth = height * width, channels // self.heads
        tokens = x.flatten(2).transpose(1, 2) + self.position
        parts = self.query_key_value(self.norm(tokens)).view(batch, places, 3, self.heads, depth).permute(2, 0, 3, 1, 4)
        query, key, value = parts[0], parts[1], parts[2]
        attention = torch.softmax(query @ key.transpose(-2, -1) * depth**-0.5, dim=-1)
        tokens = tokens + self.output((attention @ value).transpose(1, 2).reshape(batch, places, channels))
        tokens = tokens + self.hidden(self.hidden_norm(tokens))
        return tokens.transpose(1, 2).reshape(batch, channels, height, width)


def least_of_neighbours(x):
    return -F.max_pool2d(-x, 3, 1, 1)


def hiding(y, spared=0, block=4):
    """How much of the mark each place hides, 0..1: full strength in texture, half on plain ground
    and next to it. Where `spared` is 1, ground of a single color gets nothing, as in graphics
    that must stay small."""
    mean = F.avg_pool2d(y, block)
    deviation = torch.sqrt((F.avg_pool2d(y * y, block) - mean * mean).clamp(min=0) + 1e-8)
    strength = least_of_neighbours((deviation / FULL_DEVIATION).clamp(PLAIN_STRENGTH, 1))
    strength = strength * (1 - spared * (deviation < ONE_COLOUR))
    return F.interpolate(strength, size=y.shape[-2:], mode="bilinear", align_corners=False)


def around(x, reach):
    """The mean of the places within a reach."""
    return F.avg_pool2d(F.pad(x, (reach,) * 4, mode="reflect"), 2 * reach + 1, 1)


def even(drawn):
    """The drawing with the same power everywhere and without peaks or slow waves, which people
    would see."""
    drawn = drawn - around(drawn, 4)
    drawn = drawn / torch.sqrt((drawn * drawn).mean(dim=(1, 2, 3), keepdim=True) + 1e-8)
    drawn = torch.tanh(drawn / torch.sqrt(around(drawn * drawn, 2) + 0.02))
    return drawn / EVEN_POWER


class Encoder(nn.Module):
    """Draws at 128 x 128: finer waves would not survive, and are more visible."""

    def __init__(self, widths=(32, 64, 96), psnr=44.5):
        super().__init__()
        fine, middle, coarse = widths
        self.placed = nn.Linear(CODE_BITS, 8 * MESSAGE_GRID * MESSAGE_GRID)  # the message as a separate picture
        self.spread = nn.Sequential(nn.Linear(CODE_BITS, 96), nn.SiLU(), nn.Linear(96, 32))  # the same everywhere
        self.message16 = Convolution(8, 24)
        self.message32 = Convolution(24, 24)
        self.message64 = Convolution(24, 16)
        self.stem = Convolution(48, fine)
        self.down0 = Convolution(fine + 16, fine)
        self.down1 = nn.Sequential(Convolution(fine, middle, 3, 2), Convolution(middle, middle))
        self.down2 = Convolution(middle, coarse, 3, 2)
        self.middle = nn.Sequential(Convolution(coarse + 24 + 32, coarse), Residual(coarse))
        self.up1 = nn.Sequential(Convolution(coarse + middle + 24, middle), Convolution(middle, middle))
        self.up0 = nn.Sequential(Convolution(middle + fine + 16, fine), Convolution(fine, fine))
        self.head = nn.Conv2d(fine, 16, 3, 1, 1)
        self.tail = nn.Sequential(nn.Conv2d(4, 8, 3, 1, 1), nn.SiLU(), nn.Conv2d(8, 1, 3, 1, 1))
        self.register_buffer("rms", torch.tensor(10 ** (-psnr / 20)))

    def draw(self, picture, bits):
        signs = bits * 2 - 1
        grid = self.placed(signs).view(-1, 8, MESSAGE_GRID, MESSAGE_GRID)
        spread = self.spread(signs)[:, :, None, None].expand(-1, -1, SIZE // 16, SIZE // 16)
        message16 = self.message16(torch.cat([grid, rolled(grid, MESSAGE_GRID // 2, 2)], 3).repeat(1, 1, REPEATS, REPEATS // 2))
        message32 = self.message32(double(message16))
        message64 = self.message64(double(message32))
        at64 = self.down0(torch.cat([self.stem(F.pixel_unshuffle(picture * 2 - 1, 4)), message64], 1))
        at32 = self.down1(at64)
        h = self.middle(torch.cat([self.down2(at32), message16, spread], 1))
        h = self.up1(torch.cat([double(h), at32, message32], 1))
        h = self.up0(torch.cat([double(h), at64, message64], 1))
        return self.tail(F.pixel_shuffle(self.head(h), 2))

    def forward(self, picture, bits):
        large = F.interpolate(even(self.draw(picture, bits)), scale_factor=2.0, mode="bilinear", align_corners=False)
        return large * hiding(luma(picture)) * self.rms


def double(x):
    return F.interpolate(x, scale_factor=2.0, mode="nearest")


def rolled(x, steps, axis):
    """torch.roll, with operations of ONNX."""
    kept = x.shape[axis] - steps
    return torch.cat([x.narrow(axis, kept, steps), x.narrow(axis, 0, kept)], axis) if steps else x


def fold(features, across):
    """(B,C,H,W) of a view that starts `across` cells into a period to (B,C,4,4): the mean over all
    cells at the same place in the period."""
    constants = {"device": features.device, "dtype": features.dtype}
    rows = torch.eye(PERIOD, **constants).repeat(3, 1)[:features.shape[2]]
    columns = torch.eye(2 * PERIOD, **constants).repeat(2, 1)[across:across + features.shape[3]]
    upper, lower = ((rows / rows.sum(0)).T @ features @ columns).split(PERIOD, 3)
    count = columns.sum(0)
    return (upper + rolled(lower, STAGGER, 2)) / (count[:PERIOD] + count[PERIOD:])


def every_shift(features):
    """(B,C,H,W) to (B,16,C,4,4): folded onto one period, for each shift of the view, 4 * down + across."""
    folded = torch.stack([fold(features, across) for across in range(PERIOD)], 1)
    return torch.cat([rolled(folded, down, 3) for down in range(PERIOD)], 1)


class Decoder(nn.Module):
    def __init__(self, widths=(48, 96, 160, 192), depths=(2, 3, 3, 1)):
        super().__init__()
        layers = [Convolution(1, 24, 5, 2), Convolution(24, widths[0], 3, 2)]
        for stage, (width, depth) in enumerate(zip(widths, depths)):
            if stage:
                layers.append(Convolution(widths[stage - 1], width, 3, 2))
            layers += [Residual(width) for _ in range(depth)]
        channels = widths[-1]
        self.body = nn.Sequential(*layers, Mixing(channels))
        self.mixing = nn.Sequential(*[Mixing(channels, PERIOD * PERIOD) for _ in range(2)])
        self.local = nn.Conv2d(channels, 64, 1)
        self.placed = nn.Linear(64 * PERIOD * PERIOD, CODE_BITS)
        self.spread = nn.Linear(channels, CODE_BITS)

    def read(self, cells):
        """cells (B,C,4,4), in their places, to logits (B,160)."""
        h = self.mixing(cells)
        return self.placed(F.silu(self.local(h)).flatten(1)) + self.spread(h.mean(dim=(2, 3)))

    def look(self, view):
        return self.body(luma(view) * 2 - 1)

    def at_shift(self, view, shift):
        """Logits (B,160) for views with a known shift (B), 4 * down + across. For training."""
        cells = every_shift(self.look(view))
        return self.read(cells[torch.arange(len(cells), device=cells.device), shift])

    def forward(self, view):
        """Logits (B,16,160), one row for each shift."""
        return self.read(every_shift(self.look(view)).flatten(0, 1)).view(-1, PERIOD * PERIOD, CODE_BITS)

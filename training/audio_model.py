"""The sound watermark's two networks. Both see mono samples at 16 kHz, -1 to 1, a multiple of 1,024
of them.

Encoder: sound and 160 code bits to a residual with fixed power, so that "add nothing" is never a
solution. It works on a spectrogram of 384 bins from 188 Hz to 6.2 kHz, which every codec keeps, and
says for each bin how much its magnitude grows or shrinks, relative to what is loud around it.
Phases do not change. The message repeats with a period of 32 cells of 64 milliseconds, 2.048
seconds, so that any cut contains all of it.

Decoder: magnitudes only, so that delays and phases do not matter. Features of each cell are folded
onto one period, and read once for each of the 32 shifts by whole cells at which a cut can start.
The network learns to tolerate half a cell. The longer the sound, the more periods contribute to
each bit.

The Fourier transform is part of the exported networks: there it is a convolution with a basis that
the graph computes.
"""

import math

import torch
import torch.nn.functional as F
from torch import nn

from model import CODE_BITS, Convolution, Residual, group_norm

RATE = 16000
FRAME = 1024
HOP = 256
FIRST_BIN = 12
BINS = 384
CELL = 4 * HOP  # samples between two features of the decoder
PERIOD = 32  # cells after which the message repeats
MOST_CELLS = 8 * PERIOD  # the maximum of one reading
BANDS = 24  # in which the encoder lays out the message
LARGEST_CHANGE = 0.5  # of a bin, relative to what is loud around it


# ------------------------------------------------------------ spectra

def window(device):
    """The root of Hann's: analysis and synthesis together are Hann's, and those of all frames add up to two."""
    return torch.hann_window(FRAME, device=device).sqrt()


class Tables(nn.Module):
    """The transform's basis (2 * 384, 1, 1024): cosines, then sines, times the window. Computed
    from small integers, so that an exported graph contains the formula and not the table."""

    def __init__(self):
        super().__init__()
        self.register_buffer("bins", torch.arange(FIRST_BIN, FIRST_BIN + BINS).float())
        self.register_buffer("times", torch.arange(FRAME).float())

    def forward(self):
        angles = torch.fmod(self.bins[:, None] * self.times[None], FRAME) * (2 * math.pi / FRAME)
        hann = 0.5 - 0.5 * torch.cos(self.times * (2 * math.pi / FRAME))
        return (torch.cat([torch.cos(angles), -torch.sin(angles)]) * torch.sqrt(hann))[:, None]


def analyse(wave, tables):
    """(B,N) to real and imaginary parts (B,384,N/256). Frame t is centered on sample 256 t."""
    frames = wave.shape[1] // HOP
    if torch.onnx.is_in_onnx_export():
        parts = F.conv1d(F.pad(wave, (FRAME // 2, FRAME // 2))[:, None], tables(), stride=HOP)
        return parts[:, :BINS, :-1], parts[:, BINS:, :-1]
    spectrum = torch.stft(wave, FRAME, HOP, FRAME, window(wave.device), center=True, pad_mode="constant", return_complex=True)
    spectrum = spectrum[:, FIRST_BIN:FIRST_BIN + BINS, :frames]
    return spectrum.real, spectrum.imag


def synthesise(real, imaginary, tables):
    """The sound (B,N) of such parts, N = 256 times the frames."""
    if torch.onnx.is_in_onnx_export():
        parts = torch.cat([real, imaginary], 1) / FRAME
        return F.conv_transpose1d(parts, tables(), stride=HOP)[:, 0, FRAME // 2:FRAME // 2 - FRAME + HOP]
    above = FRAME // 2 + 1 - FIRST_BIN - BINS
    spectrum = F.pad(torch.complex(real, imaginary), (0, 0, FIRST_BIN, above))
    frames = torch.fft.irfft(spectrum, dim=1) * window(real.device)[None, :, None] / 2
    length = (real.shape[2] - 1) * HOP + FRAME
    wave = F.fold(frames, (1, length), (1, FRAME), stride=(1, HOP))[:, 0, 0]
    return wave[:, FRAME // 2:FRAME // 2 + real.shape[2] * HOP]


def smooth(x, bins, frames):
    """The mean over a neighborhood of each place of (B,384,T)."""
    x = F.avg_pool2d(x[:, None], (bins, 1), 1, (bins // 2, 0), count_include_pad=False)
    return F.avg_pool2d(x, (1, frames), 1, (0, frames // 2), count_include_pad=False)[:, 0]


def look(magnitude, loudness):
    """The view of the networks on a spectrogram (B,384,T): levels, and how they differ from what is
    around them."""
    level = torch.log(magnitude / loudness + 1e-3)
    around = smooth(level, 9, 9)
    return torch.stack([around + 2, level - around], 1)


def loudness_of(wave):
    return torch.sqrt((wave * wave).mean(1) + 1e-9)[:, None, None] * math.sqrt(FRAME / 2)


def normalise(residual, wave, ratio):
    """Scales a residual so that the sound is `ratio` decibels (B or one) above it."""
    power = (wave * wave).mean(1) * 10 ** (-ratio / 10)
    return residual * torch.sqrt(power / ((residual * residual).mean(1) + 1e-12))[:, None]


def pattern():
    """(160, 24 * 32): the bit of each place of the period, and its sign. Both networks start with
    it, as an ordinary spread-spectrum mark and its matched filter, so that there is something to
    read from the first step on."""
    generator = torch.Generator().manual_seed(16)
    places = torch.randperm(BANDS * PERIOD, generator=generator)
    signs = torch.randint(0, 2, (BANDS * PERIOD,), generator=generator) * 2.0 - 1
    drawn = torch.zeros(CODE_BITS, BANDS * PERIOD)
    drawn[torch.arange(BANDS * PERIOD) % CODE_BITS, places] = signs
    return drawn


# ------------------------------------------------------------ encoder

def double(x):
    """Twice as many bands."""
    return F.interpolate(x, scale_factor=(2.0, 1.0), mode="nearest")


class Encoder(nn.Module):
    def __init__(self, widths=(40, 64, 96), ratio=26.5):
        super().__init__()
        full, half, quarter = widths
        self.placed = nn.Linear(CODE_BITS, 8 * BANDS * PERIOD)  # the message as a separate spectrogram
        self.spread = nn.Linear(CODE_BITS, 32)  # the same everywhere
        self.message24 = Convolution(8, 24)
        self.message48 = Convolution(24, 24)
        self.message96 = Convolution(24, 16)
        self.stem = Convolution(2 * 4 * 4, full)
        self.down0 = Convolution(full + 16, full)
        self.down1 = Convolution(full, half, 3, (2, 1))
        self.down2 = Convolution(half, quarter, 3, (2, 1))
        self.middle = nn.Sequential(Convolution(quarter + 24 + 32, quarter), Residual(quarter))
        self.up1 = Convolution(quarter + half + 24, half)
        self.up0 = nn.Sequential(Convolution(half + full + 16, full), Convolution(full, full))
        self.head = nn.Conv2d(full, 4 * 4, 3, 1, 1)
        with torch.no_grad():
            self.placed.weight[:BANDS * PERIOD] = pattern().T
            self.placed.bias[:BANDS * PERIOD] = 0
        self.tables = Tables()
        self.register_buffer("ratio", torch.tensor(float(ratio)))

    def plan(self, seen, bits):
        """The wanted change of each bin (B,384,T), -1 to 1. T is a multiple of four frames."""
        signs = bits * 2 - 1
        cells = seen.shape[3] // 4
        grid = self.placed(signs).view(-1, 8, BANDS, PERIOD).repeat(1, 1, 1, MOST_CELLS // PERIOD)[..., :cells]
        spread = self.spread(signs)[:, :, None, None].expand(-1, -1, BANDS, cells)
        message24 = self.message24(grid)
        message48 = self.message48(double(message24))
        message96 = self.message96(double(message48))
        at96 = self.down0(torch.cat([self.stem(F.pixel_unshuffle(seen, 4)), message96], 1))
        at48 = self.down1(at96)
        h = self.middle(torch.cat([self.down2(at48), message24, spread], 1))
        h = self.up1(torch.cat([double(h), at48, message48], 1))
        h = self.up0(torch.cat([double(h), at96, message96], 1))
        fine = F.pixel_shuffle(self.head(h), 4)
        plain = F.interpolate(grid[:, :1], scale_factor=(float(BINS // BANDS), 4.0), mode="nearest")
        return torch.tanh(fine + plain)[:, 0]

    def draw(self, wave, bits, half=False):
        """The residual before its power is set, and its changes relative to what is loud around
        each bin."""
        real, imaginary = analyse(wave, self.tables)
        power = real * real + imaginary * imaginary + 1e-12
        magnitude = torch.sqrt(power)
        seen = look(magnitude, loudness_of(wave))
        with torch.autocast(wave.device.type, torch.bfloat16, enabled=half):
            planned = self.plan(seen, bits)
        around = torch.sqrt(smooth(power, 5, 3))
        # A bin is never turned into its opposite.
        change = torch.maximum(planned.float() * LARGEST_CHANGE * around, -0.8 * magnitude)
        factor = change / magnitude
        return synthesise(real * factor, imaginary * factor, self.tables), change / around

    def forward(self, wave, bits):
        return normalise(self.draw(wave, bits)[0], wave, self.ratio)


# ------------------------------------------------------------ decoder

class Line(nn.Module):
    """A residual block along time. circular: over one period, which has no ends."""

    def __init__(self, channels, circular=False):
        super().__init__()
        mode = "circular" if circular else "zeros"
        self.first = nn.Conv1d(channels, channels, 3, 1, 1, bias=False, padding_mode=mode)
        self.first_norm = group_norm(channels)
        self.second = nn.Conv1d(channels, channels, 3, 1, 1, bias=False, padding_mode=mode)
        self.second_norm = group_norm(channels)
        nn.init.constant_(self.second_norm.weight, 0.2)

    def forward(self, x):
        return F.silu(x + self.second_norm(self.second(F.silu(self.first_norm(self.first(x))))))


class Decoder(nn.Module):
    def __init__(self, widths=(24, 32, 48, 64), channels=320, depth=4):
        super().__init__()
        first, second, third, fourth = widths
        self.front = nn.Sequential(
            Convolution(2, first, 5, (2, 1)), Convolution(first, second, 3, 2), Residual(second),
            Convolution(second, third, 3, 2), Residual(third), Convolution(third, fourth, 3, (2, 1)), Residual(fourth))
        self.join = nn.Conv1d(fourth * BANDS, channels, 1, bias=False)
        self.join_norm = group_norm(channels)
        self.body = nn.Sequential(*[Line(channels) for _ in range(depth)])
        self.folded = Line(channels, circular=True)
        self.local = nn.Conv1d(channels, 64, 1)
        self.placed = nn.Linear(64 * PERIOD, CODE_BITS)
        self.spread = nn.Linear(channels, CODE_BITS)
        self.plain = nn.Linear(BANDS * PERIOD, CODE_BITS, bias=False)
        with torch.no_grad():
            self.plain.weight.copy_(pattern())
            self.placed.weight.mul_(0.2)
            self.spread.weight.mul_(0.2)
        self.tables = Tables()
        shifts = torch.arange(PERIOD)
        source = (torch.arange(PERIOD)[None] - shifts[:, None]) % PERIOD  # by shift: which cell comes to each place
        self.register_buffer("shifted", source, persistent=False)

    def look(self, wave):
        """Features (B,C+24,32) of one period, in the order of the sound. The last 24 are how the
        bands differ from the cells around them."""
        real, imaginary = analyse(wave, self.tables)
        seen = look(torch.sqrt(real * real + imaginary * imaginary + 1e-12), loudness_of(wave))
        levels = F.avg_pool2d(seen.sum(1, keepdim=True), (BINS // BANDS, 4))[:, 0]
        levels = torch.tanh(2.5 * (levels - F.avg_pool1d(levels, 9, 1, 4, count_include_pad=False)))
        h = self.front(seen)
        h = self.body(F.silu(self.join_norm(self.join(h.flatten(1, 2)))))
        places = torch.eye(PERIOD, device=h.device, dtype=h.dtype).repeat(MOST_CELLS // PERIOD, 1)[:h.shape[2]]
        places = places / places.sum(0)
        return torch.cat([self.folded(h @ places), levels.to(h.dtype) @ places], 1)

    def read(self, cells):
        """cells (B,C+24,32), in their places, to logits (B,160)."""
        h, levels = cells[:, :-BANDS], cells[:, -BANDS:]
        return self.placed(F.silu(self.local(h)).flatten(1)) + self.spread(h.mean(2)) + self.plain(levels.flatten(1))

    def at_shift(self, wave, shift):
        """Logits (B,160) for sounds with a known shift (B), the cell of the period at which each
        starts. For training."""
        cells = self.look(wave)
        index = self.shifted[shift][:, None].expand(-1, cells.shape[1], -1)
        return self.read(cells.gather(2, index))

    def forward(self, wave):
        """Logits (B,32,160), one row for each shift. At least one period."""
        cells = self.look(wave)
        every = cells[:, :, self.shifted].transpose(1, 2)
        return self.read(every.reshape(-1, cells.shape[1], PERIOD)).view(-1, PERIOD, CODE_BITS)

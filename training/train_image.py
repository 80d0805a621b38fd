"""Trains the image watermark from scratch, within a given number of minutes on one GPU.

  python3 train_image.py --images data/images --out out --minutes 22

There is no trade-off between picture and message: the residual's power follows a schedule. The
curriculum follows the measured bit accuracy: a few pictures, all pictures, attacks and crops, then
quality. A floor that rises with time makes sure that the final quality is always reached.
`model.pt` has the averaged weights, in half precision. With --resume, training continues from such
a file, at its saved quality. The nominal quality is that of places that hide the mark at its full
strength.
"""

import argparse
import copy
import math
import os
import random
import time

import torch
import torch.nn.functional as F

from attacks import attack, chosen, resize, to_bytes, uniform, validation_attacks
from curriculum import Curriculum, Pace
from data import draw_pictures, is_held_out, list_pictures, load_squares
from model import CELL, CODE_BITS, PERIOD, SIZE, STAGGER, Decoder, Encoder, even, hiding, luma

FIRST_PSNR = 22.0
UNMARKED_SHARE = 32  # one picture in 32 carries nothing, and the decoder must say so
GROUPS = 4  # attack chains in a batch
CROPPED_VIEWS = (192, 128)  # sides of the views for crops only; the reader also tries sides between them
PACE = Pace(first_stage=(0.93, 0.3), second_stage=(0.95, 0.33), severe_from=0.3,
            early_step=0.15, late_steps=(0.14, 0.07), quiet_within=0.42)


def begin(final_psnr, stage=0, first_psnr=FIRST_PSNR):
    return Curriculum(PACE, first_psnr, final_psnr, early_most=max(first_psnr, final_psnr - 11), stage=stage)


def choose_view(curriculum):
    """The side of the next view: crops come when the whole picture can be read, and become half of
    all."""
    if curriculum.stage < 2 or random.random() > 0.55 * curriculum.severity:
        return SIZE
    return random.choice(CROPPED_VIEWS)


def lay(drawn, pictures, rms, spared=0):
    """The drawing at the size of the pictures, as strong as each place can hide it."""
    large = F.interpolate(even(drawn.float()), size=pictures.shape[-2:], mode="bilinear", align_corners=False)
    return large * hiding(luma(pictures), spared) * rms


def known_shift(matrices, side):
    """By how many whole cells views of this side are off the period, from where the middle of each
    one was."""
    middle = (matrices[:, :2, 2] / matrices[:, 2:, 2] + 1) / 2 * SIZE
    across, down = ((middle - side / 2) / CELL).round().long().unbind(1)
    lower = across // PERIOD * STAGGER  # a view that starts in the second period across starts in the lower one
    return (down + lower) % PERIOD * PERIOD + across % PERIOD


@torch.no_grad()
def validate(encoder, decoder, pictures, bits, psnr, attacks):
    with torch.autocast("cuda", torch.bfloat16):
        drawn = torch.cat([encoder.draw(pictures[i:i + 32], bits[i:i + 32]) for i in range(0, len(pictures), 32)])
    marked = to_bytes(pictures + lay(drawn, pictures, 10 ** (-psnr / 20)))
    quality = -10 * torch.log10(((marked - pictures) ** 2).mean(dim=(1, 2, 3)) + 1e-12)
    parts = [f"psnr {quality.mean():.2f} least {quality.min():.2f} |"]
    for name, (side, apply) in attacks.items():
        seen = resize(apply(marked).clamp(0, 1), side, side)
        with torch.autocast("cuda", torch.bfloat16):
            logits = torch.cat([decoder(seen[i:i + 32]) for i in range(0, len(seen), 32)]).float()
        surest = logits.abs().clamp(max=4).sum(2).argmax(1)
        logits = logits[torch.arange(len(logits)), surest]
        parts.append(f"{name} {((logits > 0).float() == bits).float().mean():.3f}")
    return " ".join(parts)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--images", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--minutes", type=float, default=22)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--psnr", type=float, default=44.5)
    parser.add_argument("--resume")
    parser.add_argument("--decoder", help="a model whose decoder a new encoder learns to write for; then both learn")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    random.seed(1)
    torch.manual_seed(1)
    torch.backends.cudnn.benchmark = True
    torch.backends.cudnn.allow_tf32 = False  # blur kernels stay exact; the networks run in bfloat16
    started = time.time()

    def say(*words):
        print(f"{time.time() - started:6.0f}s", *words, flush=True)

    paths = list_pictures(options.images)
    squares = load_squares([p for p in paths if not is_held_out(p)]).cuda()
    held_out = load_squares([p for p in paths if is_held_out(p)], corners=False).cuda()
    held_out = resize(held_out.float() / 255, SIZE, SIZE).clamp(0, 1)
    held_out_bits = torch.randint(0, 2, (len(held_out), CODE_BITS), device="cuda").float()
    attacks = validation_attacks()

    encoder = Encoder(psnr=options.psnr).cuda().to(memory_format=torch.channels_last)
    decoder = Decoder().cuda().to(memory_format=torch.channels_last)
    curriculum = begin(options.psnr)
    if options.resume:
        stored = torch.load(options.resume, map_location="cpu", weights_only=True)
        encoder.load_state_dict(stored["encoder"])
        decoder.load_state_dict(stored["decoder"])
        curriculum.quality = stored["psnr"]
        curriculum.stage, curriculum.severity = (3, 1.0) if curriculum.quality >= options.psnr else (2, 0.5)
    if options.decoder:
        decoder.load_state_dict(torch.load(options.decoder, map_location="cpu", weights_only=True)["decoder"])
        curriculum = begin(options.psnr, stage=1, first_psnr=33.0)
    averaged_encoder, averaged_decoder = copy.deepcopy(encoder).eval(), copy.deepcopy(decoder).eval()
    weights = [*encoder.parameters(), *decoder.parameters()]
    averaged = [*averaged_encoder.requires_grad_(False).parameters(), *averaged_decoder.requires_grad_(False).parameters()]
    optimizer = torch.optim.AdamW(
        [{"params": [p for p in weights if p.ndim > 1], "weight_decay": 0.01},
         {"params": [p for p in weights if p.ndim <= 1], "weight_decay": 0.0}],
        lr=options.rate, betas=(0.9, 0.99), fused=True)
    read = torch.compile(decoder.at_shift)
    say(f"{len(squares)} squares, {len(held_out)} held out; encoder {sum(p.numel() for p in encoder.parameters())} "
        f"and decoder {sum(p.numel() for p in decoder.parameters())} weights; torch {torch.__version__}, "
        f"{torch.cuda.get_device_name(0)}")

    batch, step, seconds = options.batch, 0, options.minutes * 60
    sums, counted, printed, saved = torch.zeros(2, device="cuda"), 0, (time.time(), 0), time.time()
    while time.time() - started < seconds:
        progress = (time.time() - started) / seconds
        cosine = 1.0 if progress < 0.45 else 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * (progress - 0.45) / 0.55))
        for group in optimizer.param_groups:
            group["lr"] = options.rate * min(1, (step + 1) / 200) * cosine

        side = random.choice([SIZE, SIZE, 384]) if curriculum.stage >= 2 else SIZE
        pictures = draw_pictures(squares, batch, side, few=curriculum.stage == 0)
        small = resize(pictures, SIZE, SIZE, random.choice(["bilinear", "area", "bicubic"])).clamp(0, 1)
        bits = (torch.rand(batch, CODE_BITS, device="cuda") < 0.5).float()
        with torch.autocast("cuda", torch.bfloat16):
            drawn = encoder.draw(small.contiguous(memory_format=torch.channels_last), bits)
        jitter = uniform(batch, -2, 2, "cuda") if curriculum.stage >= 3 else torch.zeros(batch, device="cuda")
        rms = (10 ** (-(curriculum.quality + jitter) / 20)).view(batch, 1, 1, 1)
        present = torch.ones(batch, 1, device="cuda")
        if curriculum.stage >= 2:
            present[::UNMARKED_SHARE] = 0
        marked = pictures + lay(drawn, pictures, rms, chosen(batch, 0.15, "cuda")) * present[:, :, None, None]

        view, seen, shifts = choose_view(curriculum), [], []
        for group in marked.chunk(GROUPS):
            group, matrices = attack(group, curriculum.severity, view / SIZE)
            seen.append(resize(group, view, view, random.choice(["bilinear", "bilinear", "bicubic", "area"])).clamp(0, 1))
            shifts.append(known_shift(matrices, view))
        with torch.autocast("cuda", torch.bfloat16):
            # Compiled for one size only: a minute of compiling for each of the small ones does not
            # pay off.
            look = read if view == SIZE else decoder.at_shift
            logits = look(torch.cat(seen).contiguous(memory_format=torch.channels_last), torch.cat(shifts))
        logits = logits.float()
        loss = F.binary_cross_entropy_with_logits(logits, bits * present + 0.5 * (1 - present))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        if options.decoder and curriculum.stage < 2:
            decoder.zero_grad(set_to_none=True)  # it would unlearn what it knows before the encoder has learned anything
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        step += 1
        with torch.no_grad():
            decay = min(0.998, (1 + step) / (20 + step))
            torch._foreach_lerp_(averaged, weights, 1 - decay)
            right = (((logits > 0).float() == bits).float() * present).sum() / present.sum() / CODE_BITS
            sums += torch.stack([right, loss.detach()])
            counted += 1

        if step % 20 == 0:
            accuracy, mean_loss = (sums / counted).tolist()
            sums.zero_()
            counted = 0
            if not math.isfinite(mean_loss):
                raise SystemExit("the loss is not finite")
            before = curriculum.stage
            curriculum.move(accuracy, progress)
            if curriculum.stage != before:
                say(f"step {step}: stage {curriculum.stage}")
        if step % 200 == 0:
            speed = (step - printed[1]) / (time.time() - printed[0])
            printed = (time.time(), step)
            say(f"step {step} {speed:.1f}/s severity {curriculum.severity:.2f} "
                f"psnr {curriculum.quality:.2f} rate {optimizer.param_groups[0]['lr']:.1e} loss {mean_loss:.4f} "
                f"accuracy {curriculum.accuracy:.4f}")
        if step % 1000 == 0:
            say("held out:", validate(averaged_encoder, averaged_decoder, held_out, held_out_bits, curriculum.quality, attacks))
        if time.time() - saved > 90:
            save(options.out, averaged_encoder, averaged_decoder, curriculum.quality)
            saved = time.time()
    save(options.out, averaged_encoder, averaged_decoder, options.psnr)
    say(f"step {step}, final:", validate(averaged_encoder, averaged_decoder, held_out, held_out_bits, options.psnr, attacks))


def save(folder, encoder, decoder, psnr):
    path = os.path.join(folder, "model.pt")
    encoder, decoder = ({name: value.half() for name, value in network.state_dict().items()} for network in (encoder, decoder))
    torch.save({"encoder": encoder, "decoder": decoder, "psnr": psnr}, path + ".part")
    os.replace(path + ".part", path)


if __name__ == "__main__":
    main()

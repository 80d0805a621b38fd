"""Trains the sound watermark from scratch, within a given number of minutes on one GPU.

  python3 train_audio.py --sounds data/train.mdct --out out --minutes 19 [--call-minutes 9] [--codecs codecs]

There is no trade-off between sound and message: the residual's power follows a schedule. The
curriculum follows the measured bit accuracy: a few sounds, all sounds, attacks, then quality. A
floor that rises with time makes sure that the final quality is always reached. Every minute it
writes `state.pt` (everything) and `model.pt` (the averaged weights, in half precision). The same
command continues from the first, or else from the second, and the time already spent counts. With
--call-minutes it stops earlier: call it again. `best.pt` is the model that read held-out sounds
best.
"""

import argparse
import copy
import math
import os
import random
import time

import numpy as np
import torch
import torch.nn.functional as F

from attacks import uniform
from audio_attacks import attack, validation_attacks
from audio_codecs import CodecPool
from audio_data import draw_sounds, join, split, stretches, unpack
from audio_model import CELL, PERIOD, RATE, Decoder, Encoder, normalise
from curriculum import Curriculum, Pace
from export import narrowed
from model import CODE_BITS

FIRST_RATIO = 12.0  # decibels of the sound above the mark, at the beginning, which untrained networks can read
LARGEST_PART = 0.4  # relative to what is loud around it; a larger change of a bin costs
UNMARKED_SHARE = 32  # one sound in 32 carries nothing, and the decoder must say so
GROUPS = 4  # attack chains in a batch
VIEWS = (64, 64, 96)  # cells that the decoder gets
MARGIN = 8  # cells among which a view can start
CODED = 16  # sounds that go through a real codec together
PACE = Pace(first_stage=(0.9, 0.25), second_stage=(0.93, 0.3), severe_from=0.25,
            early_step=0.1, late_steps=(0.1, 0.05), quiet_within=0.4)


@torch.no_grad()
def validate(encoder, decoder, sounds, bits, ratio, attacks, half):
    """Correct bits at the surest shift, for cuts that start anywhere: the share over all attacks,
    and each in words."""
    marked = torch.cat([part + normalise(encoder.draw(part, word, half)[0], part, ratio)
                        for part, word in zip(sounds.split(16), bits.split(16))])
    shares = {}
    for name, apply in attacks.items():
        seen = apply(marked)[:, 5000:]
        seen = seen[:, :seen.shape[1] // CELL * CELL]
        with torch.autocast(sounds.device.type, torch.bfloat16, enabled=half):
            logits = torch.cat([decoder(part) for part in seen.split(16)]).float()
        surest = logits.abs().clamp(max=4).sum(2).argmax(1)
        logits = logits[torch.arange(len(logits)), surest]
        shares[name] = float(((logits > 0).float() == bits).float().mean())
    return sum(shares.values()) / len(shares), " ".join(f"{name} {share:.3f}" for name, share in shares.items())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sounds", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--minutes", type=float, default=19, help="of training, all calls together")
    parser.add_argument("--call-minutes", type=float, default=1e9, help="of this call, reading the sounds included")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--ratio", type=float, default=26.5, help="decibels of the sound above the mark")
    parser.add_argument("--codecs", help="folder with libmp3lame.so.0 and libopus.so.0")
    parser.add_argument("--workers", type=int, default=14)
    parser.add_argument("--narrow", type=int, default=1, help="divides all widths: for a trial without a GPU")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    called = time.time()
    pool = CodecPool(options.codecs, options.workers)
    random.seed(called)
    torch.manual_seed(int(called))
    device = "cuda" if torch.cuda.is_available() else "cpu"
    half = device == "cuda"
    torch.backends.cudnn.benchmark = True
    torch.backends.cudnn.allow_tf32 = False  # the attacks' transforms stay exact; the networks run in bfloat16

    trained, held_out = split(unpack(options.sounds))
    wave = join(trained, device)
    judged = stretches(join(held_out, device), 48, 10 * PERIOD * CELL // 4)
    judged_bits = torch.randint(0, 2, (len(judged), CODE_BITS), device=device, generator=torch.Generator(device).manual_seed(5)).float()
    attacks = validation_attacks()

    encoder = Encoder(narrowed(options.narrow, 40, 64, 96), options.ratio).to(device)
    decoder = Decoder(narrowed(options.narrow, 24, 32, 48, 64), *narrowed(options.narrow, 320)).to(device)
    averaged_encoder, averaged_decoder = (copy.deepcopy(network).eval().requires_grad_(False) for network in (encoder, decoder))
    weights = [*encoder.parameters(), *decoder.parameters()]
    averaged = [*averaged_encoder.parameters(), *averaged_decoder.parameters()]
    optimizer = torch.optim.AdamW(
        [{"params": [p for p in weights if p.ndim > 1], "weight_decay": 0.01},
         {"params": [p for p in weights if p.ndim <= 1], "weight_decay": 0.0}],
        lr=options.rate, betas=(0.9, 0.99), fused=half)
    curriculum, spent, step, best = Curriculum(PACE, FIRST_RATIO, options.ratio, early_most=16), 0.0, 0, 0.0

    def judge():
        return validate(averaged_encoder, averaged_decoder, judged, judged_bits, curriculum.quality, attacks, half)

    def save_light(name):
        networks = {"encoder": averaged_encoder, "decoder": averaged_decoder}
        light = {name: {key: value.half() for key, value in network.state_dict().items()} for name, network in networks.items()}
        light |= {"ratio": curriculum.quality, "narrow": options.narrow, "spent": spent + time.time() - started, "step": step,
                  "stage": curriculum.stage, "severity": curriculum.severity}
        write(light, os.path.join(options.out, name))
        return light

    def save():
        light = save_light("model.pt")
        everything = {**light, "encoder": encoder.state_dict(), "decoder": decoder.state_dict(), "optimizer": optimizer.state_dict(),
                      "averaged": averaged, "accuracy": curriculum.accuracy, "best": best}
        write(everything, os.path.join(options.out, "state.pt"))

    warm_from = 0  # the step from which the rate rises; again if the optimizer has lost its state
    for name in ("state.pt", "model.pt"):
        path = os.path.join(options.out, name)
        if os.path.exists(path):
            stored = torch.load(path, map_location=device, weights_only=True)
            for network, key in ((encoder, "encoder"), (decoder, "decoder"), (averaged_encoder, "encoder"), (averaged_decoder, "decoder")):
                network.load_state_dict(stored[key])
            if "averaged" in stored:
                optimizer.load_state_dict(stored["optimizer"])
                for mine, theirs in zip(averaged, stored["averaged"]):
                    mine.copy_(theirs)
            else:
                warm_from = stored["step"]
            curriculum.stage, curriculum.severity, curriculum.quality = (stored[key] for key in ("stage", "severity", "ratio"))
            curriculum.accuracy, spent, step = stored.get("accuracy", 0.85), stored["spent"], stored["step"]
            best = stored.get("best", 0.0)
            break

    started = time.time()
    elapsed = lambda: spent + time.time() - started

    def say(*words):
        print(f"{elapsed():6.0f}s", *words, flush=True)

    say(f"{len(wave) / RATE / 60:.0f} minutes of sound, {len(judged)} stretches held out; encoder {sum(p.numel() for p in encoder.parameters())} "
        f"and decoder {sum(p.numel() for p in decoder.parameters())} weights; codecs {' '.join(pool.names) or 'none'}; "
        f"torch {torch.__version__}, {torch.cuda.get_device_name(0) if half else 'no GPU'}; made ready in {started - called:.0f} s; step {step}")

    batch, seconds = options.batch, options.minutes * 60
    sums, counted, printed, saved = torch.zeros(2, device=device), 0, (time.time(), step), time.time()
    coded_right, coded_count = 0.0, 0
    while elapsed() < seconds and time.time() - called < options.call_minutes * 60:
        progress = elapsed() / seconds
        cosine = 1.0 if progress < 0.45 else 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * (progress - 0.45) / 0.55))
        for group in optimizer.param_groups:
            group["lr"] = options.rate * min(1, (step - warm_from + 1) / 100) * cosine

        view = random.choice(VIEWS) if curriculum.stage >= 3 else VIEWS[0]
        sounds = draw_sounds(wave, batch, (view + MARGIN) * CELL, few=curriculum.stage == 0)
        bits = (torch.rand(batch, CODE_BITS, device=device) < 0.5).float()
        drawn, parts = encoder.draw(sounds, bits, half)
        jitter = uniform(batch, -1, 1, device) if curriculum.stage >= 3 else torch.zeros(batch, device=device)
        residual = normalise(drawn, sounds, curriculum.quality + jitter)
        present = torch.ones(batch, 1, device=device)
        if curriculum.stage >= 2:
            present[::UNMARKED_SHARE] = 0
        marked = sounds + residual * present

        # In the first stages a view starts with a cell, later anywhere.
        starts = torch.randint(0, MARGIN * CELL, (GROUPS,)).tolist() if curriculum.stage >= 2 else [0] * GROUPS
        seen = [attack(group, curriculum.severity)[:, start:start + view * CELL] for group, start in zip(marked.chunk(GROUPS), starts)]
        shifts = torch.tensor([round(start / CELL) % PERIOD for start in starts], device=device).repeat_interleave(batch // GROUPS)
        coded = None
        if curriculum.stage >= 2 and view == VIEWS[0]:
            if pool.has_room():
                start, first = random.randrange(MARGIN * CELL), random.randrange(batch - CODED + 1)
                some = slice(first, first + CODED)
                shift = torch.full((CODED,), round(start / CELL) % PERIOD, device=device)
                pool.give(marked[some, start:start + view * CELL].detach().cpu().numpy(), (bits[some], present[some], shift))
            coded = pool.take()
        given, there = bits, present
        if coded is not None:
            seen.append(torch.from_numpy(coded[0]).to(device))
            given, there, shifts = (torch.cat(pair) for pair in zip((bits, present, shifts), coded[1]))
        with torch.autocast(device, torch.bfloat16, enabled=half):
            logits = decoder.at_shift(torch.cat(seen), shifts)
        logits = logits.float()
        loss = F.binary_cross_entropy_with_logits(logits, given * there + 0.5 * (1 - there))
        # How loud each change is compared with its surroundings, once the power is set.
        gain = torch.sqrt((residual.detach() ** 2).mean(1) / ((drawn.detach() ** 2).mean(1) + 1e-12))[:, None, None]
        peaks = (parts.abs() * gain - LARGEST_PART).clamp(min=0).mean()
        optimizer.zero_grad(set_to_none=True)
        (loss + 0.5 * peaks * curriculum.severity).backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        step += 1
        with torch.no_grad():
            decay = min(0.998, (1 + step) / (20 + step))
            torch._foreach_lerp_(averaged, weights, 1 - decay)
            hits = (((logits > 0).float() == given).float() * there).sum(1) / CODE_BITS
            sums += torch.stack([hits[:batch].sum() / present.sum(), loss.detach()])
            counted += 1
            if coded is not None:
                coded_right, coded_count = coded_right + hits[batch:].sum() / there[batch:].sum(), coded_count + 1

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
        if step % 200 == 0 or (not half and step % 20 == 0):
            speed = (step - printed[1]) / (time.time() - printed[0])
            printed = (time.time(), step)
            codecs = f"{float(coded_right) / coded_count:.4f} of {coded_count}" if coded_count else "none"
            coded_right, coded_count = 0.0, 0
            say(f"step {step} {speed:.1f}/s severity {curriculum.severity:.2f} ratio {curriculum.quality:.2f} "
                f"rate {optimizer.param_groups[0]['lr']:.1e} loss {mean_loss:.4f} accuracy {curriculum.accuracy:.4f} codecs {codecs}")
        if step % 1000 == 0:
            share, words = judge()
            say("held out:", words)
            # The networks can memorize an hour of sound, so towards the end, new sounds are
            # sometimes read less well.
            if curriculum.quality == options.ratio and share > best:
                best = share
                save_light("best.pt")
        if time.time() - saved > 60:
            save()
            saved = time.time()
    done = elapsed() >= seconds
    if done:
        curriculum.quality = options.ratio
    save()
    pool.close()
    say(f"step {step}, {'final' if done else 'to be called again'}:", judge()[1])


def write(content, path):
    torch.save(content, path + ".part")
    os.replace(path + ".part", path)


if __name__ == "__main__":
    main()

"""Builds the training sounds from Debian packages, with a list of their licenses.

  python3 build_audio_dataset.py --out data [--packages audio-packages.txt] [--seconds 120]

For each package: downloads it with apt, decodes what ffmpeg can read to 16 kHz mono, takes
stretches of up to eight seconds that are not silent, and records the licenses of its copyright
file. Writes train.mdct (audio_data.py reads it) and AUDIO-LICENCES.tsv.
"""

import argparse
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from audio_data import pack
from build_dataset import fetch, read_licences

ENDINGS = {".ogg", ".oga", ".opus", ".mp3", ".flac", ".wav", ".g722", ".m4a"}
RATE = 16000
STRETCH = 8 * RATE
LEAST_STRETCH = RATE
LEAST_LOUDNESS = 60  # root mean square in steps of 16 bits


def decode(path):
    command = ["ffmpeg", "-v", "error", *(["-f", "g722"] if path.suffix == ".g722" else []), "-i", str(path), "-t", "240", "-f", "s16le",
               "-ar", str(RATE), "-ac", "1", "-"]
    answer = subprocess.run(command, capture_output=True)
    return np.frombuffer(answer.stdout, "<i2") if answer.returncode == 0 else np.zeros(0, np.int16)


def stretches(samples):
    """Every fourth stretch of eight seconds. A shorter sound as a whole."""
    for start in range(0, max(1, len(samples) - LEAST_STRETCH), 4 * STRETCH):
        part = samples[start:start + STRETCH]
        if len(part) >= LEAST_STRETCH and np.sqrt((part.astype(np.float64) ** 2).mean()) >= LEAST_LOUDNESS:
            yield part


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    parser.add_argument("--packages", default=str(Path(__file__).with_name("audio-packages.txt")))
    parser.add_argument("--seconds", type=float, default=120, help="from one package")
    options = parser.parse_args()
    Path(options.out).mkdir(parents=True, exist_ok=True)
    names = [line.split() for line in Path(options.packages).read_text().splitlines() if line and not line.startswith("#")]
    clips, lines = [], ["package\tversion\tkind\tseconds\tlicences"]
    for package, kind in names:
        with tempfile.TemporaryDirectory() as folder:
            version = fetch(package, folder)
            if version is None:
                print(package, "is not in this archive")
                continue
            taken = 0
            files = [path for path in sorted((Path(folder) / "content").rglob("*")) if path.suffix.lower() in ENDINGS and not path.is_symlink()]
            # From all over the package, not only its first files.
            for path in files[:: max(1, len(files) // 40)]:
                for part in stretches(decode(path)):
                    if taken < options.seconds * RATE:
                        clips.append((package, kind, part))
                        taken += len(part)
            lines.append(f"{package}\t{version}\t{kind}\t{taken / RATE:.0f}\t{', '.join(read_licences(folder))}")
            print(package, version, f"{taken / RATE:.0f} s", flush=True)
    pack(clips, Path(options.out) / "train.mdct")
    (Path(options.out) / "AUDIO-LICENCES.tsv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

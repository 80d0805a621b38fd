"""Builds the training pictures from Debian packages, with a list of their licenses.

  python3 build_dataset.py --out data [--packages packages.txt] [--limit 300]

Needs apt-get, dpkg-deb and Pillow. Each package is downloaded, unpacked and read. Pictures of at
least 384 px on their shorter side are scaled to 384 and stored as NNNN_package.jpg, without copies
and near-copies. LICENCES.tsv names each package, its version, how many pictures came from it and
every license that its copyright file declares.
"""

import argparse
import re
import subprocess
import tempfile
from pathlib import Path

from PIL import Image

SHORTER_SIDE = 384
ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff"}
LEAST_DETAIL = 6  # standard deviation of gray levels; below it, a picture is a background or a mask
NEAR_COPY = 4  # differing bits of 64


def fetch(package, folder):
    """Unpacks the package into the folder and returns its version. None if the archive does not
    have it."""
    if subprocess.run(["apt-get", "download", "-qq", package], cwd=folder, capture_output=True).returncode:
        return None
    archive = next(Path(folder).glob("*.deb"))
    subprocess.run(["dpkg-deb", "-x", archive, Path(folder) / "content"], check=True)
    return subprocess.run(["dpkg-deb", "-f", archive, "Version"], check=True, capture_output=True, text=True).stdout.strip()


def read_licences(folder):
    declared = set()
    for path in Path(folder).glob("content/usr/share/doc/*/copyright"):
        for line in path.read_text(errors="replace").splitlines():
            if match := re.match(r"License:\s*(\S.*)", line):
                declared.add(match[1].strip())
    return sorted(declared)


def average_hash(picture):
    pixels = list(picture.convert("L").resize((8, 8), Image.BILINEAR).tobytes())
    mean = sum(pixels) / 64
    return sum(1 << i for i, value in enumerate(pixels) if value > mean)


def prepare(path):
    """The picture at training size. None if it is too small, too long, transparent or empty."""
    try:
        picture = Image.open(path)
        if min(picture.size) < SHORTER_SIDE or max(picture.size) > 3 * min(picture.size):
            return None
        if "A" in picture.getbands() and picture.getchannel("A").getextrema()[0] < 250:
            return None
        picture = picture.convert("RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    scale = SHORTER_SIDE / min(picture.size)
    picture = picture.resize(tuple(round(side * scale) for side in picture.size), Image.LANCZOS)
    grey = picture.convert("L").histogram()
    mean = sum(level * n for level, n in enumerate(grey)) / sum(grey)
    spread = (sum((level - mean) ** 2 * n for level, n in enumerate(grey)) / sum(grey)) ** 0.5
    return picture if spread >= LEAST_DETAIL else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", required=True)
    parser.add_argument("--packages", default=str(Path(__file__).with_name("packages.txt")))
    parser.add_argument("--limit", type=int, default=300, help="pictures from one package")
    options = parser.parse_args()
    images = Path(options.out) / "images"
    images.mkdir(parents=True, exist_ok=True)
    names = [line for line in Path(options.packages).read_text().splitlines() if line and not line.startswith("#")]
    hashes, written, lines = [], 0, ["package\tversion\tpictures\tlicences"]
    for package in names:
        with tempfile.TemporaryDirectory() as folder:
            version = fetch(package, folder)
            if version is None:
                print(package, "is not in this archive")
                continue
            before = written
            for path in sorted((Path(folder) / "content").rglob("*")):
                if written - before >= options.limit or path.suffix.lower() not in ENDINGS or path.is_symlink():
                    continue
                picture = prepare(path)
                if picture is None:
                    continue
                fingerprint = average_hash(picture)
                if any((fingerprint ^ other).bit_count() <= NEAR_COPY for other in hashes):
                    continue
                hashes.append(fingerprint)
                picture.save(images / f"{written:04d}_{package}.jpg", quality=88)
                written += 1
            lines.append(f"{package}\t{version}\t{written - before}\t{', '.join(read_licences(folder))}")
            print(package, version, written - before)
    (Path(options.out) / "LICENCES.tsv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

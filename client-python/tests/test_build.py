"""Wheel and sdist: two builds give the same bytes, and the wheel from the sdist is the same too."""
from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

BACKEND = Path(__file__).resolve().parent.parent / 'build_backend' / 'provenance_build.py'


def build(backend: Path, folder: Path) -> dict[str, bytes]:
    subprocess.run([sys.executable, str(backend), str(folder)], check=True, stdout=subprocess.DEVNULL)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


class BuildTest(unittest.TestCase):
    def test_builds_are_the_same_and_complete(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            first, second = build(BACKEND, folder / 'first'), build(BACKEND, folder / 'second')
            self.assertEqual(first, second)
            self.assertEqual(len(first), 2)
            sdist = next(path for path in (folder / 'first').iterdir() if path.name.endswith('.tar.gz'))
            with tarfile.open(sdist) as archive:
                names = archive.getnames()
                archive.extractall(folder / 'unpacked')
            inner = folder / 'unpacked' / names[0].split('/')[0] / 'build_backend' / BACKEND.name
            self.assertEqual(first, build(inner, folder / 'third'))
            wheel = next(path for path in (folder / 'first').iterdir() if path.suffix == '.whl')
            with zipfile.ZipFile(wheel) as package:
                files = set(package.namelist())
                self.assertIsNone(package.testzip())
            self.assertIn('content_provenance/py.typed', files)
            self.assertTrue(any(file.endswith('licenses/LICENSE') for file in files))
            self.assertFalse([file for file in files if 'test' in file or '__pycache__' in file])

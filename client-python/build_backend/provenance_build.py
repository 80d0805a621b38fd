"""The build backend of this package (PEP 517): wheel and sdist with the standard library alone. Two
builds of the same files give the same bytes: entries are sorted, times are fixed, and nothing is
compressed, because compressed bytes depend on the version of zlib.

    python3 client-python/build_backend/provenance_build.py <folder>   writes both into the folder
"""
from __future__ import annotations

import base64
import gzip
import hashlib
import io
import re
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
PACKAGE = 'content_provenance'
# The oldest time that a ZIP file can have.
ZIP_TIME = (1980, 1, 1, 0, 0, 0)
TAR_TIME = 315532800
METADATA = """\
Metadata-Version: 2.1
Name: content-provenance
Version: {version}
Summary: The Python client of the Content Provenance Service: sign and verify AI-generated content.
License: Apache-2.0
Classifier: License :: OSI Approved :: Apache Software License
Classifier: Programming Language :: Python :: 3
Classifier: Programming Language :: Python :: 3.10
Classifier: Typing :: Typed
Requires-Python: >=3.10
Provides-Extra: images
Requires-Dist: Pillow; extra == 'images'
Provides-Extra: audio
Requires-Dist: numpy; extra == 'audio'
Provides-Extra: fast
Requires-Dist: cryptography>=47; extra == 'fast'
Description-Content-Type: text/markdown

{readme}"""
WHEEL = """\
Wheel-Version: 1.0
Generator: provenance_build
Root-Is-Purelib: true
Tag: py3-none-any
"""


def get_requires_for_build_wheel(config_settings: Mapping[str, Any] | None = None) -> list[str]:
    return []


def get_requires_for_build_sdist(config_settings: Mapping[str, Any] | None = None) -> list[str]:
    return []


def build_wheel(
    wheel_directory: str,
    config_settings: Mapping[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    info = f'{PACKAGE}-{version()}.dist-info'
    files = {
        **{f'{PACKAGE}/{path}': content for path, content in package_files().items()},
        f'{info}/METADATA': metadata(),
        f'{info}/WHEEL': WHEEL.encode(),
        f'{info}/licenses/LICENSE': license_text(),
    }
    record = f'{info}/RECORD'
    rows = [f'{path},sha256={_digest(content)},{len(content)}\n' for path, content in sorted(files.items())]
    files[record] = ''.join([*rows, f'{record},,\n']).encode()
    name = f'{PACKAGE}-{version()}-py3-none-any.whl'
    with zipfile.ZipFile(Path(wheel_directory, name), 'w', zipfile.ZIP_STORED) as archive:
        # The record is last, as the specification recommends.
        for path in sorted(files, key=lambda path: (path == record, path)):
            entry = zipfile.ZipInfo(path, ZIP_TIME)
            entry.external_attr = 0o100644 << 16
            entry.create_system = 3
            archive.writestr(entry, files[path])
    return name


def build_sdist(sdist_directory: str, config_settings: Mapping[str, Any] | None = None) -> str:
    folder = f'{PACKAGE}-{version()}'
    files = {
        'PKG-INFO': metadata(),
        'LICENSE': license_text(),
        **{name: (HERE / name).read_bytes() for name in ('README.md', 'pyproject.toml')},
        'build_backend/provenance_build.py': Path(__file__).read_bytes(),
        **{f'src/{PACKAGE}/{path}': content for path, content in package_files().items()},
    }
    name = f'{folder}.tar.gz'
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode='w', format=tarfile.USTAR_FORMAT) as archive:
        for path, content in sorted(files.items()):
            entry = tarfile.TarInfo(f'{folder}/{path}')
            entry.size, entry.mtime, entry.mode = len(content), TAR_TIME, 0o644
            archive.addfile(entry, io.BytesIO(content))
    with open(Path(sdist_directory, name), 'wb') as file:
        with gzip.GzipFile('', 'wb', 0, file, TAR_TIME) as compressed:
            compressed.write(buffer.getvalue())
    return name


def version() -> str:
    text = (HERE / 'src' / PACKAGE / 'generated' / 'version.py').read_text()
    found = re.search(r"VERSION = '([^']+)'", text)
    if not found:
        raise RuntimeError('generated/version.py has no version. Run npm run generate.')
    return found[1]


def metadata() -> bytes:
    readme = (HERE / 'README.md').read_text('utf-8')
    return METADATA.format(version=version(), readme=readme).encode()


def license_text() -> bytes:
    """In the repository, the license is one folder up. In the sdist, it is here."""
    own = HERE / 'LICENSE'
    return (own if own.exists() else HERE.parent / 'LICENSE').read_bytes()


def package_files() -> dict[str, bytes]:
    folder = HERE / 'src' / PACKAGE
    paths = [path for path in folder.rglob('*') if path.suffix == '.py' or path.name == 'py.typed']
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip('=')


if __name__ == '__main__':
    if len(sys.argv) != 2:
        sys.exit('Usage: python3 client-python/build_backend/provenance_build.py <folder>')
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    for built in (build_wheel(sys.argv[1]), build_sdist(sys.argv[1])):
        print(Path(sys.argv[1], built))

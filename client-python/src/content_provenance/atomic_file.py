"""Files that are complete or absent: written next to their place under another name, flushed, then
renamed.
"""
from __future__ import annotations

import os
import secrets


def write_atomically(path: str | os.PathLike[str], content: bytes) -> None:
    folder, name = os.path.split(os.path.abspath(path))
    part = os.path.join(folder, f'.{name[:50]}.{secrets.token_hex(6)}.part')
    try:
        mode = os.stat(path).st_mode & 0o777
    except FileNotFoundError:
        mode = 0o666
    file = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, 'O_BINARY', 0), mode)
    try:
        with os.fdopen(file, 'wb') as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        os.replace(part, path)
    except BaseException:
        os.unlink(part)
        raise

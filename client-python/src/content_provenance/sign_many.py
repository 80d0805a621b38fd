"""Signs many files at the same time, as `provenance sign` does: a failure does not affect the
others, and an interrupted run can start again, because the same file and options count once within
24 hours. Only a few files are in memory at any time.
"""
from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Union

from .errors import ServiceError
from .signed_content import SignedContent
from .upload import PIECE

Paths = Iterable[Union[str, 'os.PathLike[str]']]


@dataclass(frozen=True)
class SignOutcome:
    """What became of one file: `signed`, or `error`."""

    path: Path
    #: The signed file. With `out`, its `content` is empty, because it is at `output`.
    signed: SignedContent | None = None
    #: Where the signed file was written. None without `out`.
    output: Path | None = None
    error: ServiceError | OSError | None = None


@dataclass(frozen=True)
class SignJob:
    path: Path
    output: Path | None


def jobs_of(paths: Paths, out: str | os.PathLike[str] | None) -> Iterable[SignJob]:
    """With `out`, every path is known first, so that no file overwrites another."""
    if out is None:
        return (SignJob(Path(path), None) for path in paths)
    folder = Path(out)
    jobs = [SignJob(Path(path), folder / Path(path).name) for path in paths]
    twice = [name for name, count in Counter(job.output for job in jobs).items() if count > 1]
    if twice:
        raise ValueError(f'Two files would have the same output file {twice[0]}. Rename one of them.')
    same = [job.path for job in jobs if job.output and job.path.resolve() == job.output.resolve()]
    if same:
        raise ValueError(f'{same[0]} would be replaced by its signed copy. Use another folder for `out`.')
    folder.mkdir(parents=True, exist_ok=True)
    return jobs


def key_of(path: Path, options: dict[str, Any]) -> str:
    """The same content and options have the same key."""
    digest = hashlib.sha256(json.dumps(options, sort_keys=True).encode())
    with open(path, 'rb') as file:
        while piece := file.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()


def finish(job: SignJob, signed: SignedContent) -> SignOutcome:
    if job.output is None:
        return SignOutcome(job.path, signed)
    signed.save(job.output)
    return SignOutcome(job.path, replace(signed, content=b''), job.output)

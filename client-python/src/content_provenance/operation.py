"""What the generated table says about an operation: its method, its path, and, for type checkers,
the type of its answer.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Answer = TypeVar('Answer', covariant=True)


@dataclass(frozen=True)
class Operation(Generic[Answer]):
    method: str
    path: str

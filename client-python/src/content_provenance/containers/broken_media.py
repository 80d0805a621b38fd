"""A file that breaks the rules of its format, so that it cannot be taken apart."""
from __future__ import annotations

from ..errors import UnsupportedContent


class BrokenMedia(UnsupportedContent):
    pass

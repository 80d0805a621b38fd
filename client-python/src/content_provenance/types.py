"""The types of bodies, queries and answers, for annotations in your own code."""
from .generated.types import *  # noqa: F403

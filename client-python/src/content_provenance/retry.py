"""Whether and when a failed request is sent again: only if a retry cannot do something twice. The
pause is the `Retry-After` of the service. Without one, pauses double, with some randomness so that
many callers do not retry at the same moment.
"""
from __future__ import annotations

import random

from .errors import ServiceError

FIRST_PAUSE = 0.25
LONGEST_PAUSE = 8.0
#: If the service asks for a longer wait, the caller gets the error.
LONGEST_WISH = 90.0
PASSING = frozenset({0, 408, 425, 429, 502, 503, 504})


def pause_before_retry(problem: ServiceError, attempt: int, retries: int, repeatable: bool) -> float | None:
    """Seconds to wait, or None if the caller gets the error. attempt: 0 for the first."""
    # Waits for a busy service, but reports an unreachable one soon.
    most = min(retries, 3) if problem.status == 0 else retries
    if attempt >= most or not _can_pass(problem, repeatable):
        return None
    if problem.retry_after is None:
        return min(FIRST_PAUSE * 2.0**attempt, LONGEST_PAUSE) * (0.5 + random.random() / 2)
    # Also refuses what is not a length of time, such as `nan`.
    return problem.retry_after if 0 <= problem.retry_after <= LONGEST_WISH else None


def _can_pass(problem: ServiceError, repeatable: bool) -> bool:
    if problem.is_final:
        return False
    # The service rejected the request before it did anything.
    if problem.status == 429:
        return problem.code == 'rate_limited'
    in_progress = problem.code == 'idempotency_conflict' and problem.retry_after is not None
    return repeatable and (problem.status in PASSING or in_progress)

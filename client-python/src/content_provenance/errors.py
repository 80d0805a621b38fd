"""An error response of the service (docs/reference/errors.md), or no response: the codes
`unreachable` and `timeout`, status 0. Programs read `code`. The message is a sentence for people.
"""
from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any


class ServiceError(Exception):
    def __init__(self, status: int, body: Mapping[str, Any], retry_after: float | None = None) -> None:
        super().__init__(body['message'])
        self.code: str = body['error']
        self.status = status
        self.message: str = body['message']
        #: For `validation_error`: the path of each problem and what is wrong.
        self.details: Sequence[Mapping[str, str]] = body.get('details') or ()
        self.request_id: str | None = body.get('request_id')
        #: Seconds to wait before a retry, if the service sent `Retry-After`.
        self.retry_after = retry_after
        #: The request cannot succeed, so it is not sent again.
        self.is_final = False
        #: The complete body. Some errors have more fields, such as `required_plan`.
        self.body = body

    def __str__(self) -> str:
        request = f', {self.request_id}' if self.request_id else ''
        return f'{self.message} ({self.code}{request})'


class UnsupportedContent(Exception):
    """The content has a format that this package cannot read or change on this machine."""

    code = 'unsupported_media'


def unreachable() -> ServiceError:
    message = 'The service is not reachable. Check the URL and your connection.'
    return ServiceError(0, {'error': 'unreachable', 'message': message})


def timed_out(seconds: float) -> ServiceError:
    message = f'The service did not respond within {seconds:g} s. Try again, or set a longer timeout.'
    return ServiceError(0, {'error': 'timeout', 'message': message})


def error_of(status: int, text: bytes, retry_after: str | None) -> ServiceError:
    try:
        after = float(retry_after) if retry_after is not None else None
    except ValueError:
        after = None
    return ServiceError(status, _read_body(status, text), after)


def _read_body(status: int, text: bytes) -> Mapping[str, Any]:
    """A proxy can respond instead of the service, with a different body."""
    try:
        body = json.loads(text)
        if isinstance(body, dict) and isinstance(body.get('error'), str) and isinstance(body.get('message'), str):
            return body
    except ValueError:
        pass
    message = f'The response with status {status} did not come from the service. Check the URL.'
    return {'error': 'unexpected_answer', 'message': message}

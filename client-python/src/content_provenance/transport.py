"""Sends the requests of all resources, for both clients. Errors become ServiceError. A request that
failed temporarily is sent again if that is safe (retry.py).
"""
from __future__ import annotations

import asyncio
import json
import ssl
import time
import uuid
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, Union, cast
from urllib.parse import quote, urlencode

from .connection import Abort, Connections, RawAnswer
from .errors import ServiceError, error_of
from .generated.version import VERSION
from .operation import Operation
from .retry import pause_before_retry
from .upload import LARGEST_DELIVERED, Body, Content, Form, Part, Progress, Source, open_body, open_form

Answer = TypeVar('Answer')
Credential = Union[str, Callable[[], Union[str, None]], None]
Texts = Mapping[str, str]

IDEMPOTENCY_HEADER = 'idempotency-key'
#: These POST requests can arrive twice: they change nothing, or nothing more the second time.
HARMLESS = frozenset(
    {
        '/v1/verify',
        '/v1/verify/batch',
        '/v1/records/find',
        '/v1/receipts/check',
        '/v1/c2pa/matches/byBinding',
        '/v1/c2pa/matches/byContent',
        '/v1/jobs/{job_id}/start',
        '/v1/jobs/{job_id}/cancel',
    }
)


@dataclass(frozen=True)
class Request:
    """A request that can be sent several times."""

    method: str
    target: str
    headers: Texts
    open_body: Callable[[], AbstractContextManager[Body | None]]
    repeatable: bool
    progress: Progress | None = None


class Sender:
    """One attempt of a request, on connections that stay open."""

    def __init__(
        self, base_url: str, credential: Credential, retries: int, timeout: float, ssl_context: ssl.SSLContext | None
    ) -> None:
        self._retries = retries
        self._credential = credential
        self._connections = Connections(base_url, timeout, ssl_context)

    def attempt(self, request: Request, abort: Abort | None = None) -> RawAnswer:
        headers = {**request.headers, 'user-agent': f'content-provenance-python/{VERSION}'}
        given = self._credential() if callable(self._credential) else self._credential
        if given is not None:
            headers['authorization'] = _bearer(given)
        with request.open_body() as body:
            try:
                answer = self._connections.request(
                    request.method, request.target, headers, body, request.progress, abort
                )
            except ServiceError as problem:
                # If the connection breaks during such an upload, a server on the way rejected the size.
                problem.is_final = body is not None and body.content_size > LARGEST_DELIVERED
                raise
        if answer.status >= 300:
            raise error_of(answer.status, answer.content, answer.headers.get('retry-after'))
        return answer

    def pause_after(self, problem: ServiceError, attempt: int, request: Request) -> float | None:
        return pause_before_retry(problem, attempt, self._retries, request.repeatable)

    def close(self) -> None:
        self._connections.close()


class Transport:
    """For `Client`: a call returns when the response is there."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def call(
        self,
        operation: Operation[Answer],
        path: Texts | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        headers: Texts | None = None,
    ) -> Answer:
        """An operation with a JSON response."""
        return cast(Answer, parse(self.send(json_request(operation, path, query, body, headers))))

    def download(
        self,
        operation: Operation[Any],
        path: Texts | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        headers: Texts | None = None,
    ) -> RawAnswer:
        """An operation that returns a file, or nothing."""
        return self.send(json_request(operation, path, query, body, headers))

    def upload(
        self,
        operation: Operation[Any],
        form: Form,
        path: Texts | None = None,
        query: Mapping[str, Any] | None = None,
        headers: Texts | None = None,
        on_progress: Progress | None = None,
    ) -> RawAnswer:
        """An upload: a form with one file."""
        return self.send(form_request(operation, form, path, query, headers, on_progress))

    def upload_file(
        self,
        operation: Operation[Answer],
        content: Content,
        kind: str,
        query: Mapping[str, Any] | None = None,
        headers: Texts | None = None,
    ) -> Answer:
        """An operation whose body is a file."""
        return cast(Answer, parse(self.send(file_request(operation, content, kind, query, headers))))

    def upload_part(self, operation: Operation[Answer], part: Part, path: Texts) -> Answer:
        return cast(Answer, parse(self.send(part_request(operation, part, path))))

    def pause(self, seconds: float) -> None:
        time.sleep(seconds)

    def send(self, request: Request) -> RawAnswer:
        attempt = 0
        while True:
            try:
                return self._sender.attempt(request)
            except ServiceError as problem:
                pause = self._sender.pause_after(problem, attempt, request)
                if pause is None:
                    raise
            time.sleep(pause)
            attempt += 1


class AsyncTransport:
    """For `AsyncClient`: each request runs in a thread. A canceled call closes its connection."""

    def __init__(self, sender: Sender, most_requests: int) -> None:
        self._sender = sender
        self._threads = ThreadPoolExecutor(most_requests, thread_name_prefix='content-provenance')

    async def call(
        self,
        operation: Operation[Answer],
        path: Texts | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        headers: Texts | None = None,
    ) -> Answer:
        return cast(Answer, parse(await self.send(json_request(operation, path, query, body, headers))))

    async def download(
        self,
        operation: Operation[Any],
        path: Texts | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        headers: Texts | None = None,
    ) -> RawAnswer:
        return await self.send(json_request(operation, path, query, body, headers))

    async def upload(
        self,
        operation: Operation[Any],
        form: Form,
        path: Texts | None = None,
        query: Mapping[str, Any] | None = None,
        headers: Texts | None = None,
        on_progress: Progress | None = None,
    ) -> RawAnswer:
        return await self.send(form_request(operation, form, path, query, headers, on_progress))

    async def upload_file(
        self,
        operation: Operation[Answer],
        content: Content,
        kind: str,
        query: Mapping[str, Any] | None = None,
        headers: Texts | None = None,
    ) -> Answer:
        return cast(Answer, parse(await self.send(file_request(operation, content, kind, query, headers))))

    async def upload_part(self, operation: Operation[Answer], part: Part, path: Texts) -> Answer:
        return cast(Answer, parse(await self.send(part_request(operation, part, path))))

    async def pause(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def send(self, request: Request) -> RawAnswer:
        attempt = 0
        while True:
            try:
                return await self._attempt(request)
            except ServiceError as problem:
                pause = self._sender.pause_after(problem, attempt, request)
                if pause is None:
                    raise
            await asyncio.sleep(pause)
            attempt += 1

    async def _attempt(self, request: Request) -> RawAnswer:
        abort = Abort()
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, self._sender.attempt, request, abort)
        except asyncio.CancelledError:
            abort.abort()
            raise

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _bearer(credential: str) -> str:
    # Otherwise http.client raises an error that quotes the whole header.
    if not all('!' <= each <= '~' for each in credential):
        raise ValueError('The API key has a character that no key has, such as a line break at its end. Remove it.')
    return f'Bearer {credential}'


def idempotent(key: str | None) -> Texts:
    """The header that makes retries safe. With your own key, also across programs."""
    return {IDEMPOTENCY_HEADER: key if key is not None else str(uuid.uuid4())}


def parse(answer: RawAnswer) -> Any:
    return json.loads(answer.content)


def json_request(
    operation: Operation[Any],
    path: Texts | None,
    query: Mapping[str, Any] | None,
    body: Any,
    headers: Texts | None,
) -> Request:
    target, repeatable = target_of(operation, path, query), is_repeatable(operation, headers)
    if body is None:
        return Request(operation.method, target, headers or {}, nullcontext, repeatable)
    content = json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    given = {**(headers or {}), 'content-type': 'application/json'}
    return Request(operation.method, target, given, partial(open_body, Source(content)), repeatable)


def form_request(
    operation: Operation[Any],
    form: Form,
    path: Texts | None,
    query: Mapping[str, Any] | None,
    headers: Texts | None,
    progress: Progress | None,
) -> Request:
    target, repeatable = target_of(operation, path, query), is_repeatable(operation, headers)
    given = {**(headers or {}), 'content-type': form.content_type}
    opened = partial(open_form, form, Source(form.content))
    return Request(operation.method, target, given, opened, repeatable, progress)


def file_request(
    operation: Operation[Any],
    content: Content,
    content_type: str,
    query: Mapping[str, Any] | None,
    headers: Texts | None,
) -> Request:
    target, repeatable = target_of(operation, None, query), is_repeatable(operation, headers)
    given = {**(headers or {}), 'content-type': content_type}
    return Request(operation.method, target, given, partial(open_body, Source(content)), repeatable)


def part_request(operation: Operation[Any], part: Part, path: Texts) -> Request:
    headers = {'content-type': 'application/octet-stream'}
    target, repeatable = target_of(operation, path, None), is_repeatable(operation, headers)
    return Request(operation.method, target, headers, part.open, repeatable)


def is_repeatable(operation: Operation[Any], headers: Texts | None) -> bool:
    if operation.method == 'POST':
        return operation.path in HARMLESS or IDEMPOTENCY_HEADER in (headers or {})
    return operation.method != 'PATCH'


def target_of(operation: Operation[Any], path: Texts | None, query: Mapping[str, Any] | None) -> str:
    target = operation.path
    for name, value in (path or {}).items():
        target = target.replace(f'{{{name}}}', quote(value, safe=''))
    given = {name: _query_text(value) for name, value in (query or {}).items() if value is not None}
    return f'{target}?{urlencode(given)}' if given else target


def _query_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

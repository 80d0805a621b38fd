"""HTTP/1.1 over connections that are kept open, for any number of threads. It sends a body in
pieces, and reads a response that arrives before the body is complete, such as 413.
"""
from __future__ import annotations

import http.client
import select
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from email.message import Message
from urllib.parse import urlsplit

from .errors import timed_out, unreachable
from .upload import Body, Progress

#: Node closes idle connections after five seconds.
LONGEST_IDLE = 4.0
MOST_IDLE = 64


@dataclass(frozen=True)
class RawAnswer:
    """A response: its status, its headers and its bytes."""

    status: int
    headers: Message
    content: bytes

    def text(self) -> str:
        return self.content.decode()


class Abort:
    """Ends a request from another thread: its connection closes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connection: http.client.HTTPConnection | None = None
        self.aborted = False

    def watch(self, connection: http.client.HTTPConnection | None) -> None:
        with self._lock:
            self._connection = connection
            if self.aborted:
                self._close()

    def abort(self) -> None:
        with self._lock:
            self.aborted = True
            self._close()

    def _close(self) -> None:
        # close() alone would wait for the thread that reads.
        sock = self._connection.sock if self._connection else None
        if sock is not None:
            try:
                sock.shutdown(2)
            except OSError:
                pass


class Connections:
    def __init__(self, base_url: str, timeout: float, ssl_context: ssl.SSLContext | None) -> None:
        address = urlsplit(base_url)
        if address.scheme not in ('http', 'https') or not address.hostname or address.query or address.fragment:
            example = 'https://provenance.example'
            raise ValueError(f'{base_url!r} is not the address of a service. Use a form like {example}.')
        self._path = address.path.rstrip('/')
        self._timeout = timeout
        self._open = self._opener(address.scheme, address.hostname, address.port, ssl_context)
        self._idle: list[tuple[float, http.client.HTTPConnection]] = []
        self._lock = threading.Lock()

    def _opener(
        self, scheme: str, host: str, port: int | None, context: ssl.SSLContext | None
    ) -> Callable[[], http.client.HTTPConnection]:
        if scheme == 'http':
            return lambda: http.client.HTTPConnection(host, port, timeout=self._timeout)
        secure = context or ssl.create_default_context()
        return lambda: http.client.HTTPSConnection(host, port, timeout=self._timeout, context=secure)

    def request(
        self,
        method: str,
        target: str,
        headers: Mapping[str, str],
        body: Body | None,
        progress: Progress | None = None,
        abort: Abort | None = None,
    ) -> RawAnswer:
        connection = self._take()
        kept = False
        try:
            if connection.sock is None:
                connection.connect()
            if abort:
                abort.watch(connection)
            response = self._exchange(connection, method, target, headers, body, progress)
            answer = RawAnswer(response.status, response.headers, response.read())
            kept = not response.will_close
            return answer
        except _Unreadable as problem:
            raise problem.cause from None
        except TimeoutError as problem:
            raise timed_out(self._timeout) from problem
        except (OSError, http.client.HTTPException) as problem:
            raise unreachable() from problem
        finally:
            if abort:
                abort.watch(None)
            if kept and not (abort and abort.aborted):
                self._keep(connection)
            else:
                connection.close()

    def _exchange(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        target: str,
        headers: Mapping[str, str],
        body: Body | None,
        progress: Progress | None,
    ) -> http.client.HTTPResponse:
        connection.putrequest(method, self._path + target, skip_accept_encoding=True)
        for name, value in headers.items():
            connection.putheader(name, value)
        if body is not None or method in ('POST', 'PUT', 'PATCH'):
            connection.putheader('content-length', str(body.length if body else 0))
        connection.endheaders()
        refused = False
        sent = 0
        for piece in _pieces_of(body):
            try:
                connection.send(piece)
            except (BrokenPipeError, ConnectionResetError):
                # The service responded early and closed. The response can still be there.
                refused = True
                break
            sent += len(piece)
            if progress and body:
                progress(sent / body.length)
        response = connection.getresponse()
        if refused:
            response.will_close = True
        return response

    def _take(self) -> http.client.HTTPConnection:
        with self._lock:
            while self._idle:
                since, connection = self._idle.pop()
                if time.monotonic() - since < LONGEST_IDLE and _is_quiet(connection):
                    return connection
                connection.close()
        return self._open()

    def _keep(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            if len(self._idle) < MOST_IDLE:
                self._idle.append((time.monotonic(), connection))
                return
        connection.close()

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for _, connection in idle:
            connection.close()

    def __del__(self) -> None:
        if hasattr(self, '_idle'):
            self.close()


class _Unreadable(Exception):
    """The caller's own file failed. That is not a fault of the connection."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.cause = cause


def _pieces_of(body: Body | None) -> Iterator[bytes]:
    if body is None:
        return
    try:
        yield from body.pieces()
    except (OSError, ValueError) as problem:
        raise _Unreadable(problem) from problem


def _is_quiet(connection: http.client.HTTPConnection) -> bool:
    """Whether nothing arrived on it. The service closes connections, and says nothing else."""
    if connection.sock is None:
        return False
    poll = select.poll() if hasattr(select, 'poll') else None
    if poll is None:
        return not select.select([connection.sock], [], [], 0)[0]
    poll.register(connection.sock, select.POLLIN)
    return not poll.poll(0)


"""What the client does if a peer misbehaves: it is a socket of this test, not the service."""
from __future__ import annotations

import asyncio
import io
import os
import socket
import tempfile
import threading
import unittest
from collections.abc import Callable
from contextlib import closing

from content_provenance import AsyncClient, Client, ServiceError
from content_provenance.errors import ServiceError as Problem
from content_provenance.retry import pause_before_retry


class Peer:
    """Accepts connections and passes each to a function, in turn."""

    def __init__(self, *answers: Callable[[socket.socket], None]) -> None:
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.url = f'http://127.0.0.1:{self.listener.getsockname()[1]}'
        self.connections = 0
        self._thread = threading.Thread(target=self._serve, args=(answers,), daemon=True)
        self._thread.start()

    def _serve(self, answers: tuple[Callable[[socket.socket], None], ...]) -> None:
        for answer in answers:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            with connection:
                answer(connection)

    def close(self) -> None:
        self.listener.close()


def head_of(connection: socket.socket) -> bytes:
    received = b''
    while b'\r\n\r\n' not in received:
        piece = connection.recv(65536)
        if not piece:
            break
        received += piece
    return received


def respond(status: str, body: bytes, *headers: str) -> Callable[[socket.socket], None]:
    def answer(connection: socket.socket) -> None:
        head_of(connection)
        lines = [f'HTTP/1.1 {status}', f'content-length: {len(body)}', 'connection: close', *headers, '', '']
        connection.sendall('\r\n'.join(lines).encode() + body)

    return answer


def hang_up(connection: socket.socket) -> None:
    head_of(connection)


class FaultsTest(unittest.TestCase):
    def test_no_service_is_unreachable(self) -> None:
        with Client('http://127.0.0.1:1', retries=0) as client, self.assertRaises(ServiceError) as raised:
            client.billing.plans()
        self.assertEqual((raised.exception.code, raised.exception.status), ('unreachable', 0))

    def test_no_error_contains_an_api_key_that_a_header_cannot_have(self) -> None:
        for key in ('svc_key_secret\n', 'svc_key_\r\nsecret', 'svc_key_secret\u201d', 'svc_key secret'):
            with closing(Peer(hang_up)) as peer, Client(peer.url, key, retries=0) as client:
                with self.assertRaises(ValueError) as raised:
                    client.billing.usage()
                chain: BaseException | None = raised.exception
                while chain:
                    self.assertNotIn('secret', repr(chain))
                    chain = chain.__cause__ or chain.__context__
                self.assertIn('API key', str(raised.exception))

    def test_a_silent_service_times_out(self) -> None:
        def wait(connection: socket.socket) -> None:
            head_of(connection)
            connection.recv(1)

        with closing(Peer(wait)) as peer, Client(peer.url, retries=0, timeout=0.2) as client:
            with self.assertRaises(ServiceError) as raised:
                client.system.version()
            self.assertEqual(raised.exception.code, 'timeout')

    def test_a_name_that_is_not_unicode_does_not_stop_the_other_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.fsencode(folder) + b'/photo-\xe9.txt'
            try:
                with open(path, 'wb') as file:
                    file.write(b'text')
            except OSError:
                self.skipTest('this file system has only names in Unicode')
            with closing(Peer(respond('200 OK', b'signed'))) as peer, Client(peer.url, retries=0) as client:
                (outcome,) = client.sign_many([os.fsdecode(path)], model='m', generator_id='g')
            self.assertIsNone(outcome.error)
            self.assertEqual(outcome.signed and outcome.signed.content, b'signed')

    def test_a_read_is_sent_again_and_a_change_is_not(self) -> None:
        with closing(Peer(hang_up, respond('200 OK', b'{"version":"1"}'), hang_up)) as peer:
            client = Client(peer.url, 'svc_key_test')
            self.assertEqual(client.system.version(), {'version': '1'})
            with self.assertRaises(ServiceError) as raised:
                client.generators.create({'name': 'Once', 'supported_formats': ['text']})
            self.assertEqual(raised.exception.code, 'unreachable')
            self.assertEqual(peer.connections, 3)

    def test_an_early_response_to_a_large_upload_is_read(self) -> None:
        def refuse(connection: socket.socket) -> None:
            head_of(connection)
            body = b'{"error":"payload_too_large","message":"Too large."}'
            connection.sendall(b'HTTP/1.1 413 Too Large\r\ncontent-length: %d\r\n\r\n%s' % (len(body), body))
            # A close with unread bytes would reset the connection, and could take the response with it.
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(1 << 20):
                pass

        with closing(Peer(refuse)) as peer, Client(peer.url) as client:
            with self.assertRaises(ServiceError) as raised:
                client.verify.content(bytes(8_000_000))
            self.assertEqual((raised.exception.code, raised.exception.status), ('payload_too_large', 413))

    def test_a_page_of_a_proxy_is_an_error_and_a_redirect_is_not_followed(self) -> None:
        answers = respond('502 Bad Gateway', b'<html>'), respond('302 Found', b'', 'location: http://127.0.0.1:1/')
        with closing(Peer(*answers)) as peer, Client(peer.url, 'svc_key_secret', retries=0) as client:
            for status in (502, 302):
                with self.assertRaises(ServiceError) as raised:
                    client.system.version()
                self.assertEqual((raised.exception.code, raised.exception.status), ('unexpected_answer', status))

    def test_a_line_break_in_a_credential_or_a_field_adds_no_header(self) -> None:
        with closing(Peer(hang_up)) as peer:
            with self.assertRaises(ValueError):
                Client(peer.url, 'key\r\nx-other: 1', retries=0).system.version()

    def test_a_stream_that_cannot_go_back_is_sent_again_whole(self) -> None:
        class Stream(io.RawIOBase):
            def __init__(self) -> None:
                self.left = 3

            def readable(self) -> bool:
                return True

            def read(self, size: int = -1) -> bytes:
                self.left -= 1
                return b'piece of a text ' if self.left >= 0 else b''

        seen: list[bytes] = []

        def keep(connection: socket.socket) -> None:
            received = head_of(connection)
            while not received.endswith(b'--\r\n'):
                received += connection.recv(65536)
            seen.append(received)
            if len(seen) > 1:
                connection.sendall(b'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')

        with closing(Peer(keep, keep)) as peer, Client(peer.url) as client:
            stream = Stream()
            client.verify.content(stream)  # type: ignore[arg-type]
            # A stream is read once. The second attempt has nothing left of it.
            self.assertEqual(len(seen), 2)
            self.assertEqual([body.count(b'piece of a text ') for body in seen], [3, 3])

    def test_a_canceled_call_closes_its_connection(self) -> None:
        closed = threading.Event()
        arrived = threading.Event()

        def wait(connection: socket.socket) -> None:
            head_of(connection)
            arrived.set()
            if connection.recv(1) == b'':
                closed.set()

        async def cancel(url: str) -> None:
            async with AsyncClient(url, retries=0) as client:
                task = asyncio.create_task(client.system.version())
                await asyncio.to_thread(arrived.wait, 30)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task

        with closing(Peer(wait)) as peer:
            asyncio.run(cancel(peer.url))
            self.assertTrue(closed.wait(30))

    def test_only_an_address_of_http_is_accepted(self) -> None:
        for wrong in ('', 'provenance.example', 'ftp://provenance.example', 'https://', 'https://x.example/?a=1'):
            with self.assertRaises(ValueError, msg=wrong):
                Client(wrong)

    def test_a_plain_string_is_refused_as_content(self) -> None:
        with self.assertRaisesRegex(TypeError, 'pathlib.Path'):
            Client('http://127.0.0.1:1', retries=0).verify.content('picture.jpg')  # type: ignore[arg-type]


class RetryTest(unittest.TestCase):
    def pause(self, status: int, code: str, after: float | None = None, **change: int) -> float | None:
        given = {'attempt': 0, 'retries': 3, 'repeatable': True, **change}
        problem = Problem(status, {'error': code, 'message': ''}, after)
        return pause_before_retry(problem, given['attempt'], given['retries'], bool(given['repeatable']))

    def test_what_can_pass_is_tried_again(self) -> None:
        for status in (0, 408, 425, 502, 503, 504):
            self.assertIsNotNone(self.pause(status, 'any'), status)
            self.assertIsNone(self.pause(status, 'any', repeatable=False), status)
        self.assertIsNotNone(self.pause(429, 'rate_limited', repeatable=False))
        self.assertIsNotNone(self.pause(409, 'idempotency_conflict', 1))

    def test_what_cannot_pass_is_not(self) -> None:
        self.assertIsNone(self.pause(429, 'too_many_attempts'))
        self.assertIsNone(self.pause(409, 'idempotency_conflict'))
        for status in (400, 401, 404, 413, 500):
            self.assertIsNone(self.pause(status, 'any'), status)
        self.assertIsNone(self.pause(503, 'any', attempt=3))
        self.assertIsNone(self.pause(0, 'unreachable', attempt=3, retries=9))

    def test_retry_after_is_the_pause_unless_it_is_too_long(self) -> None:
        self.assertEqual(self.pause(503, 'any', 7), 7)
        for wrong in (91, -1, float('nan')):
            self.assertIsNone(self.pause(503, 'any', wrong))

    def test_pauses_grow_to_a_limit(self) -> None:
        for attempt, most in enumerate((0.25, 0.5, 1, 2, 4, 8, 8)):
            pause = self.pause(503, 'any', attempt=attempt, retries=99)
            assert pause is not None
            self.assertTrue(most / 2 <= pause <= most, (attempt, pause))

"""A witness over HTTP: `POST /add-checkpoint`, and nothing else.

Whoever can reach it may send anything, at any speed: a connection has some seconds for a request, a request
some kilobytes, and there are so many connections at a time. What this module must not know: what is cosigned.
"""

from __future__ import annotations

import io
import re
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import BoundedSemaphore, Lock
from typing import Any, Final, cast

from events.errors import PitledgerError
from streams.notary.witness.judging import PLAIN, Answer

PATH: Final = "/add-checkpoint"
MOST_BODY: Final = 65_536
"""Bytes of a request: 63 hashes and a checkpoint with a hundred cosignatures have less than a third."""
MOST_CONNECTIONS: Final = 64
REQUEST_SECONDS: Final = 15.0
"""For a whole request, and as long an open connection may wait for the next one."""
_SAME_LINE_SECONDS: Final = 60.0
_KEPT_LINES: Final = 1_000
_LENGTH: Final = re.compile(r"[0-9]{1,10}")
_BUSY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 5\r\nConnection: close\r\n\r\n"
)

Answering = Callable[[bytes], Answer]


class WitnessServer(ThreadingHTTPServer):
    """Listens from the moment that it is made; `serve_forever` answers."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(
        self,
        host: str,
        port: int,
        answer: Answering,
        say: Callable[[str], None],
        seconds: float = REQUEST_SECONDS,
    ) -> None:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        self.address_family = found[0][0]
        self.answer = answer
        self.say = say
        self.seconds = seconds
        self._free = BoundedSemaphore(MOST_CONNECTIONS)
        super().__init__((host, port), _Handler)

    @property
    def url(self) -> str:
        """Where it is to be reached, as a log is told."""
        host, port = self.server_address[:2]
        name = host.decode() if isinstance(host, bytes | bytearray) else str(host)
        return f"http://{f'[{name}]' if ':' in name else name}:{port}"

    def server_bind(self) -> None:
        """As sockets do it; `http.server` would ask a name server for this machine's name, and wait."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread, unless there are too many."""
        if not self._free.acquire(blocking=False):
            request.settimeout(1)
            try:
                request.sendall(_BUSY)
            finally:
                self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:
            self._free.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """One connection, to its end."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002 - as inherited
        """A connection that broke is the other side's affair; anything else is told."""
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            self.say(f"a request was not answered, by a defect: {type(error).__name__}: {error}")


class OnceAMinute:
    """Says the same line once a minute at most: who asks a thousand times fills no disk.

    A line that cannot be written is left out: nobody is answered worse for it.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._said: dict[str, float] = {}
        self._lock = Lock()

    def __call__(self, line: str) -> None:
        now = time.monotonic()
        with self._lock:
            if now - self._said.get(line, -_SAME_LINE_SECONDS) < _SAME_LINE_SECONDS:
                return
            if len(self._said) >= _KEPT_LINES:
                self._said.clear()
            self._said[line] = now
            with suppress(OSError):
                self._say(line)


class _InTime(io.RawIOBase):
    """What a connection sends, until its time is up: however little comes at a time, it is not extended."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._end = 0.0

    def begin(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError("the request took too long")
        self._connection.settimeout(left)
        return self._connection.recv_into(buffer)


class _Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    server_version = "pitledger"
    sys_version = ""
    error_message_format = "%(code)d %(message)s\n"
    error_content_type = PLAIN
    disable_nagle_algorithm = True

    def setup(self) -> None:
        super().setup()
        self.rfile.close()
        self._in_time = _InTime(self.connection)
        self.rfile = io.BufferedReader(self._in_time, 8_192)

    def handle_one_request(self) -> None:
        self._in_time.begin(self._witness.seconds)
        super().handle_one_request()

    def do_POST(self) -> None:
        """A request to cosign."""
        if self.path != PATH:
            self._send(Answer(HTTPStatus.NOT_FOUND, f"there is only POST {PATH} here\n"), close=True)
            return
        length = self._length()
        if isinstance(length, Answer):
            self._send(length, close=True)
            return
        body = self.rfile.read(length)
        if len(body) < length:  # it hung up
            self.close_connection = True
            return
        try:
            answer = self._witness.answer(body)
        except PitledgerError as error:
            self._witness.say(str(error))
            answer = Answer(HTTPStatus.INTERNAL_SERVER_ERROR, "it could not be remembered, so not signed\n")
        self._send(answer)

    def do_GET(self) -> None:
        """Nothing is to be got."""
        self._send(Answer(HTTPStatus.METHOD_NOT_ALLOWED, f"there is only POST {PATH} here\n"), close=True)

    def version_string(self) -> str:
        """The program, and not which version of what it stands on."""
        return self.server_version

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name in http.server
        """What was cosigned and refused is told by the witness itself."""

    @property
    def _witness(self) -> WitnessServer:
        return cast("WitnessServer", self.server)

    def _length(self) -> int | Answer:
        """How long the body is."""
        given = self.headers.get_all("Content-Length") or []
        if "Transfer-Encoding" in self.headers or not given:
            return Answer(HTTPStatus.LENGTH_REQUIRED, "say how long the body is by Content-Length\n")
        if len(given) > 1 or not _LENGTH.fullmatch(given[0]):
            return Answer(HTTPStatus.BAD_REQUEST, "this is not a Content-Length\n")
        if int(given[0]) > MOST_BODY:
            return Answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a request has at most {MOST_BODY} bytes\n")
        return int(given[0])

    def _send(self, answer: Answer, *, close: bool = False) -> None:
        content = answer.body.encode("utf-8", "backslashreplace")
        self.connection.settimeout(self._witness.seconds)
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.content_type)
        self.send_header("Content-Length", str(len(content)))
        if close:
            self.send_header("Connection", "close")  # and http.server closes it
        if answer.status == HTTPStatus.METHOD_NOT_ALLOWED:
            self.send_header("Allow", "POST")
        self.end_headers()
        self.wfile.write(content)

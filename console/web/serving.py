"""Serves a console: in this thread until Ctrl-C, or in a thread of its own beside a demo.

An embedded instance is kept up to date meanwhile, unless a process that records does that itself.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from typing import Final

import uvicorn

from console.calls.wrong_call import WrongCall
from console.instances.read_model import keep_up
from console.printing.output import print_message
from console.web.application import application
from console.web.frame.environment import edition, environment
from console.web.live.floor_cells import FloorLooker
from console.web.live.pulse import Pulse
from console.web.site import Site
from events.errors import PitledgerError

HOST: Final = "127.0.0.1"
PORT: Final = 8737
LOCAL: Final = ("localhost", "127.0.0.1", "[::1]")
CATCH_UP_EVERY_S: Final = 1.0
_READY_WITHIN_S: Final = 20.0
_STOP_WITHIN_S: Final = 3


def listen(host: str, port: int) -> socket.socket:
    """A socket that takes connections; 0 is any port that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()  # whoever comes before it is served waits, and is not turned away
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or str(error)
        raise WrongCall(
            f"--port {port}: {host} does not have it ({why}): name another, or 0 for any"
        ) from error
    return listening


def new_server(site: Site, names: tuple[str, ...]) -> uvicorn.Server:
    """The console, to be run."""
    environment(), edition()  # what is missing from an installation is said before anybody asks
    app = application(site, (*LOCAL, *names), Pulse(FloorLooker(site), time.monotonic))
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        use_colors=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_STOP_WITHIN_S,
        http="h11",
        ws="none",
        lifespan="on",
        h11_max_incomplete_event_size=32_768,
    )
    return uvicorn.Server(config)


def serve(server: uvicorn.Server, listening: socket.socket, site: Site) -> None:
    """Until Ctrl-C or SIGTERM; what is recorded meanwhile is worked on."""
    with _kept_up_to_date(site), suppress(KeyboardInterrupt):
        server.run([listening])


@contextmanager
def served(server: uvicorn.Server, listening: socket.socket) -> Iterator[None]:
    """Meanwhile the console answers, in a thread of its own."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            server.run([listening])
        except BaseException as error:  # noqa: BLE001 - it is raised again where somebody waits
            failed.append(error)

    context = copy_context()  # the call that is being answered: its zone is the facility's
    thread = threading.Thread(target=context.run, args=(run,), name="console", daemon=True)
    thread.start()
    give_up = time.monotonic() + _READY_WITHIN_S
    while not server.started and thread.is_alive() and time.monotonic() < give_up:
        time.sleep(0.01)
    if failed or not server.started:
        raise WrongCall(f"the console has not started: {failed[0] if failed else 'it takes too long'}")
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(_STOP_WITHIN_S + 2)


@contextmanager
def _kept_up_to_date(site: Site) -> Iterator[None]:
    """Have the read model hold what others record; on Kafka the workers do that."""
    if site.where.kafka is not None:
        yield
        return
    over = threading.Event()
    context = copy_context()
    thread = threading.Thread(target=context.run, args=(_catch_up_until, site, over.wait), daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _catch_up_until(site: Site, over: Callable[[float], bool]) -> None:
    told = ""
    while not over(CATCH_UP_EVERY_S):
        try:
            with site.clerks.turn:
                keep_up(site.where)
            told = ""
        except PitledgerError as error:
            if str(error) != told:
                print_message(f"pitledger serve: {error}")
            told = str(error)

"""Where Kafka is said to be: whether that is an address at all, and whether anybody answers there.

The client would try for half a minute and then name its own errors. People mistype an address, or have not
started the broker yet, and are told so; a broker that is just starting is waited for.
"""

from __future__ import annotations

import socket
import time
from typing import Final, NamedTuple

from console.calls.wrong_call import WrongCall

PATIENCE_S: Final = 10.0
"""How long nobody may answer: a broker that starts again is back by then."""
_CONNECT_S: Final = 2.0
_PAUSE_S: Final = 0.2
_DEFAULT_PORT: Final = 9092
_LAST_PORT: Final = 65_535


class Address(NamedTuple):
    """A broker's host and port."""

    host: str
    port: int


def addresses(hosts: str) -> list[Address]:
    """The addresses of `HOST:PORT,HOST:PORT`; `WrongCall` for what is none."""
    return [_address(each.strip()) for each in hosts.split(",")]


def _address(text: str) -> Address:
    place = text.partition("://")[2] or text
    host, colon, port = place.rpartition(":")
    if not colon or (place.startswith("[") and place.endswith("]")):
        host, port = place, str(_DEFAULT_PORT)
    number = int(port) if port.isascii() and port.isdigit() and len(port) <= len(str(_LAST_PORT)) else 0
    if not host or not host.isprintable() or " " in host or not 0 < number <= _LAST_PORT:
        raise WrongCall(f"--kafka: {text!r} is not an address: write HOST:PORT, such as 127.0.0.1:9092")
    return Address(host.strip("[]"), number)


def require_answering(hosts: str) -> None:
    """Refuse an address where nobody answers; any one of several brokers will do."""
    named = addresses(hosts)
    give_up = time.monotonic() + PATIENCE_S
    while True:
        problems = [problem for each in named if (problem := _problem(each))]
        if len(problems) < len(named):
            return
        if time.monotonic() >= give_up:
            raise WrongCall(
                f"--kafka {hosts}: no broker answers there ({problems[0]}). Start it, or name its HOST:PORT; "
                "without --kafka and PITLEDGER_KAFKA an embedded instance is used."
            )
        time.sleep(_PAUSE_S)


def _problem(address: Address) -> str:
    """Why nobody answers there; empty where somebody does."""
    try:
        socket.create_connection(address, _CONNECT_S).close()
    except (OSError, UnicodeError) as error:
        return getattr(error, "strerror", None) or str(error)
    return ""

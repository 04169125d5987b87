"""Second signatures: asked for, given and declined at their own desk, and read from it."""

from __future__ import annotations

import threading
from typing import NamedTuple

from console.acts.fact import Fact
from console.recording.signing import Signature
from events.envelope import read_header
from events.vocabulary.desk import SignatureDeclined, SignatureGiven, SignatureRequested
from projections.signature_requests import DESK, Request, Requests, evolve
from streams.log import Log
from streams.recorder.recorder import Recorded


class Asking(NamedTuple):
    """What is asked for: in words, by which form, what was typed into it; its facts, what it rests on."""

    asks: str
    form: str
    typed: list[dict[str, str]]
    facts: list[dict[str, str]]
    sha256: str
    seen: list[dict[str, object]]
    why: str
    until_us: int


def requested(asking: Asking, signed_by: Signature) -> Fact:
    """That the first of two has signed."""
    return Fact(DESK, SignatureRequested.TYPE, {**asking._asdict(), **signed_by}, signed_by["badge"])


def given(request: Request, signed_by: Signature, recorded: tuple[Recorded, ...], refused: str) -> Fact:
    """That the second has signed, and what was recorded of it."""
    fields = {
        "request_seq": request.seq,
        "sha256": request.asked.sha256,
        **signed_by,
        "recorded": [{"stream": each.event.stream, "seq": each.seq} for each in recorded],
        "refused": refused,
    }
    return Fact(DESK, SignatureGiven.TYPE, fields, signed_by["badge"])


def declined(request: Request, badge: str, reason: str) -> Fact:
    """That somebody has declined to sign."""
    fields = {"request_seq": request.seq, "declined_by": badge, "reason": reason}
    return Fact(DESK, SignatureDeclined.TYPE, fields, badge)


class RequestsReader:
    """Reads the desk on from where it was read to before; safe to call from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests: dict[int, Request] = {}
        self._next = 1

    def read(self, log: Log) -> Requests:
        """Every request up to the end that the log has now."""
        with self._lock:
            for record in log.read_stream(DESK, self._next):
                event = read_header(record.value)
                evolve(self._requests, event)
                self._next = event.seq + 1
            return dict(self._requests)

"""What every documented change takes: who signs, why, and how it is recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from cyclopts import Parameter

from console.calls.arguments import many, one, seconds, signature
from console.calls.names import own_id, owner, words

Signature = dict[str, str]
"""A badge and the department that it signs for."""
WAIT_S: Final = 10.0

Wait = Annotated[
    float,
    one(seconds, "SECONDS", f"on Kafka: how long to wait for the keeper's answer (default: {WAIT_S:g})"),
]
Facility = Annotated[str | None, one(owner, "NAME", "the facility, where the log is empty")]
SIGN: Final = many(signature, "BADGE:DEPARTMENT", "who signs, and for which department; given twice")
REASON: Final = one(words, "TEXT", "why")


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Identified:
    """By which id a change is recorded, and for whom."""

    id: Annotated[
        str | None,
        one(own_id, "TEXT", "an id of your own: a repeat of it is not recorded twice"),
    ] = None
    facility: Facility = None


UNIDENTIFIED: Final = Identified()
"""Without an id, by the facility of the log."""


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Recording(Identified):
    """How a change is recorded that a keeper answers."""

    wait: Wait = WAIT_S


RECORDED_NOW: Final = Recording()
"""Recorded without an id, by the facility of the log."""

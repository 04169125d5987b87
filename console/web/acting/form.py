"""A form as it is declared: its fields, what stands above them, and what it would have recorded.

What is recorded is worked out in `console.acts`, by the code of the command of the same thing. A form asks
for it, and says what moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from console.acts.fact import Fact
from console.calls.names import words
from console.calls.wrong_call import WrongCall
from console.recording.clerk import Clerk
from console.recording.signing import Signature
from console.web.asked import Asked
from console.web.declared import Declared
from streams.recorder.recorder import Recorded


@dataclass(frozen=True, slots=True)
class Field:
    """Something that a form asks for. What `read` refuses it refuses by a `ValueError`, as in a command.

    `kind` is `text`, `area` for several lines, `choice` of what the sheet offers, `checks` for any number of
    those, or `date`. What is not `needed` and left empty is None (of `checks`: an empty tuple).
    """

    name: str
    label: str
    read: Callable[[str], Any] = words
    kind: str = "text"
    needed: bool = True
    note: str = ""


REASON = Field("reason", "reason", words, "area", note="it stays on record as it is written")


@dataclass(frozen=True, slots=True)
class Line:
    """A line above a form's fields: what, how it is now, and where that is looked at."""

    what: str
    words: str
    href: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What stands around the fields: title, where one came from, how things are, what is offered."""

    title: str
    back: str
    lines: Sequence[Line] = ()
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True)
class Filled:
    """A form as it was filled in: each field as it was read, who signs so far, and what was typed."""

    values: Mapping[str, Any]
    signed_by: tuple[Signature, ...]
    typed: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @property
    def badge(self) -> str:
        """Who signs first: the actor of what is recorded."""
        return self.signed_by[0]["badge"]

    @property
    def signatures(self) -> list[Signature]:
        """Who signs, as a body has it."""
        return [*self.signed_by]


@dataclass(frozen=True, slots=True)
class Move:
    """What is otherwise once it is recorded: what, before and after, in words."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What a plan rests on: something with a number that rises when it changes, and how it stood."""

    what: str
    number: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an act: what is on record, what is said of it, and why it was refused where it was.

    `refused` alone, with nothing recorded, is for what a keeper or a rule would not have before any event.
    """

    recorded: Sequence[Recorded]
    said: str = ""
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a form would have recorded, worked out anew for the preview, for each who signs, and at the end.

    `held` is what was left empty and is now settled, such as the moment of "now": it is typed in from here.
    `second` says why a second person must sign; empty where one will do.
    """

    asks: str
    """In a few words, as a second person reads it: "explain reading 3 of HCF-L1 progressive"."""
    facts: Sequence[Fact]
    record: Callable[[Clerk, str], Outcome]
    """Has it recorded, under an id: by what is in `console.acts`."""
    moves: Sequence[Move] = ()
    seen: Sequence[Seen] = ()
    held: Mapping[str, str] = field(default_factory=dict)
    second: str = ""
    warnings: Sequence[str] = ()
    """What is to be known before one signs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form(Declared):
    """A form of the console. Role opens it; what a person may do there is the register's to say."""

    fields: tuple[Field, ...]
    sheet: Callable[[Asked], Sheet]
    """What is above the fields; `NotFound` where there is nothing to act on."""
    plan: Callable[[Asked, Filled], Plan]
    """What it would have recorded; `WrongCall` says what is wrong with what was typed."""
    template: str = "form.html"


def require(problem: str) -> None:
    """Refuse what was typed for what is wrong with it; nothing where nothing is."""
    if problem:
        raise WrongCall(problem)

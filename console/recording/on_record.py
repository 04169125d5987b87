"""What this call has put on record so far, for whoever is told that it failed or was interrupted.

An error after the write says nothing of the write, and who reads it alone does the same again: money would
double. Who records says so here; `console.calls.answering` has it said before any error. It imports next to
nothing, since Ctrl-C asks for it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

GO_ON: Final = "what was recorded stays: call again to go on"
"""What is said of long work that any number of calls do once."""


class Done(NamedTuple):
    """What was done, how it can be looked at, and whether the same call would do it once more."""

    what: str
    look: str
    doubles: bool


_done: list[Done] = []
_trying: list[Done] = []
"""What may be on record or not: its write began, and has not come back."""


def begin_call() -> None:
    """A new call: nothing is done yet."""
    _done.clear()
    _trying.clear()


def trying(stream: str, type_: str, *, doubles: bool) -> None:
    """The write of an event begins."""
    _trying[:] = [Done(f"{stream} ({type_})", f"`pitledger export-events --stream {stream}`", doubles)]


def not_recorded() -> None:
    """What was tried is not on record."""
    _trying.clear()


def recorded(stream: str, seq: int, type_: str) -> None:
    """What was tried is on record, or its refusal is."""
    (tried,) = _trying
    _done.append(tried._replace(what=f"recorded as {stream} seq {seq} ({type_})"))
    _trying.clear()


def done(what: str, look: str, *, doubles: bool) -> None:
    """Something else that stays was done."""
    _done.append(Done(what, look, doubles))


def so_far() -> str:
    """What is on record, or may be, and what to do about it, as a sentence; nothing where nothing is."""
    said = []
    if _done:
        what = ", ".join(each.what for each in _done)
        looks = dict.fromkeys(each.look for each in _done)
        again = (
            f"do not call this again, or it is done twice: {', '.join(looks)} shows it"
            if any(each.doubles for each in _done)
            else "the same call may be made again"
        )
        said.append(f"{what}; {again}")
    for each in _trying:
        advice = (
            f"before you call this again look at {each.look}"
            if each.doubles
            else "the same call finds out, and records it once"
        )
        said.append(f"whether {each.what} is recorded is not known: {advice}")
    return ". ".join(said)

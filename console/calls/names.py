"""Names and words that people type: badges, papers, reasons, ids, links.

What cannot be seen, or would steer a terminal, is refused where it is typed, with the option's name, before
anything is recorded. Events that come in otherwise are judged by their vocabulary.
"""

from __future__ import annotations

from typing import Final
from unicodedata import category

from console.wording.visible import TURNS
from events.envelope import stream_name
from events.errors import MalformedEvent
from events.kinds import TEXT_AT_MOST
from events.naming import names_somebody

NAME_AT_MOST: Final = 64
ID_AT_MOST: Final = 128
_STANDS_FOR_SOMETHING: Final = ("BADGE", "DEPARTMENT", "TEXT")
"""What a hint has where only its reader knows what to write: pasted as it is, it would stay recorded."""
_OF_A_TEXT: Final = "\n\t"
"""Control characters that a text of several lines has."""


def person(text: str) -> str:
    """A badge or a department: something that people can see, and tell from others."""
    _require_length(text, NAME_AT_MOST)
    if not names_somebody(text):
        raise ValueError(f"{text!r} is not a name: write one such as A-2")
    _require_meant(text)
    _require_visible(text)
    return text


def words(text: str) -> str:
    """A reason, in words."""
    _require_length(text, TEXT_AT_MOST)
    if not text.strip():
        raise ValueError("say why, in words")
    _require_meant(text)
    if any(category(letter) in ("Cc", "Cs") and letter not in _OF_A_TEXT for letter in text):
        _refuse_control(text)
    if any(letter in TURNS for letter in text):
        _refuse_control(text)
    return text


def paper(text: str) -> str:
    """The name of a document that something rests on."""
    _require_length(text, TEXT_AT_MOST)
    if not text.strip():
        raise ValueError("name the paper that it rests on, such as a receipt or a memo")
    _require_meant(text)
    _require_visible(text)
    return text


def _require_meant(text: str) -> None:
    if text in _STANDS_FOR_SOMETHING:
        raise ValueError(f"{text} stands for what only you know: write that in its place")


def own_id(text: str) -> str:
    """An id of the caller's own."""
    _require_length(text, ID_AT_MOST)
    if not text.strip():
        raise ValueError("it is empty: write an id of your own, or leave the option out")
    _require_visible(text)
    return text


def owner(text: str) -> str:
    """The name of a link, a table or a facility, as streams are called by it."""
    _require_length(text, NAME_AT_MOST)
    try:
        stream_name("link", text)
    except MalformedEvent as error:
        raise ValueError(error.problem) from None
    return text


def case_name(text: str) -> str:
    """The name of a case, as its stream is called by it."""
    _require_length(text, NAME_AT_MOST - len("case-"))
    return owner(text)


def stream_named(text: str) -> str:
    """A stream, by its kind and its owner."""
    kind, colon, name = text.partition(":")
    try:
        return stream_name(kind, name)
    except MalformedEvent as error:
        if not colon and text:
            raise ValueError(f"{text!r} is not a stream: write its kind too, such as table:HCF-01") from None
        raise ValueError(f"{text!r} is not a stream, such as table:HCF-01: {error.problem}") from None


def something(text: str) -> str:
    """Any name that is asked for: only an empty one cannot be meant, and what is not text."""
    if not text.strip():
        raise ValueError("it is empty: write the name, or leave it out")
    if any(category(letter) == "Cs" for letter in text):
        raise ValueError(f"{text!r} is not text in UTF-8: type it again")
    return text


def _require_length(text: str, at_most: int) -> None:
    if len(text) > at_most:
        raise ValueError(f"{len(text):,} characters are too many: write at most {at_most:,}")


def _require_visible(text: str) -> None:
    if not text.isprintable():
        _refuse_control(text)


def _refuse_control(text: str) -> None:
    raise ValueError(f"{text!r} has a character that cannot be seen: leave it out")

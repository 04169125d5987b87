"""People who are not staff, as events name them: by a reference that says nothing without its opening.

A field that names a player or a game account is marked `Refers` where the vocabulary defines it. Before a
draft is recorded its text, the facility's own label, gives way to SHA-256(salt ‖ label): one random salt a
person, which never enters an event. Salt and label together are the opening. Where openings are kept, and
where salts come from, is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from typing import Any, Final, Literal, NamedTuple, get_args, get_type_hints

import msgspec

from events.body import TYPES, body_class, read_body
from events.facts import Refers
from events.jsonform import Draft

Kind = Literal["player", "account"]
SALT_BYTES: Final = 32
_REFERENCE: Final = re.compile(r"[0-9a-f]{64}")


class Mention(NamedTuple):
    """Somebody is named in a draft. An account is mentioned with the player whose it is."""

    kind: str
    label: str
    player: str = ""
    """The player of an account: a label, or a reference where the draft has one already."""


class Opening(NamedTuple):
    """What a reference stands for. A person's openings, of player and accounts, have the same salt."""

    kind: str
    label: str
    salt: bytes

    @property
    def reference(self) -> str:
        """What events say in place of the label."""
        return reference(self.salt, self.label)


ReferenceOf = Callable[[Mention], str]


def reference(salt: bytes, label: str) -> str:
    """What takes the place of a label: 64 hex digits."""
    return sha256(salt + label.encode()).hexdigest()


def is_reference(text: str) -> bool:
    """Whether a text has the form of a reference. Such a one is left as it is: it names nobody."""
    return _REFERENCE.fullmatch(text) is not None


@cache
def personal_fields(type_: str) -> tuple[tuple[str, str], ...]:
    """The fields of a type that name a person, in their order, each with its kind; empty for most types."""
    hints = get_type_hints(body_class(type_), include_extras=True)
    return tuple((name, mark.kind) for name, hint in hints.items() for mark in _marks(hint))


def _marks(hint: Any) -> Iterator[Refers]:
    for part in (*getattr(hint, "__metadata__", ()), *get_args(hint)):
        if isinstance(part, Refers):
            yield part
            return
        found = next(_marks(part), None)
        if found is not None:
            yield found
            return


@cache
def personal_types() -> frozenset[str]:
    """The event types that name a person: of those that are known, so whoever asks has the vocabulary."""
    return frozenset(type_ for type_ in TYPES if personal_fields(type_))


def names_people(draft: Draft) -> bool:
    """Whether a draft may hold labels to be replaced. A copy never: its bytes are in a chain."""
    return draft.type in personal_types() and (draft.seq is None or draft.prev is None)


def mentions(draft: Draft) -> tuple[Mention, ...]:
    """Who is named in a draft by a label; the player before the accounts."""
    facts: Any = read_body(draft)
    player: str = getattr(facts, "player", None) or ""
    return tuple(
        Mention(kind, label, "" if kind == "player" else player)
        for field, kind in personal_fields(draft.type)
        if (label := getattr(facts, field)) and not is_reference(label)
    )


def with_references(draft: Draft, reference_of: ReferenceOf) -> Draft:
    """A draft with a reference in place of each label; nothing else of it changes."""
    named = mentions(draft)
    if not named:
        return draft
    facts = read_body(draft)
    by_label = {(each.kind, each.label): reference_of(each) for each in named}
    changes = {
        field: by_label[kind, getattr(facts, field)]
        for field, kind in personal_fields(draft.type)
        if (kind, getattr(facts, field)) in by_label
    }
    return draft._replace(body=msgspec.structs.replace(facts, **changes).to_bytes(), schema=facts.SCHEMA)

"""What is signed, as bytes that two people can compare: the facts of a plan, and the hash of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from console.acts.fact import Fact
from console.web.acting.form import Plan, Seen
from events.times import time_text


class Shown(NamedTuple):
    """A fact as a preview shows it; every field of its body, in its order."""

    stream: str
    type: str
    actor: str
    occurred_at: str
    """Empty where it occurs when it is recorded."""
    body: dict[str, Any]

    @property
    def json(self) -> str:
        """The fact as JSON, indented for people."""
        return json.dumps(self._asdict(), indent=2, ensure_ascii=False)

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The fields of the body for a table; what is made of parts as JSON."""
        return [(name, _in_a_cell(value)) for name, value in self.body.items()]


def shown(facts: Sequence[Fact]) -> list[Shown]:
    """Facts as a preview shows them."""
    return [
        Shown(
            fact.stream,
            fact.type,
            fact.actor,
            "" if fact.occurred_at_us is None else time_text(fact.occurred_at_us),
            fact.body(),
        )
        for fact in facts
    ]


def canonical(document: Any) -> str:
    """JSON of one form, so that equal documents have equal bytes."""
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def hash_of_facts(plan: Plan) -> str:
    """SHA-256 of what would be recorded: what two people sign."""
    return sha256(canonical([each._asdict() for each in shown(plan.facts)]).encode()).hexdigest()


def seen_json(seen: Sequence[Seen]) -> str:
    """What a plan rests on, for a hidden field."""
    return canonical([[each.what, each.number, each.words] for each in seen])


def changes_since(before: str, now: Sequence[Seen]) -> list[str]:
    """What has changed since a preview, in words; `before` comes from a browser, so it may be anything."""
    was = {each.what: each for each in _seen_of(before)}
    said = []
    for each in now:
        old = was.get(each.what)
        if old is None or old.number != each.number:
            then = "" if old is None else f"{old.words or old.number} → "
            said.append(f"{each.what}: {then}{each.words or each.number}")
    gone = was.keys() - {each.what for each in now}
    return [*said, *(f"{what} is no longer there" for what in sorted(gone))]


def _seen_of(text: str) -> list[Seen]:
    try:
        return [Seen(str(what), int(number), str(words)) for what, number, words in json.loads(text)]
    except (ValueError, TypeError, RecursionError):
        return []


def _in_a_cell(value: Any) -> str:
    match value:
        case None:
            return "-"
        case str():
            return value
        case bool() | int() | float():
            return str(value)
        case _:
            return json.dumps(value, ensure_ascii=False)

"""What happened at a table on a day besides its rounds: who worked there, decks and their clock, devices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from events.body import decode_body
from events.envelope import Event
from events.errors import MalformedEvent
from events.times import SECOND_US
from projections.rounds.happenings import HappeningRow


@dataclass(slots=True)
class Deck:
    """A deck of cards; its clock runs from its first shuffle into play (x.3(c))."""

    name: str
    back: str
    received_us: int
    since_us: int | None = None
    rounds: int = 0
    gone_us: int | None = None
    why: str = ""

    def minutes(self, now_us: int) -> int | None:
        """For how long it was, or has been, in play."""
        return None if self.since_us is None else max(0, (self.gone_us or now_us) - self.since_us) // _MINUTE

    @property
    def is_gone(self) -> bool:
        """Whether it has left the table."""
        return self.gone_us is not None


_MINUTE: Final = 60 * SECOND_US


@dataclass(frozen=True, slots=True)
class Said:
    """Something in a line: its event, when, and in words."""

    seq: int
    at_us: int
    words: str
    tone: str = ""


@dataclass(slots=True)
class Happenings:
    """What was gathered, in the order of the stream."""

    staff: list[Said] = field(default_factory=list)
    decks: dict[str, Deck] = field(default_factory=dict)
    devices: list[Said] = field(default_factory=list)
    halts: list[Said] = field(default_factory=list)
    dealing: str = ""
    called: dict[str, list[str]] = field(default_factory=dict)
    """Irregularities by the round."""
    closed_us: int | None = None


def happenings(rows: Iterable[HappeningRow]) -> Happenings:
    """Fold what happened on a table's day."""
    found = Happenings()
    for row in rows:
        event = row.event
        try:
            _TAKES[row.type](found, event, decode_body(event) if row.body else row)
        except MalformedEvent:
            continue  # `check` names it; a page shows what can be read
    return found


def _opened(found: Happenings, event: Event, body: Any) -> None:
    found.dealing = body.dealing
    words = f"opened by {event.actor}: dealer {body.dealer or 'unnamed'}"
    if body.floorperson:
        words += f", floorperson {body.floorperson}"
    found.staff.append(Said(event.seq, event.occurred_at_us, words))


def _dealer(found: Happenings, event: Event, body: Any) -> None:
    who = f"dealer {body.dealer}" + (f", floorperson {body.floorperson}" if body.floorperson else "")
    found.staff.append(Said(event.seq, event.occurred_at_us, who))


def _closed(found: Happenings, event: Event, body: Any) -> None:
    found.closed_us = event.occurred_at_us
    found.staff.append(Said(event.seq, event.occurred_at_us, f"closed by {body.closed_by}"))


def _decks(found: Happenings, event: Event, body: Any) -> None:
    for deck in body.decks:
        name = deck.deck
        found.decks[name] = Deck(name, deck.back_colour, event.occurred_at_us)


def _shuffled(found: Happenings, event: Event, body: Any) -> None:
    deck = _deck(found, event, body.deck)
    if deck.since_us is None:
        deck.since_us = event.occurred_at_us


def _changed(found: Happenings, event: Event, body: Any) -> None:
    gone = _deck(found, event, body.removed)
    gone.gone_us, gone.why = event.occurred_at_us, body.reason
    new = body.introduced
    name = getattr(new, "deck", new)
    found.decks[name] = Deck(name, getattr(new, "back_colour", ""), event.occurred_at_us)


def _removed(found: Happenings, event: Event, body: Any) -> None:
    gone = _deck(found, event, body.deck)
    gone.gone_us, gone.why = event.occurred_at_us, body.reason


def _round(found: Happenings, event: Event, body: Any) -> None:
    if body.dealing:
        found.dealing = body.dealing
    if body.deck:
        _deck(found, event, body.deck).rounds += 1


def _dealing(found: Happenings, event: Event, body: Any) -> None:
    found.dealing = body.dealing
    words = f"dealt from {body.dealing}, shuffled by {body.shuffling}: {body.reason}".replace("_", " ")
    found.devices.append(Said(event.seq, event.occurred_at_us, words))


def _deck(found: Happenings, event: Event, name: str) -> Deck:
    """A deck; one that came before the day is met first when something is done with it."""
    return found.decks.setdefault(name, Deck(name, "", event.occurred_at_us))


def _device(words: str, tone: str) -> Callable[[Happenings, Event, Any], None]:
    def take(found: Happenings, event: Event, body: Any) -> None:
        said = f"{body.device} ({body.kind}) {words}".replace("_", " ")
        problem = getattr(body, "problem", None) or getattr(body, "during", None)
        said += f": {problem}".replace("_", " ") if problem else ""
        found.devices.append(Said(event.seq, event.occurred_at_us, said, tone))

    return take


def _irregular(found: Happenings, event: Event, body: Any) -> None:
    if event.round:
        found.called.setdefault(event.round, []).append(body.kind.replace("_", " "))


_TAKES: Final[Mapping[str, Callable[[Happenings, Event, Any], None]]] = {
    "table_opened": _opened,
    "dealer_changed": _dealer,
    "table_closed": _closed,
    "decks_received": _decks,
    "cards_shuffled": _shuffled,
    "deck_changed": _changed,
    "deck_removed": _removed,
    "round_opened": _round,
    "dealing_changed": _dealing,
    "device_failed": _device("failed", "warn"),
    "device_jammed": _device("jammed", "warn"),
    "device_marked_out_of_order": _device("marked out of order", "warn"),
    "device_returned_to_service": _device("returned to service", "ok"),
    "irregularity_called": _irregular,
}

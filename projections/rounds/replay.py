"""A round rebuilt from its events, card by card: what lay where, what was wagered, decided, shown and paid.

It copies what was recorded and judges nothing. Cards that nobody had read when they were dealt become known
at the reveal. Up to any `seq` the same fold shows the table as it stood at that moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from events.body import body_fields, decode_body
from events.envelope import Event
from events.money import text


@dataclass(slots=True)
class SeatView:
    """A betting position: its cards in the order of their places, its wagers and what became of them."""

    player: str | None = None
    cards: list[str | None] = field(default_factory=list)
    wagers: dict[str, int] = field(default_factory=dict)
    refused: list[dict[str, Any]] = field(default_factory=list)
    decisions: list[dict[str, Any]] = field(default_factory=list)
    set_hands: dict[str, list[str | None]] = field(default_factory=dict)
    settled: list[dict[str, Any]] = field(default_factory=list)
    awards: list[dict[str, Any]] = field(default_factory=list)
    collected: int = 0


@dataclass(slots=True)
class Happening:
    """One event in the round's own order, in words."""

    seq: int
    occurred_at_us: int
    type: str
    actor: str
    words: str


@dataclass(slots=True)
class RoundView:
    """All that the events of one round say."""

    round: str
    table: str
    gaming_day: str
    mode: str
    rulebook: str = ""
    dealer_badge: str = ""
    status: str = "open"
    opened_at_us: int = 0
    ended_at_us: int = 0
    bets_closed: bool = False
    first_seq: int = 0
    last_seq: int = 0
    seats: dict[int, SeatView] = field(default_factory=dict)
    areas: dict[str, list[str | None]] = field(default_factory=dict)
    burned: list[str | None] = field(default_factory=list)
    irregularities: list[dict[str, Any]] = field(default_factory=list)
    timeline: list[Happening] = field(default_factory=list)

    def seat(self, number: int) -> SeatView:
        """The view of a betting position, made when it is first heard of."""
        return self.seats.setdefault(number, SeatView())

    def place(self, area: str, seat: int | None) -> list[str | None]:
        """The cards of a seat, or of the dealer's or a shared area."""
        return self.seat(seat).cards if seat is not None else self.areas.setdefault(area, [])

    def plain(self) -> dict[str, Any]:
        """The view as plain values, seats in order."""
        view = asdict(self)
        view["seats"] = [{"seat": number, **view["seats"][number]} for number in sorted(view["seats"])]
        return view


def replay(events: Iterable[Event], at_seq: int | None = None) -> RoundView | None:
    """The round as of its last event, or as of `at_seq`; None if there is no event."""
    view: RoundView | None = None
    for event in events:
        if at_seq is not None and event.seq > at_seq:
            break
        if view is None:
            view = RoundView(
                event.round or "", event.owner, event.gaming_day, event.mode, first_seq=event.seq
            )
        _take(view, event)
    return view


def _take(view: RoundView, event: Event) -> None:
    body: Any = decode_body(event)
    view.last_seq = event.seq
    handler = _HANDLERS.get(event.type)
    if handler is not None:
        handler(view, event, body)
    view.timeline.append(Happening(event.seq, event.occurred_at_us, event.type, event.actor, in_words(body)))


def in_words(body: Any) -> str:
    """A body on one line for people: fields that say something, without the legs and hashes."""
    said = []
    for name, value in body_fields(body).items():
        if value in (None, (), [], "", False) or name in _UNSAID:
            continue
        said.append(f"{name.removesuffix('_mc')} {_word(name, value)}")
    return ", ".join(said)


_UNSAID: Final = frozenset({"legs", "leg", "rulebook_sha256", "progressives"})


def _word(name: str, value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return " ".join("??" if item is None else str(item) for item in value)
    if name.endswith("_mc"):
        return text(value)
    return str(value)


def _put(cards: list[str | None], position: int, card: str | None) -> None:
    """Lay a card at its place; what is known stays known."""
    while len(cards) < position:
        cards.append(None)
    if card is not None:
        cards[position - 1] = card


def _opened(view: RoundView, event: Event, body: Any) -> None:
    view.opened_at_us = event.occurred_at_us
    view.rulebook = body.rulebook
    view.dealer_badge = body.dealer


def _ended(status: str) -> Callable[[RoundView, Event, Any], None]:
    def handle(view: RoundView, event: Event, _body: Any) -> None:
        if view.status == "open" or status == "voided":
            view.status = status
        view.ended_at_us = event.occurred_at_us

    return handle


def _bets_closed(view: RoundView, _event: Event, _body: Any) -> None:
    view.bets_closed = True


def _wagered(view: RoundView, _event: Event, body: Any) -> None:
    wagers = view.seat(body.seat).wagers
    wagers[body.wager] = wagers.get(body.wager, 0) + body.amount_mc


def _withdrawn(view: RoundView, _event: Event, body: Any) -> None:
    wagers = view.seat(body.seat).wagers
    wagers[body.wager] = wagers.get(body.wager, 0) - body.amount_mc


def _refused(view: RoundView, _event: Event, body: Any) -> None:
    view.seat(body.seat).refused.append(body_fields(body))


def _dealt(view: RoundView, _event: Event, body: Any) -> None:
    _put(view.place(body.to, body.seat), max(body.position, 1), body.card)


def _stack(view: RoundView, _event: Event, body: Any) -> None:
    cards = view.place(body.to, body.seat)
    start = len(cards)
    for number, card in enumerate(body.cards, start + 1):
        _put(cards, number, card)


def _revealed(view: RoundView, _event: Event, body: Any) -> None:
    cards = view.place(body.hand, body.seat)
    for number, card in enumerate(body.cards, 1):
        _put(cards, number, card)


def _exposed(view: RoundView, _event: Event, body: Any) -> None:
    _put(view.place(body.hand, body.seat), max(body.position, 1), body.card)
    view.irregularities.append({"what": "card_exposed", **body_fields(body)})


_COMMUNITY: Final = {"flop": 0, "turn": 3, "river": 4, "turn_and_river": 3}


def _community(view: RoundView, _event: Event, body: Any) -> None:
    area = "community" if body.street in _COMMUNITY else body.street
    cards = view.place(area, None)
    for number, card in enumerate(body.cards, _COMMUNITY.get(body.street, 0) + 1):
        _put(cards, number, card)


def _burned(view: RoundView, _event: Event, body: Any) -> None:
    view.burned.append(body.card)


def _decided(view: RoundView, _event: Event, body: Any) -> None:
    seat = view.seat(body.seat)
    seat.decisions.append(
        {"action": body.action, "at": body.at, "wager": body.wager, "amount_mc": body.amount_mc}
    )
    if body.wager is not None:
        seat.wagers[body.wager] = seat.wagers.get(body.wager, 0) + body.amount_mc


def _set(view: RoundView, _event: Event, body: Any) -> None:
    if body.seat is not None:
        view.seat(body.seat).set_hands = {"high": list(body.high), "low": list(body.low)}
    else:
        view.areas["dealer high"], view.areas["dealer low"] = list(body.high), list(body.low)


def _settled(view: RoundView, _event: Event, body: Any) -> None:
    view.seat(body.seat).settled.append(
        {
            "wager": body.wager,
            "outcome": body.outcome,
            "stake_mc": body.stake_mc,
            "returned_mc": body.returned_mc,
            "paid_mc": body.paid_mc,
        }
    )


def _collected(view: RoundView, _event: Event, body: Any) -> None:
    if body.seat is not None:
        view.seat(body.seat).collected += body.cards


def _award(step: str) -> Callable[[RoundView, Event, Any], None]:
    def handle(view: RoundView, event: Event, body: Any) -> None:
        said = {name: value for name, value in body_fields(body).items() if name not in {"seat", "leg"}}
        view.seat(body.seat).awards.append({"step": step, "seq": event.seq, **said})

    return handle


def _irregular(view: RoundView, event: Event, body: Any) -> None:
    view.irregularities.append({"what": event.type, **body_fields(body)})


def _stub_counted(view: RoundView, event: Event, body: Any) -> None:
    if body.deck_cards != 52:
        _irregular(view, event, body)


_HANDLERS: Final[dict[str, Callable[[RoundView, Event, Any], None]]] = {
    "round_opened": _opened,
    "wager_placed": _wagered,
    "wager_withdrawn": _withdrawn,
    "wager_refused": _refused,
    "bets_closed": _bets_closed,
    "card_dealt": _dealt,
    "stack_delivered": _stack,
    "card_burned": _burned,
    "card_exposed": _exposed,
    "community_cards_revealed": _community,
    "decision_made": _decided,
    "hand_set": _set,
    "hand_revealed": _revealed,
    "wager_settled": _settled,
    "hand_collected": _collected,
    "progressive_claimed": _award("claimed"),
    "progressive_light_verified": _award("light verified"),
    "progressive_validated": _award("validated"),
    "progressive_rejected": _award("rejected"),
    "award_documented": _award("documented"),
    "fixed_award_validated": _award("validated"),
    "progressive_paid": _award("paid"),
    "envy_paid": _award("envy paid"),
    "irregularity_called": _irregular,
    "irregularity_ruled": _irregular,
    "card_found_face_up": _irregular,
    "card_drawn_in_error": _irregular,
    "device_jammed": _irregular,
    "device_failed": _irregular,
    "stub_counted": _stub_counted,
    "round_voided": _ended("voided"),
    "round_closed": _ended("closed"),
}

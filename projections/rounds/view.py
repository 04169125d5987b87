"""A round as its events left it: what was where, what was wagered, decided, shown and paid."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Final, NamedTuple

import msgspec

from events.vocabulary.dealing import CardDrawnInError, CardExposed, CardFoundFaceUp, StubCounted
from events.vocabulary.irregularities import DeviceFailed, DeviceJammed, IrregularityCalled, IrregularityRuled
from events.vocabulary.play import DecisionMade, WagerRefused, WagerSettled
from events.vocabulary.unions import AwardEvent
from projections.cards_laid import Cards

IrregularEvent = (
    IrregularityCalled
    | IrregularityRuled
    | CardExposed
    | CardFoundFaceUp
    | CardDrawnInError
    | DeviceJammed
    | DeviceFailed
    | StubCounted
)
"""What went wrong in a round, and how it was ruled."""


class AwardView(NamedTuple):
    """A step of an award, as it was recorded."""

    step: str
    seq: int
    body: AwardEvent

    def plain(self) -> dict[str, object]:
        """The step with its facts; its seat is the one that it is shown at."""
        facts = msgspec.structs.asdict(self.body)
        del facts["seat"]
        facts.pop("leg", None)
        return {"step": self.step, "seq": self.seq, **facts}


class Irregularity(NamedTuple):
    """Something that went wrong, or how it was ruled, as it was recorded."""

    what: str
    body: IrregularEvent
    decisions_before: dict[int, int]
    """How many decisions each seat had made when it happened."""
    cards_before: dict[int | str, int]
    """How many cards each seat, and each area by its name, had then."""
    dealer_shown: bool
    """Whether the dealer's hand had been turned face up."""
    board_shown: int = 0
    """How many community cards had been turned face up."""

    def plain(self) -> dict[str, object]:
        """What it was, with its facts."""
        return {"what": self.what, **msgspec.structs.asdict(self.body)}


_OWN: Final = frozenset({"late", "gone"})
"""What of a seat says who takes part, and is shown nowhere."""


@dataclass(slots=True)
class SeatView:
    """A betting position: its cards in the order of their places, its wagers and what became of them."""

    player: str | None = None
    cards: Cards = field(default_factory=Cards)
    wagers: dict[str, int] = field(default_factory=dict)
    """What is staked; 0 where a wager was taken back whole."""
    late: dict[str, int] = field(default_factory=dict)
    """What of that was placed, or below zero taken back, after "no more bets"."""
    refused: list[WagerRefused] = field(default_factory=list)
    decisions: list[DecisionMade] = field(default_factory=list)
    set_hands: dict[str, list[str | None]] = field(default_factory=dict)
    settled: list[WagerSettled] = field(default_factory=list)
    awards: list[AwardView] = field(default_factory=list)
    collected: int = 0
    abandoned: bool = False
    gone: bool = False
    """Whether that was before any card of the round was dealt."""

    def bet(self, wager: str, amount_mc: int, *, late: bool = False) -> None:
        """Add to a wager, or take from it what is negative."""
        self.wagers[wager] = self.wagers.get(wager, 0) + amount_mc
        if late:
            self.late[wager] = self.late.get(wager, 0) + amount_mc

    def in_time(self) -> dict[str, int]:
        """The stakes as they lay at "no more bets", with those that decisions made since."""
        return {wager: mc - self.late.get(wager, 0) for wager, mc in self.wagers.items()}

    @property
    def staked(self) -> bool:
        """Whether anything is staked."""
        return any(mc > 0 for mc in self.wagers.values())

    def plain(self, number: int) -> dict[str, object]:
        """The seat as plain values, with its number."""
        seat = {each.name: getattr(self, each.name) for each in fields(self) if each.name not in _OWN}
        decided = ("action", "at", "wager", "amount_mc")
        settled = ("wager", "outcome", "stake_mc", "returned_mc", "paid_mc")
        return {
            "seat": number,
            **seat,
            "decisions": [{name: getattr(each, name) for name in decided} for each in self.decisions],
            "settled": [{name: getattr(each, name) for name in settled} for each in self.settled],
            "awards": [award.plain() for award in self.awards],
        }


@dataclass(slots=True)
class Happening:
    """One event in the round's own order, in words."""

    seq: int
    occurred_at_us: int
    recorded_at_us: int
    type: str
    actor: str
    words: str


@dataclass(slots=True)
class RoundView:
    """A round as of one of its events."""

    round: str
    table: str
    gaming_day: str
    mode: str
    rulebook: str = ""
    selections_seq: int = 0
    dealer_badge: str = ""
    dealing: str = ""
    status: str = "open"
    opened_at_us: int = 0
    ended_at_us: int = 0
    bets_closed: bool = False
    dealer_shown: bool = False
    first_seq: int = 0
    last_seq: int = 0
    seats: dict[int, SeatView] = field(default_factory=dict)
    areas: dict[str, Cards] = field(default_factory=dict)
    burned: list[str | None] = field(default_factory=list)
    magic_card: str | None = None
    lucky_position: int | str | None = None
    void_section: str = ""
    irregularities: list[Irregularity] = field(default_factory=list)
    timeline: list[Happening] = field(default_factory=list)

    def went_wrong(self, what: str, body: IrregularEvent) -> None:
        """Note what went wrong, and how far the deal and the decisions were then."""
        decisions = {number: len(seat.decisions) for number, seat in self.seats.items()}
        board = self.areas.get("community")
        shown = 0 if board is None else len(board.turned)
        cards = self.cards_laid()
        self.irregularities.append(Irregularity(what, body, decisions, cards, self.dealer_shown, shown))

    def cards_laid(self) -> dict[int | str, int]:
        """How many cards each seat, and each area by its name, has."""
        cards: dict[int | str, int] = {number: len(seat.cards) for number, seat in self.seats.items()}
        return cards | {area: len(laid) for area, laid in self.areas.items()}

    def abandon(self, number: int) -> None:
        """The player of a box has left it with its wagers."""
        seat = self.seat(number)
        seat.abandoned = True
        seat.gone = not any(each.cards for each in self.seats.values()) and not any(self.areas.values())

    def seat(self, number: int) -> SeatView:
        """The view of a betting position, made when it is first named."""
        found = self.seats.get(number)
        if found is None:
            found = self.seats[number] = SeatView()
        return found

    def cards_at(self, area: str, seat: int | None) -> Cards:
        """The cards of a seat, or of the dealer's or a shared area."""
        return self.seat(seat).cards if seat is not None else self.areas.setdefault(area, Cards())

    def plain(self) -> dict[str, object]:
        """The view as plain values, seats in order."""
        view = {each.name: getattr(self, each.name) for each in fields(self)}
        view["seats"] = [self.seats[number].plain(number) for number in sorted(self.seats)]
        view["irregularities"] = [irregularity.plain() for irregularity in self.irregularities]
        plain: dict[str, object] = msgspec.to_builtins(view)
        return plain

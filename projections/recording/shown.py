"""What a round's own events show when a hand is claimed or validated: folded, the cards, the hand they make.

The round is folded again each time, from its events in the log: nothing is kept in between. It is the last
round of its table, or for a late claim one of those shortly before; a validation that comes later still has
what was shown at its claim. What is found is recorded beside the claim, and refuses nothing here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple, cast, get_args

from msgspec.structs import replace

from events.body import read_body
from events.envelope import LIVE, Event
from events.errors import MalformedEvent
from events.vocabulary.play import DecisionMade, RoundOpened, WagerPlaced, WagerWithdrawn
from events.vocabulary.progressive import (
    HandMade,
    HandReading,
    ProgressiveClaimed,
    ProgressiveValidated,
    RoundShown,
)
from events.vocabulary.table import OptionSelected, SelectionsChanged, TableOpened
from games.progressive_hands import Hands, Shown, progressive_hands, seen_cards
from projections.cards_laid import Cards, LaidCards, lay
from projections.recording.surroundings import Surroundings

ShownHand = ProgressiveClaimed | ProgressiveValidated
"""Legs that rest on a hand which was shown."""

Options = Mapping[str, bool | int | str]

LOOKED_BACK: Final = 256
"""Events before the last round among which an earlier one is looked for: those of some six rounds."""
_LAID: Final = frozenset(kind.TYPE for kind in get_args(LaidCards))
_FOLDS: Final = frozenset({"fold", "forfeit"})
_NOTHING_MADE: Final = HandMade(hand=None, readings=())


class _Rules(NamedTuple):
    """What a round is judged by: its rulebook, and what the table had selected when it opened."""

    rulebook: str
    options: Options

    def made(self, wager: str, shown: Shown) -> HandMade:
        """The hand that cards make for a wager."""
        hands = progressive_hands(self.rulebook, self.options, wager, shown)
        return HandMade(hand=hands.selected, readings=_readings(hands))

    def seen(self, wager: str, cards: Sequence[str], shown: Shown) -> HandMade:
        """The hand that a person saw; community cards are those shown where none are given."""
        return self.made(wager, seen_cards(self.rulebook, wager, cards, shown))


class _Round:
    """A live round of a table, as its events show it."""

    def __init__(self, rules: _Rules) -> None:
        self.rules = rules
        self.folded: set[int] = set()
        self._staked_mc: Counter[tuple[int, str]] = Counter()
        self._cards: dict[tuple[str, int | None], Cards] = {}

    def take(self, event: Event) -> None:
        """Follow an event of the round; one that cannot be read shows nothing."""
        try:
            if event.type in _LAID:
                lay(cast("LaidCards", read_body(event)), self.cards_at)
            elif event.type == DecisionMade.TYPE:
                decision = cast("DecisionMade", read_body(event))
                if decision.action in _FOLDS:
                    self.folded.add(decision.seat)
            elif event.type == WagerPlaced.TYPE:
                placed = cast("WagerPlaced", read_body(event))
                self._staked_mc[placed.seat, placed.wager] += placed.amount_mc
            elif event.type == WagerWithdrawn.TYPE:
                withdrawn = cast("WagerWithdrawn", read_body(event))
                self._staked_mc[withdrawn.seat, withdrawn.wager] -= withdrawn.amount_mc
        except MalformedEvent:
            pass

    def cards_at(self, area: str, seat: int | None) -> Cards:
        """The cards of a seat, or of the dealer's or a shared area."""
        return self._cards.setdefault((area if seat is None else "seat", seat), Cards())

    def cards(self, seat: int) -> Shown:
        """The cards that count for a seat."""
        at = self.cards_at
        return Shown(at("seat", seat), at("dealer", None), at("community", None))

    def shown(self, seat: int, wager: str) -> RoundShown:
        """What the round shows about a seat's hand for a wager."""
        cards = self.cards(seat)
        made = self.rules.made(wager, cards)
        return RoundShown(
            hand=made.hand,
            readings=made.readings,
            round_found=True,
            folded=seat in self.folded,
            seat_cards=tuple(cards.seat),
            dealer_cards=tuple(cards.dealer),
            community=tuple(cards.community),
            wagered=self._staked_mc[seat, wager] > 0,
        )


_NOT_FOUND: Final = RoundShown(
    hand=None, readings=(), round_found=False, folded=False, seat_cards=(), dealer_cards=(), community=()
)


def with_shown(body: ShownHand, round_name: str | None, around: Surroundings) -> ShownHand:
    """A claim or a validation of a round, with what the events of the round show."""
    if isinstance(body, ProgressiveClaimed):
        return _claim_with_shown(body, _round(round_name, around))
    return _validation_with_shown(body, around)


def without_shown(body: ShownHand) -> ShownHand:
    """As a client sends it."""
    if isinstance(body, ProgressiveClaimed):
        return replace(body, shown=None, made=None, claimed_by=())
    return replace(body, seen=None, shown=None)


def live_claim(claim_seq: int, around: Surroundings) -> tuple[Event, ProgressiveClaimed] | None:
    """The claim of a number in the stream; None where that is not a live claim."""
    event = around.own_event(claim_seq)
    if event is None or event.type != ProgressiveClaimed.TYPE or event.mode != LIVE:
        return None
    return event, cast("ProgressiveClaimed", read_body(event))


def _claim_with_shown(claim: ProgressiveClaimed, round_: _Round | None) -> ProgressiveClaimed:
    if round_ is None:
        return replace(claim, shown=_NOT_FOUND, made=_NOTHING_MADE if claim.cards else None)
    made = round_.rules.seen(claim.wager, claim.cards, round_.cards(claim.seat)) if claim.cards else None
    return replace(claim, shown=round_.shown(claim.seat, claim.wager), made=made)


def _validation_with_shown(body: ProgressiveValidated, around: Surroundings) -> ProgressiveValidated:
    """A validation is about the seat and the wager of its claim, whatever it says itself."""
    seen = _NOTHING_MADE if body.cards else None
    found = live_claim(body.claim_seq, around)
    if found is None:
        return replace(body, seen=seen, shown=_NOT_FOUND)
    event, claim = found
    round_ = _round(event.round, around, event.seq)
    if round_ is not None:
        rules, cards, shown = round_.rules, round_.cards(claim.seat), round_.shown(claim.seat, claim.wager)
    else:
        shown = replace(claim.shown or _NOT_FOUND, round_found=False)
        cards = Shown(shown.seat_cards, shown.dealer_cards, shown.community)
        rules = _selected(around, claim.selections_seq)
    if body.cards:
        seen = rules.seen(claim.wager, body.cards, cards)
    return replace(body, seen=seen, shown=shown)


def _round(name: str | None, around: Surroundings, holds_seq: int | None = None) -> _Round | None:
    """The round of that name, if it is the last of its table or not long before, and holds the event; None
    for any other."""
    last = around.round_events()
    if not last or last[0].type != RoundOpened.TYPE or name is None:
        return None
    events = last if last[0].round == name else [*_earlier(name, around.events_before(last[0].seq)), *last]
    if events[0].round != name:
        return None
    if holds_seq is not None and holds_seq < events[0].seq:
        return None
    opened = cast("RoundOpened", read_body(events[0]))
    round_ = _Round(_Rules(opened.rulebook, _selected(around, opened.selections_seq).options))
    for event in events:
        if event.mode == LIVE and event.round == name:
            round_.take(event)
    return round_


def _earlier(name: str, backwards: Iterable[Event]) -> list[Event]:
    """The events of the last round of that name, its opening first; none where it is too long ago."""
    found: list[Event] = []
    for event in islice(backwards, LOOKED_BACK):
        if event.mode == LIVE and event.round == name:
            found.append(event)
            if event.type == RoundOpened.TYPE:
                return found[::-1]
    return []


def _selected(around: Surroundings, selections_seq: int) -> _Rules:
    """What the table had selected by an event; nothing where no such event is known."""
    event = around.own_event(selections_seq)
    selected = None if event is None else read_body(event)
    if not isinstance(selected, TableOpened | SelectionsChanged):
        return _Rules("", {})
    options: Sequence[OptionSelected] = selected.options
    return _Rules(selected.rulebook, {option.option: option.value for option in options})


def _readings(hands: Hands) -> tuple[HandReading, ...]:
    return tuple(HandReading(switches=each.switches, hand=each.hand) for each in hands.readings)

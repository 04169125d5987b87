"""What a round's own events show when a hand is claimed or validated: folded, the cards, the hand they make.

The round is folded again each time, from its events in the log: nothing is kept in between. It is the last
round of its table, or for a late claim one of those shortly before. What is found is recorded beside the
claim, and refuses nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Final, cast, get_args

from msgspec.structs import replace

from events.body import read_body
from events.envelope import LIVE, Event
from events.errors import MalformedEvent
from events.vocabulary.play import DecisionMade, RoundOpened
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


class _Round:
    """A live round of a table, as its events show it."""

    def __init__(self, opened: RoundOpened, options: Options) -> None:
        self.rulebook = opened.rulebook
        self.options = options
        self.folded: set[int] = set()
        self.wagers: dict[int, str] = {}
        """The wager of each claim, by the claim's number."""
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
            elif event.type == ProgressiveClaimed.TYPE:
                self.wagers[event.seq] = cast("ProgressiveClaimed", read_body(event)).wager
        except MalformedEvent:
            pass

    def cards_at(self, area: str, seat: int | None) -> Cards:
        """The cards of a seat, or of the dealer's or a shared area."""
        return self._cards.setdefault((area if seat is None else "seat", seat), Cards())

    def shown(self, seat: int) -> Shown:
        """The cards that count for a seat."""
        at = self.cards_at
        return Shown(at("seat", seat), at("dealer", None), at("community", None))

    def hands(self, wager: str, shown: Shown) -> Hands:
        """What cards make for a wager by the rulebook and the options of the round."""
        return progressive_hands(self.rulebook, self.options, wager, shown)


def with_shown(body: ShownHand, round_name: str | None, around: Surroundings) -> ShownHand:
    """A claim or a validation of a round, with what the events of the round show."""
    round_ = _round(round_name, around)
    if isinstance(body, ProgressiveClaimed):
        return replace(body, shown=_shown(round_, body.seat, body.wager))
    wager = "" if round_ is None else round_.wagers.get(body.claim_seq, "")
    return replace(
        body,
        seen=_seen(round_, body, wager) if body.cards else None,
        shown=_shown(round_, body.seat, wager),
    )


def without_shown(body: ShownHand) -> ShownHand:
    """As a client sends it."""
    if isinstance(body, ProgressiveClaimed):
        return replace(body, shown=None, claimed_by=())
    return replace(body, seen=None, shown=None)


def _round(name: str | None, around: Surroundings) -> _Round | None:
    """The round of that name, if it is the last of its table or not long before; None for any other."""
    last = around.round_events()
    if not last or last[0].type != RoundOpened.TYPE or name is None:
        return None
    events = last if last[0].round == name else [*_earlier(name, around.events_before(last[0].seq)), *last]
    if events[0].round != name:
        return None
    opened = cast("RoundOpened", read_body(events[0]))
    round_ = _Round(opened, _options(around, opened.selections_seq))
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


def _options(around: Surroundings, selections_seq: int) -> Options:
    """What the table had selected when the round was opened; nothing where no event of it is known."""
    event = around.own_event(selections_seq)
    selected = None if event is None else read_body(event)
    options: Sequence[OptionSelected] = ()
    if isinstance(selected, TableOpened | SelectionsChanged):
        options = selected.options
    return {option.option: option.value for option in options}


def _shown(round_: _Round | None, seat: int, wager: str) -> RoundShown:
    shown = Shown() if round_ is None else round_.shown(seat)
    hands = None if round_ is None else round_.hands(wager, shown)
    return RoundShown(
        hand=None if hands is None else hands.selected,
        readings=() if hands is None else _readings(hands),
        round_found=round_ is not None,
        folded=round_ is not None and seat in round_.folded,
        seat_cards=tuple(shown.seat),
        dealer_cards=tuple(shown.dealer),
        community=tuple(shown.community),
    )


def _seen(round_: _Round | None, body: ProgressiveValidated, wager: str) -> HandMade:
    """What the cards make that the floorperson saw; community cards are the round's where none are given."""
    if round_ is None:
        return HandMade(hand=None, readings=())
    hands = round_.hands(wager, seen_cards(round_.rulebook, wager, body.cards, round_.shown(body.seat)))
    return HandMade(hand=hands.selected, readings=_readings(hands))


def _readings(hands: Hands) -> tuple[HandReading, ...]:
    return tuple(HandReading(switches=each.switches, hand=each.hand) for each in hands.readings)

"""A round as its checks ask about it: stakes, cards and decisions, read from its steps in one pass.

Nothing is judged here but whether the deal is, card by card, that of the chapter, so that most rounds need no
further look.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, cast

from events.envelope import Event
from games import registry
from games.chapter import Choice, Rulebook
from games.errors import GamesError
from games.game import Game, Procedure
from projections.examining.memory.table_state import OpenRound, Step
from projections.rounds.taking_part import required

DEALER, COMMUNITY, SIX_CARD, PAIR_BONUS, BURN = (
    "dealer",
    "community",
    "six_card_bonus",
    "pair_bonus",
    "burn",
)
VOID = frozenset({"hands_void", "round_void"})


class Dealt(NamedTuple):
    """Cards that went somewhere at once: to a box, to an area, or to the rack as a burn."""

    seq: int
    to: int | str
    cards: int
    position: int
    """Of the first of them, in that place."""
    is_stack: bool
    face_up: bool

    @property
    def is_hand(self) -> bool:
        """Whether they are a player's or the dealer's."""
        return self.to == DEALER or isinstance(self.to, int)


def _dealt(step: Step) -> Dealt:
    type_, body = step.event.type, step.body
    if type_ == "card_burned":
        return Dealt(step.seq, BURN, 1, 0, is_stack=False, face_up=False)
    to = body.seat if body.to == "seat" else body.to
    if type_ == "stack_delivered":
        return Dealt(step.seq, to, len(body.cards), 1, is_stack=True, face_up=body.face == "up")
    return Dealt(step.seq, to, 1, body.position, is_stack=False, face_up=body.face == "up")


class Accepted(NamedTuple):
    """A progressive wager, and the seats whose wagers the system took."""

    wager: str
    seats: frozenset[int]


class RoundFacts:
    """A round, its rulebook, and the event by which it is looked at."""

    def __init__(self, round_: OpenRound, book: Rulebook, event: Event) -> None:
        self.round = round_
        self.book = book
        self.game: Game = registry.by_name(book.game)
        self._event = event
        self._by_type: dict[str, list[Step]] = {}
        self.dealt: list[Dealt] = []
        for step in round_.steps:
            type_ = step.event.type
            self._by_type.setdefault(type_, []).append(step)
            if type_ in ("card_dealt", "stack_delivered", "card_burned"):
                self.dealt.append(_dealt(step))
        self._read_stakes()

    def _read_stakes(self) -> None:
        """What was staked on each spot, less what was taken back while that was allowed, and since when."""
        self.first_placed: dict[tuple[int, str], int] = {}
        self.staked: dict[tuple[int, str], int] = {}
        back = self.all("wager_withdrawn")
        placed = self.all("wager_placed")
        for step in sorted([*placed, *back], key=lambda step: step.seq) if back else placed:
            spot = (step.body.seat, step.body.wager)
            if step.event.type == "wager_placed":
                if spot not in self.staked:  # what was taken back whole is laid anew
                    self.first_placed[spot] = step.seq
                self.staked[spot] = self.staked.get(spot, 0) + step.body.amount_mc
            elif spot in self.staked and not self.is_late(step.seq):
                self.staked[spot] -= step.body.amount_mc
                if self.staked[spot] <= 0:
                    del self.staked[spot]

    def is_late(self, seq: int) -> bool:
        """Whether something happened after "no more bets"."""
        return 0 < self.round.bets_closed_seq < seq

    # --- events -------------------------------------------------------------------------------------------

    def all(self, *types: str) -> list[Step]:
        """What happened of a type, in order; of several, one after the other."""
        if len(types) == 1:
            return self._by_type.get(types[0], [])
        return [step for type_ in types for step in self._by_type.get(type_, ())]

    def first(self, type_: str, **facts: Any) -> Step | None:
        """The first of a type with these facts."""
        for step in self._by_type.get(type_, ()):
            if all(getattr(step.body, name) == value for name, value in facts.items()):
                return step
        return None

    @property
    def is_closed(self) -> bool:
        """Whether it was closed, not void and not left as it was."""
        return "round_closed" in (self.round.ended, self._event.type) and self.round.ended != "round_voided"

    @property
    def is_played_on(self) -> bool:
        """Whether it was closed, and hands were neither ruled void nor handled so; if there were any."""
        ruled = any(step.body.ruling in VOID for step in self._by_type.get("irregularity_ruled", ()))
        played = bool(self.dealt or self.playing)
        return played and self.is_closed and not ruled and not self.round.is_handled_as_void

    # --- wagers -------------------------------------------------------------------------------------------

    @property
    def required(self) -> list[str]:
        """The wagers without which nobody takes part: the Ante, in 677a the Odds Wager as well."""
        return required(self.game)

    def seats_with(self, wager: str) -> set[int]:
        """The boxes on which a wager lies."""
        return {seat for seat, name in self.staked if name == wager}

    @cached_property
    def entitled(self) -> set[int]:
        """The boxes that take part."""
        return set.intersection(*(self.seats_with(wager) for wager in self.required))

    @cached_property
    def playing(self) -> list[int]:
        """Those of them, clockwise, whose wagers lay there before "no more bets" and the first card (x.7(c))
        and whose players had not left by then (x.7(b)), or to which cards were dealt all the same: as
        `projections.rounds.taking_part` has it."""
        first = self.round.first_card_seq
        laid = {
            seat: max(self.first_placed[seat, wager] for wager in self.required) for seat in self.entitled
        }
        gone = {step.body.seat for step in self.all("wager_abandoned") if not first or step.seq < first}
        return sorted(
            seat
            for seat, seq in laid.items()
            if not (seat in gone or self.is_late(seq) or 0 < first < seq) or self.count(seat)
        )

    def system(self, instrument: str) -> list[str]:
        """The progressive wagers on offer that are made with value chips, or electronically."""
        offered = self.round.selections.wagers if self.round.selections is not None else frozenset()
        return [
            wager.name
            for wager in self.game.wagers
            if wager.progressive and wager.instrument == instrument and wager.name in offered
        ]

    def accepted(self) -> Iterator[Accepted]:
        """Wagers by value chip on a progressive meter, and who made one that the system took.

        Outside live play nothing is sent to a link: there what was placed was taken.
        """
        closed = self.all("bets_closed")
        for wager in self.system("value_chip"):
            if self._event.mode != "live":
                yield Accepted(wager, frozenset(self.seats_with(wager)))
            elif closed:
                taken = (each for step in closed for leg in step.body.legs for each in leg.wagers)
                yield Accepted(wager, frozenset(each.seat for each in taken if each.wager == wager))

    # --- cards --------------------------------------------------------------------------------------------

    def to(self, area: int | str) -> list[Dealt]:
        """What was dealt to a place."""
        return [each for each in self.dealt if each.to == area]

    def count(self, area: int | str) -> int:
        """How many cards a place was dealt."""
        return sum(each.cards for each in self.dealt if each.to == area)

    @cached_property
    def hands(self) -> list[Dealt]:
        """The cards of the hands, without those beyond a full one."""
        return [each for each in self.dealt if each.is_hand and each.position <= self.full(each.to)]

    def full(self, hand: int | str) -> int:
        """How many cards a hand has."""
        shape = self.game.shape
        return shape.dealer_cards if hand == DEALER else shape.seat_cards

    @property
    def is_board_first(self) -> bool:
        """Whether community cards came before the hands (x.10(g))."""
        first = next((each for each in self.dealt if each.to != BURN), None)
        return first is not None and first.to == COMMUNITY

    def option(self, name: str) -> Choice | None:
        """What the table selected; None where it selected nothing."""
        return None if self.round.selections is None else self.round.selections.options.get(name)

    @cached_property
    def by_the_book(self) -> bool:
        """Whether the deal is, card by card, what the chapter has for these wagers."""
        selections = self.round.selections
        chosen: dict[str, Choice] = dict(selections.options) if selections is not None else {}
        if self.seats_with(SIX_CARD):
            chosen[SIX_CARD] = True
        if pairs := self.seats_with(PAIR_BONUS):
            chosen["pair_bonus_seats"] = ",".join(map(str, sorted(pairs)))
        due = _due(self.game.name, self.round.dealing, tuple(self.playing), frozenset(chosen.items()))
        return due is not None and due == [
            (each.to, each.face_up, each.is_stack) for each in self.dealt for _ in range(each.cards)
        ]


@lru_cache(maxsize=4_096)
def _due(
    game: str, procedure: str, seats: tuple[int, ...], options: frozenset[tuple[str, Choice]]
) -> list[tuple[int | str, bool, bool]] | None:
    """The cards in their order, each with where it goes, whether face up, and whether in a stack."""
    chosen: Mapping[str, Choice] = dict(options)
    try:
        order = registry.by_name(game).deal_order(cast("Procedure", procedure), seats, chosen)
    except GamesError:
        return None
    in_stacks = {DEALER, *seats} if procedure == "automated_shoe" else set()
    if chosen.get("community_first"):
        in_stacks.add(COMMUNITY)
    return [
        (deal.to, deal.face_up, deal.to in in_stacks and deal.cards > 1)
        for deal in order
        for _ in range(deal.cards)
    ]

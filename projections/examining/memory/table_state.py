"""What the examiner knows of a table in one mode, bounded: selections, signs, crew, devices, decks, round.

No check is made here, and nothing is judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from events.envelope import Event
from games.chapter import Choice
from games.procedure.dealing import Shuffling
from projections.examining.finding import Finding
from projections.examining.memory.deck_state import DeckState
from projections.examining.memory.own_book import OwnBook


@dataclass(frozen=True, slots=True)
class Selections:
    """The rules submission in force, by the event that has it."""

    seq: int
    rulebook: str
    paytables: Mapping[str, str]
    options: Mapping[str, Choice]
    wagers: frozenset[str]
    units_mc: Mapping[str, int]
    """Progressive wagers on offer, and the one amount of each."""
    payout_limit_mc: int | None
    limit_by_chapter_mc: int | None
    boxes_per_player: int
    minimum_wager_mc: int = 0
    maximum_wager_mc: int | None = None

    @property
    def offered(self) -> frozenset[str]:
        """Its wagers, and `payout_limit` where one is in force."""
        limited = self.payout_limit_mc is not None or self.limit_by_chapter_mc is not None
        return self.wagers | ({"payout_limit"} if limited else frozenset())


MOST_MOVEMENTS, MOST_STEPS = 512, 2_048
"""What is remembered of a round: cards that moved, and events in all."""


class Step:
    """An event of a round, with its facts. Of its header `prev` and `source_id` are not kept for long."""

    __slots__ = ("body", "event")

    def __init__(self, event: Event, body: Any) -> None:
        self.event = event
        self.body = body

    @property
    def seq(self) -> int:
        """Its number in the table's stream."""
        return self.event.seq

    @property
    def type(self) -> str:
        """What happened."""
        return self.event.type


TROUBLE_TYPES: Final = (
    "card_exposed",
    "card_found_face_up",
    "card_drawn_in_error",
    "irregularity_called",
    "irregularity_ruled",
)
"""What says that something went wrong with the cards of a round."""


@dataclass(slots=True)
class OpenRound:
    """The round that is being played, or the last one, until the next opens."""

    name: str
    opened_seq: int
    deck: str
    dealing: str
    selections: Selections | None = None
    """The submission that was in force when it opened."""
    shuffling: Shuffling = "manual"
    bets_closed_seq: int = 0
    """The first "no more bets"."""
    owners: dict[int, dict[str, tuple[int, ...]]] = field(default_factory=dict)
    """For each box that was wagered on, the players who had it then, each with all their boxes; not one of
    a player's from which everything was taken back in time."""
    first_card_seq: int = 0
    cards: int = 0
    first_collected_seq: int = 0
    shared_card_seq: int = 0
    fourth_cards: dict[int, int] = field(default_factory=dict)
    """Boxes that got a fourth card, and the event."""
    pair_bonus: set[int] = field(default_factory=set)
    steps: list[Step] = field(default_factory=list)
    """Everything that happened in it, in order, from its opening on."""
    movements: int = 0
    cut_short: bool = False
    """Whether more happened than is remembered: what needs all of it is not judged then."""
    ended: str = ""
    """The type of the event that ended it; empty while it is played."""
    players: Mapping[int, str] = field(default_factory=dict)
    """Whose the boxes were when it was opened, or where one changed hands since, at "no more bets"."""
    done: bool = False
    """Whether it has been judged as a whole."""

    def of(self, *types: str, **facts: Any) -> Iterator[Step]:
        """What happened of these types, with these facts."""
        for step in self.steps:
            if step.event.type in types and all(
                getattr(step.body, name, None) == value for name, value in facts.items()
            ):
                yield step

    def first(self, *types: str, **facts: Any) -> Step | None:
        """The first of them."""
        return next(self.of(*types, **facts), None)

    def lies_on(self, seat: int) -> bool:
        """Whether a wager lies on a box: made, and not taken back whole."""
        staked = Counter[str]()
        for step in self.of("wager_placed", "wager_withdrawn", seat=seat):
            placed = step.event.type == "wager_placed"
            staked[step.body.wager] += step.body.amount_mc if placed else -step.body.amount_mc
        return bool(+staked)

    @property
    def lying(self) -> Counter[tuple[str, int | None]]:
        """The cards of each hand or area that were dealt and not taken up; below 0: more than were dealt."""
        lying = Counter[tuple[str, int | None]]()
        for step in self.of("card_dealt", "stack_delivered"):
            lying[step.body.to, step.body.seat] += len(getattr(step.body, "cards", (None,)))
        for step in self.of("hand_collected"):
            lying[step.body.hand, step.body.seat] -= step.body.cards
        return lying

    @property
    def is_cleared(self) -> bool:
        """Whether cards were dealt, and all of them were taken up."""
        return self.first("hand_collected") is not None and not +self.lying

    @property
    def is_handled_as_void(self) -> bool:
        """Whether something went wrong with its cards and stakes went back, whoever ruled so, or nobody."""
        return (
            self.first(*TROUBLE_TYPES) is not None and self.first("wager_settled", outcome="void") is not None
        )


MOST_CLAIMS = 256
"""Awards of a table that are remembered until they are paid or rejected."""


@dataclass(slots=True)
class Award:
    """A share of a meter that was claimed, and the numbers of what was done about it, 0 for not yet."""

    seq: int
    round: str
    seat: int
    wager: str
    sharing: tuple[int, ...]
    light_seq: int = 0
    lit: bool = False
    validated_seq: int = 0
    validated_by: str = ""
    documented_seq: int = 0
    collected: dict[int, int] = field(default_factory=dict)
    """Of those who share it, whose cards went to the rack, and when."""
    paid_seq: int = 0
    paid_from: str = ""


@dataclass(slots=True)
class TableState:
    """A table in one mode."""

    selections: Selections | None = None
    opened_seq: int = 0
    is_open: bool = False
    positions: int = 0
    approvals: frozenset[str] = frozenset()
    signs: dict[str, set[str]] = field(default_factory=dict)
    """Subject to the places where patrons can read about it."""
    removed_signs: dict[str, int] = field(default_factory=dict)
    outdated_signs: dict[str, int] = field(default_factory=dict)
    """Subjects that a change of the selections has overtaken, and the change."""
    dealer: str = ""
    floorperson: str = ""
    dealing: str = ""
    shuffling: Shuffling = "manual"
    out_of_order: dict[str, str] = field(default_factory=dict)
    """Devices that are marked so, and what they are for."""
    failed: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Devices that cannot be used and are not marked yet: what they are for, and the event."""
    shuffle_jam_seq: int = 0
    """A device that jammed while it shuffled, until the cards are shuffled."""
    shuffle_jam_deck: str = ""
    """Whose cards these are: the last deck that was played; empty before any was."""
    deal_jam_seq: int = 0
    """A shoe that jammed while it dealt, until the next card."""
    void_decks: dict[str, tuple[int, str]] = field(default_factory=dict)
    """Decks whose last round was void, until they are shuffled: the event, and the section it names."""
    called: dict[str, int] = field(default_factory=dict)
    """Kinds of irregularity that were called and not ruled on yet, and the call."""
    decks: dict[str, DeckState] = field(default_factory=dict)
    removed_decks: dict[str, int] = field(default_factory=dict)
    cover_cards: int | None = None
    """Those of the delivery at the opening."""
    cover_cards_seq: int = 0
    last_deck: str = ""
    """Of the round before."""
    reshuffle_due: dict[str, int] = field(default_factory=dict)
    """Decks that a ruling has had shuffled again, and the ruling, until it is done."""
    players: dict[str, int] = field(default_factory=dict)
    """Who sits at the table, and where."""
    boxes: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Whose the betting positions are."""
    seated_ever: bool = False
    left_alone_seq: int = 0
    """When the last player left; 0 while somebody plays, and before the first."""
    left_alone_us: int = 0
    round: OpenRound | None = None
    last_round: OpenRound | None = None
    """The round that ended last, until the next opens: what belongs to it may still come."""
    awards: dict[int, Award] = field(default_factory=dict)
    """By the number of the claim."""
    own_book: OwnBook = field(default_factory=OwnBook)
    unknown_badges: dict[str, int] = field(default_factory=dict)
    """Badges that the register did not know when the table last named them, as they are compared, and the
    event; whether the table is opened again makes no difference."""
    rounds_since_count: int = 0
    changed: bool = True
    """Whether a standing condition may have changed since it was last looked at."""
    reported: set[tuple[str, str]] = field(default_factory=set)
    """Checks that have spoken of what still holds, each with what it was about."""
    spoken: set[tuple[str, str]] = field(default_factory=set)
    """Checks that have spoken since the round opened, each with what it was about."""
    held: list[tuple[str, Finding]] = field(default_factory=list)
    """Findings that wait for a cause to show itself, each with the deck that it is about."""

    def player_at(self, seat: int) -> str:
        """Whose a betting position is; a name of its own where nobody is known to have it."""
        return next((player for player, boxes in self.boxes.items() if seat in boxes), f"seat {seat}")

    def live(self) -> list[DeckState]:
        """The decks at the table, without those that should have left."""
        return [deck for deck in self.decks.values() if not deck.short_seq]

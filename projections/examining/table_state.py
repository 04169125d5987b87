"""What the examiner knows of a table in one mode, bounded: selections, signs, crew, devices, decks, round.

No check is made here, and nothing is judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from games.chapter import Choice
from games.procedure.dealing import Shuffling
from projections.examining.deck_state import DeckState

if TYPE_CHECKING:
    from projections.examining.finding import Finding


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

    @property
    def offered(self) -> frozenset[str]:
        """Its wagers, and `payout_limit` where one is in force."""
        limited = self.payout_limit_mc is not None or self.limit_by_chapter_mc is not None
        return self.wagers | ({"payout_limit"} if limited else frozenset())


@dataclass(slots=True)
class OpenRound:
    """The round that is being played."""

    name: str
    opened_seq: int
    deck: str
    dealing: str
    first_card_seq: int = 0
    cards: int = 0
    first_collected_seq: int = 0
    shared_card_seq: int = 0
    fourth_cards: dict[int, int] = field(default_factory=dict)
    """Boxes that got a fourth card, and the event."""
    pair_bonus: set[int] = field(default_factory=set)


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
    out_of_order: set[str] = field(default_factory=set)
    """Devices."""
    decks: dict[str, DeckState] = field(default_factory=dict)
    removed_decks: dict[str, int] = field(default_factory=dict)
    cover_cards: int | None = None
    """Those of the delivery at the opening."""
    cover_cards_seq: int = 0
    last_deck: str = ""
    """Of the round before."""
    reshuffle_due_seq: int = 0
    """A ruling that directs a reshuffle, until it is done."""
    reshuffle_due_deck: str = ""
    players: dict[str, int] = field(default_factory=dict)
    """Who sits at the table, and where."""
    seated_ever: bool = False
    left_alone_seq: int = 0
    """When the last player left; 0 while somebody plays, and before the first."""
    left_alone_us: int = 0
    round: OpenRound | None = None
    rounds_since_count: int = 0
    changed: bool = True
    """Whether a standing condition may have changed since it was last looked at."""
    reported: set[tuple[str, str]] = field(default_factory=set)
    """Checks that have spoken of what still holds, each with what it was about."""
    spoken: set[tuple[str, str]] = field(default_factory=set)
    """Checks that have spoken since the round opened, each with what it was about."""
    held: list[tuple[str, Finding]] = field(default_factory=list)
    """Findings that wait for a cause to show itself, each with the deck that it is about."""

    def live(self) -> list[DeckState]:
        """The decks at the table, without those that should have left."""
        return [deck for deck in self.decks.values() if not deck.short_seq]

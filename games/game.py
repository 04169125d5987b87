"""What a game is: the protocol that the five games (and a sixth) fulfil, and the types that it speaks in.

A game is a folder with a `GAME` in it; `registry` finds it. Nothing outside that folder and its rulebooks
knows a wager by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from games.awards import AwardSteps
from games.chapter import Choice, Rulebook
from games.settlement import Round, Seat, Settlement

Procedure = Literal["manual_shoe", "hand", "automated_shoe"]
Timing = Literal["before_no_more_bets", "decision", "result"]
Instrument = Literal["chips", "value_chip", "electronic"]


@dataclass(frozen=True, slots=True)
class Wager:
    """One wager of x.7(d). `timing` "result" is a payout without a wager of its own (envy, ante bonus).

    `paytable` names the paytable that must have been selected for it. `instrument` "chips" stands for value
    chips, plaques and approved instruments (x.7(a)).
    """

    name: str
    section: str
    timing: Timing
    paytable: str | None = None
    optional: bool = True
    instrument: Instrument = "chips"
    progressive: bool = False
    kept_on_fold: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """What the description of a round of this game may hold beyond what every round has.

    `actions` maps each decision to the fields that it needs; "none" and "abandon" always exist. `extras` are
    fields such as "fourth_card" or "magic_card".
    """

    seat_cards: int
    dealer_cards: int
    actions: Mapping[str, tuple[str, ...]]
    community_cards: int = 0
    streets: tuple[str, ...] = ()
    extras: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Deal:
    """One movement of the dealer's hand: `cards` at a time to a seat, "dealer", "community", "burn", …"""

    to: int | str
    cards: int = 1
    face_up: bool = False
    under_cover_card: bool = False


class Game(Protocol):
    """One game. All of it is pure: the round and the rulebook in, the verdict out."""

    @property
    def name(self) -> str:
        """As in a description: "high_card_flush"."""

    @property
    def chapter(self) -> str:
        """As in a citation: "678a"."""

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """Every wager of x.7 and every result of x.12."""

    @property
    def shape(self) -> Shape:
        """What a description may hold."""

    @property
    def award_steps(self) -> Mapping[str, AwardSteps]:
        """For each progressive wager, the subsections by which its awards are verified and paid."""

    def settle(self, round_: Round, rulebook: Rulebook) -> Settlement:
        """What the round must pay (x.11–x.13); DescriptionError when the round cannot be."""

    def settlement_order(self, round_: Round, rulebook: Rulebook) -> list[tuple[int, tuple[str, ...]]]:
        """Seat and wagers in the order in which x.11 has the dealer settle them."""

    def stakes(self, seat: Seat) -> Mapping[str, int]:
        """Everything that the seat has at risk, wagers of the decision included."""

    def deal_order(
        self, procedure: Procedure, seats: Sequence[int], options: Mapping[str, Choice]
    ) -> Sequence[Deal]:
        """Who gets which cards, in order, when `seats` have placed an Ante (x.8–x.10)."""

    def payout_limit_floor_cents(self, rulebook: Rulebook, selections: Mapping[str, int]) -> int | None:
        """The lowest payout limit that may be set, None where the chapter has none.

        `selections` holds `minimum_wager_cents` and, where players may have several, `boxes`.
        """

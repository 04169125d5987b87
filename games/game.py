"""What a game is: one value, a table of data and functions that the five games (and a sixth) fill in.

A game is a folder with a `GAME` in it; `registry` finds it. Nothing outside that folder and its rulebooks
knows a wager by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from games.chapter import Choice, Rulebook
from games.errors import GamesError
from games.procedure.awards import AwardSteps
from games.procedure.duties import Duty
from games.settlement import Round, Seat, Settlement, SettlementOrder, WagerResult

Procedure = Literal["manual_shoe", "hand", "automated_shoe"]
Timing = Literal["before_no_more_bets", "decision", "result"]
Instrument = Literal["chips", "value_chip", "electronic"]


@dataclass(frozen=True, slots=True)
class Wager:
    """One wager of x.7(d). `timing` "result" is a payout without a wager of its own (envy, ante bonus),
    `beside` the wager that it goes with.

    `paytable` names the paytable that must have been selected for it. `instrument` "chips" means value
    chips, plaques and approved instruments (x.7(a)). `fold_section` is where the chapter says whether a
    player who folds keeps it, for a wager that a meter pays.
    """

    name: str
    section: str
    timing: Timing
    paytable: str | None = None
    optional: bool = True
    instrument: Instrument = "chips"
    progressive: bool = False
    kept_on_fold: bool = False
    fold_section: str = ""
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Shape:
    """What the description of a round of this game may hold beyond what every round has.

    `actions` maps each decision to the fields that it needs; "none" and "abandon" always exist. `extras` are
    fields such as "fourth_card" or "magic_card". `last_decision_at` is the street at which a player who then
    checks has made the last decision; empty where nobody can.
    """

    seat_cards: int
    dealer_cards: int
    actions: Mapping[str, tuple[str, ...]]
    community_cards: int = 0
    streets: tuple[str, ...] = ()
    extras: frozenset[str] = frozenset()
    last_decision_at: str = ""


@dataclass(frozen=True, slots=True)
class LimitInForce:
    """The payout limit that a table plays by; `named` unless the chapter gives it one (x.12)."""

    cents: int
    section: str
    named: bool


@dataclass(frozen=True, slots=True)
class Deal:
    """One movement of the dealer's hand: `cards` at a time to a seat, "dealer", "community", "burn", …"""

    to: int | str
    cards: int = 1
    face_up: bool = False
    under_cover_card: bool = False


def no_progressive_hand(round_: Round, _rulebook: Rulebook, seat: Seat, wager: str) -> str:
    """The `progressive_hand` of a game without a progressive wager: there is none to name."""
    raise GamesError(f"{round_.game} has no progressive wager {wager!r} that seat {seat.seat} could win")


def no_hand_in_words(
    _round: Round, _rulebook: Rulebook, _settlement: Settlement, _seat: Seat, _wager: str
) -> str | None:
    """The `hand_in_words` of a game that names no hands."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game. All of it is pure: the round and the rulebook in, the verdict out.

    A function is called like a method, `game.settle(round_, rulebook)`, and does not know the table that it
    is part of.
    """

    name: str
    """As in a description: "high_card_flush"."""
    chapter: str
    """As in a citation: "678a"."""
    wagers: tuple[Wager, ...]
    """Every wager of x.7 and every result of x.12."""
    shape: Shape
    """What a description may hold."""
    deal_order: Callable[[Procedure, Sequence[int], Mapping[str, Choice]], Sequence[Deal]]
    """Who gets which cards, in order, when these seats have placed an Ante (x.8–x.10), by options."""
    stakes: Callable[[Seat], Mapping[str, int]]
    """Everything that a seat has at risk, wagers of the decision included."""
    lost_by_folding: Callable[[Seat], Mapping[str, WagerResult]]
    """What a player who gives up the hand loses at once, before hands are compared."""
    fold_duties: Callable[[Seat, Sequence[Seat]], Sequence[Duty]]
    """What the dealer does then with the wagers and cards of a seat, given all that are still in play."""
    settle: Callable[[Round, Rulebook], Settlement]
    """What the round must pay (x.11–x.13); DescriptionError when the round cannot be."""
    settlement_order: Callable[[Round, Rulebook], SettlementOrder]
    """Seat and wagers in the order in which x.11 has the dealer settle them."""
    most_won_cents: Callable[[Rulebook, int, int], int] | None = None
    """The most that a minimum Ante of so many cents can win on so many boxes; None: no payout limit."""
    award_steps: Mapping[str, AwardSteps] = field(default_factory=dict)
    """For each progressive wager, the subsections by which its awards are verified and paid."""
    progressive_hand: Callable[[Round, Rulebook, Seat, str], str] = no_progressive_hand
    """The row of the progressive paytable that a seat's hand is for this wager, paid or not."""
    hand_switches: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each progressive wager, the switches on which `progressive_hand` depends."""
    dealer_hand_wagers: frozenset[str] = frozenset()
    """Progressive wagers on the dealer's hand."""
    hand_in_words: Callable[[Round, Rulebook, Settlement, Seat, str], str | None] = no_hand_in_words
    """The hand, or the two of a contest, by which a seat's wager was settled, for people."""

    def payout_limit_floor_cents(self, rulebook: Rulebook, selections: Mapping[str, int]) -> int | None:
        """The lowest payout limit that may be set, None where the chapter has none (x.12).

        It is the greater of an amount that the chapter fixes and the most that the minimum wager can win.
        `selections` holds `minimum_wager_cents` and, where players may have several, `boxes`.
        """
        limit = rulebook.payout_limit
        if limit is None or self.most_won_cents is None:
            return None
        ante, boxes = selections.get("minimum_wager_cents", 0), selections.get("boxes", 1)
        return max(limit.floor_cents, self.most_won_cents(rulebook, ante, boxes))

    def payout_limit_in_force(
        self, rulebook: Rulebook, named_cents: int | None, selections: Mapping[str, int]
    ) -> LimitInForce | None:
        """The payout limit of a table: the one it names; where it names none and the chapter demands one,
        the one that the chapter gives it (58 Pa. Code § 647a.12(c)); None where there is none.
        """
        limit = rulebook.payout_limit
        if limit is None:
            return None
        if named_cents is not None:
            return LimitInForce(named_cents, limit.section, named=True)
        floor_cents = self.payout_limit_floor_cents(rulebook, selections) if limit.mandatory else None
        return None if floor_cents is None else LimitInForce(floor_cents, limit.section, named=False)

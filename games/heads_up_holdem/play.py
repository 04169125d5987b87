"""Heads-Up Hold 'Em as a `Game`: puts wagers, dealing and settlement together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.awards import AwardSteps
from games.chapter import Choice, Rulebook
from games.game import Deal, Procedure, Shape
from games.heads_up_holdem import dealing, settle, streets
from games.heads_up_holdem import wagers as wager_rules
from games.settlement import Round, Seat, Settlement

NO_PROGRESSIVE: Mapping[str, AwardSteps] = {}


class HeadsUpHoldem:
    """58 Pa. Code chapter 677a, as proposed in 2015."""

    name = "heads_up_holdem"
    chapter = "677a"
    wagers = wager_rules.WAGERS
    award_steps = NO_PROGRESSIVE
    shape = Shape(
        seat_cards=2,
        dealer_cards=2,
        actions={"raise": ("at", "raise"), "fold": ()},
        community_cards=5,
        streets=streets.STREETS,
    )

    def settle(self, round_: Round, rulebook: Rulebook) -> Settlement:
        """677a.11–677a.13."""
        return settle.settle(round_, rulebook)

    def settlement_order(self, round_: Round, rulebook: Rulebook) -> list[tuple[int, tuple[str, ...]]]:
        """677a.11(g)–(i)."""
        return settle.settlement_order(round_, rulebook)

    def stakes(self, seat: Seat) -> Mapping[str, int]:
        """The seat's wagers with the Raise of its decision."""
        return wager_rules.stakes(seat)

    def deal_order(
        self, procedure: Procedure, seats: Sequence[int], options: Mapping[str, Choice]
    ) -> Sequence[Deal]:
        """677a.8(c)–(d), 677a.9(b)–(c), 677a.10(b)–(c), (g)."""
        return dealing.deal_order(procedure, seats, options)

    def payout_limit_floor_cents(self, rulebook: Rulebook, selections: Mapping[str, int]) -> int | None:
        """677a.12(f)."""
        return wager_rules.payout_limit_floor_cents(rulebook, selections)

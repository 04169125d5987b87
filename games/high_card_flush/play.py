"""High Card Flush as a `Game`: puts wagers, dealing and settlement together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.chapter import Choice, Rulebook
from games.game import Deal, Procedure, Shape
from games.high_card_flush import dealing, settle
from games.high_card_flush import wagers as wager_rules
from games.settlement import Round, Seat, Settlement


class HighCardFlush:
    """58 Pa. Code chapter 678a."""

    name = "high_card_flush"
    chapter = "678a"
    wagers = wager_rules.WAGERS
    award_steps = wager_rules.AWARD_STEPS
    shape = Shape(seat_cards=7, dealer_cards=7, actions={"raise": ("raise",), "fold": ()})

    def settle(self, round_: Round, rulebook: Rulebook) -> Settlement:
        """678a.11–678a.13."""
        return settle.settle(round_, rulebook)

    def settlement_order(self, round_: Round, rulebook: Rulebook) -> list[tuple[int, tuple[str, ...]]]:
        """678a.11(d): two passes against an unqualified dealer, one against a qualified one."""
        return settle.settlement_order(round_, rulebook)

    def stakes(self, seat: Seat) -> Mapping[str, int]:
        """The seat's wagers with the Raise of its decision."""
        return wager_rules.stakes(seat)

    def deal_order(
        self,
        procedure: Procedure,
        seats: Sequence[int],
        options: Mapping[str, Choice],  # noqa: ARG002 (the protocol's; this deal has no options)
    ) -> Sequence[Deal]:
        """678a.8(d), 678a.9(b), 678a.10(b)."""
        return dealing.deal_order(procedure, seats)

    def payout_limit_floor_cents(self, rulebook: Rulebook, selections: Mapping[str, int]) -> int | None:
        """678a.12(e)."""
        return wager_rules.payout_limit_floor_cents(rulebook, selections)

"""Three Card Prime as a `Game`: puts wagers, dealing and settlement together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.awards import AwardSteps
from games.chapter import Choice, Rulebook
from games.game import Deal, Procedure, Shape
from games.settlement import Round, Seat, Settlement
from games.three_card_prime import dealing, settle
from games.three_card_prime import wagers as wager_rules

NO_PROGRESSIVE: Mapping[str, AwardSteps] = {}


class ThreeCardPrime:
    """58 Pa. Code chapter 679a."""

    name = "three_card_prime"
    chapter = "679a"
    wagers = wager_rules.WAGERS
    award_steps = NO_PROGRESSIVE
    shape = Shape(
        seat_cards=3,
        dealer_cards=3,
        actions={"play": ("play",), "forfeit": ()},
        extras=frozenset({"fourth_card", "pair_bonus_community_card"}),
    )

    def settle(self, round_: Round, rulebook: Rulebook) -> Settlement:
        """679a.11–679a.13."""
        return settle.settle(round_, rulebook)

    def settlement_order(self, round_: Round, rulebook: Rulebook) -> list[tuple[int, tuple[str, ...]]]:
        """679a.11(c), (d)."""
        return settle.settlement_order(round_, rulebook)

    def stakes(self, seat: Seat) -> Mapping[str, int]:
        """The seat's wagers with the Play Wager of its decision."""
        return wager_rules.stakes(seat)

    def deal_order(
        self, procedure: Procedure, seats: Sequence[int], options: Mapping[str, Choice]
    ) -> Sequence[Deal]:
        """679a.8(c), (h), 679a.9(b), (g), 679a.10(b), (c), (g), (h)."""
        return dealing.deal_order(procedure, seats, options)

    def payout_limit_floor_cents(self, rulebook: Rulebook, selections: Mapping[str, int]) -> int | None:
        """679a.12(h)."""
        return wager_rules.payout_limit_floor_cents(rulebook, selections)

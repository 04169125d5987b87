"""Five Card Hi-Lo as a `Game`: puts wagers, dealing and settlement together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.awards import AwardSteps
from games.chapter import Choice, Rulebook
from games.five_card_hi_lo import dealing, settle
from games.five_card_hi_lo import wagers as wager_rules
from games.game import Deal, Procedure, Shape
from games.settlement import Round, Seat, Settlement

NO_PROGRESSIVE: Mapping[str, AwardSteps] = {}


class FiveCardHiLo:
    """58 Pa. Code chapter 663a."""

    name = "five_card_hi_lo"
    chapter = "663a"
    wagers = wager_rules.WAGERS
    award_steps = NO_PROGRESSIVE
    shape = Shape(seat_cards=5, dealer_cards=5, actions={"play": ("play", "high", "low"), "forfeit": ()})

    def settle(self, round_: Round, rulebook: Rulebook) -> Settlement:
        """663a.11–663a.13."""
        return settle.settle(round_, rulebook)

    def settlement_order(self, round_: Round, rulebook: Rulebook) -> list[tuple[int, tuple[str, ...]]]:
        """663a.11(f)–(k)."""
        return settle.settlement_order(round_, rulebook)

    def stakes(self, seat: Seat) -> Mapping[str, int]:
        """The seat's wagers with the Play Wager of its decision."""
        return wager_rules.stakes(seat)

    def deal_order(
        self,
        procedure: Procedure,
        seats: Sequence[int],
        options: Mapping[str, Choice],  # noqa: ARG002 (the protocol's; this deal has no options)
    ) -> Sequence[Deal]:
        """663a.8(d), 663a.9(b), 663a.10(b)."""
        return dealing.deal_order(procedure, seats)

    def payout_limit_floor_cents(
        self,
        rulebook: Rulebook,  # noqa: ARG002 (the protocol's; the chapter has no payout limit)
        selections: Mapping[str, int],  # noqa: ARG002
    ) -> int | None:
        """663a.12 sets none."""
        return None

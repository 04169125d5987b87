"""Texas Hold 'Em Bonus as a `Game`: puts wagers, dealing and settlement together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.chapter import Choice, Rulebook
from games.game import Deal, Procedure, Shape
from games.settlement import Round, Seat, Settlement
from games.texas_holdem_bonus import dealing, settle
from games.texas_holdem_bonus import wagers as wager_rules


class TexasHoldemBonus:
    """58 Pa. Code chapter 647a."""

    name = "texas_holdem_bonus"
    chapter = "647a"
    wagers = wager_rules.WAGERS
    award_steps = wager_rules.AWARD_STEPS
    shape = Shape(
        seat_cards=2,
        dealer_cards=2,
        actions={"play": ("flop", "turn", "river"), "fold": ()},
        community_cards=5,
        streets=("flop", "turn", "river"),
        extras=frozenset({"six_card_bonus_cards", "magic_card", "lucky_position"}),
    )

    def settle(self, round_: Round, rulebook: Rulebook) -> Settlement:
        """647a.11–647a.13."""
        return settle.settle(round_, rulebook)

    def settlement_order(self, round_: Round, rulebook: Rulebook) -> list[tuple[int, tuple[str, ...]]]:
        """647a.11(h)–(k)."""
        return settle.settlement_order(round_, rulebook)

    def stakes(self, seat: Seat) -> Mapping[str, int]:
        """The seat's wagers with the Flop, Turn and River wagers of its decision."""
        return wager_rules.stakes(seat)

    def deal_order(
        self, procedure: Procedure, seats: Sequence[int], options: Mapping[str, Choice]
    ) -> Sequence[Deal]:
        """647a.8(d)–(e), 647a.9(d)–(e), 647a.10(b)–(c), (g)."""
        return dealing.deal_order(procedure, seats, options)

    def payout_limit_floor_cents(self, rulebook: Rulebook, selections: Mapping[str, int]) -> int | None:
        """647a.12(c)."""
        return wager_rules.payout_limit_floor_cents(rulebook, selections)

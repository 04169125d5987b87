"""The Five Card Hand Bonus with its own meter, the Magic Card and the Lucky Bonus (647a.11(j), .12(e))."""

from __future__ import annotations

from games.judgement import Judgement
from games.ranking.poker import CATEGORY_SHIFT
from games.rates import Rate
from games.settlement import MeterAward, Seat, WagerResult
from games.texas_holdem_bonus.hands import Hand
from games.texas_holdem_bonus.odds import Odds
from games.verdicts import lost, won

LOST = "647a.11(j)"
PAID = "647a.11(j)(3)"
EXTRA = "647a.12(e)(3)"


class FiveCardHands:
    """The Five Card Hand Bonus Wagers of one round: on players' hands and on the dealer's."""

    __slots__ = ("backers", "boxes", "dealer", "judgement", "odds", "shares")

    def __init__(self, judgement: Judgement, odds: Odds, dealer: Hand, hands: dict[int, Hand]) -> None:
        self.judgement = judgement
        self.odds = odds
        self.dealer = dealer
        backing = [s for s in judgement.round.seats if s.seat in hands and "fchb_dealer" in s.wagers]
        self.boxes = len(backing)
        self.backers = {seat.player for seat in backing}
        self.shares: dict[str, int] | None = None

    def settle(self, seat: Seat, hand: Hand, wagers: dict[str, WagerResult]) -> None:
        """The wager on the player's hand, then the one on the dealer's: a fold touches neither."""
        lucky = self.judgement.round.lucky_position
        if "fchb_player" in seat.wagers:
            rate = self.odds.five_card[hand.with_flop() >> CATEGORY_SHIFT]
            if rate is None:
                result = lost(LOST)
            else:
                meters = (self.odds.five_card_meter,)
                result = self.judgement.pay(seat, "fchb_player", rate, meters, PAID)
            wagers["fchb_player"] = result
            self.extras(seat, "fchb_player", hand, wagers, is_lucky=lucky == seat.seat)
        if "fchb_dealer" in seat.wagers:
            rate = self.odds.five_card[self.dealer.with_flop() >> CATEGORY_SHIFT]
            if rate is None:
                result = lost(LOST)
            elif rate.kind == "percent":
                result = self.share(seat, rate)
            else:
                result = won(seat.wagers["fchb_dealer"], rate, PAID)
            wagers["fchb_dealer"] = result
            self.extras(seat, "fchb_dealer", self.dealer, wagers, is_lucky=lucky == "dealer")

    def share(self, seat: Seat, rate: Rate) -> WagerResult:
        """647a.12(e)(2): drawn once, at the first seat that backed the dealer; then an equal share a player.

        Shares are floored to the cent and the rest stays on the meter. A player's further boxes get nothing
        more, since the division is by player.
        """
        judgement, meter = self.judgement, self.odds.five_card_meter
        if self.shares is None:
            amount = judgement.draw(meter, rate.basis_points, seat.wagers["fchb_dealer"])
            each, rest = divmod(amount, len(self.backers))
            judgement.meters[meter.name].amount += rest
            self.shares = dict.fromkeys(self.backers, each)
        share = self.shares.pop(seat.player, 0)
        if share:
            award = MeterAward(seat.seat, "fchb_dealer", meter.name, rate.basis_points, share)
            judgement.awards.append(award)
        return WagerResult("win", share, 0, rate.text, PAID)

    def extras(
        self, seat: Seat, wager: str, hand: Hand, wagers: dict[str, WagerResult], *, is_lucky: bool
    ) -> None:
        """647a.12(e)(3): the Magic Card among the five cards, and the Lucky Bonus of the drawn position."""
        has_won = wagers[wager].outcome == "win"
        stake = seat.wagers[wager]
        if self.matches(hand, has_won=has_won) and self.pays(has_won):
            wagers[f"{wager}_magic"] = won(stake, self.odds.magic_card, EXTRA)
        if is_lucky and self.pays(has_won):
            wagers[f"{wager}_lucky"] = won(stake, self.odds.lucky_bonus, EXTRA)

    def matches(self, hand: Hand, *, has_won: bool) -> bool:
        """Whether the Magic Card is among the two cards and the Flop (647a.1).

        Its rank alone is a switch, on which nothing depends beside a wager that is not paid anyway.
        """
        judgement = self.judgement
        magic = judgement.round.magic_card
        if magic is None:
            return False
        cards = hand.two() + hand.flop()
        if magic in cards:
            return True
        if all(card >> 2 != magic >> 2 for card in cards):
            return False
        if has_won or judgement.settings["magic_and_lucky_without_win"] is True:
            judgement.note("magic_card_match")
        return judgement.settings["magic_card_match"] == "rank"

    def pays(self, has_won: bool) -> bool:
        """Whether a Magic Card or Lucky Bonus is paid beside a wager that won, or lost."""
        return has_won or self.judgement.note("magic_and_lucky_without_win") is True

    def close(self) -> None:
        """Say so when the way in which the dealer's jackpot was divided and drawn mattered."""
        if self.shares is None:
            return
        drawn_too = any(award.wager == "fchb_player" for award in self.judgement.awards)
        if self.boxes > 1 or drawn_too:
            self.judgement.note("dealer_hand_jackpot")

"""What a round of High Card Flush must pay: completion (678a.11), odds (.12), irregularities (.13)."""

from __future__ import annotations

from games.chapter import Rulebook
from games.errors import DescriptionError
from games.high_card_flush.hands import Hand
from games.high_card_flush.odds import LENGTHS, Odds, odds
from games.high_card_flush.wagers import BONUSES, check_raise, lost_by_folding
from games.judgement import Judgement, from_the_right, settings_of
from games.ranking.flushes import (
    RUN_ACE_HIGH,
    RUN_ACE_LOW,
    THREE_CARD_NINE_HIGH,
    all_seven,
    best_flush,
    longest_run,
)
from games.rates import EVEN_MONEY, Rate
from games.settlement import Round, Seat, SeatResult, Settlement, SettlementOrder, WagerResult
from games.stakes import ante_of, stakes
from games.verdicts import lost, pushed, won

FLUSH_BONUS = ("678a.11(e)(1)(i)", "678a.11(e)(1)(ii)")
STRAIGHT_FLUSH_BONUS = ("678a.11(e)(2)(i)", "678a.11(e)(2)(ii)")
"""Where it says that the wager loses, and that it wins."""
MOST_CARDS = len(LENGTHS) - 1
"""Cards of a hand, and so of the longest flush: cards that nobody has shown may have been any flush."""


def settle(round_: Round, rulebook: Rulebook) -> Settlement:
    """Every wager of every seat, from the dealer's right counterclockwise (678a.11(d))."""
    judgement = Judgement(round_, rulebook)
    if judgement.is_void():
        return judgement.void_all(stakes)
    for seat in round_.seats:
        ante_of(seat)
    paid = odds(rulebook, round_.paytables)
    dealer = Hand(round_.dealer)
    results = []
    for seat in judgement.seats():
        wagers: dict[str, WagerResult] = {}
        if seat.decision.action == "abandon":
            wagers = judgement.abandoned(seat)
        else:
            hand = Hand(seat.cards, seat.index)
            settle_ante_and_raise(judgement, seat, hand, dealer, wagers)
            if len(seat.wagers) > 1:
                settle_bonuses(judgement, paid, seat, hand.bits(), wagers)
        results.append(SeatResult(seat.seat, seat.player, wagers))
    return judgement.finish(results)


def settle_ante_and_raise(
    judgement: Judgement, seat: Seat, hand: Hand, dealer: Hand, wagers: dict[str, WagerResult]
) -> None:
    """678a.11(c), (d)."""
    action, raised = seat.decision.action, seat.decision.amount
    ante = seat.wagers["ante"]
    returned = judgement.rule is not None and judgement.returns("ante")
    if action == "raise" and raised != ante and not returned:
        check_raise(seat, hand.flush() >> 13 if seat.cards else MOST_CARDS, judgement)
    if returned:
        check_returned_raise(judgement, seat)
        wagers["ante"] = judgement.void_wager(seat, "ante", ante)
        if action == "raise":
            wagers["raise"] = judgement.void_wager(seat, "raise", raised)
    elif action == "fold":
        wagers.update(lost_by_folding(seat))
    elif action == "none":
        raise DescriptionError(f"{seat.field}.decision.action", "a finished round needs raise or fold")
    elif dealer.flush() < THREE_CARD_NINE_HIGH:
        wagers["ante"] = won(ante, EVEN_MONEY, "678a.11(d)(1)")
        wagers["raise"] = pushed(raised, "678a.11(d)(1)")
    else:
        order = compare(judgement, hand, dealer)
        if order > 0:
            wagers["ante"] = won(ante, EVEN_MONEY, "678a.11(d)(2)(ii)(A)")
            wagers["raise"] = won(raised, EVEN_MONEY, "678a.11(d)(2)(ii)(A)")
        elif order == 0:
            wagers["ante"] = pushed(ante, "678a.11(d)(2)(ii)(B)")
            wagers["raise"] = pushed(raised, "678a.11(d)(2)(ii)(B)")
        else:
            wagers["ante"] = wagers["raise"] = lost("678a.11(d)(2)(ii)(C)")


def check_returned_raise(judgement: Judgement, seat: Seat) -> None:
    """A Raise that goes back was one that could be placed; cards that are gone may have been any flush."""
    if seat.decision.action == "raise" and seat.decision.amount != seat.wagers["ante"]:
        length = Hand(seat.cards).flush() >> 13 if len(seat.cards) == MOST_CARDS else MOST_CARDS
        check_raise(seat, length, judgement)


def compare(judgement: Judgement, player: Hand, dealer: Hand) -> int:
    """Above, at or below zero as the player's hand is higher, equal or lower (678a.6(b), (c)).

    Flushes of equal length are where the two readings of 678a.6(c) can part; the verdict says so if they do.
    """
    ours, theirs = player.flush(), dealer.flush()
    order = ours - theirs
    if ours >> 13 != theirs >> 13:
        return order
    other = all_seven(player.cards) - all_seven(dealer.cards)
    if (order > 0) == (other > 0) and (order < 0) == (other < 0):
        return order
    return order if judgement.note("flush_comparison") == "flush_cards" else other


def settle_bonuses(
    judgement: Judgement, paid: Odds, seat: Seat, bits: int, wagers: dict[str, WagerResult]
) -> None:
    """678a.11(e): neither a fold nor an exposed card of the dealer (678a.13(d)) touches these."""
    placed = seat.wagers
    if judgement.rule is not None and judgement.returns("ante"):
        judgement.note("exposed_before_deal_is_complete")
    if "flush_bonus" in placed:
        rate = paid.flush[best_flush(bits) >> 13]
        wagers["flush_bonus"] = bonus(placed["flush_bonus"], rate, FLUSH_BONUS)
    if "straight_flush_bonus" in placed:
        rate = paid.straight_flush[run(judgement, bits, paid.straight_flush)]
        wagers["straight_flush_bonus"] = bonus(placed["straight_flush_bonus"], rate, STRAIGHT_FLUSH_BONUS)
    if "progressive" in placed:
        rate = paid.progressive[run(judgement, bits, paid.progressive)]
        if rate is None:
            wagers["progressive"] = lost("678a.11(e)(3)")
        else:
            wagers["progressive"] = judgement.pay(seat, "progressive", rate, paid.meters, "678a.11(e)(3)(iv)")


def bonus(stake: int, rate: Rate | None, sections: tuple[str, str]) -> WagerResult:
    """A bonus wager by its rate, with the subsections of a loss and of a win."""
    return lost(sections[0]) if rate is None else won(stake, rate, sections[1])


def run(judgement: Judgement, bits: int, rates: tuple[Rate | None, ...]) -> int:
    """The longest straight flush; a verdict that an ace below the 2 changes says so (678a.6(d))."""
    low = longest_run(bits, RUN_ACE_LOW)
    if low < 3:
        return low
    high = longest_run(bits, RUN_ACE_HIGH)
    if rates[low] is rates[high]:
        return high
    return low if judgement.note("straight_flush_ace_low") else high


def progressive_hand(round_: Round, rulebook: Rulebook, seat: Seat, _wager: str) -> str:
    """The longest straight flush (678a.12(d)(2)); whether an ace goes below the 2 is a switch."""
    ace_low = settings_of(round_, rulebook)["straight_flush_ace_low"]
    length = longest_run(Hand(seat.cards, seat.index).bits(), RUN_ACE_LOW if ace_low else RUN_ACE_HIGH)
    return f"{LENGTHS[length]}_card_straight_flush"


def settlement_order(round_: Round, _rulebook: Rulebook) -> SettlementOrder:
    """678a.11(d)(1): first every Ante and Raise, then every bonus; 678a.11(d)(2): seat by seat."""
    first, second, together = [], [], []
    for seat in from_the_right(round_):
        bonuses = tuple(name for name in BONUSES if name in seat.wagers)
        contest = ("ante", "raise") if seat.decision.action == "raise" else ()
        first.append((seat.seat, contest))
        second.append((seat.seat, bonuses))
        together.append((seat.seat, contest + bonuses))
    qualified = Hand(round_.dealer).flush() >= THREE_CARD_NINE_HIGH
    return [(seat, names) for seat, names in (together if qualified else first + second) if names]

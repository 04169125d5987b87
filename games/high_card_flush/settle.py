"""What a round of High Card Flush must pay: completion (678a.11), odds (.12), irregularities (.13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.cards import BIT
from games.chapter import MeterParameters, Rulebook
from games.errors import DescriptionError
from games.high_card_flush.wagers import check_ante, check_raise, stakes
from games.judgement import Judgement
from games.ranking.flushes import (
    RUN_ACE_HIGH,
    RUN_ACE_LOW,
    THREE_CARD_NINE_HIGH,
    all_seven,
    best_flush,
    longest_run,
)
from games.rates import EVEN_MONEY, Rate
from games.settlement import (
    Round,
    Seat,
    SeatResult,
    Settlement,
    WagerResult,
    lost,
    pushed,
    won,
)

LENGTHS = ("zero", "one", "two", "three", "four", "five", "six", "seven")
BONUSES = ("flush_bonus", "straight_flush_bonus", "progressive")


@dataclass(frozen=True, slots=True)
class Odds:
    """The selected paytables by length of the flush or straight flush, None where that length loses."""

    flush: tuple[Rate | None, ...]
    straight_flush: tuple[Rate | None, ...]
    progressive: tuple[Rate | None, ...]
    meters: tuple[MeterParameters, ...]


_ODDS: dict[tuple[str, str | None, str | None, str | None], Odds] = {}


def odds(book: Rulebook, selected: Mapping[str, str]) -> Odds:
    """678a.12(b)–(d) for one selection of paytables, worked out once."""
    letters = [selected.get(table) for table in BONUSES]
    key = (book.sha256, letters[0], letters[1], letters[2])
    found = _ODDS.get(key)
    if found is None:
        flush, straight_flush, progressive = (
            rates(book, *pair) for pair in zip(BONUSES, letters, strict=True)
        )
        meters = book.progressive(letters[2]).meters if letters[2] else ()
        found = _ODDS[key] = Odds(flush, straight_flush, progressive, meters)
    return found


def rates(book: Rulebook, table: str, letter: str | None) -> tuple[Rate | None, ...]:
    """One column by length; all lose where no column was selected."""
    rows = book.paytable(table, letter).rows if letter else {}
    hand = "flush" if table == "flush_bonus" else "straight_flush"
    return tuple(rows.get(f"{length}_card_{hand}") for length in LENGTHS)


def settle(round_: Round, rulebook: Rulebook) -> Settlement:
    """Every wager of every seat, from the dealer's right counterclockwise (678a.11(d))."""
    judgement = Judgement(round_, rulebook)
    for seat in round_.seats:
        check_ante(seat)
    if judgement.rule is not None and judgement.rule.returned is None:
        for seat in round_.seats:
            check_returned_raise(judgement, seat)
        return judgement.void_all(stakes)
    paid = odds(rulebook, round_.paytables)
    dealer = Hand(round_.dealer, "dealer")
    results = []
    for seat in judgement.seats():
        wagers: dict[str, WagerResult] = {}
        if seat.decision.action == "abandon":
            wagers = abandoned(judgement, seat)
        else:
            hand = Hand(seat.cards, "seats[%d].cards", seat.index)
            settle_ante_and_raise(judgement, seat, hand, dealer, wagers)
            if len(seat.wagers) > 1:
                settle_bonuses(judgement, paid, seat, hand.bits(), wagers)
        results.append(SeatResult(seat.seat, seat.player, wagers))
    return judgement.finish(results)


class Hand:
    """Seven cards, looked at only when some wager depends on them; a description may leave the others out."""

    __slots__ = ("_bits", "_flush", "cards", "field", "index")

    def __init__(self, cards: tuple[int, ...], field: str, index: int | None = None) -> None:
        self.cards = cards
        self.field = field
        self.index = index
        self._bits = 0
        self._flush = 0

    def bits(self) -> int:
        """The cards as a set, thirteen bits to a suit."""
        if not self._bits:
            try:
                a, b, c, d, e, f, g = self.cards
            except ValueError:
                field = self.field if self.index is None else self.field % self.index
                raise DescriptionError(field, f"expected seven cards, found {len(self.cards)}") from None
            self._bits = BIT[a] | BIT[b] | BIT[c] | BIT[d] | BIT[e] | BIT[f] | BIT[g]
        return self._bits

    def flush(self) -> int:
        """The highest ranking flush: its length in the bits from 13 up, its ranks below (678a.6(b))."""
        if not self._flush:
            self._flush = best_flush(self._bits or self.bits())
        return self._flush


def settle_ante_and_raise(
    judgement: Judgement, seat: Seat, hand: Hand, dealer: Hand, wagers: dict[str, WagerResult]
) -> None:
    """678a.11(c), (d)."""
    action, raised = seat.decision.action, seat.decision.amount
    ante = seat.wagers["ante"]
    returned = judgement.rule is not None and judgement.returns("ante")
    if action == "raise" and raised != ante and not returned:
        check_raise(seat, hand.flush() >> 13, judgement)
    if returned:
        check_returned_raise(judgement, seat)
        wagers["ante"] = judgement.void_wager(seat, "ante", ante)
        if action == "raise":
            wagers["raise"] = judgement.void_wager(seat, "raise", raised)
    elif action == "fold":
        wagers["ante"] = lost("678a.11(c)(2)")
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
        known = len(seat.cards) == len(LENGTHS) - 1
        length = Hand(seat.cards, "").flush() >> 13 if known else len(LENGTHS) - 1
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
        if rate is None:
            wagers["flush_bonus"] = lost("678a.11(e)(1)(i)")
        else:
            wagers["flush_bonus"] = won(placed["flush_bonus"], rate, "678a.11(e)(1)(ii)")
    if "straight_flush_bonus" in placed:
        rate = paid.straight_flush[run(judgement, bits, paid.straight_flush)]
        if rate is None:
            wagers["straight_flush_bonus"] = lost("678a.11(e)(2)(i)")
        else:
            wagers["straight_flush_bonus"] = won(placed["straight_flush_bonus"], rate, "678a.11(e)(2)(ii)")
    if "progressive" in placed:
        rate = paid.progressive[run(judgement, bits, paid.progressive)]
        if rate is None:
            wagers["progressive"] = lost("678a.11(e)(3)")
        else:
            wagers["progressive"] = judgement.pay(seat, "progressive", rate, paid.meters, "678a.11(e)(3)(iv)")


def run(judgement: Judgement, bits: int, rates: tuple[Rate | None, ...]) -> int:
    """The longest straight flush; a verdict that an ace below the 2 changes says so (678a.6(d))."""
    low = longest_run(bits, RUN_ACE_LOW)
    if low < 3:
        return low
    high = longest_run(bits, RUN_ACE_HIGH)
    if rates[low] is rates[high]:
        return high
    return low if judgement.note("straight_flush_ace_low") else high


def abandoned(judgement: Judgement, seat: Seat) -> dict[str, WagerResult]:
    """678a.7(b): a player who left loses what was wagered, save what an irregularity returns."""
    return {
        name: judgement.void_wager(seat, name, stake) if judgement.returns(name) else lost("678a.7(b)")
        for name, stake in seat.wagers.items()
    }


def settlement_order(round_: Round, rulebook: Rulebook) -> list[tuple[int, tuple[str, ...]]]:
    """678a.11(d)(1): first every Ante and Raise, then every bonus; 678a.11(d)(2): seat by seat."""
    first, second, together = [], [], []
    for seat in Judgement(round_, rulebook).seats():
        bonuses = tuple(name for name in BONUSES if name in seat.wagers)
        contest = ("ante", "raise") if seat.decision.action == "raise" else ()
        first.append((seat.seat, contest))
        second.append((seat.seat, bonuses))
        together.append((seat.seat, contest + bonuses))
    qualified = Hand(round_.dealer, "dealer").flush() >= THREE_CARD_NINE_HIGH
    return [(seat, names) for seat, names in (together if qualified else first + second) if names]

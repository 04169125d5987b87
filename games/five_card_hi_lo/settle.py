"""What a round of Five Card Hi-Lo must pay: completion (663a.11), odds (.12), irregularities (.13)."""

from __future__ import annotations

from dataclasses import replace

from games.chapter import Rulebook
from games.errors import DescriptionError
from games.five_card_hi_lo.hands import DealerHand, check_set, five_cards, is_pair_of_aces
from games.five_card_hi_lo.odds import poker_rates
from games.five_card_hi_lo.wagers import FORFEITED, lost_by_folding
from games.judgement import Judgement, in_turn
from games.ranking.hi_lo import ace_bonus, high_points, is_legal, low_points
from games.ranking.poker import five
from games.rates import EVEN_MONEY
from games.settlement import Round, Seat, SeatResult, Settlement, SettlementOrder, WagerResult
from games.stakes import check_play, stakes
from games.verdicts import lost, pushed, voided, won

CONTEST = ("ante", "play")
OPTIONAL = ("tie", "poker_bonus")
Verdicts = dict[str, WagerResult]


def settle(round_: Round, rulebook: Rulebook) -> Settlement:
    """Every wager of every seat, from the dealer's right counterclockwise (663a.11(f))."""
    judgement = Judgement(round_, rulebook, FORFEITED)
    if judgement.rule is not None:
        read_irregularity(judgement)
    if judgement.is_void():
        return judgement.void_all(stakes)
    for seat in round_.seats:
        check_play(seat, "663a.11(b)")
    dealer = DealerHand(round_)
    results = []
    for seat in judgement.seats():
        action = seat.decision.action
        if action == "play":
            wagers = played(judgement, seat, dealer)
        elif action == "forfeit":
            wagers = forfeited(judgement, seat)
        elif action == "abandon":
            wagers = judgement.abandoned(seat)
        else:
            raise DescriptionError(f"{seat.field}.decision.action", "a finished round needs play or forfeit")
        results.append(SeatResult(seat.seat, seat.player, wagers))
    return judgement.finish(results)


def read_irregularity(judgement: Judgement) -> None:
    """663a.13 does not foresee an exposed card of the dealer: the round goes on unless the switch says not.

    Where somebody was never asked, it did not go on, and nothing can be settled.
    """
    rule = judgement.rule
    assert rule is not None
    if rule.kind != "dealer_card_exposed":
        return
    stopped = any(seat.decision.action == "none" for seat in judgement.round.seats)
    if stopped or judgement.note("exposed_dealer_card") == "returned":
        judgement.rule = replace(rule, returned=None)


def played(judgement: Judgement, seat: Seat, dealer: DealerHand) -> Verdicts:
    """A seat with a Play Wager: Ante and Play (663a.11(g)), Ante Bonus (h), Tie and Poker Bonus (j)."""
    check_set(seat)
    high, low = seat.decision.high, seat.decision.low
    as_set = is_legal(high, low) or judgement.note("illegal_setting") == "settled as set"
    if as_set:
        ours = high_points(high), low_points(low)
        wagers = contest(judgement, seat, ours, dealer)
    else:
        wagers = set_against_the_rule(judgement, seat)
    pay_ante_bonus(judgement, seat, wagers)
    if as_set and "tie" in seat.wagers:
        wagers["tie"] = tie(judgement, seat.wagers["tie"], ours, dealer.points())
    if "poker_bonus" in seat.wagers:
        wagers["poker_bonus"] = poker_bonus(judgement, seat)
    return wagers


def contest(judgement: Judgement, seat: Seat, ours: tuple[int, int], dealer: DealerHand) -> Verdicts:
    """663a.11(g): a win takes both hands, a loss neither; anything between is a tie."""
    theirs = dealer.points()
    if dealer.four_aces:
        judgement.note("dealer_four_aces")
    higher, lower = ours[0] > theirs[0], ours[1] < theirs[1]
    ante, play = seat.wagers["ante"], seat.decision.amount
    if higher and lower:
        section = "663a.11(g)(1)"
        return {"ante": won(ante, EVEN_MONEY, section), "play": won(play, EVEN_MONEY, section)}
    if not higher and not lower:
        return {"ante": lost("663a.11(g)(2)"), "play": lost("663a.11(g)(2)")}
    section = "663a.11(g)(3)(i)" if higher else "663a.11(g)(3)(ii)"
    return {"ante": pushed(ante, section), "play": pushed(play, section)}


def set_against_the_rule(judgement: Judgement, seat: Seat) -> Verdicts:
    """663a.11(d) does not say what follows: what depends on the setting waits, or loses, by the switch."""
    section = "663a.11(d)"
    at_risk = {name: stake for name, stake in stakes(seat).items() if name != "poker_bonus"}
    if judgement.settings["illegal_setting"] == "lost":
        return {name: lost(section) for name in at_risk}
    who = f"seat {seat.seat}, set against the rule"
    judgement.remark(f"{section}: rule silent: house ruling required on {who}")
    return {name: voided(stake, section) for name, stake in at_risk.items()}


def pay_ante_bonus(judgement: Judgement, seat: Seat, wagers: Verdicts) -> None:
    """663a.11(h): three or more aces pay a multiple of the Ante, whatever became of the Ante itself."""
    row = ace_bonus(seat.cards)
    if row is None:
        return
    letter = judgement.round.paytables.get("ante_bonus")
    if letter is None:
        raise DescriptionError("paytables.ante_bonus", f"missing, and {seat.field} holds three aces or more")
    judgement.note("ante_bonus_for_1")
    rate = judgement.rulebook.paytable("ante_bonus", letter).rows[row]
    wagers["ante_bonus"] = won(seat.wagers["ante"], rate, "663a.11(h)")


def tie(judgement: Judgement, stake: int, ours: tuple[int, int], theirs: tuple[int, int]) -> WagerResult:
    """663a.11(j)(1): high with high and low with low, one or both (663a.12(c))."""
    highs_tie, lows_tie = ours[0] == theirs[0], ours[1] == theirs[1]
    if not highs_tie and not lows_tie:
        if ours[0] == theirs[1] or ours[1] == theirs[0]:
            judgement.note("tie_across")
        return lost("663a.11(j)(1)(ii)")
    row = "high_hands_tie" if highs_tie else "low_hands_tie"
    if highs_tie and lows_tie:
        row = "both_hands_tie"
    return won(stake, judgement.rulebook.paytable("tie").rows[row], "663a.11(j)(1)(i)")


def poker_bonus(judgement: Judgement, seat: Seat) -> WagerResult:
    """663a.11(j)(2): the five cards as a poker hand, however they were set."""
    strength = five(five_cards(seat))
    rate = poker_rates(judgement.rulebook, judgement.round.paytables).rate(strength)
    if rate is None or (is_pair_of_aces(strength) and not judgement.note("pair_of_aces_is_better")):
        return lost("663a.11(j)(2)(ii)")
    return won(seat.wagers["poker_bonus"], rate, "663a.11(j)(2)(i)")


def forfeited(judgement: Judgement, seat: Seat) -> Verdicts:
    """663a.11(b): Ante and Tie are lost, the Poker Bonus is settled, the Ante Bonus goes by a switch."""
    wagers = lost_by_folding(seat)
    if judgement.settings["ante_bonus_after_forfeit"] == "paid":
        five_cards(seat)
    if ace_bonus(seat.cards) is not None and judgement.note("ante_bonus_after_forfeit") == "paid":
        pay_ante_bonus(judgement, seat, wagers)
    if "poker_bonus" in seat.wagers:
        wagers["poker_bonus"] = poker_bonus(judgement, seat)
    return wagers


def settlement_order(round_: Round, _rulebook: Rulebook) -> SettlementOrder:
    """663a.11(f)–(k): seat by seat from the dealer's right: Ante, Play and Ante Bonus, then what is optional.

    What was forfeited has been collected before (663a.11(c)).
    """

    def due(seat: Seat) -> tuple[str, ...]:
        kept = seat.decision.action == "play"
        names: tuple[str, ...] = CONTEST if kept else ()
        if kept and ace_bonus(seat.cards) is not None:
            names += ("ante_bonus",)
        return names + tuple(n for n in OPTIONAL if n in seat.wagers and (kept or n not in FORFEITED))

    return in_turn(round_, due)

"""What a round of Heads-Up Hold 'Em must pay: completion (677a.11), odds (.12), irregularities (.13)."""

from __future__ import annotations

from games.chapter import Rulebook
from games.errors import DescriptionError
from games.heads_up_holdem.hands import Hand, pocket
from games.heads_up_holdem.odds import Odds, odds
from games.heads_up_holdem.wagers import BONUSES, FORFEITED, check_wagers, lost_by_folding
from games.judgement import Judgement, in_turn
from games.ranking.literal_order import readings_part
from games.ranking.poker import CATEGORY_SHIFT, PokerHand
from games.rates import EVEN_MONEY
from games.settlement import Round, Seat, SeatResult, Settlement, SettlementOrder, WagerResult
from games.stakes import check_raise_steps, stakes
from games.verdicts import lost, pushed, won

PAIR, STRAIGHT = PokerHand.PAIR.lowest, PokerHand.STRAIGHT.lowest
CONTEST = ("ante", "raise", "odds")
Verdicts = dict[str, WagerResult]


def settle(round_: Round, rulebook: Rulebook) -> Settlement:
    """Every wager of every seat, from the dealer's right counterclockwise (677a.11(g))."""
    judgement = Judgement(round_, rulebook, FORFEITED)
    if judgement.is_void():
        return judgement.void_all(stakes)
    for seat in round_.seats:
        check_wagers(seat)
    paid = odds(rulebook, round_.paytables)
    dealer = Hand(round_.dealer, round_.community)
    results = []
    for seat in judgement.seats():
        if seat.decision.action == "abandon":
            wagers = judgement.abandoned(seat)
        else:
            hand = Hand(seat.cards, round_.community, seat.index)
            wagers = contest(judgement, seat, hand, dealer, paid)
            if len(seat.wagers) > len(FORFEITED):
                settle_bonuses(judgement, seat, hand, paid, wagers)
        results.append(SeatResult(seat.seat, seat.player, wagers))
    return judgement.finish(results)


def contest(judgement: Judgement, seat: Seat, hand: Hand, dealer: Hand, paid: Odds) -> Verdicts:
    """Ante, Odds and Raise (677a.11(f), (h)), or what an irregularity makes of them (677a.13)."""
    action = seat.decision.action
    if judgement.rule is not None and judgement.returns("ante"):
        at_risk = {name: stake for name, stake in stakes(seat).items() if name in CONTEST}
        return {name: judgement.void_wager(seat, name, stake) for name, stake in at_risk.items()}
    if action == "fold":
        return lost_by_folding(seat)
    if action == "none":
        raise DescriptionError(f"{seat.field}.decision.action", "a finished round needs raise or fold")
    check_raise_steps(seat, judgement)
    ours, theirs = hand.strength(), dealer.strength()
    if readings_part(ours, theirs):
        judgement.note("comparison_within_rank")
    against = against_qualified if theirs >= PAIR else against_unqualified
    return against(judgement, seat, ours, theirs, paid)


def against_unqualified(judgement: Judgement, seat: Seat, ours: int, theirs: int, paid: Odds) -> Verdicts:
    """677a.11(h)(1): the dealer has no pair, so the Ante pushes whoever is higher."""
    stake, raised = seat.wagers["odds"], seat.decision.amount
    ante = pushed(seat.wagers["ante"], "677a.11(h)(1)")
    if ours > theirs:
        section = "677a.11(h)(1)(i)"
        odds_result = odds_won(judgement, stake, ours, paid, section)
        return {"ante": ante, "odds": odds_result, "raise": won(raised, EVEN_MONEY, section)}
    if ours == theirs:
        section = "677a.11(h)(1)(ii)"
        return {"ante": ante, "odds": pushed(stake, section), "raise": pushed(raised, section)}
    section = "677a.11(h)(1)(iii)"
    return {"ante": ante, "odds": lost(section), "raise": lost(section)}


def against_qualified(judgement: Judgement, seat: Seat, ours: int, theirs: int, paid: Odds) -> Verdicts:
    """677a.11(h)(2): the dealer has a pair or better; a straight that loses is a bad beat."""
    ante, stake, raised = seat.wagers["ante"], seat.wagers["odds"], seat.decision.amount
    if ours > theirs:
        section = "677a.11(h)(2)(i)"
        return {
            "ante": won(ante, EVEN_MONEY, section),
            "odds": odds_won(judgement, stake, ours, paid, section),
            "raise": won(raised, EVEN_MONEY, section),
        }
    if ours == theirs:
        section = "677a.11(h)(2)(ii)"
        return {
            "ante": pushed(ante, section),
            "odds": pushed(stake, section),
            "raise": pushed(raised, section),
        }
    beaten = lost("677a.11(h)(2)(iii)")
    if ours < STRAIGHT:
        section = "677a.11(h)(2)(iii)(A)"
        return {"ante": beaten, "odds": lost(section), "raise": lost(section)}
    section = "677a.11(h)(2)(iii)(B)"
    rate = paid.bad_beat[ours >> CATEGORY_SHIFT]
    assert rate is not None, "only a royal flush has no Bad Beat Bonus, and nothing beats it"
    return {"ante": beaten, "odds": won(stake, rate, section), "raise": lost(section)}


def odds_won(judgement: Judgement, stake: int, strength: int, paid: Odds, section: str) -> WagerResult:
    """The Odds Wager of a hand that beats the dealer's: paid from a straight up, else a push (677a.12(b))."""
    rate = paid.odds[strength >> CATEGORY_SHIFT]
    assert rate is not None, "677a.12(b) has a row for every hand"
    if rate.kind == "push":
        return pushed(stake, section)
    if stake * rate.numerator % rate.denominator:
        judgement.note("odd_cents")
    return won(stake, rate, section)


def settle_bonuses(judgement: Judgement, seat: Seat, hand: Hand, paid: Odds, wagers: Verdicts) -> None:
    """677a.11(i): a fold does not touch these, and an exposed dealer's card does not either (677a.13(d))."""
    for name in BONUSES:
        stake = seat.wagers.get(name)
        if stake is None:
            continue
        if judgement.rule is not None and judgement.returns(name):
            wagers[name] = judgement.void_wager(seat, name, stake)
        elif name == "pocket_bonus":
            wagers[name] = pocket_bonus(stake, hand, paid)
        else:
            if judgement.rule is not None and judgement.returns("ante"):
                judgement.note("exposed_before_board_is_complete")
            wagers[name] = trips_plus(stake, hand, paid)


def pocket_bonus(stake: int, hand: Hand, paid: Odds) -> WagerResult:
    """677a.11(i)(1): the player's two cards."""
    row = pocket(*hand.two())
    if row is None:
        return lost("677a.11(i)(1)(ii)")
    return won(stake, paid.pocket[row], "677a.11(i)(1)(i)")


def trips_plus(stake: int, hand: Hand, paid: Odds) -> WagerResult:
    """677a.11(i)(2): the best five of the player's two cards and the board."""
    rate = paid.trips[hand.strength() >> CATEGORY_SHIFT]
    if rate is None:
        return lost("677a.11(i)(2)(ii)")
    return won(stake, rate, "677a.11(i)(2)(i)")


def settlement_order(round_: Round, _rulebook: Rulebook) -> SettlementOrder:
    """677a.11(g)–(i): seat by seat from the dealer's right, the bonus wagers after the contest.

    Ante and Odds of a player who folded have been collected before (677a.11(f)).
    """

    def due(seat: Seat) -> tuple[str, ...]:
        raised = CONTEST if seat.decision.action == "raise" else ()
        return raised + tuple(name for name in BONUSES if name in seat.wagers)

    return in_turn(round_, due)

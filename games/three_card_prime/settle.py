"""What a round of Three Card Prime must pay: completion (679a.11), odds (.12), irregularities (.13)."""

from __future__ import annotations

from games.cards import rank
from games.chapter import Rulebook
from games.errors import DescriptionError
from games.judgement import Judgement, in_turn
from games.ranking.six_card import WITHOUT_OWN_ROW, six_card_category
from games.ranking.three_card import CATEGORY_SHIFT, QUEEN_HIGH, ThreeCardHand, one_color
from games.rates import EVEN_MONEY
from games.settlement import Round, Seat, SeatResult, Settlement, SettlementOrder, WagerResult
from games.stakes import check_play, stakes
from games.three_card_prime.hands import Hand, readings_part
from games.three_card_prime.odds import Odds, odds
from games.three_card_prime.wagers import OPTIONAL, lost_by_folding
from games.verdicts import lost, pushed, won

PAIR, FLUSH = ThreeCardHand.PAIR.lowest, ThreeCardHand.FLUSH.lowest
TWO = 0
STRAIGHTS = frozenset({"straight", "straight_flush"})
Verdicts = dict[str, WagerResult]


def settle(round_: Round, rulebook: Rulebook) -> Settlement:
    """Every wager of every seat, from the dealer's right counterclockwise (679a.11(c))."""
    judgement = Judgement(round_, rulebook)
    if judgement.is_void():
        return judgement.void_all(stakes)
    for seat in round_.seats:
        check_play(seat, "679a.7(d)(1)")
    if round_.pair_bonus_community_card is not None:
        check_no_fourth_cards(round_)
    paid = odds(rulebook, round_.paytables)
    dealer = Hand(round_.dealer)
    results = []
    for seat in judgement.seats():
        if seat.decision.action == "abandon":
            wagers = judgement.abandoned(seat)
        else:
            hand = Hand(seat.cards, seat.index)
            wagers = contest(judgement, seat, hand, dealer, paid)
            if len(seat.wagers) > 1:
                wagers |= optional_wagers(judgement, seat, hand, dealer, paid)
        results.append(SeatResult(seat.seat, seat.player, wagers))
    return judgement.finish(results)


def contest(judgement: Judgement, seat: Seat, hand: Hand, dealer: Hand, paid: Odds) -> Verdicts:
    """Ante and Play (679a.11(b), (c)(3)), or what an irregularity makes of them (679a.13)."""
    ante, action = seat.wagers["ante"], seat.decision.action
    if judgement.rule is not None and judgement.returns("ante"):
        returned = {"ante": judgement.void_wager(seat, "ante", ante)}
        if action == "play":
            returned["play"] = judgement.void_wager(seat, "play", seat.decision.amount)
        return returned
    if action == "forfeit":
        return lost_by_folding(seat)
    if action == "none":
        raise DescriptionError(f"{seat.field}.decision.action", "a finished round needs play or forfeit")
    theirs = dealer.strength()
    if theirs < QUEEN_HIGH:
        section = "679a.11(c)(3)(i)"
        return {"ante": pushed(ante, section), "play": won(seat.decision.amount, EVEN_MONEY, section)}
    ours = hand.strength()
    if readings_part(ours, theirs):
        judgement.note("comparison_within_rank")
    if ours >= theirs:
        section = "679a.11(c)(3)(ii)"
        rate = paid.play[ours >> CATEGORY_SHIFT]
        return {"ante": won(ante, EVEN_MONEY, section), "play": won(seat.decision.amount, rate, section)}
    return beaten(seat, ours, paid)


def beaten(seat: Seat, ours: int, paid: Odds) -> Verdicts:
    """679a.11(c)(3)(iii), (iv): a high enough hand that loses has a Bad Beat Bonus on its Play Wager.

    The payout limit leaves the bonus out, though it covers the Play Wager otherwise (679a.12(h)).
    """
    if ours < FLUSH:
        return dict.fromkeys(("ante", "play"), lost("679a.11(c)(3)(iii)"))
    if paid.bad_beat is None:
        message = f"missing: the hand of {seat.field} has lost and may have a Bad Beat Bonus (679a.12(c))"
        raise DescriptionError("paytables.bad_beat", message)
    rate = paid.bad_beat[ours >> CATEGORY_SHIFT]
    if rate is None:
        return dict.fromkeys(("ante", "play"), lost("679a.11(c)(3)(iii)"))
    section = "679a.11(c)(3)(iv)"
    bonus = won(seat.decision.amount, rate, section)._replace(limited=False)
    return {"ante": lost(section), "play": bonus}


def optional_wagers(judgement: Judgement, seat: Seat, hand: Hand, dealer: Hand, paid: Odds) -> Verdicts:
    """679a.11(d): neither a forfeit (b) nor an exposed card of the dealer (679a.13(d)) touches these."""
    placed = seat.wagers
    if judgement.rule is not None and judgement.returns("ante"):
        judgement.note("exposed_before_deal_is_complete")
    wagers: Verdicts = {}
    if "prime" in placed:
        wagers["prime"] = prime(placed["prime"], hand, dealer, paid)
    if "pair_bonus" in placed:
        wagers["pair_bonus"] = pair_bonus(judgement, seat, hand, paid)
    if "all_six" in placed:
        wagers["all_six"] = all_six(judgement, placed["all_six"], hand, dealer, paid)
    return wagers


def prime(stake: int, hand: Hand, dealer: Hand, paid: Odds) -> WagerResult:
    """679a.11(d)(1): all three cards of one color, and more if the dealer's are of the same."""
    color = one_color(hand.three())
    if color is None:
        return lost("679a.11(d)(1)(i)")
    both = one_color(dealer.three()) == color
    return won(stake, paid.both_one_color if both else paid.player_one_color, "679a.11(d)(1)(ii)")


def pair_bonus(judgement: Judgement, seat: Seat, hand: Hand, paid: Odds) -> WagerResult:
    """679a.11(d)(2): a pair or better, paid by whether the fourth card is a 2."""
    strength, stake = hand.strength(), seat.wagers["pair_bonus"]
    if strength < PAIR:
        return lost("679a.11(d)(2)(i)")
    if rank(fourth_card(judgement.round, seat)) == TWO:
        column, section = paid.pair_bonus_two, "679a.11(d)(2)(ii)(B)"
    else:
        column, section = paid.pair_bonus_no_two, "679a.11(d)(2)(ii)(A)"
    rate = column[strength >> CATEGORY_SHIFT]
    assert rate is not None, "679a.12(e) and (f) have a row for every hand from a pair up"
    return won(stake, rate, section)


def check_no_fourth_cards(round_: Round) -> None:
    """A community card is dealt instead of fourth cards (679a.8(h)), whoever needs one."""
    for seat in round_.seats:
        if seat.fourth_card is not None:
            message = (
                "a Pair Bonus community card is dealt instead of fourth cards: give one of them (679a.8(h))"
            )
            raise DescriptionError(f"{seat.field}.fourth_card", message)


def fourth_card(round_: Round, seat: Seat) -> int:
    """The seat's own fourth card (679a.8(c)) or the one that all players share (679a.8(h))."""
    own, shared = seat.fourth_card, round_.pair_bonus_community_card
    card = shared if own is None else own
    if card is None:
        message = (
            "missing, and so is a pair_bonus_community_card: the Pair Bonus of a pair or better needs it"
        )
        raise DescriptionError(f"{seat.field}.fourth_card", message)
    return card


def all_six(judgement: Judgement, stake: int, hand: Hand, dealer: Hand, paid: Odds) -> WagerResult:
    """679a.11(d)(3): the best hand in the player's three cards and the dealer's."""
    category = six_cards(judgement, (*hand.three(), *dealer.three()))
    rate = paid.all_six.get(category)
    if rate is None:
        return lost("679a.11(d)(3)(i)")
    if category in WITHOUT_OWN_ROW and paid.royals_as_royal:
        judgement.note("six_card_royal_row")
    return won(stake, rate, "679a.11(d)(3)(ii)")


def six_cards(judgement: Judgement, cards: tuple[int, ...]) -> str:
    """The category of six cards; a verdict that A-2-3-4-5 changes says so (679a.6(d))."""
    category = six_card_category(cards)
    if category not in STRAIGHTS:
        return category
    without = six_card_category(cards, wheel=False)
    if without == category or judgement.note("all_six_wheel"):
        return category
    return without


def settlement_order(round_: Round, _rulebook: Rulebook) -> SettlementOrder:
    """679a.11(c), (d): seat by seat from the dealer's right, Ante and Play before the optional wagers.

    The Ante of a player who forfeited it has been collected before.
    """

    def due(seat: Seat) -> tuple[str, ...]:
        played = ("ante", "play") if seat.decision.action == "play" else ()
        return played + tuple(name for name in OPTIONAL if name in seat.wagers)

    return in_turn(round_, due)

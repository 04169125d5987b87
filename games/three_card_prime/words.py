"""The hands of Three Card Prime in words: of the contest, by color, with the fourth card, of all six."""

from __future__ import annotations

from games.cards import rank
from games.chapter import Rulebook
from games.judgement import settings_of
from games.ranking.poker import best_of_six
from games.ranking.six_card import best_of_six_without_wheel, six_card_category
from games.ranking.three_card import QUEEN_HIGH, one_color
from games.ranking.words import BAD_BEAT, RANK_WORDS, against, if_shown, six_card_hand, three_card_hand
from games.settlement import Round, Seat, Settlement
from games.three_card_prime.hands import Hand
from games.three_card_prime.settle import PAIR, fourth_card


def hand_in_words(round_: Round, rulebook: Rulebook, settlement: Settlement, seat: Seat, wager: str) -> str:
    """The hand by which a wager was settled (679a.11(c), (d))."""
    hand, dealer = Hand(seat.cards, seat.index), Hand(round_.dealer)
    match wager:
        case "prime":
            return _colors(hand, dealer)
        case "pair_bonus":
            words = three_card_hand(hand.strength()).short
            if hand.strength() < PAIR:
                return words
            return f"{words}, fourth card {RANK_WORDS[rank(fourth_card(round_, seat))]}"
        case "all_six":
            wheel = bool(settings_of(round_, rulebook)["all_six_wheel"])
            six = (*hand.three(), *dealer.three())
            strength = best_of_six(six) if wheel else best_of_six_without_wheel(six)
            return six_card_hand(six_card_category(six, wheel=wheel), strength)
        case _:
            return _contest(settlement, seat, wager, hand, dealer)


def _colors(hand: Hand, dealer: Hand) -> str:
    """679a.11(d)(1): one color, and whether the dealer's cards are of the same."""
    color = one_color(hand.three())
    if color is None:
        return "not of one color"
    return f"all {color}, the dealer's too" if one_color(dealer.three()) == color else f"all {color}"


def _contest(settlement: Settlement, seat: Seat, wager: str, hand: Hand, dealer: Hand) -> str:
    """679a.11(c)(3): the two hands; a Play Wager that is paid although it lost says why."""
    theirs = dealer.strength()
    qualified = theirs >= QUEEN_HIGH
    ours = if_shown(lambda: three_card_hand(hand.strength()))
    words = against(ours, three_card_hand(theirs), qualified=qualified)
    (result,) = (each.wagers for each in settlement.seats if each.seat == seat.seat)
    is_bad_beat = (
        wager == "play" and qualified and result[wager].outcome == "win" and hand.strength() < theirs
    )
    return f"{words} {BAD_BEAT}" if is_bad_beat else words

"""The hands of Texas Hold 'Em Bonus in words: of the contest, of two cards, of the Flop, of six cards."""

from __future__ import annotations

from games.cards import text
from games.chapter import Rulebook
from games.judgement import settings_of
from games.ranking.poker import best_of_six
from games.ranking.six_card import six_card_category
from games.ranking.words import against, poker_hand, six_card_hand, two_cards
from games.settlement import Round, Seat, Settlement
from games.texas_holdem_bonus.hands import Hand, pocket, six_card_bonus_cards


def hand_in_words(round_: Round, rulebook: Rulebook, settlement: Settlement, seat: Seat, wager: str) -> str:
    """The hand by which a wager was settled (647a.11(h)–(k), 647a.12(e))."""
    hand, dealer = Hand(seat.cards, round_, seat.index), Hand(round_.dealer, round_)
    match wager:
        case "ante" | "flop" | "turn" | "river":
            words = against(poker_hand(hand.seven()), poker_hand(dealer.seven()))
        case "bonus":
            words = _two_cards(hand, dealer)
        case "progressive":
            of_seven = settings_of(round_, rulebook)["progressive_hand"] == "seven"
            words = poker_hand(hand.seven() if of_seven else hand.with_flop()).short
        case "envy_bonus":
            words = _envied(settlement, seat)
        case "fchb_player":
            words = poker_hand(hand.with_flop()).short
        case "fchb_dealer":
            words = f"dealer's {poker_hand(dealer.with_flop()).short}"
        case "six_card_bonus":
            six = hand.two() + six_card_bonus_cards(round_)
            words = six_card_hand(six_card_category(six), best_of_six(six))
        case _:
            words = _drawn(round_, settlement, seat, wager)
    return words


def _two_cards(hand: Hand, dealer: Hand) -> str:
    """647a.11(h)(3): two aces may be paid more where the dealer has the other two."""
    words = two_cards(*hand.two())
    both = all(len(each.cards) == 2 and pocket(*each.cards) == "ace_ace" for each in (hand, dealer))
    return f"{words} in both hands" if both else words


def _envied(settlement: Settlement, seat: Seat) -> str:
    """Whose hands a seat is paid for (647a.11(i)(5))."""
    envied = [each for each in settlement.envies if each.seat == seat.seat]
    if not envied:
        return "no hand of another player qualifies"
    return " and ".join(f"{each.hand.replace('_', ' ')} of seat {each.holder}" for each in envied)


def _drawn(round_: Round, settlement: Settlement, seat: Seat, wager: str) -> str:
    """The Magic Card, or the lucky position, and whether it is this hand's (647a.12(e)(3))."""
    (result,) = (each for each in settlement.seats if each.seat == seat.seat)
    not_ours = "" if wager in result.wagers else ", not this hand's"
    if wager.endswith("_magic"):
        drawn = "no magic card" if round_.magic_card is None else f"magic card {text(round_.magic_card)}"
    else:
        position = round_.lucky_position
        named = f"seat {position}" if isinstance(position, int) else position or "none drawn"
        drawn = f"lucky position: {named}"
    return f"{drawn}{not_ours}"

"""Which card lies where does not depend on the order in which it was recorded."""

from itertools import permutations

from events.vocabulary.dealing import CardDealt, StackDelivered
from events.vocabulary.play import HandRevealed
from projections.cards_laid import Cards, lay

STACK = StackDelivered(to="dealer", seat=None, cards=(None, None, None))
SHOWN = HandRevealed(hand="dealer", seat=None, cards=("4h", "5h", "6h"))


def laid(*events):
    cards = Cards()
    for event in events:
        lay(event, lambda _area, _seat: cards)
    return list(cards)


def test_a_hand_that_was_shown_before_its_stack_was_recorded_is_one_hand():
    assert laid(STACK, SHOWN) == laid(SHOWN, STACK) == ["4h", "5h", "6h"]


def test_a_stack_comes_behind_the_cards_that_were_dealt_one_by_one():
    dealt = [CardDealt(to="dealer", seat=None, position=place, card=None) for place in (1, 2)]
    more = StackDelivered(to="dealer", seat=None, cards=("Ks",))
    assert laid(*dealt, more) == [None, None, "Ks"]


def test_a_hand_dealt_card_by_card_is_the_same_in_every_order():
    dealt = [CardDealt(to="dealer", seat=None, position=p, card=c) for p, c in enumerate(("4h", None), 1)]
    shown = HandRevealed(hand="dealer", seat=None, cards=(None, "5h"))
    assert {tuple(laid(*order)) for order in permutations([*dealt, shown])} == {("4h", "5h")}

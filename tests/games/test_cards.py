"""Cards: 52 numbers with two-character names, and what is none."""

import pytest

from games import cards


def test_every_card_has_its_number_and_name():
    assert [cards.text(card) for card in (0, 1, 2, 3, 4, 48, 51)] == [
        "2c",
        "2d",
        "2h",
        "2s",
        "3c",
        "Ac",
        "As",
    ]
    assert [cards.parse(cards.text(card)) for card in cards.DECK] == list(range(52))
    assert (cards.rank(51), cards.suit(51), cards.rank(0), cards.suit(0)) == (12, 3, 0, 0)


def test_hand_is_a_line_of_cards():
    assert cards.hand("As Kd 2c") == (51, 45, 0)


def test_set_of_cards_has_thirteen_bits_a_suit_with_the_deuce_lowest():
    assert cards.bits(cards.hand("2c Ac 2d")) == 1 | 1 << 12 | 1 << 13
    assert cards.bits(cards.DECK) == (1 << 52) - 1


@pytest.mark.parametrize("name", ["1s", "as", "AS", "A", "", None, 7])
def test_what_is_no_card_is_refused_in_words(name):
    with pytest.raises(ValueError, match="is not a card") as caught:
        cards.parse(name)
    assert str(caught.value) == f"{name!r} is not a card: write a rank of 23456789TJQKA and a suit of cdhs"

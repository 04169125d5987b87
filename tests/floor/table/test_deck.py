"""A deck of real cards: whatever is done to it, 52 cards are somewhere, each once."""

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from floor.errors import CardNotThere
from floor.table.deck import LOST, RACK, STUB, Deck
from games.cards import DECK

PLACES = st.sampled_from([STUB, RACK, LOST, 1, 2, 6, "dealer", "community"])
ACTS = st.one_of(
    st.tuples(st.just("deal"), PLACES, st.integers(1, 60)),
    st.tuples(st.just("move"), PLACES, PLACES),
    st.tuples(st.just("move_card"), st.sampled_from(DECK), PLACES, PLACES),
    st.tuples(st.just("gather")),
    st.tuples(st.just("shuffle"), st.integers(0, 9).map(random.Random)),
    st.tuples(st.just("cut"), st.integers(-1, 60)),
)


@given(st.lists(ACTS, max_size=30))
@example([("deal", RACK, 52), ("move", STUB, RACK)])
def test_52_cards_are_always_somewhere_and_each_is_in_one_place(acts):
    deck = Deck("red", "red")
    for name, *args in acts:
        before = {place: list(pile) for place, pile in deck.piles.items()}
        try:
            getattr(deck, name)(*args)
        except CardNotThere:
            assert deck.piles == before, f"a refused {name} moved something"
        assert sorted(card for pile in deck.piles.values() for card in pile) == list(DECK)
        assert deck.total() == 52 - deck.count(LOST)


def test_cards_come_off_the_top_one_after_the_other():
    deck = Deck("red", "red")
    top = deck.lying(STUB)[::-1]

    assert deck.deal(1) == [top[0]]
    assert deck.deal("dealer", 3) == list(top[1:4])
    assert deck.deal(1, 2) == list(top[4:6])
    assert deck.lying(1) == (top[0], top[4], top[5])


def test_a_cut_takes_what_lies_above_the_cover_card_to_the_bottom():
    deck = Deck("red", "red")
    top = deck.lying(STUB)[::-1]

    deck.cut(10)

    assert deck.lying(STUB)[::-1] == top[10:] + top[:10]


def test_a_shuffle_can_give_every_card_every_place():
    deck, rng, seen = Deck("red", "red"), random.Random(1), set()
    for _ in range(800):
        deck.shuffle(rng)
        seen.update(enumerate(deck.lying(STUB)))

    assert len(seen) == 52 * 52


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda deck: deck.deal(1, 53), "the stub has 52"),
        (lambda deck: deck.move(3, RACK), "no card lies at 3"),
        (lambda deck: deck.move_card(0, 3, RACK), "the 2c does not lie at 3"),
        (lambda deck: deck.cut(52), "the stack has 52 cards"),
        (lambda deck: (deck.deal(1), deck.shuffle(random.Random(1))), "only 51 cards are stacked"),
    ],
)
def test_a_card_that_is_not_there_cannot_be_moved(act, words):
    with pytest.raises(CardNotThere, match=words):
        act(Deck("red", "red"))

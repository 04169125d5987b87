"""Thousands of rounds a game: each hand of a bonus wager comes as often as `games` says, so does each card.

If every count is within its exact interval, so is the hold that they add up to. Only real cards, really
shuffled and dealt in turn, pass this; each kind of wrong deal below does not. `make faults NAME=floor-luck`
plays 20,000 a game.
"""

import random
from fractions import Fraction
from math import comb

import pytest

from floor.play.registry import all_plays
from floor.table.deck import STUB, Deck
from games.cards import parse, suit
from tests.floor.card_count import CardsWrong
from tests.floor.long_run import LongRun
from tests.floor.luck import CHANCES_A_GAME, FALSE_ALARM, GAMES, SIDES, TAIL, THOUSAND, THOUSANDS, interval

TABLES, ROUNDS = 8, 1_000


@pytest.fixture(scope="module", params=all_plays())
def run(request):
    return LongRun(request.param, TABLES, ROUNDS)


def test_every_hand_and_every_card_comes_as_often_as_it_should(run):
    assert run.rounds == TABLES * ROUNDS <= THOUSAND * THOUSANDS
    assert run.judged <= CHANCES_A_GAME
    assert run.off() == []


def test_the_hold_of_every_bonus_wager_is_within_its_interval(run):
    offered = {wager for wager, _ in run.chances}
    judged = {kind: trials for kind, trials in run.paid.items() if trials.judged}

    assert {wager for wager, _ in judged} == offered
    for kind, trials in judged.items():
        chances = run.chances[kind]
        least = sum(value * interval(trials.judged, chance)[0] for value, chance in chances.items())
        most = sum(value * interval(trials.judged, chance)[1] for value, chance in chances.items())
        cost = sum(value * count for value, count in trials.counted.items())
        assert least <= cost <= most, kind
        assert least < trials.judged * mean(chances) < most, kind


def test_the_chances_are_those_of_the_theoretical_hold(run):
    for kind, row in run.holds.items():
        reseeds = row.spread.reseeds
        assert not any(reseeds.values()), kind  # house money on a meter is not looked at here
        assert mean(run.chances[kind]) == 1 - row.hold - row.spread.to_meters, kind


def test_cards_were_counted_all_the_time(run):
    assert run.counts > 10 * run.rounds


def mean(chances):
    return sum(value * chance for value, chance in chances.items())


def test_an_interval_leaves_out_what_it_may_and_no_more():
    trials, chance = 300, Fraction(1, 4)
    least, most = interval(trials, chance)
    binomial = [comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(trials + 1)]

    assert sum(binomial[:least]) <= TAIL < sum(binomial[: least + 1])
    assert sum(binomial[most + 1 :]) <= TAIL < sum(binomial[most:])
    assert GAMES * CHANCES_A_GAME * THOUSANDS * SIDES * TAIL <= FALSE_ALARM
    assert len(all_plays()) <= GAMES


class OnlyCut(Deck):
    """Lies as it came out of its box, by suit and in sequence, and is only cut."""

    def shuffle(self, rng):
        self.piles[STUB].sort(key=lambda card: (suit(card), card))
        self.cut(rng.randrange(10, 42))


class OneRiffle(Deck):
    """Two packets let fall into each other, once: neighbours stay near."""

    def shuffle(self, rng):
        stub = self.piles[STUB]
        at = rng.randrange(20, 33)
        one, other = stub[:at], stub[at:]
        self.piles[STUB] = [(one or other if rng.randrange(2) else other or one).pop() for _ in range(52)]


class HalfShuffled(Deck):
    """Only the upper half is mixed."""

    def shuffle(self, rng):
        stub = self.piles[STUB]
        upper = stub[26:]
        rng.shuffle(upper)
        stub[26:] = upper


class AlwaysTheSameShuffle(Deck):
    """A device that makes the same permutation of a sorted deck every time."""

    def shuffle(self, rng):
        self.piles[STUB].sort()
        random.Random(4).shuffle(self.piles[STUB])


class HeldBack(Deck):
    """The ace of spades never leaves the bottom of the stub."""

    def shuffle(self, rng):
        super().shuffle(rng)
        self._hold_back()

    def cut(self, depth):
        super().cut(depth)
        self._hold_back()

    def _hold_back(self):
        self.piles[STUB].sort(key=lambda card: card != parse("As"))


class SecondDealt(Deck):
    """The dealer sees the top card, and deals a box the second one where that suits it better."""

    def deal(self, to, cards=1):
        stub, held = self.piles[STUB], [suit(card) for card in self.lying(to)]
        if cards == 1 and isinstance(to, int) and held.count(suit(stub[-2])) > held.count(suit(stub[-1])):
            stub[-2:] = reversed(stub[-2:])
        return super().deal(to, cards)


@pytest.mark.parametrize(
    ("make_deck", "noticed"),
    [
        (OnlyCut, "('progressive'"),
        (OneRiffle, "kept among the first"),
        (HalfShuffled, "among the first: As"),
        (AlwaysTheSameShuffle, "same neighbours"),
        (HeldBack, "among the first: As"),
        (SecondDealt, "('progressive'"),
    ],
)
def test_cards_that_come_otherwise_are_noticed(make_deck, noticed):
    off = LongRun("high_card_flush", 1, 1_100, make_deck, all_read=True).off()

    assert any(text.startswith(noticed) for text in off), off


class CardDoubled(Deck):
    """52 cards, of which two are the ace of spades."""

    def __init__(self, *named):
        super().__init__(*named)
        stub = self.piles[STUB]
        stub[stub.index(parse("2c"))] = parse("As")


class CardMissing(Deck):
    """51 cards, whatever a count of the whole deck says."""

    def __init__(self, *named):
        super().__init__(*named)
        self.piles[STUB].remove(parse("2c"))

    def shuffle(self, rng):
        rng.shuffle(self.piles[STUB])

    def total(self):
        return 52


class PutBack(Deck):
    """Cards are dealt and stay in the stub."""

    def deal(self, to, cards=1):
        dealt = super().deal(to, cards)
        self.piles[STUB][:0] = dealt
        return dealt


class LeftLying(Deck):
    """A card of a collected hand stays on the layout."""

    def move(self, source, to):
        return super().move(source, to) - (source == "dealer")


@pytest.mark.parametrize(
    ("make_deck", "message"),
    [
        (CardDoubled, "the As was dealt already"),
        (CardMissing, "stub_counted: .* cards, and not"),
        (PutBack, "was dealt already"),
        (LeftLying, "6 cards, and not 7"),
    ],
)
def test_a_deck_that_is_not_52_cards_at_every_moment_is_noticed(make_deck, message):
    with pytest.raises(CardsWrong, match=message):
        LongRun("high_card_flush", 1, 200, make_deck, all_read=True)

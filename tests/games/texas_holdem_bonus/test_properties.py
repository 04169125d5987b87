"""What holds for every round of 647a: order of description, conservation of meters, void rounds, stakes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import DECK, text
from games.describing.describe import answer, parse

NAMES = ("bonus", "progressive", "fchb_player", "fchb_dealer", "six_card_bonus")
METERS = {"progressive": 1_234_567, "five_card": {"amount": 2_345_678, "reserve": 34_567, "reseed": 0}}
RESEED = {"progressive": 1_000_000, "five_card": 34_567}
BEFORE = {"progressive": 1_234_567, "five_card": 2_345_678}
SPADES = tuple(text(card) for card in DECK if card & 3 == 3)


@st.composite
def rounds(draw):
    """A finished round with three spades in a row on the Flop and their neighbours among the first cards."""
    low = draw(st.integers(2, 8))
    flop = list(SPADES[low : low + 3])
    near = draw(st.permutations(SPADES[low - 2 : low] + SPADES[low + 3 : low + 5]))
    rest = draw(st.permutations([text(c) for c in DECK if text(c) not in {*flop, *near}]))
    cards = iter([*near, *rest])
    dealer = [next(cards), next(cards)] if draw(st.booleans()) else list(rest[-2:])
    seats = []
    for number in sorted(draw(st.sets(st.integers(1, 6), min_size=1, max_size=4))):
        wagers = {"ante": 1000} | {n: 100 for n in NAMES if draw(st.booleans())}
        action = draw(st.sampled_from(["play", "play", "fold", "abandon"]))
        decision = {"action": action}
        if action == "play":
            decision |= {"flop": True, "turn": draw(st.booleans()), "river": draw(st.booleans())}
        seat = {"seat": number, "cards": [next(cards), next(cards)], "wagers": wagers, "decision": decision}
        seats.append(seat)
    return {
        "game": "texas_holdem_bonus",
        "rulebook": "647a@2019-08-31",
        "paytables": {"bonus": "A", "progressive": "A", "six_card_bonus": "E"},
        "options": {"ante_pays_on": draw(st.sampled_from(["straight", "flush"]))},
        "meters": METERS,
        "seats": seats,
        "dealer": dealer,
        "community": [*flop, next(cards), next(cards)],
        "six_card_bonus_cards": [next(cards) for _ in range(4)],
        "magic_card": draw(st.sampled_from([*flop, *near, *rest])),
        "lucky_position": draw(st.sampled_from([1, 2, 3, 4, 5, 6, "dealer"])),
    }


@pytest.mark.cites("58 Pa. Code § 647a.11(h)")
@given(rounds())
@settings(max_examples=150, deadline=None)
def test_order_of_the_description_changes_nothing(described):
    verdict = answer(described)
    other = answer({**described, "seats": described["seats"][::-1]})
    assert other["seats"] == verdict["seats"][::-1]
    assert other["meters_after"] == verdict["meters_after"]
    assert sorted(other["notes"]) == sorted(verdict["notes"])


@pytest.mark.cites("58 Pa. Code §§ 647a.12(d)(4), 647a.12(e)(2)")
@given(rounds())
@settings(max_examples=300, deadline=None)
def test_what_a_meter_loses_is_what_was_awarded(described):
    """A 100 % award leaves reseed and reserve; nothing else puts money on a meter."""
    round_, game, book = parse(described)
    settlement = game.settle(round_, book)
    for meter, before in BEFORE.items():
        awards = [award for award in settlement.awards if award.meter == meter]
        whole = any(award.basis_points == 10_000 for award in awards)
        added = RESEED[meter] if whole else 0
        assert before + added - sum(award.amount for award in awards) == settlement.meters_after[meter]


@pytest.mark.reg("58 Pa. Code § 647a.13(f)")
@given(rounds())
@settings(max_examples=100, deadline=None)
def test_void_round_returns_every_stake(described):
    round_, game, book = parse({**described, "event": {"type": "shoe_jam"}})
    settlement = game.settle(round_, book)
    for seat, result in zip(round_.seats, settlement.seats, strict=True):
        assert result.total == sum(game.stakes(seat).values())
    assert settlement.meters_after == BEFORE


@pytest.mark.reg("58 Pa. Code § 647a.11")
@given(rounds())
@settings(max_examples=150, deadline=None)
def test_every_stake_is_judged_once_and_returned_whole_or_not_at_all(described):
    round_, game, book = parse(described)
    settlement = game.settle(round_, book)
    results = {wager.name for wager in game.wagers if wager.timing == "result"}
    for seat, result in zip(round_.seats, settlement.seats, strict=True):
        stakes = game.stakes(seat)
        assert result.wagers.keys() - results == stakes.keys()
        for name, wager in result.wagers.items():
            assert wager.returned in {0, stakes.get(name, 0)}
            assert wager.payout >= 0

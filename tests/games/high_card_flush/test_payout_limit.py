"""678a.12(e): the aggregate payout limit, per player and round, over Ante and Raise alone."""

import pytest

from games.describing.describe import parse

UNQUALIFIED = "8h 7h 6h Kc Qc As 7d"
NINE_HIGH = "9h 3h 2h Kc Qc As 7d"
SIX_CARDS = "2s 3s 5s 7s 9s Js 4d"
LIMIT = {"payout_limit_cents": 5_000_000}


@pytest.mark.reg("58 Pa. Code § 678a.12(e)")
def test_limit_cuts_ante_and_raise_pro_rata(settle, place):
    """$20,000 and $60,000 won against a limit of $50,000: 1/4 and 3/4 of it."""
    verdict = settle([place(1, SIX_CARDS, {"ante": 2_000_000}, 6_000_000)], NINE_HIGH, options=LIMIT)
    assert verdict.paid("ante") == 2_000_000  # each wager shows its payout before the limit
    assert verdict.paid("raise") == 6_000_000
    assert verdict.seats[1]["aggregate_limit"] == {"uncapped_cents": 8_000_000, "limited_cents": 5_000_000}
    assert verdict.total() == 8_000_000 + 5_000_000  # stakes returned, payouts limited
    assert [note.split(" (")[0] for note in verdict.notes] == [
        "678a.12(e): payout_limit_division = all covered wagers pro rata"
    ]


@pytest.mark.reg("58 Pa. Code § 678a.12(e)")
def test_shares_are_whole_cents_and_together_the_limit(settle, place):
    """1,700,000 + 5,000,001 = 6,700,001: shares 1,268,656.52 and 3,731,343.47, 5,000,000 together."""
    verdict = settle([place(1, SIX_CARDS, {"ante": 1_700_000}, 5_000_001)], NINE_HIGH, options=LIMIT)
    assert verdict.seats[1]["aggregate_limit"] == {"uncapped_cents": 6_700_001, "limited_cents": 5_000_000}


@pytest.mark.reg("58 Pa. Code § 678a.12(e)")
@pytest.mark.parametrize(
    ("limit", "limited"), [(5_000_000, 5_000_000), (5_000_003, 5_000_003), (5_000_004, 5_000_004)]
)
def test_limit_itself_is_paid_in_full(settle, place, limit, limited):
    """$12,500.01 and $37,500.03 won: at 5,000,003 a quarter is 1,250,000.75 and the rest 3,750,002.25."""
    seats = [place(1, SIX_CARDS, {"ante": 1_250_001}, 3_750_003)]
    verdict = settle(seats, NINE_HIGH, options={"payout_limit_cents": limit})
    assert verdict.seats[1]["aggregate_limit"] == {"uncapped_cents": 5_000_004, "limited_cents": limited}
    assert bool(verdict.notes) == (limit < 5_000_004)


@pytest.mark.reg("58 Pa. Code § 678a.12(e)")
def test_limit_that_is_not_reached_is_shown_and_changes_nothing(settle, place):
    verdict = settle([place(1, SIX_CARDS, {"ante": 1000}, 3000)], NINE_HIGH, options=LIMIT)
    assert verdict.seats[1]["aggregate_limit"] == {"uncapped_cents": 4000, "limited_cents": 4000}
    assert verdict.total() == 8000
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 678a.12(e)")
def test_bonus_and_progressive_wagers_are_not_covered(settle, place):
    """Flush Bonus A pays 100 to 1 on $1,000: $100,000, beside the limit."""
    wagers = {"ante": 2_000_000, "flush_bonus": 100_000}
    verdict = settle([place(1, SIX_CARDS, wagers, 6_000_000)], NINE_HIGH, options=LIMIT)
    assert verdict.seats[1]["aggregate_limit"] == {"uncapped_cents": 8_000_000, "limited_cents": 5_000_000}
    assert verdict.total() == 13_000_000 + 10_000_000 + 100_000


@pytest.mark.reg("58 Pa. Code § 678a.12(e)")
def test_limit_is_the_player_s_over_all_boxes(settle, place):
    """Two boxes of $40,000 ante each win against an unqualified dealer: $80,000, cut to $25,000 each."""
    seats = [
        place(1, "", {"ante": 4_000_000}, 4_000_000, "Ann"),
        place(2, "", {"ante": 4_000_000}, 4_000_000, "Ann"),
        place(3, "", {"ante": 4_000_000}, 4_000_000, "Bob"),
    ]
    verdict = settle(seats, UNQUALIFIED, options=LIMIT)
    for seat in (1, 2):
        limits = verdict.seats[seat]["aggregate_limit"]
        assert limits == {"uncapped_cents": 4_000_000, "limited_cents": 2_500_000}
        assert verdict.total(seat) == 8_000_000 + 2_500_000
    assert verdict.seats[3]["aggregate_limit"] == {"uncapped_cents": 4_000_000, "limited_cents": 4_000_000}


@pytest.mark.reg("58 Pa. Code § 678a.12(e)")
def test_a_player_on_two_boxes_gets_the_limit_to_the_cent(settle, place):
    """Of 4,000,000 and 4,000,001 the box on the right, first in turn, gets 2,499,999.69 floored, the other
    the rest of $50,000."""
    seats = [
        place(1, "", {"ante": 4_000_001}, 4_000_001, "Ann"),
        place(2, "", {"ante": 4_000_000}, 4_000_000, "Ann"),
    ]
    verdict = settle(seats, UNQUALIFIED, options=LIMIT)
    limited = [verdict.seats[seat]["aggregate_limit"]["limited_cents"] for seat in (1, 2)]
    assert limited == [2_500_001, 2_499_999]


@pytest.mark.reg("58 Pa. Code § 678a.12(e)")
def test_each_wager_is_paid_its_share_of_the_limit(game_table, place):
    """Ante and Raise win $20,000 and $60,000: a limit of $50,000 leaves $12,500 and $37,500."""
    seats = [place(1, SIX_CARDS, {"ante": 2_000_000}, 6_000_000)]
    round_, game, book = parse(game_table.describe(seats, NINE_HIGH, options=LIMIT))
    (result,) = game.settle(round_, book).seats
    assert {wager: verdict.payout for wager, verdict in result.wagers.items()} == {
        "ante": 2_000_000,
        "raise": 6_000_000,
    }
    assert {wager: verdict.payout for wager, verdict in result.paid().items()} == {
        "ante": 1_250_000,
        "raise": 3_750_000,
    }
    assert result.total == sum(verdict.payout + verdict.returned for verdict in result.paid().values())


@pytest.mark.reg("58 Pa. Code § 678a.12(e)")
def test_no_limit_is_applied_unless_one_is_given(settle, place):
    verdict = settle([place(1, SIX_CARDS, {"ante": 2_000_000}, 6_000_000)], NINE_HIGH)
    assert verdict.total() == 16_000_000
    assert "aggregate_limit" not in verdict.seats[1]


@pytest.mark.reg("58 Pa. Code § 678a.12(e)")
def test_limit_below_fifty_thousand_dollars_is_refused(refused, place):
    seats = [place(1, "", {"ante": 1000}, "fold")]
    assert refused(seats, options={"payout_limit_cents": 4_999_999})[0] == "options.payout_limit_cents"


@pytest.mark.reg("58 Pa. Code § 678a.12")
def test_2015_text_knows_no_limit(refused, place):
    seats = [place(1, "", {"ante": 1000}, "fold")]
    field, message = refused(seats, rulebook="678a@2015-proposed", options=LIMIT)
    assert field == "options.payout_limit_cents"
    assert "has no payout limit" in message

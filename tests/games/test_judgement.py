"""What every chapter shares in a verdict: limits, silent rules, meters, forfeited wagers, boxes, rates."""

from importlib import resources

import pytest

from games import rates, rulebook
from games.errors import DescriptionError
from games.judgement import Judgement, check_boxes
from games.rates import EVEN_MONEY, Rate
from games.settlement import Decision, Irregularity, MeterReading, Round, Seat, SeatResult, WagerResult
from games.verdicts import lost, pushed, voided, won

TEXT = resources.files("games").joinpath("rulebooks", "678a@2019-11-02.toml").read_text()
BOOK = rulebook.by_name("678a@2019-11-02")


def book_with(old, new):
    assert old in TEXT
    return rulebook.read("test.toml", TEXT.replace(old, new, 1).encode())


def seat(number, player="", action="raise", **wagers):
    return Seat(number, player or f"seat {number}", (), wagers or {"ante": 100}, Decision(action, 100))


def round_of(*seats, **more):
    return Round("high_card_flush", BOOK.name, seats, **more)


def results(payouts):
    """Seat to payout of a won Ante, as seat results."""
    return [
        SeatResult(n, player, {"ante": WagerResult("win", payout, 0, "1 to 1", "x")})
        for n, (player, payout) in payouts.items()
    ]


@pytest.mark.parametrize(
    ("per", "limited"), [("hand", [5_000_000, 4_000_000]), ("player", [3_000_000, 2_000_000])]
)
def test_limit_goes_by_hand_or_by_player(per, limited):
    book = book_with('per = "player"', f'per = "{per}"')
    round_ = round_of(seat(1), seat(2), options={"payout_limit_cents": 5_000_000})
    settlement = Judgement(round_, book).finish(results({1: ("Ann", 6_000_000), 2: ("Ann", 4_000_000)}))
    assert [result.limit for result in settlement.seats] == [(6_000_000, limited[0]), (4_000_000, limited[1])]
    assert [result.total for result in settlement.seats] == limited


def test_payout_that_the_limit_does_not_count_is_left_alone():
    round_ = round_of(seat(1), options={"payout_limit_cents": 5_000_000})
    wagers = {
        "ante": WagerResult("win", 9_000_000, 0, "1 to 1", "x", limited=False),
        "raise": WagerResult("win", 1_000_000, 0, "1 to 1", "x"),
    }
    settlement = Judgement(round_, BOOK).finish([SeatResult(1, "Ann", wagers)])
    assert settlement.seats[0].limit == (1_000_000, 1_000_000)
    assert settlement.seats[0].total == 10_000_000
    assert settlement.notes == []


def test_limit_where_the_chapter_has_none_is_refused():
    round_ = round_of(seat(1), options={"payout_limit_cents": 5_000_000})
    judgement = Judgement(round_, rulebook.by_name("678a@2015-proposed"))
    refusal = r"^options.payout_limit_cents: 678a@2015-proposed has no payout limit$"
    with pytest.raises(DescriptionError, match=refusal):
        judgement.finish(results({1: ("Ann", 1)}))


def test_wager_on_which_the_rule_is_silent_goes_back_and_says_so():
    book = book_with('returned = ["ante", "raise"]', 'returned = ["ante", "raise"]\nsilent = ["progressive"]')
    player = seat(1, ante=100, progressive=5)
    judgement = Judgement(round_of(player, event=Irregularity("dealer_card_exposed")), book)
    assert judgement.returns("progressive")
    assert not judgement.returns("flush_bonus")
    assert judgement.void_wager(player, "progressive", 5) == voided(5, "678a.13(d)")
    assert list(judgement.notes) == [
        "678a.13(d): rule silent: house ruling required on progressive, returned meanwhile"
    ]


def test_silence_needs_no_mention_where_everything_goes_back():
    book = book_with('returned = "all"', 'returned = "all"\nsilent = ["progressive"]')
    player = seat(1, progressive=5)
    judgement = Judgement(round_of(player, event=Irregularity("face_up_multiple")), book)
    judgement.void_wager(player, "progressive", 5)
    assert list(judgement.notes) == []


@pytest.mark.parametrize("action", ["fold", "forfeit"])
def test_forfeited_wagers_go_back_or_not_by_the_switch(action):
    player = seat(1, action=action, ante=100, odds=100)
    event = Irregularity("shoe_jam")
    forfeited = frozenset({"ante", "odds"})
    kept = Judgement(round_of(player, event=event), BOOK, forfeited).void_all(lambda s: s.wagers)
    assert kept.seats[0].total == 200
    options = {"folded_ante": "lost"}
    lost_all = Judgement(round_of(player, event=event, options=options), BOOK, forfeited)
    assert lost_all.void_all(lambda s: s.wagers).seats[0].total == 0
    only_ante = Judgement(round_of(player, event=event, options=options), BOOK)
    assert only_ante.void_all(lambda s: s.wagers).seats[0].total == 100


def test_unknown_irregularity_is_refused():
    known = ", ".join(sorted(BOOK.irregularities))
    refusal = f"event.type: 678a@2019-11-02 has no irregularity 'fire': it has {known}"
    with pytest.raises(DescriptionError, match=f"^{refusal}$"):
        Judgement(round_of(seat(1), event=Irregularity("fire")), BOOK)


def test_verdict_without_an_irregularity_says_nothing_of_the_cards():
    assert Judgement(round_of(seat(1)), BOOK).finish(results({1: ("Ann", 1)})).cards is None


def test_stub_without_a_count_counts_as_fifty_two():
    judgement = Judgement(round_of(seat(1), event=Irregularity("stub_count_wrong", misdealt=True)), BOOK)
    settlement = judgement.void_all(lambda s: s.wagers)
    assert settlement.cards == "the deck stays in use"


def test_meters_of_the_round_are_not_touched():
    """A verdict is a function: asking twice gives the same answer."""
    round_ = round_of(seat(1, progressive=5), meters={"progressive": MeterReading(1000, 30)})
    (parameters,) = BOOK.progressive("A").meters
    for _ in range(2):
        judgement = Judgement(round_, BOOK)
        assert judgement.draw(parameters, 10_000, 5) == 1000
        assert judgement.meters["progressive"].amount == 30
        assert judgement.meters["progressive"].reserve == 0


def test_share_of_a_meter_that_the_round_does_not_have_is_refused():
    judgement = Judgement(round_of(seat(1, progressive=5)), BOOK)
    (parameters,) = BOOK.progressive("A").meters
    refusal = r"^meters.progressive: missing, and a hand has won a share of it$"
    with pytest.raises(DescriptionError, match=refusal):
        judgement.draw(parameters, 10_000, 5)


def test_award_remembers_what_was_drawn_from_where():
    player = seat(3, progressive=5)
    judgement = Judgement(round_of(player, meters={"progressive": MeterReading(1009)}), BOOK)
    tenth = BOOK.paytable("progressive", "A").rows["six_card_straight_flush"]
    result = judgement.pay(player, "progressive", tenth, BOOK.progressive("A").meters, "x")
    assert result == WagerResult("win", 100, 0, "10% of meter", "x")
    settlement = judgement.finish([SeatResult(3, "Ann", {"progressive": result})])
    (award,) = settlement.awards
    assert (award.seat, award.wager, award.meter) == (3, "progressive", "progressive")
    assert (award.basis_points, award.amount) == (1000, 100)
    assert settlement.meters_after == {"progressive": 909}


def test_boxes_may_be_described_in_any_order():
    check_boxes(round_of(seat(3, "Ann"), seat(2, "Ann"), seat(1, "Bob")), BOOK)
    with pytest.raises(DescriptionError, match="not adjacent"):
        check_boxes(round_of(seat(3, "Ann"), seat(1, "Ann"), seat(2, "Bob")), BOOK)


def test_zero_boxes_are_no_limit():
    check_boxes(round_of(seat(2, "Ann"), seat(1, "Ann"), options={"boxes": 0}), BOOK)
    with pytest.raises(DescriptionError, match=r"Ann plays 2 boxes, 678a.7\(e\) allows 1$"):
        check_boxes(round_of(seat(2, "Ann"), seat(1, "Ann"), options={"boxes": 1}), BOOK)


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("7 to 1", Rate("to", 7, 1, None, "7 to 1")),
        ("3 to 2", Rate("to", 3, 2, None, "3 to 2")),
        ("200,000 to 1", Rate("to", 200_000, 1, None, "200,000 to 1")),
        ("250 for 1", Rate("for", 250, 1, None, "250 for 1")),
        ("10% of meter", Rate("percent", 10, 100, "m", "10% of meter")),
        ("100% mega jackpot", Rate("percent", 100, 100, "mega", "100% mega jackpot")),
        ("push", Rate("push", 0, 1, None, "push")),
        ("N/A", None),
    ],
)
def test_rates_are_read(text, rate):
    assert rates.parse(text, "m") == rate


@pytest.mark.parametrize(
    "text",
    ["", "7", "7:1", "0 to 1", "7 to 0", "-7 to 1", "7.5 to 1", "101% of meter", "0% of meter", "7 to 1 "],
)
def test_what_is_no_rate_is_refused(text):
    with pytest.raises(ValueError, match="is not a rate"):
        rates.parse(text, "m")


def test_outcomes_have_their_arithmetic():
    three_to_two = rates.parse("3 to 2", None)
    assert won(1001, three_to_two, "x") == WagerResult("win", 1501, 1001, "3 to 2", "x")  # floored
    assert won(500, rates.parse("40 for 1", None), "x") == WagerResult("win", 20_000, 0, "40 for 1", "x")
    assert won(500, EVEN_MONEY, "x") == WagerResult("win", 500, 500, "1 to 1", "x")
    assert pushed(500, "x") == WagerResult("push", 0, 500, "-", "x")
    assert voided(500, "x") == WagerResult("void", 0, 500, "-", "x")
    assert lost("x") == WagerResult("lose", 0, 0, "-", "x")
    assert three_to_two.payout(1001) == 1501

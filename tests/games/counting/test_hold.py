"""Theoretical hold: every row worked out again from counts of hands and paytables typed from the chapters."""

from dataclasses import replace
from fractions import Fraction
from importlib import resources
from itertools import combinations
from math import comb
from types import MappingProxyType

import pytest

from games import rulebook
from games.counting.hold import holds, holds_of, percent, settings
from games.counting.published_hold import Published
from games.errors import GamesError
from tests.games.on_disk import CHAPTERS

FIVE = 2_598_960
SIX = 20_358_520
SEVEN = 133_784_560
POCKET = 1_326

# Hands that pay, best first, as the books count them.
FIVE_CARD = [4, 36, 624, 3_744, 5_108, 10_200, 54_912]  # royal flush down to three of a kind
SEVEN_CARD = [4_324, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620]
SIX_CARD = [1, 3, 184, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160]  # six-card royals by suit first
# Without the wheel 184 straight flushes are flushes, and 35,760 straights are nothing that pays.
SIX_CARD_NO_WHEEL = [1, 3, 184, 1_472, 14_664, 165_984, 205_976, 325_860, 732_160]
FLUSHES = [6_864, 267_696, 3_814_668, 26_137_540]  # of seven cards down to four
RUNS = {  # straight flushes of seven cards down to three
    True: [32, 1_592, 39_960, 676_196, 8_642_932],
    False: [28, 1_416, 36_000, 615_480, 7_940_748],
}
ROYALS_AS_ROYALS = [1_000, 1_000]  # six-card royals under a paytable without a row for them


def odds(total, counts, to_one):
    """Hold of a wager that pays `to_one` beside the stake."""
    return 1 - Fraction(sum(count * (pays + 1) for count, pays in zip(counts, to_one, strict=True)), total)


def meter(total, counts, for_one, rates, reseeds=0):
    """Long-run hold of a progressive: fixed awards, rates in percent, reseeds times hands that win 100 %."""
    fixed = Fraction(sum(count * pays for count, pays in zip(counts, for_one, strict=True)), total)
    return 1 - fixed - Fraction(rates, 100) - Fraction(reseeds, total)


FLUSH_BONUS = {
    "A": [300, 100, 10, 1],
    "B": [100, 20, 10, 2],
    "E": [400, 60, 12, 1],
    "F": [400, 100, 10, 1],
    "G": [500, 100, 10, 1],
    "H": [250, 100, 10, 1],
}
STRAIGHT_FLUSH_BONUS = {
    "B": [1_000, 500, 100, 75, 7],
    "C": [500, 200, 100, 60, 8],
    "D": [1_000, 500, 100, 60, 8],
}
SIX_CARD_BONUS = {
    "A": [*ROYALS_AS_ROYALS, 1_000, 200, 50, 25, 20, 10, 5],
    "B": [*ROYALS_AS_ROYALS, 1_000, 200, 50, 25, 15, 10, 5],
    "C": [*ROYALS_AS_ROYALS, 1_000, 200, 100, 20, 15, 9, 8],
    "D": [*ROYALS_AS_ROYALS, 1_000, 200, 100, 20, 15, 10, 7],
    "E": [200_000, 20_000, 1_000, 200, 50, 20, 15, 10, 5],
}


def high_card_flush_rows():
    old, new = "678a@2015-proposed", "678a@2019-11-02"
    flush_old = FLUSH_BONUS | {"C": [200, 20, 10, 2], "D": [300, 75, 5, 2]}
    flush_new = FLUSH_BONUS | {"C": [200, 60, 12, 1], "D": [500, 50, 12, 1]}
    straight_old = STRAIGHT_FLUSH_BONUS | {"A": [500, 200, 100, 75, 7]}
    straight_new = STRAIGHT_FLUSH_BONUS | {"A": [8_000, 1_000, 100, 60, 7]}
    for book, flush, straight in ((old, flush_old, straight_old), (new, flush_new, straight_new)):
        for letter, pays in flush.items():
            yield book, "flush_bonus", letter, {}, odds(SEVEN, FLUSHES, pays)
        for ace_low, counts in RUNS.items():
            for letter, pays in straight.items():
                options = {"straight_flush_ace_low": ace_low}
                yield book, "straight_flush_bonus", letter, options, odds(SEVEN, counts, pays)
    for ace_low, counts in RUNS.items():
        options = {"straight_flush_ace_low": ace_low}
        yield new, "progressive", "A", options, meter(SEVEN, counts[2:], [250, 40, 3], 23 + 5)
        yield new, "progressive", "B", options, meter(SEVEN, counts[2:4], [900, 50], 23 + 5)


def heads_up_holdem_rows():
    book = "677a@2015-proposed"
    # A pair of aces; ace with king, queen or jack, of a suit and not; any other pair.
    pocket = [6, 3 * 4, 3 * 12, 12 * 6]
    for letter, pays in {"A": [30, 20, 10, 5], "B": [25, 20, 10, 5], "C": [30, 20, 10, 4]}.items():
        yield book, "pocket_bonus", letter, {}, odds(POCKET, pocket, pays)
    trips = {"A": [9, 7, 4, 3], "B": [8, 6, 5, 3], "C": [7, 6, 5, 3], "D": [8, 7, 4, 3]}
    for letter, pays in trips.items():
        yield book, "trips_plus", letter, {}, odds(SEVEN, SEVEN_CARD, [100, 40, 30, *pays])


def five_card_hi_lo_rows():
    book = "663a@2014-02-01"
    # With two pair, and pairs of 7s (eight ranks) or of 6s (nine) and better, 84,480 hands a rank.
    for aces in (True, False):
        for letter, ranks, pays in (
            ("A", 8, [250, 50, 25, 15, 10, 8, 5, 3, 1]),
            ("B", 9, [500, 100, 40, 15, 8, 6, 4, 3, 1]),
        ):
            pairs = (ranks if aces else ranks - 1) * 84_480
            hold = odds(FIVE, [*FIVE_CARD, 123_552, pairs], pays)
            yield book, "poker_bonus", letter, {"pair_of_aces_is_better": aces}, hold


def texas_holdem_bonus_rows():
    book = "647a@2019-08-31"
    deals = POCKET * 1_225
    # Aces in both hands; aces; A-K suited; A-Q, A-J suited; A-K; K-K, Q-Q, J-J; A-Q, A-J; 10-10 to 2-2.
    pocket = [6, 6 * 1_224, *(ways * 1_225 for ways in (4, 2 * 4, 12, 3 * 6, 2 * 12, 9 * 6))]
    yield book, "bonus", "A", {}, odds(deals, pocket, [1_000, 30, 25, 20, 15, 10, 5, 3])
    yield book, "bonus", "B", {}, odds(deals, pocket, [30, 30, 25, 20, 15, 10, 5, 3])
    for hand, total, counts in (("two_and_flop", FIVE, FIVE_CARD), ("seven", SEVEN, SEVEN_CARD)):
        # Fixed awards from four of a kind, or a full house, down; reseeds for royal, straight flush and four.
        options, quads_down, house_down = {"progressive_hand": hand}, counts[2:], counts[3:]
        mega, major, minor = (
            count * reseed for count, reseed in zip(counts, (10_000, 1_000, 250), strict=False)
        )
        for letter, hold in (
            ("A", meter(total, quads_down, [300, 50, 40, 30, 9], 21, mega)),
            ("B", meter(total, quads_down, [300, 50, 40, 30, 9], 11 + 10, mega + major)),
            ("C", meter(total, house_down, [50, 40, 30, 10], 9 + 7 + 3, mega + major + minor)),
            ("D", meter(total, house_down, [50, 40, 30, 9], 10 + 8 + 3, mega + major + minor)),
        ):
            yield book, "progressive", letter, options, hold
    for wager in ("fchb_player", "fchb_dealer"):
        yield book, wager, None, {}, meter(FIVE, FIVE_CARD[2:5], [500, 100, 50], 13 + 8)
    for letter, pays in SIX_CARD_BONUS.items():
        yield book, "six_card_bonus", letter, {}, odds(SIX, SIX_CARD, pays)


def three_card_prime_rows():
    book = "679a@2019-08-31"
    # Both hands of one color: 2 x C(26, 3) x C(23, 3) deals; the player's alone: the other dealer's hands.
    mine, both, dealers = 2 * comb(26, 3), comb(23, 3), comb(49, 3)
    yield book, "prime", None, {}, odds(22_100 * dealers, [mine * both, mine * (dealers - both)], [4, 3])
    # By hand, mini-royal down to pair: hands without a 2, with one, with two, with three.
    hands = [[4], [36, 8], [48, 0, 0, 4], [600, 120], [840, 256], [3_168, 288, 288]]
    a_two = [sum(count * (4 - twos) for twos, count in enumerate(row)) for row in hands]
    no_two = [sum(count * (45 + twos) for twos, count in enumerate(row)) for row in hands]
    with_two = {
        "A": [100, 80, 60, 12, 6, 1],
        "B": [75, 60, 45, 10, 5, 2],
        "C": [75, 50, 40, 8, 4, 2],
        "D": [75, 50, 40, 8, 4, 1],
    }
    for letter, pays in with_two.items():
        expected = odds(22_100 * 49, a_two + no_two, [*pays, 50, 40, 30, 6, 3, 1])
        yield book, "pair_bonus", letter, {}, expected
    for wheel, counts in ((True, SIX_CARD), (False, SIX_CARD_NO_WHEEL)):
        for letter, pays in SIX_CARD_BONUS.items():
            yield book, "all_six", letter, {"all_six_wheel": wheel}, odds(SIX, counts, pays)


BY_HAND = [
    *high_card_flush_rows(),
    *heads_up_holdem_rows(),
    *five_card_hi_lo_rows(),
    *texas_holdem_bonus_rows(),
    *three_card_prime_rows(),
]


def identified(book, wager, paytable, options):
    return book, wager, paytable, tuple(options.items())


@pytest.fixture(scope="module")
def rows():
    return {identified(row.rulebook, row.wager, row.paytable, row.options): row for row in holds()}


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.12, 663a.12(d), 677a.12(d), 677a.12(e), 678a.12(b), 678a.12(c), 678a.12(d), "
    "679a.12(d), 679a.12(e), 679a.12(f), 679a.12(g)"
)
@pytest.mark.parametrize(
    "row", BY_HAND, ids=[f"{b}-{w}-{p}-{','.join(map(str, o.values()))}" for b, w, p, o, _ in BY_HAND]
)
def test_hold_is_as_worked_out_by_hand(rows, row):
    *named, expected = row
    assert rows[identified(*named)].hold == expected


def test_no_wager_has_a_row_twice_or_beside_those_worked_out_by_hand(rows):
    assert len(holds()) == len(rows)
    assert rows.keys() == {identified(*row[:4]) for row in BY_HAND}


@pytest.mark.cites("58 Pa. Code § 678a.12(d)(3)")
def test_the_progressive_of_2015_has_no_rate_and_so_no_row(rows):
    assert not [
        row for row in rows.values() if row.rulebook == "678a@2015-proposed" and row.wager == "progressive"
    ]


@pytest.mark.reg("58 Pa. Code § 678a.12(d)(3)")
def test_paytable_whose_meter_has_no_rate_does_not_hide_the_next():
    book = rulebook.by_name("678a@2019-11-02")
    no_rate = tuple(replace(meter, primary_bp=None) for meter in book.meters["progressive", "A"])
    book = replace(book, meters=MappingProxyType({**book.meters, ("progressive", "A"): no_rate}))
    assert {row.paytable for row in holds_of(book) if row.wager == "progressive"} == {"B"}


def test_chapter_or_rulebook_can_be_asked_for_alone():
    assert {row.rulebook for row in holds("678a")} == {"678a@2015-proposed", "678a@2019-11-02"}
    assert {row.rulebook for row in holds("678a@2019-11-02")} == {"678a@2019-11-02"}


def test_an_unknown_chapter_is_refused_with_those_that_there_are():
    with pytest.raises(GamesError, match=rf"no chapter '640a': there are {', '.join(CHAPTERS)}"):
        holds("640a")


def test_a_rulebook_whose_game_counts_nothing_has_no_rows():
    book = replace(rulebook.by_name("678a@2019-11-02"), game="a_game_without_side_wagers")
    assert list(holds_of(book)) == []
    assert list(holds_of(replace(book, game="ranking"))) == []


def test_a_row_of_a_paytable_that_nobody_counted_is_an_error():
    file = resources.files("games").joinpath("rulebooks", "678a@2019-11-02.toml").read_bytes()
    book = rulebook.read("678a@2019-11-02.toml", file.replace(b"four_card_flush", b"two_card_flush"))
    with pytest.raises(GamesError, match=r"flush_bonus A pays \['two_card_flush'\], which is not counted"):
        list(holds_of(book))


def test_settings_are_every_combination_of_switches():
    book = rulebook.by_name("678a@2019-11-02")
    assert list(settings(book)) == [{}]
    both = list(settings(book, "straight_flush_ace_low", "flush_comparison"))
    assert len(both) == 4
    assert {"straight_flush_ace_low": False, "flush_comparison": "all_seven"} in both


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (Fraction(200_861, 2_572_780), "7.8072"),
        (Fraction(1, 3), "33.3333"),
        (Fraction(2, 3), "66.6667"),
        (Fraction(1), "100.0000"),
        (Fraction(5, 100_000), "0.0050"),
        (Fraction(-1, 3), "-33.3333"),
        (Fraction(-1, 10**9), "0.0000"),
    ],
)
def test_percent_has_four_decimals(share, text):
    assert percent(share) == text


@pytest.mark.cites("58 Pa. Code § 677a.12(d)")
@pytest.mark.parametrize(
    ("wager", "low", "high"),
    [("pocket_bonus", "4.52", "9.95"), ("trips_plus", "0.75", "4.34"), ("flush_bonus", "4.8", "9.6")],
)
def test_published_ranges_stand_on_the_rows_of_2015_alone(rows, wager, low, high):
    shown = {row.rulebook: row.published for row in rows.values() if row.wager == wager}
    for book, published in shown.items():
        assert published == (Published(low, high) if book.endswith("2015-proposed") else None)


def test_wagers_of_other_chapters_have_no_published_range(rows):
    assert all(
        row.published is None for row in rows.values() if row.rulebook.startswith(("647a", "663a", "679a"))
    )


@pytest.mark.parametrize(
    ("hold", "agreement", "distance"),
    [
        ("6.26", "within", "0"),
        ("7.75", "within", "0"),
        ("6.2551", "rounded", "0.0049"),
        ("7.7549", "rounded", "0.0049"),
        ("7.7599", "cut", "0.0099"),
        ("7.76", "above", "0.01"),
        ("6.2549", "below", "0.0051"),
    ],
)
def test_agreement_allows_for_the_decimals_that_were_printed(hold, agreement, distance):
    published = Published("6.26", "7.75")
    assert published.agreement(Fraction(hold) / 100) == agreement
    assert published.distance(Fraction(hold) / 100) == Fraction(distance)
    assert published.text == "6.26–7.75"


def test_published_ranges_differ_only_where_the_ace_goes_high_and_in_one_paytable_of_677a(rows):
    outside = {
        (row.wager, row.paytable, *row.options.values())
        for row in rows.values()
        if row.published and row.published.agreement(row.hold) in {"below", "above"}
    }
    # The preamble says 0.75 for what is 0.7402: neither rounding nor cutting gives that.
    assert outside == {("straight_flush_bonus", letter, False) for letter in "ABCD"} | {("trips_plus", "A")}


def pocket_of(cards):
    """Rank sets of two cards, told apart as both chapters' tables do: high rank, low rank, suited."""
    high, low = sorted((card >> 2 for card in cards), reverse=True)
    return high, low, cards[0] & 3 == cards[1] & 3


@pytest.mark.cites("58 Pa. Code § 677a.12(d)")
def test_pocket_bonus_by_dealing_all_two_cards(rows):
    ace, jack = 12, 9
    pays = []
    for cards in combinations(range(52), 2):
        high, low, suited = pocket_of(cards)
        if high == low:
            pays.append(31 if high == ace else 6)
        elif high == ace and low >= jack:
            pays.append(21 if suited else 11)
    assert rows[identified("677a@2015-proposed", "pocket_bonus", "A", {})].hold == 1 - Fraction(
        sum(pays), 1_326
    )


@pytest.mark.cites("58 Pa. Code § 647a.12(b)")
def test_holdem_bonus_by_dealing_all_two_cards(rows):
    ace, king, jack = 12, 11, 9
    pays = Fraction(0)
    for cards in combinations(range(52), 2):
        high, low, suited = pocket_of(cards)
        if (high, low) == (ace, ace):
            others = [card for card in range(52) if card not in cards]
            dealers = list(combinations(others, 2))
            aces = sum(dealer[0] >> 2 == dealer[1] >> 2 == ace for dealer in dealers)
            pays += Fraction(aces * 1_001 + (len(dealers) - aces) * 31, len(dealers))
        elif high == low:
            pays += 11 if high >= jack else 4
        elif (high, low) == (ace, king):
            pays += 26 if suited else 16
        elif high == ace and low >= jack:
            pays += 21 if suited else 6
    assert rows[identified("647a@2019-08-31", "bonus", "A", {})].hold == 1 - pays / 1_326

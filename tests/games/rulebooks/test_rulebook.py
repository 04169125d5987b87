"""Rulebooks: found by name or by day and never the nearest; files that do not hold together do not load."""

import hashlib
from importlib import resources

import pytest

from games import rulebook
from games.errors import GamesError, RulebookError, UnknownRulebook

NAMES = [
    "647a@2019-08-31",
    "663a@2014-02-01",
    "677a@2015-proposed",
    "678a@2015-proposed",
    "678a@2019-11-02",
    "679a@2019-08-31",
]
FILE = resources.files("games").joinpath("rulebooks", "678a@2019-11-02.toml")
TEXT = FILE.read_text()


def read(text):
    return rulebook.read("test.toml", text.encode())


def changed(old, new, count=1):
    """The text of 678a with one thing changed."""
    assert TEXT.count(old) >= 1
    return TEXT.replace(old, new, count)


@pytest.mark.parametrize("name", NAMES)
def test_every_chapter_version_is_on_the_shelf(name):
    book = rulebook.by_name(name)
    assert book.name == name
    content = resources.files("games").joinpath("rulebooks", f"{name}.toml").read_bytes()
    assert book.sha256 == hashlib.sha256(content).hexdigest()


def test_unknown_name_says_which_there_are():
    with pytest.raises(UnknownRulebook, match="678a@2019-11-02"):
        rulebook.by_name("678a@2016-12-10")


@pytest.mark.cites("58 Pa. Code ch. 678a")
@pytest.mark.parametrize("day", ["2019-11-02", "2019-11-03", "2026-11-16"])
def test_day_chooses_the_text_in_force(day):
    assert rulebook.choose("678a", day).name == "678a@2019-11-02"


@pytest.mark.reg("58 Pa. Code ch. 678a")
@pytest.mark.parametrize(
    ("chapter", "day"),
    [
        ("678a", "2019-11-01"),  # .7 and .12 read otherwise until then
        ("678a", "2016-12-10"),
        ("678a", "2015-09-01"),  # proposed texts are never in force
        ("677a", "2026-01-01"),
        ("647b", "2026-01-01"),
    ],
)
def test_day_without_a_text_has_no_rulebook(chapter, day):
    with pytest.raises(UnknownRulebook, match="no rulebook for that day"):
        rulebook.choose(chapter, day)


@pytest.mark.parametrize("day", ["2019-11-2", "2019-13-01", "02.11.2019", "2019-02-30", "2019-04-31", ""])
def test_what_is_no_day_is_refused(day):
    with pytest.raises(UnknownRulebook, match="is not a day"):
        rulebook.choose("678a", day)


def test_unchanged_text_reads_the_same():
    book = read(TEXT)
    assert book.name == "678a@2019-11-02"
    assert book == rulebook.by_name("678a@2019-11-02")


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ('six_card_flush = "100 to 1"\n', "", "paytables.flush_bonus.A.six_card_flush", "missing"),
        ("positions = 6", "positions = 6\nseats = 6", "seats", "unknown key"),
        ('chapter = "678a"\n', "", "chapter", "missing"),
        ("positions = 6", 'positions = "6"', "positions", "expected int"),
        ("positions = 6", "positions = true", "positions", "expected int"),
        ("positions = 6", "positions = -6", "positions", "may not be negative"),
        ('"300 to 1"', '"300:1"', "paytables.flush_bonus.A.seven_card_flush", "is not a rate"),
        ('"300 to 1"', "300", "paytables.flush_bonus.A.seven_card_flush", "expected str"),
        (
            'five_card_flush = "10 to 1"',
            'five_card_flush = "10 to 1"\nfull_house = "9 to 1"',
            "paytables.flush_bonus.A.full_house",
            "unknown key",
        ),
        ('meter = "progressive"\n', "", "paytables.progressive.A.seven_card", "names no meter"),
        ("primary_bp = 2300\n", "", "meters.progressive.A.progressive.primary_bp", "missing"),
        (
            "[meters.progressive.B.progressive]",
            "[meters.progressive.B.mega]",
            "meters.progressive.B",
            "draws on",
        ),
        (
            "[meters.progressive.B.progressive]",
            "[meters.progressive.Z.progressive]",
            "meters.progressive.B",
            "draws on",
        ),
        ("default = true", 'default = "yes"', "switches.straight_flush_ace_low.default", "is not one of"),
        ('per = "player"', 'per = "table"', "payout_limit.per", "expected hand or player"),
        ('covers = ["ante", "raise"]', 'covers = ["ante", "ante"]', "payout_limit.covers", "different"),
        ("by_submission = true", "by_submission = false", "boxes.most", "either"),
        ("by_submission = true", "by_submission = true\nmost = 2", "boxes.most", "either"),
        ('returned = "all"', 'returned = "some"', "irregularities.face_up_multiple.returned", "list"),
        ("hand = 4, ", "", "cards.change_after_hours.hand", "missing"),
        ("cover_cards = 2", "cover_cards = 2\njokers = 0", "cards.jokers", "unknown key"),
        ('item = "a layout"\n', "", r"equipment\[0\].item", "missing"),
        ('effective_from = "2019-11-02"', 'effective_from = "November"', "effective_from", "a day like"),
        ('effective_from = "2019-11-02"\n', "", "effective_from", "missing"),
        ("[boxes]", "boxes = 1\n[other]", "boxes", "expected dict"),
        ("[boxes]", "[boxes", "whole file", "not TOML"),
        ('section = "678a.13(a)"', "section = '678a\"'", "irregularities.face_up_single.section", "quotes"),
        (
            "[paytables.flush_bonus.A]",
            '[paytables.flush_bonus.only]\nfive = "1 to 1"\n[x]',
            "paytables.flush_bonus.only.seven_card_flush",
            "missing",
        ),
    ],
)
def test_broken_file_does_not_load_and_says_where(old, new, place, message):
    with pytest.raises(RulebookError, match=f"^test.toml: \\(?{place}.*{message}"):
        read(changed(old, new))


def test_bytes_that_are_no_text_do_not_load():
    with pytest.raises(RulebookError, match="not TOML"):
        rulebook.read("test.toml", b"\xff\xfe")


def test_fixed_paytable_has_no_other_columns():
    text = changed(
        "[paytables.straight_flush_bonus]", only("flush_bonus") + "[paytables.straight_flush_bonus]"
    )
    with pytest.raises(RulebookError, match=r"paytables.flush_bonus.only: .*no other columns"):
        read(text)


def only(table):
    rows = ("seven_card_flush", "six_card_flush", "five_card_flush", "four_card_flush")
    return f"[paytables.{table}.only]\n" + "".join(f'{row} = "1 to 1"\n' for row in rows) + "\n"


def test_paytable_without_columns_does_not_load():
    text = TEXT + '\n[paytables.empty]\nsection = "678a.12"\nhands = []\n'
    with pytest.raises(RulebookError, match=r"paytables.empty: no column"):
        read(text)


def test_envy_table_has_the_same_hands_for_every_wager():
    envy = '\n[envy]\nsection = "1.2"\n[envy.100]\nroyal_flush = 5\n[envy.500]\n'
    assert read(TEXT + envy + "royal_flush = 25\n").envy == {
        100: {"royal_flush": 5},
        500: {"royal_flush": 25},
    }
    with pytest.raises(RulebookError, match="same hands"):
        read(TEXT + envy + "straight_flush = 25\n")
    with pytest.raises(RulebookError, match=r"envy.one: expected the Progressive wager in cents"):
        read(TEXT + envy.replace("envy.100", "envy.one"))


def test_meters_of_a_paytable_that_is_not_there_do_not_load():
    meter = '\n[meters.jackpot]\nsection = "1.2"\n[meters.jackpot.A.jackpot]\nseed_at_least_cents = 1\n'
    with pytest.raises(RulebookError, match=r"meters.jackpot.A: no such paytable"):
        read(TEXT + meter)


def test_file_is_called_after_what_it_holds():
    content = TEXT.encode()
    assert list(rulebook.stock([("678a@2019-11-02.toml", content)])) == ["678a@2019-11-02"]
    with pytest.raises(RulebookError, match=r"678a.toml: version: .*called 678a@2019-11-02.toml"):
        rulebook.stock([("678a.toml", content)])


def test_overlapping_dates_are_refused():
    earlier = read(changed('"2019-11-02"', '"2018-01-01"', 2))
    with pytest.raises(RulebookError, match=r"effective_from: overlaps .*effective_until"):
        rulebook.check_shelf([rulebook.by_name("678a@2019-11-02"), earlier])


@pytest.mark.parametrize(("until", "overlaps"), [("2019-11-01", False), ("2019-11-02", True)])
def test_earlier_text_ends_the_day_before(until, overlaps):
    text = changed('"2019-11-02"', '"2018-01-01"', 2)
    text = text.replace("effective_from", f'effective_until = "{until}"\neffective_from', 1)
    books = [rulebook.by_name("678a@2019-11-02"), read(text)]
    assert rulebook.overlap(*books) is rulebook.overlap(*reversed(books)) is overlaps


def test_same_name_twice_is_refused():
    with pytest.raises(RulebookError, match="on the shelf already"):
        rulebook.add(read(TEXT + "\n# another file\n"))


def test_adding_the_same_bytes_again_changes_nothing():
    before = rulebook.all_rulebooks()
    rulebook.add(read(TEXT))
    assert rulebook.all_rulebooks() == before


def test_paytable_that_is_not_there_names_those_that_are():
    with pytest.raises(GamesError, match=r"no paytable flush_bonus Z: it has .*A/B/C/D/E/F/G/H"):
        rulebook.by_name("678a@2019-11-02").paytable("flush_bonus", "Z")


@pytest.mark.parametrize("name", NAMES)
def test_every_switch_says_where_and_what(name):
    for switch in rulebook.by_name(name).switches.values():
        assert switch.section.startswith(name.split("@")[0][:4])
        assert switch.question.endswith("?")
        assert switch.note(switch.default).startswith(f"{switch.section}: {switch.name} = ")

"""What the author of a rulebook file reads where it does not load, word for word."""

from importlib import resources

import pytest

from games import rulebook
from games.errors import RulebookError, UnknownRulebook

FILE = resources.files("games").joinpath("rulebooks", "678a@2019-11-02.toml")
TEXT = FILE.read_text()


def refusal(text):
    with pytest.raises(RulebookError) as caught:
        rulebook.read("test.toml", text.encode())
    assert caught.value.file == "test.toml"
    assert str(caught.value) == f"test.toml: {caught.value.place}: {caught.value.message}"
    return caught.value.place, caught.value.message


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ('chapter = "678a"\n', "", "chapter", "missing; add `chapter` (str)"),
        ("positions = 6", 'positions = "6"', "positions", "expected int, found '6'"),
        ("positions = 6", "positions = true", "positions", "expected int, found True"),
        ("positions = 6", "positions = -1", "positions", "may not be negative, found -1"),
        ("positions = 6", "positions = 6\nx = 6", "x", "unknown key; remove it or correct its spelling"),
        ("positions = 6", "positions = 6\nX = 6", "X", "unknown key; remove it or correct its spelling"),
        ('"2019-11-02"\ngame', '"November"\ngame', "effective_from",
         "expected a day like 2019-11-02, found 'November'"),
        ("by_submission = true", "", "boxes.most", "give either `most` or `by_submission = true`"),
        ("by_submission = true", "by_submission = false", "boxes.most",
         "give either `most` or `by_submission = true`"),
        ('covers = ["ante", "raise"]', 'covers = ["ante", "ante"]', "payout_limit.covers",
         "expected a list of different names, found ['ante', 'ante']"),
        ('covers = ["ante", "raise"]', 'covers = ["ante", 3]', "payout_limit.covers",
         "expected a list of different names, found ['ante', 3]"),
        ('per = "player"', 'per = "table"', "payout_limit.per", "expected hand or player, found 'table'"),
        ("values = [true, false]", "values = []", "switches.straight_flush_ace_low.values",
         "expected a list of values, found []"),
        ("values = [true, false]", "values = [1.5]", "switches.straight_flush_ace_low.values",
         "expected a list of values, found [1.5]"),
        ("default = true", 'default = "yes"', "switches.straight_flush_ace_low.default",
         "'yes' is not one of the values [True, False]"),
        ("[boxes]", "boxes = 1\n[other]", "boxes", "expected dict, found 1"),
        ('section = "678a.13(a)"', "section = '678a\"'", "irregularities.face_up_single.section",
         "no quotes, backslashes or control characters in a text, found '678a\"'"),
        ('"300 to 1"', '"300:1"', "paytables.flush_bonus.A.seven_card_flush",
         "'300:1' is not a rate: write 'N to M', 'N for 1', 'N% of meter', 'push' or 'N/A'"),
        ('meter = "progressive"\n', "", "paytables.progressive.A.seven_card_straight_flush",
         "'100% of meter' names no meter: give the table a `meter` or write 'N% NAME jackpot'"),
        ("[meters.progressive.B.progressive]", "[meters.progressive.B.mega]", "meters.progressive.B",
         "the paytable draws on {'progressive'}, parameters are for {'mega'}"),
    ],
)  # fmt: skip
def test_file_that_does_not_load_says_where_and_why(old, new, place, message):
    assert TEXT.count(old) >= 1
    assert refusal(TEXT.replace(old, new, 1)) == (place, message)


def test_what_is_missing_at_the_end_of_the_file():
    assert refusal(TEXT + '\n[paytables.empty]\nsection = "678a.12"\nhands = []\n') == (
        "paytables.empty",
        "no column; add [….A] or [….only]",
    )
    one_and_two = '[paytables.x]\nsection = "1.2"\nhands = []\n[paytables.x.only]\n[paytables.x.A]\n'
    assert refusal(f"{TEXT}\n{one_and_two}") == (
        "paytables.x.only",
        "a fixed paytable has no other columns",
    )
    envy = '\n[envy]\nsection = "1.2"\n[envy.100]\nroyal_flush = 5\n[envy.500]\nflush = 5\n'
    assert refusal(TEXT + envy) == ("envy", "every wager needs the same hands")
    assert refusal(TEXT + envy.replace("500", "five")) == (
        "envy.five",
        "expected the Progressive wager in cents, as [envy.100]",
    )
    meter = '\n[meters.x]\nsection = "1.2"\n[meters.x.A.y]\nseed_at_least_cents = 1\n'
    assert refusal(TEXT + meter) == ("meters.x.A", "no such paytable")
    assert refusal(TEXT + '\n[options.x]\nsection = "1.2"\nvalues = [1]\ndefault = 2\n') == (
        "options.x.default",
        "2 is not one of the values [1]",
    )


def test_file_that_is_no_toml():
    place, message = refusal(TEXT.replace("[boxes]", "[boxes"))
    assert place == "(whole file)"
    assert message.startswith("not TOML: ")


def test_equipment_is_a_table_a_row():
    place, message = refusal(
        TEXT[: TEXT.index("[[equipment]]")].replace("[boxes]", "equipment = [1]\n[boxes]", 1)
    )
    assert (place, message) == ("equipment[0]", "expected a table, found 1")


def test_shelf_says_which_rulebook_is_in_the_way():
    content = TEXT.encode()
    with pytest.raises(RulebookError) as caught:
        rulebook.stock([("678a.toml", content)])
    assert str(caught.value) == "678a.toml: version: the file should be called 678a@2019-11-02.toml"
    book = rulebook.by_name("678a@2019-11-02")
    with pytest.raises(RulebookError) as caught:
        rulebook.check_shelf([book, book])
    words = "678a@2019-11-02.toml: version: 678a@2019-11-02 is on the shelf already"
    assert str(caught.value) == words
    earlier = rulebook.read("test.toml", TEXT.replace('"2019-11-02"', '"2018-01-01"', 2).encode())
    with pytest.raises(RulebookError) as caught:
        rulebook.check_shelf([book, earlier])
    words = "overlaps 678a@2019-11-02; end the earlier one with `effective_until`"
    assert str(caught.value) == f"678a@2018-01-01.toml: effective_from: {words}"


def test_day_without_a_rulebook():
    with pytest.raises(UnknownRulebook) as caught:
        rulebook.choose("678a", "2019-11-01")
    assert str(caught.value) == "no rulebook for that day: chapter 678a, 2019-11-01"
    with pytest.raises(UnknownRulebook) as caught:
        rulebook.choose("678a", "tomorrow")
    assert str(caught.value) == "'tomorrow' is not a day: write it as 2019-11-02"

"""The five chapters for the tests of what they share: the rulebook of each, and how findings are read."""

from games.rulebook import by_name

BOOKS = {
    "647a": by_name("647a@2019-08-31"),
    "663a": by_name("663a@2014-02-01"),
    "677a": by_name("677a@2015-proposed"),
    "678a": by_name("678a@2019-11-02"),
    "679a": by_name("679a@2019-08-31"),
}


def sections(found):
    """The sections of breaches or requirements."""
    return [one.section for one in found]


def steps(duties):
    return [(duty.step, duty.by, duty.section) for duty in duties]

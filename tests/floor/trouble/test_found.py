"""The examiner finds nothing on a faultless floor, and each planted mistake of its groups once."""

from __future__ import annotations

from collections import Counter

import pytest

from floor.life import Stop
from floor.plan import START_US
from floor.play.registry import all_plays
from floor.trouble.erring import Rates
from floor.trouble.mistakes import decks
from floor.trouble.planting import Mistake
from projections.examining.check_list import CHECKS
from tests.floor.erred import floor
from tests.floor.examined import MENDED_BY, by_table, found_on, round_of
from tests.floor.watched import folded

LISTED = {check.id for check in CHECKS}
DECKS = [each for each in vars(decks).values() if isinstance(each, Mistake)]
ALWAYS, OFTEN = 1_000_000, 100_000
OLD_DECKS = (decks.deck_not_changed_in_time,)


@pytest.mark.parametrize("game", all_plays())
def test_nothing_is_found_on_a_faultless_floor(game):
    """Six tables of forty rounds, with one deck and with two."""
    assert found_on(folded(games=(game,), tables=6, stop=Stop(rounds=40), seed=11)) == []


def test_nothing_is_found_where_only_irregular_things_happen():
    """Cards face up, devices that jam and fail, short decks: dealers and floorpersons do as they must."""
    assert found_on(floor(Rates(0, 300_000), seed=4, tables=10, stop=Stop(rounds=40)).events) == []


def came_to_light(night):
    """Of what was planted in these groups: table, check, section, and the round where that is certain."""
    tables = by_table(night.events)
    for planted in night.planted:
        if planted.check not in LISTED:
            continue
        if planted.kind not in MENDED_BY or planted.check not in ("D22", "D28", "D31"):
            yield planted, None
            continue
        shows_in = round_of(planted, tables[planted.table])
        if shows_in is not None:
            yield planted, shows_in


@pytest.mark.parametrize(
    ("seed", "tables", "rounds", "rates"),
    [(2, 20, 20, Rates(300_000, OFTEN)), (5, 30, 12, Rates(ALWAYS, OFTEN))],
)
def test_each_planted_mistake_is_found_once_with_its_section_and_nothing_else(seed, tables, rounds, rates):
    night = floor(rates, DECKS, seed=seed, tables=tables, stop=Stop(rounds=rounds))
    found = [each for each in found_on(night.events) if not (each.id == "D05" and _at_closing(each, night))]
    expected = list(came_to_light(night))

    assert Counter((each.table, each.id, each.section) for each in found) == Counter(
        (planted.table, planted.check, planted.section) for planted, _ in expected
    )
    rounds_found = Counter((each.table, each.id, each.round) for each in found)
    certain = Counter((planted.table, planted.check, round_) for planted, round_ in expected if round_)
    assert certain <= rounds_found
    assert all(each.round for each in found)
    assert len(expected) > 60


def _at_closing(finding, night):
    """A deck that was left unshuffled and never dealt from again: D22 would have been its name."""
    missing = {planted.table for planted in night.planted if planted.kind == "shuffle_missing"}
    return finding.table in missing and finding.round == f"{finding.table}-{_rounds(night, finding.table)}"


def _rounds(night, table):
    return sum(event.type == "round_opened" for event in night.events if event.owner == table)


def test_decks_that_stay_too_long_are_found():
    hours = Stop(at_us=START_US + 9 * 3_600_000_000)
    night = floor(Rates(ALWAYS), OLD_DECKS, seed=3, tables=2, stop=hours, games=("high_card_flush",))

    planted = Counter((each.table, each.check, each.section) for each in night.planted)
    assert planted
    assert Counter((each.table, each.id, each.section) for each in found_on(night.events)) == planted

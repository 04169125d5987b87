"""What was decided is final: records of an earlier decider or of a keeper upgraded half-way check clean."""

import pytest
from msgspec.structs import replace

from events.envelope import read_header
from events.topics import LINKS, METERS
from projections.checking.meters import MetersAgreement, MoneyAgreement
from projections.records import Record
from tests.projections.keeping.two_deciders import legs, two_deciders, upgraded_at


def as_records(topic, keyed):
    """Records numbered as in one partition."""
    return [Record(topic, 0, offset, key, value) for offset, (key, value) in enumerate(keyed)]


def problems(meters):
    """All that deciding and posting again finds."""
    decided, money = MetersAgreement(), MoneyAgreement()
    for record in meters:
        decided.learn(record)
    for record in as_records(LINKS, legs()):
        decided.link(record)
        money.link(record)
    for record in meters:
        decided.meter(record)
        money.meter(record)
    return [*decided.problems(), *money.problems()]


@pytest.fixture
def newer_release():
    with two_deciders():
        yield


@pytest.mark.usefixtures("newer_release")
def test_what_an_earlier_decider_wrote_checks_clean():
    assert problems(as_records(METERS, upgraded_at(len(legs())))) == []


@pytest.mark.usefixtures("newer_release")
def test_a_changed_record_of_an_earlier_decider_does_not():
    *meters, last = as_records(METERS, upgraded_at(len(legs())))
    changed = replace(last, value=last.value.replace(b"PHL", b"PHX"))
    assert [problem.detail for problem in problems([*meters, changed])] == ["it would be decided otherwise"]


@pytest.mark.usefixtures("newer_release")
def test_a_keeper_that_was_upgraded_at_any_moment_checks_clean():
    found = {turn: problems(as_records(METERS, upgraded_at(turn))) for turn in range(len(legs()) + 1)}
    assert {turn: each for turn, each in found.items() if each} == {}


@pytest.mark.usefixtures("newer_release")
def test_an_upgrade_shows_in_the_records():
    actors = {read_header(record.value).actor for record in as_records(METERS, upgraded_at(len(legs()) // 2))}
    assert actors == {"keeper/1", "keeper/2"}


def test_records_of_a_decider_that_this_release_does_not_know_ask_for_an_update():
    with two_deciders():
        written = upgraded_at(0)
    details = [problem.detail for problem in problems(as_records(METERS, written))]
    assert "keeper/2 wrote it, which this release does not know: update Pitledger" in details

"""The floor's register of badges: recorded first, in force, and everybody who signs or validates is in it."""

import pytest

from events.body import read_body
from events.envelope import read_header
from events.vocabulary.badges import REGISTER
from floor.houses.bulk import as_sealed, made
from floor.night import Night
from floor.table import register
from projections.recording.badges import Register, evolve
from projections.recording.stamping import BADGES
from projections.signatures import validating_problem
from streams.clock import GamingDays

NIGHT = Night(5, 6, rounds=40)
PEOPLE = sum(1 for _ in register.issued(0))


@pytest.fixture(scope="module")
def events():
    """All events of a night, in order, made by one process."""
    return [read_header(each.value) for rows in made(NIGHT, "F", GamingDays()) for each in as_sealed(rows)]


def test_it_comes_first_is_in_force_and_nothing_of_it_is_refused(events):
    first, rest = events[:PEOPLE], events[PEOPLE:]
    assert {(event.stream, event.type) for event in first} == {(REGISTER, "badge_issued")}
    assert not any(event.stream == REGISTER for event in rest)
    known = Register()
    for event in first:
        known = evolve(known, event)
    assert known.in_force
    assert len(known.holders) == PEOPLE


def test_everybody_who_is_named_signs_validates_or_pays_is_known(events):
    stamped = [event for event in events[PEOPLE:] if event.type in BADGES]
    assert {"link_opened", "fixed_award_validated", "round_opened"} <= {event.type for event in stamped}
    for event in stamped:
        body = read_body(event)
        stamps = body.stamps
        assert [stamp.badge for stamp in stamps] == list(dict.fromkeys(BADGES[event.type](body)))
        assert all(stamp.rank is not None and stamp.register_seq == PEOPLE for stamp in stamps), event
    assert not any(event.type == "link_change_refused" for event in events)


@pytest.mark.cites("58 Pa. Code § 678a.11(e)(3)(iii)")
def test_awards_are_validated_by_floorpersons(events):
    validated = [event for event in events if event.type.endswith("_validated")]
    assert validated
    for event in validated:
        body = read_body(event)
        assert validating_problem(body.stamps, body.validated_by) == ""


def test_every_dealer_and_floorperson_of_a_table_is_in_it(events):
    known = {read_body(event).badge for event in events[:PEOPLE]}
    for event in events[PEOPLE:]:
        if event.type in ("table_opened", "dealer_changed"):
            body = read_body(event)
            assert {body.dealer, body.floorperson} <= known


def test_several_processes_hand_it_on_once(events):
    several = [each for rows in made(NIGHT, "F", GamingDays(), processes=2) for each in as_sealed(rows)]
    assert [read_header(each.value) for each in several] == events

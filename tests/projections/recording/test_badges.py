"""The register of badges as a fold: who is in it, when it is in force, which changes it takes."""

import pytest

from events import MalformedEvent
from events.body import read_body
from events.envelope import NO_PREV, Event
from events.vocabulary.badges import REGISTER, BadgeChanged, BadgeIssued, BadgeWithdrawn
from events.vocabulary.links import Signature
from projections.recording.badges import (
    Register,
    authorising_problem,
    decide,
    evolve,
    signature_problem,
)
from projections.recording.repeats import same_content
from streams.recorder.recorder import draft

S1, A2 = Signature(badge="S-1", department="slots"), Signature(badge="A-2", department="accounting")


class At:
    """A register that is changed step by step."""

    def __init__(self, *people: str) -> None:
        self.register = Register()
        for person in people:
            assert self.issues(person) == ""

    def takes(self, body, *, mode: str = "live") -> str:
        """Record a change; the reason where it is refused."""
        seq = self.register.seq + 1
        given = draft(REGISTER, body, occurred_at_us=seq, actor="S-1", mode=mode, source_id=f"c#{seq}")
        decided = decide(self.register, given)
        self.event = Event._make(
            decided._replace(
                facility="F",
                seq=seq,
                prev=NO_PREV if seq == 1 else b"\1" * 32,
                recorded_at_us=seq,
                gaming_day="2026-01-01",
            )
        )
        assert same_content(given, self.event), "what was recorded answers for what was sent"
        self.register = evolve(self.register, self.event)
        return read_body(self.event).reason if self.event.type == "badge_refused" else ""

    def issues(self, person: str, signed=(S1, A2), rank: str = "staff", **more) -> str:
        badge, _, department = person.partition(":")
        body = BadgeIssued(badge=badge, department=department, rank=rank, signed_by=signed, reason="new")
        return self.takes(body, **more)

    def changes(self, person: str, signed=(S1, A2), rank: str = "staff", reason: str = "moved") -> str:
        badge, _, department = person.partition(":")
        return self.takes(
            BadgeChanged(badge=badge, department=department, rank=rank, signed_by=signed, reason=reason)
        )

    def withdraws(self, badge: str, signed=(S1, A2)) -> str:
        return self.takes(BadgeWithdrawn(badge=badge, signed_by=signed, reason="left"))


@pytest.fixture
def at():
    """A register in force: three people of two departments."""
    return At("S-1:slots", "A-2:accounting", "D-3:slots")


def test_it_is_in_force_once_two_people_of_two_departments_are_in_it():
    at = At()
    assert (at.register.in_force, at.register.why_not_in_force) == (
        False,
        "nobody is in it: issue badges to two people of two departments",
    )
    assert at.issues("S-1:slots", ()) == ""
    assert at.issues("S-2: SLOTS ", ()) == ""
    assert not at.register.in_force
    assert "outside slots" in at.register.why_not_in_force
    assert at.issues("A-2:accounting", ()) == ""
    assert (at.register.in_force, at.register.why_not_in_force) == (True, "")


def test_before_it_is_in_force_nobody_need_sign_and_people_may_go():
    at = At()
    at.issues("S-1:slots", ())
    assert at.changes("S-1:cage", ()) == ""
    assert at.withdraws("S-1", ()) == ""
    assert at.register.holders == []


@pytest.mark.parametrize(
    ("signed", "why"),
    [
        ((), "two people must sign"),
        ((S1,), "two people must sign"),
        ((S1, Signature(badge="s-1", department="accounting")), "two people must sign"),
        ((S1, Signature(badge="D-3", department="slots")), "same department"),
        ((S1, Signature(badge="D-3", department="accounting")), "'accounting', but is of 'slots'"),
        ((S1, Signature(badge="X-9", department="accounting")), "badge X-9 is not in the register"),
    ],
)
def test_in_force_two_people_who_are_in_it_sign_each_change(at, signed, why):
    before = at.register
    for refused in (
        at.issues("F-4:slots", signed),
        at.changes("D-3:slots", signed),
        at.withdraws("D-3", signed),
    ):
        assert why in refused
    assert at.register.everybody == before.everybody
    assert at.changes("D-3:slots", reason=" ") == "no reason is given: give one"


def test_who_was_withdrawn_signs_no_more(at):
    assert at.issues("A-4:accounting") == ""
    assert at.withdraws("A-2") == ""
    assert "badge A-2 was withdrawn" in at.issues("F-4:slots")
    assert at.issues("F-4:slots", (S1, Signature(badge="a-4", department="Accounting"))) == ""


def test_no_change_leaves_it_with_one_department(at):
    assert "left with one department" in at.withdraws("A-2")
    assert "left with one department" in at.changes("a-2:Slots")
    assert at.register.in_force
    assert at.issues("A-4:accounting") == ""
    assert at.withdraws("A-2") == ""
    assert at.register.in_force


def test_a_badge_is_one_however_it_is_written(at):
    assert "badge D-3 is issued already (slots)" in at.issues(" d-3 :cage")
    assert at.changes("d-3:Slots", rank="dealer") == ""
    assert [(h.badge, h.rank) for h in at.register.holders if h.badge == "D-3"] == [("D-3", "dealer")]
    assert at.withdraws("d-3") == ""
    assert at.register.holder("D-3") is None
    assert (read_body(at.event).department, read_body(at.event).rank) == ("Slots", "dealer")
    assert at.issues("D-3:slots") == "", "it may be issued again"


def test_what_is_not_in_it_is_neither_changed_nor_withdrawn(at):
    assert "badge X-9 is not in the register" in at.changes("X-9:slots")
    assert "badge X-9 is not in the register" in at.withdraws("X-9")


def test_neither_badge_nor_department_is_blank(at):
    for person, field in ((" :slots", "badge"), ("F-4: ", "department")):
        with pytest.raises(MalformedEvent, match=rf"body\.{field}: has no letter or digit"):
            at.issues(person)


def test_only_live_events_change_it(at):
    assert at.issues("F-4:slots", (), mode="training") == ""
    assert at.register.holder("F-4") is None


def test_stamps_are_what_it_has_now(at):
    known, unknown = at.register.stamps(["d-3", "X-9", "d-3"])
    assert (known.badge, known.department, known.rank, known.register_seq) == ("d-3", "slots", "staff", 3)
    assert (unknown.badge, unknown.department, unknown.rank, unknown.register_seq) == ("X-9", None, None, 3)
    assert At("S-1:slots").register.stamps(["S-1", "X-9"]) == (), "it is not in force"


def test_who_signs_by_badge_alone_is_of_the_department_that_it_has(at):
    assert authorising_problem(at.register, ["S-1", "a-2"]) == ""
    assert "same department" in authorising_problem(at.register, ["S-1", "D-3"])
    assert "two different badges" in authorising_problem(at.register, ["S-1", "s-1 "])
    assert "X-9" in authorising_problem(at.register, ["S-1", "X-9"])
    assert authorising_problem(Register(), ["S-1", "X-9"]) == "", "without a register any two badges"


def test_without_a_register_everybody_signs_for_every_department():
    assert signature_problem(Register(), [S1, A2]) == ""

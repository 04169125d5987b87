"""What the register has about people goes into what names them; of facts of a table a moment ago will do."""

from __future__ import annotations

from functools import reduce

from events.body import TYPES, parse_body, read_body
from events.envelope import Event
from events.jsonform import Draft
from projections.recording.badges import Register, evolve
from projections.recording.stamping import BADGES, stamped

EVENT = Event("PA01", "desk:badges", 1, bytes(32), "", 1, 0, 0, "2026-03-02", None, "A-1", "x#1", "live", b"")


def register(*badges: str) -> Register:
    """These people and two of the offices, who put it in force."""
    events = []
    for seq, badge in enumerate(("S-1", "A-2", *badges), 1):
        department = {"S-1": "slots", "A-2": "accounting"}.get(badge, "table games")
        fields = {
            "badge": badge,
            "department": department,
            "rank": "dealer",
            "signed_by": [],
            "reason": "new",
        }
        body = parse_body("badge_issued", fields)
        events.append(EVENT._replace(seq=seq, type=body.TYPE, body=body.to_bytes()))
    return reduce(evolve, events, Register())


def draft(type_: str, **fields) -> Draft:
    body = parse_body(type_, fields)
    return Draft(
        None, "table:T-1", None, None, type_, 1, 0, None, None, None, "A-1", None, "live", body.to_bytes()
    )


def found(draft: Draft, now: Register, recent: Register) -> list[tuple[str, str | None, int]]:
    body = read_body(stamped(draft, lambda: now, lambda: recent))
    return [(stamp.badge, stamp.rank, stamp.register_seq) for stamp in body.stamps]


CREW = draft("dealer_changed", dealer="D-1", floorperson="F-1")


def test_a_fact_of_a_table_is_stamped_by_the_register_of_a_moment_ago():
    old, new = register("D-1", "F-1"), register("D-1", "F-1", "D-2")
    assert found(CREW, new, old) == [("D-1", "dealer", 4), ("F-1", "dealer", 4)]


def test_nobody_is_said_to_be_unknown_by_the_register_of_a_moment_ago():
    old, new = register("D-1"), register("D-1", "F-1")
    assert found(CREW, new, old) == [("D-1", "dealer", 4), ("F-1", "dealer", 4)]
    assert found(CREW, old, old) == [("D-1", "dealer", 3), ("F-1", None, 3)]


def test_what_something_is_decided_by_is_stamped_by_the_register_as_it_is():
    seen = {"link": "L", "leg": 1, "claim_seq": 1, "seat": 1, "validated_by": "D-1", "cards": []}
    validated = draft("progressive_validated", **seen)
    assert found(validated, register(), register("D-1")) == [("D-1", None, 2)]


def test_of_a_register_that_cannot_be_read_nobody_at_a_table_is_missing():
    unreadable = Register(seq=4, unreadable="seq 3 is missing")
    assert found(CREW, unreadable, unreadable) == []


def test_nothing_is_stamped_without_a_register_and_what_a_client_sent_is_replaced():
    forged = {"badge": "D-1", "department": "slots", "rank": "games_manager", "register_seq": 1}
    sent = draft("dealer_changed", dealer="D-1", floorperson="F-1", stamps=[forged])
    assert found(sent, Register(), Register()) == []


def test_where_there_is_no_register_it_is_asked_for_no_more_often():
    def never():
        raise AssertionError("it takes a round trip")

    assert stamped(CREW, never, Register) == CREW


def test_the_register_is_not_asked_about_what_names_nobody():
    def never():
        raise AssertionError("nobody is named")

    shuffled = draft("cards_shuffled", deck="red-1", method="manual")
    assert stamped(shuffled, never, never) == shuffled


def test_no_fact_of_a_table_names_a_badge_without_stamps():
    """By the vocabulary itself: a field whose type is a badge. Who claims the recorder says, and it may be a
    device; a refusal copies whom it refused."""
    badges = {
        (type_, name)
        for type_, body in TYPES.items()
        if "table" in body.STREAMS and not body.BY_SYSTEM
        for name, hint in body.__annotations__.items()
        if "Badge" in str(hint)
    }
    assert len(badges) > 20
    assert {type_ for type_, _ in badges} - BADGES.keys() == {"progressive_claimed"}

"""The register of badges through the recorder, on SQLite and on Kafka: stamps, refusals, repeats."""

import pytest
from msgspec.structs import replace

from events import decode_body
from events.body import read_body
from events.errors import MalformedEvent
from events.vocabulary.awards import AwardDocumented, FixedAwardValidated
from events.vocabulary.badges import REGISTER, BadgeChanged, BadgeIssued, BadgeWithdrawn
from events.vocabulary.desk import GamingDayClosed, RestoreSigned, StreamResumed
from events.vocabulary.links import Signature
from events.vocabulary.terms import Stamp
from streams.recorder.recorder import Recorder, draft
from streams.recorder.register import RegisterReader
from tests.amounts import dollars
from tests.streams.recorder.table_drafts import AT, SIGNED, LinkDrafts, TableDrafts

PEOPLE = (
    ("F-3", "table games", "floorperson"),
    ("A-9", "accounting", "staff"),
    ("D-17", "table games", "dealer"),
    ("C-1", "cage", "staff"),
)


@pytest.fixture
def partitions():
    """The register is rarely in the partition of those who need it."""
    return 3


@pytest.fixture
def log(any_log):
    return any_log


def fresh(log) -> Recorder:
    return Recorder(log, "PA-01", clock=lambda: AT)


def at_desk(body, source_id=None, stream=REGISTER, mode="live"):
    return draft(stream, body, occurred_at_us=AT, actor="F-3", source_id=source_id, mode=mode)


def issued(badge, department, rank="staff", signed_by=SIGNED):
    return BadgeIssued(badge=badge, department=department, rank=rank, signed_by=signed_by, reason="new")


def in_force(recorder) -> None:
    """Put the register into force."""
    results = recorder.record_many([at_desk(issued(*person)) for person in PEOPLE])
    assert not any(result.refused for result in results)


def stamps(recorded) -> list[tuple]:
    """What was stamped: badge, department, rank, seq of the register."""
    assert not recorded.refused
    found = decode_body(recorded.event).stamps
    return [(stamp.badge, stamp.department, stamp.rank, stamp.register_seq) for stamp in found]


def reason(recorded, type_) -> str:
    assert (recorded.refused, recorded.event.type) == (True, type_)
    return decode_body(recorded.event).reason


def test_without_a_register_nothing_is_stamped_and_anybody_signs(recorder):
    table, link = TableDrafts(), LinkDrafts()
    opened, _, validated, paid = recorder.record_many(
        [link.open(), table.open(), table.validate(1, 2), table.pay(1, 2)]
    )
    assert [stamps(each) for each in (opened, validated, paid)] == [[], [], []]
    recorder.record(at_desk(issued("F-3", "table games")))
    assert stamps(recorder.record(link.close())) == [], "one person is no register in force"


def test_control_validations_and_payments_carry_what_the_register_has(recorder):
    in_force(recorder)
    table, link = TableDrafts(), LinkDrafts()
    signers = [("F-3", "table games", "floorperson", 4), ("A-9", "accounting", "staff", 4)]
    assert stamps(recorder.record(link.open())) == signers
    assert stamps(recorder.record(link.adjust(dollars(1)))) == signers
    recorder.record(table.open())
    assert stamps(recorder.record(table.validate(1, 2))) == signers[:1]
    assert stamps(recorder.record(table.pay(1, 2))) == [("C-1", "cage", "staff", 4)]
    award = {"seat": 2, "wager": "progressive"}
    fixed = FixedAwardValidated(**award, hand="flush", amount_mc=1, validated_by="d-17 ")
    assert stamps(recorder.record(table.draft_of(fixed))) == [("d-17 ", "table games", "dealer", 4)]
    papers = AwardDocumented(**award, claim_seq=0, document="7", cards_remained=True, documented_by="F-3")
    assert stamps(recorder.record(table.draft_of(papers))) == signers[:1]
    closed = GamingDayClosed(day="2026-01-01", missing_tables=(), signed_by=SIGNED, reason="all in")
    assert stamps(recorder.record(at_desk(closed, stream="desk:accounting"))) == signers


def test_an_unknown_badge_is_recorded_at_a_table_and_refused_in_control(recorder):
    in_force(recorder)
    table, link = TableDrafts(), LinkDrafts()
    recorder.record(table.open())
    validation = read_body(table.validate(1, 2))
    unknown = table.draft_of(replace(validation, validated_by="X-9"))
    assert stamps(recorder.record(unknown)) == [("X-9", None, None, 4)]
    strange = (SIGNED[0], Signature(badge="X-9", department="accounting"))
    assert "badge X-9 is not in the register" in reason(
        recorder.record(link.open(signed_by=strange)), "link_change_refused"
    )
    other = (SIGNED[0], Signature(badge="A-9", department="Surveillance"))
    why = reason(recorder.record(link.open(signed_by=other)), "link_change_refused")
    assert "'Surveillance'" in why
    assert "'accounting'" in why
    assert stamps(
        recorder.record(link.open(signed_by=(SIGNED[0], Signature(badge=" a-9", department="ACCOUNTING"))))
    )


@pytest.mark.parametrize("missing", [(), ("T1",)])
@pytest.mark.parametrize(
    ("signed", "why"),
    [
        (("F-3:table games", "X-9:accounting"), "badge X-9 is not in the register"),
        (("F-3:table games", "D-17:table games"), "both sign for the same department"),
        (("F-3:table games", "D-17:accounting"), "D-17 signs for 'accounting', but is of 'table games'"),
        (("F-3:table games", "f-3:accounting"), "two different badges"),
        (("F-3:table games",), "two different badges"),
    ],
)
def test_a_day_is_closed_by_two_people_of_two_departments(recorder, signed, why, missing):
    in_force(recorder)
    pairs = [each.split(":") for each in signed]
    signed_by = tuple(Signature(badge=badge, department=department) for badge, department in pairs)
    close = GamingDayClosed(day="2026-01-01", missing_tables=missing, signed_by=signed_by, reason="dark")
    given = at_desk(close, "day#1", stream="desk:accounting")
    first = recorder.record(given)
    assert why in reason(first, "record_refused")
    assert decode_body(first.event).code == "signatures"
    again = recorder.record(given)
    assert (again.seq, again.existed, again.refused) == (first.seq, True, True)
    right = replace(close, signed_by=SIGNED)
    assert not recorder.record(at_desk(right, "day#2", stream="desk:accounting")).refused


def test_copies_are_restored_by_two_people_of_the_register(recorder):
    in_force(recorder)
    unknown = Signature(badge="X-9", department="accounting")
    restore = RestoreSigned(sha256="ab" * 32, signed_by=(SIGNED[0], unknown), reason="disk lost")
    given = recorder.record(at_desk(restore, stream="desk:restore-1"), by_system=True)
    assert "X-9 is not in the register" in reason(given, "record_refused")
    right = replace(restore, signed_by=SIGNED)
    taken = recorder.record(at_desk(right, stream="desk:restore-1"), by_system=True)
    assert not taken.refused
    assert [stamp.badge for stamp in decode_body(taken.event).stamps] == ["F-3", "A-9"]


def test_the_register_is_one_stream(recorder):
    in_force(recorder)
    with pytest.raises(MalformedEvent, match=f"badge_issued cannot be on desk:pit: it belongs on {REGISTER}"):
        recorder.record(at_desk(issued("F-4", "slots"), stream="desk:pit"))
    assert recorder.register().holder("F-4") is None


@pytest.mark.parametrize("stream", ["table:T1", "link:L-1", "desk:pit"])
@pytest.mark.parametrize("mode", ["live", "test"])
def test_a_stream_is_resumed_by_two_people_of_two_departments(recorder, stream, mode):
    def resumed(*badges, of=stream):
        body = StreamResumed(stream=of, from_seq=3, from_hash="ab" * 32, authorised_by=badges, reason="lost")
        return recorder.record(at_desk(body, stream=stream, mode=mode))

    assert "two different badges" in reason(resumed("S-1"), "record_refused")
    assert "two different badges" in reason(resumed("S-1", " s-1"), "record_refused")
    assert stamps(resumed("S-1", "X-9")) == [], "no register is in force"
    in_force(recorder)
    assert "badge X-9 is not in the register" in reason(resumed("F-3", "X-9"), "record_refused")
    assert "same department" in reason(resumed("F-3", "D-17"), "record_refused")
    assert "record it on that stream" in reason(resumed("F-3", "A-9", of="table:T9"), "record_refused")
    assert [stamp[1] for stamp in stamps(resumed("F-3", "A-9"))] == ["table games", "accounting"]


def test_one_badge_twice_closes_no_day_even_without_a_register(recorder):
    twice = tuple(Signature(badge=badge, department=of) for badge, of in (("S-1", "slots"), ("s-1", "cage")))
    close = GamingDayClosed(day="2026-01-01", missing_tables=("T1",), signed_by=twice, reason="dark")
    assert "two different badges" in reason(
        recorder.record(at_desk(close, stream="desk:accounting")), "record_refused"
    )


def test_one_department_written_in_two_ways_is_one(recorder):
    signed = (Signature(badge="S-1", department="slots"), Signature(badge="s-2", department="Slots "))
    assert "same department" in reason(
        recorder.record(LinkDrafts().open(signed_by=signed)), "link_change_refused"
    )


def test_a_change_of_the_register_by_another_recorder_counts_at_once(log, recorder):
    in_force(recorder)
    table = TableDrafts()
    recorder.record(table.open())
    assert stamps(recorder.record(table.validate(1, 2)))[0][2] == "floorperson"
    other = fresh(log)
    promoted = BadgeChanged(
        badge="f-3", department="table games", rank="pit_manager", signed_by=SIGNED, reason="promoted"
    )
    other.record(at_desk(promoted))
    assert stamps(recorder.record(table.validate(1, 2))) == [("F-3", "table games", "pit_manager", 5)]
    other.record(at_desk(issued("F-4", "table games")))
    by = (Signature(badge="F-4", department="table games"), SIGNED[1])
    other.record(at_desk(BadgeWithdrawn(badge="F-3", signed_by=by, reason="left")))
    assert stamps(recorder.record(table.validate(1, 2))) == [("F-3", None, None, 7)]
    assert "badge F-3 was withdrawn" in reason(recorder.record(LinkDrafts().open()), "link_change_refused")


def test_what_a_batch_adds_to_the_register_counts_within_it(recorder):
    link = LinkDrafts()
    *_, opened = recorder.record_many([*(at_desk(issued(*person)) for person in PEOPLE), link.open()])
    assert [stamp[3] for stamp in stamps(opened)] == [4, 4]
    stranger = LinkDrafts("L-2").open(signed_by=(SIGNED[0], Signature(badge="X-9", department="cage")))
    _, refused = recorder.record_many([at_desk(issued("C-2", "cage")), stranger])
    assert "X-9" in reason(refused, "link_change_refused")


def test_a_repeat_is_answered_whatever_the_register_has_become(log, recorder):
    in_force(recorder)
    table, link = TableDrafts(), LinkDrafts()
    recorder.record(table.open())
    sent = [link.open(), table.validate(1, 2), table.pay(1, 2), at_desk(issued("C-2", "cage"), "desk#1")]
    first = recorder.record_many(sent)
    recorder.record(at_desk(BadgeWithdrawn(badge="c-2", signed_by=SIGNED, reason="left"), "desk#2"))
    assert [(each.seq, each.existed) for each in recorder.record_many(sent)] == [
        (each.seq, True) for each in first
    ]
    again = at_desk(BadgeWithdrawn(badge="c-2", signed_by=SIGNED, reason="left"), "desk#2")
    assert fresh(log).record(again).existed


def test_what_a_client_stamps_itself_is_replaced(recorder):
    table = TableDrafts()
    forged = (Stamp(badge="D-17", department="table games", rank="games_manager", register_seq=1),)
    validation = replace(read_body(table.validate(1, 2)), validated_by="D-17", stamps=forged)
    recorder.record(table.open())
    assert stamps(recorder.record(table.draft_of(validation))) == []
    in_force(recorder)
    assert stamps(recorder.record(table.draft_of(validation))) == [("D-17", "table games", "dealer", 4)]


def test_a_refused_change_of_the_register_is_on_record_and_answered_again(log, recorder):
    in_force(recorder)
    alone = at_desk(issued("F-4", "table games", signed_by=SIGNED[:1]), "desk#7")
    first = recorder.record(alone)
    assert "two people must sign" in reason(first, "badge_refused")
    again = fresh(log).record(alone)
    assert (again.seq, again.existed, again.refused) == (first.seq, True, True)
    assert recorder.register().holder("F-4") is None


def test_a_register_longer_than_a_recorder_looks_back_is_known_whole(log):
    recorder = fresh(log)
    in_force(recorder)
    many = [at_desk(issued(f"D-{number}", "table games", "dealer")) for number in range(1_000, 2_050)]
    recorder.record_many(many)
    later = fresh(log)
    assert "issued already" in reason(later.record(at_desk(issued("c-1", "cage"))), "badge_refused")
    assert later.register().seq == 4 + 1_050 + 1


class _WatchedLog:
    """A log that keeps what was asked of a stream: from which event to which."""

    def __init__(self, log) -> None:
        self._log = log
        self.head = log.head
        self.asked: list[tuple[int, int]] = []

    def read_stream(self, stream, start_seq, stop_seq):
        self.asked.append((start_seq, stop_seq))
        return self._log.read_stream(stream, start_seq, stop_seq)


def test_only_what_is_new_is_read(log, recorder):
    in_force(recorder)
    watched = _WatchedLog(log)
    reader = RegisterReader(watched)
    assert reader.read().seq == 4
    assert reader.read().seq == 4
    recorder.record(at_desk(issued("C-2", "cage")))
    assert reader.read().holder("C-2") is not None
    assert watched.asked == [(1, 5), (5, 6)]


def test_training_changes_no_register_and_is_stamped_all_the_same(recorder):
    in_force(recorder)
    recorder.record(at_desk(issued("C-2", "cage"), mode="training"))
    assert recorder.register().holder("C-2") is None
    table = TableDrafts()
    recorder.record(table.open())
    trained = table.draft_of(read_body(table.validate(1, 2)), mode="training")
    assert [stamp[1:] for stamp in stamps(recorder.record(trained))] == [("table games", "floorperson", 5)]

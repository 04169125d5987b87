"""`pitledger resume`: who may let a halted stream go on. A refusal is on record."""

import json

import pytest

from streams.kafka.topics import create_topics
from streams.log import EVENTS
from tests.console.calling import pitledger
from tests.console.event_lines import a_shift, line_of
from tests.console.lost_events import copy_to_kafka, lose_an_event, records_of
from tests.streams.recorder.table_drafts import TableDrafts

STREAM = "table:HCF-01"
PARTITIONS = 3
PEOPLE = (("S-1", "slots"), ("A-2", "accounting"), ("S-2", "Slots"))
SIGNED = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "as agreed")


@pytest.fixture(params=["embedded", "kafka"])
def halted(request, tmp_path):
    """Calls a command on an instance with a register in force and a halted table, on either engine."""
    data = tmp_path / "instance"

    def at_source(*args, **more):
        return pitledger(*args, "--data", data, **more)

    for badge, department in PEOPLE:
        of = ("--department", department, "--rank", "staff")
        assert at_source("badge", "issue", badge, *of, *SIGNED).code == 0
    assert at_source("import", "-", stdin="\n".join(a_shift())).code == 0
    if request.param == "embedded":
        lose_an_event(data, STREAM)
        return at_source
    broker, prefix = request.getfixturevalue("broker"), request.getfixturevalue("topic_prefix")
    create_topics(broker.bootstrap, prefix=prefix, partitions=PARTITIONS, replication=1)
    middle = sum(record.key == STREAM for record in records_of(data)) // 2 + 1
    copy_to_kafka(data, broker.bootstrap, prefix + EVENTS, PARTITIONS, (STREAM, middle))
    where = ("--kafka", broker.bootstrap, "--data", tmp_path / "on-kafka")
    return lambda *args, **more: pitledger(*args, *where, PITLEDGER_KAFKA_PREFIX=prefix, **more)


@pytest.fixture(params=["embedded", "kafka"])
def empty(request, tmp_path):
    """Calls a command on an instance by its name, on either engine; each is empty at first."""
    if request.param == "embedded":
        return lambda name, *args, **more: pitledger(*args, "--data", tmp_path / name, **more)
    broker, made = request.getfixturevalue("broker"), set()
    first = request.getfixturevalue("topic_prefix")

    def call(name, *args, **more):
        prefix = f"{first}{name}."
        if name not in made:
            made.add(name)
            create_topics(broker.bootstrap, prefix=prefix, partitions=PARTITIONS, replication=1)
        where = ("--kafka", broker.bootstrap, "--data", tmp_path / name)
        return pitledger(*args, *where, PITLEDGER_KAFKA_PREFIX=prefix, **more)

    return call


def events_of(call, stream=STREAM):
    """A stream's events, from the export of everything: one with a gap is not exported by itself."""
    lines = map(json.loads, call("export-events").out.splitlines())
    return [line for line in lines if line["stream"] == stream]


def resumes(call, *badges, more=()):
    by = [word for badge in badges for word in ("--by", badge)]
    return call("resume", STREAM, *by, "--reason", "lost", *more)


def test_who_resumes_a_stream_is_in_the_register_and_of_two_departments(halted):
    numbers = [event["seq"] for event in events_of(halted)]
    (missing,) = set(range(1, numbers[-1] + 1)) - set(numbers)
    stranger = resumes(halted, "S-1", "X-9")
    assert stranger.code == 1
    assert "refused: badge X-9 is not in the register" in stranger.err
    same = resumes(halted, "S-1", "s-2", more=["--json"])
    assert same.code == 1
    assert "same department" in same.document["refused"]
    assert resumes(halted, "S-1", " s-1").code == 2
    refusals = events_of(halted)[len(numbers) :]
    assert [event["seq"] for event in refusals] == [numbers[-1] + 1, numbers[-1] + 2]
    assert same.document["recorded_seq"] == refusals[-1]["seq"]
    for refusal, reason in zip(refusals, ("X-9", "same department"), strict=True):
        assert (refusal["type"], refusal["body"]["attempted_type"]) == ("record_refused", "stream_resumed")
        assert refusal["body"]["code"] == "signatures"
        assert reason in refusal["body"]["reason"]

    right = resumes(halted, "S-1", "a-2", more=["--json"])
    assert (right.code, right.document["from_seq"]) == (0, missing + 1), right.err
    resumed = events_of(halted)[-1]
    assert (resumed["type"], resumed["seq"]) == ("stream_resumed", numbers[-1] + 3)
    assert [stamp["department"] for stamp in resumed["body"]["stamps"]] == ["slots", "accounting"]
    again = resumes(halted, "S-1", "a-2")
    assert (again.code, "nothing to resume" in again.err) == (2, True)


def test_what_is_not_there_or_not_halted_is_not_resumed_and_nothing_is_recorded(halted):
    before = events_of(halted)
    last = before[-1]["seq"]
    assert f"no event with seq {last + 9} after its gap" in (
        resumes(halted, "S-1", "A-2", more=["--from-seq", last + 9]).err
    )
    running = halted("resume", "table:HCF-02", "--by", "S-1", "--by", "A-2", "--reason", "x")
    assert (running.code, "nothing to resume" in running.err) == (2, True)
    assert events_of(halted) == before


def test_a_stream_that_goes_on_from_a_later_event_is_not_halted_any_more(halted):
    last = events_of(halted)[-1]["seq"]
    assert resumes(halted, "S-1", "A-2", more=["--from-seq", last]).code == 0
    assert "nothing to resume" in resumes(halted, "S-1", "A-2").err


def test_a_register_with_a_gap_is_not_shown_until_two_people_resume_it(tmp_path, broker, topic_prefix):
    data = tmp_path / "instance"
    for badge, department in PEOPLE:
        of = ("--department", department, "--rank", "staff")
        assert pitledger("badge", "issue", badge, *of, *SIGNED, "--data", data).code == 0
    create_topics(broker.bootstrap, prefix=topic_prefix, partitions=PARTITIONS, replication=1)
    copy_to_kafka(data, broker.bootstrap, topic_prefix + EVENTS, PARTITIONS, ("desk:badges", 2))
    where = ("--kafka", broker.bootstrap, "--data", tmp_path / "on-kafka")

    def call(*args):
        return pitledger(*args, *where, PITLEDGER_KAFKA_PREFIX=topic_prefix)

    shown = call("badge", "list")
    assert (shown.code, shown.out) == (2, "")
    assert "desk:badges is halted: seq 2 is missing" in shown.err
    assert "pitledger resume desk:badges" in shown.err
    assert call("resume", "desk:badges", "--by", "S-1", "--by", "S-2", "--reason", "lost").code == 0
    assert "S-2" in call("badge", "list").out


def test_a_stream_that_was_resumed_is_recorded_on_and_read_like_any_other(halted):
    """New facts and copies of old ones come in, and what was lost is named; the gap is in an open round."""
    exported = events_of(halted)
    (missing,) = set(range(1, 1 + max(line["seq"] for line in exported))) - {line["seq"] for line in exported}
    assert resumes(halted, "S-1", "A-2").code == 0
    table = TableDrafts("HCF-01")
    table.count = 90_000
    new = [table.open_round(), table.deal(1)]
    called = halted("import", "-", "--json", stdin="\n".join(map(line_of, new)))
    assert (called.code, called.document["recorded"]) == (0, 2), called.out + called.err
    behind = [line for line in exported if line["seq"] != missing]
    again = halted("import", "-", "--json", stdin="\n".join(map(json.dumps, behind)))
    assert again.out, again.err
    assert (again.code, again.document["existed"]) == (0, len(behind)), again.out + again.err
    alone = halted("export-events", "--stream", STREAM)
    assert alone.code == 0, alone.err
    numbers = [json.loads(line)["seq"] for line in alone.out.splitlines()]
    assert numbers == [line["seq"] for line in behind] + numbers[-3:]


def test_what_was_exported_with_a_gap_that_two_people_resumed_is_imported_with_the_same_bytes(halted, empty):
    """On the engine of the source and on the other one; without the resumption the gap is refused."""
    before = halted("export-events").out
    gap = [line["seq"] for line in events_of(halted)]
    assert resumes(halted, "S-1", "A-2").code == 0
    table = TableDrafts("HCF-01")
    table.count = 90_000
    assert halted("import", "-", stdin=line_of(table.open_round())).code == 0
    exported = halted("export-events").out

    refused = empty("before", "import", "-", "--json", stdin=before)
    assert refused.code == 1
    (missing,) = set(range(1, max(gap) + 1)) - set(gap)
    assert f"ends at seq {missing - 1}, so {missing + 1} cannot follow" in refused.out

    taken = empty("after", "import", "-", "--json", stdin=exported)
    assert (taken.code, taken.document["recorded"]) == (0, len(exported.splitlines())), taken.out + taken.err
    assert in_streams(empty("after", "export-events").out) == in_streams(exported)
    again = empty("after", "import", "-", "--json", stdin=exported)
    assert (again.code, again.document["existed"]) == (0, len(exported.splitlines())), again.out + again.err
    new = line_of(table.deal(1))
    assert empty("after", "import", "-", stdin=new).code == 0


def in_streams(exported):
    """Exported lines in an order that does not depend on partitions."""
    lines = [(json.loads(line), line) for line in exported.splitlines()]
    return sorted((fields["stream"], fields["seq"], line) for fields, line in lines)

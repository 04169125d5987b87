"""What a client sends again long afterwards, by `pitledger import`: each command is a new process.

Both lines were seen with a recorder that remembered some thousand ids: an old `bets_closed` took the next
round's wager, and envy was paid twice.
"""

import json

import pytest

from events.vocabulary.awards import EnvyPaid
from streams.kafka.topics import create_topics
from tests.amounts import dollars
from tests.console.calling import pitledger
from tests.console.event_lines import line_of
from tests.streams.recorder.table_drafts import LinkDrafts, TableDrafts

LATER_ROUNDS = 350
"""More than 2,000 events: nobody remembers what was before them."""


@pytest.fixture(params=["embedded", "kafka"])
def call(request, tmp_path):
    """Calls the command on an instance of one engine."""
    if request.param == "embedded":
        return lambda *args, **more: pitledger(*args, "--data", tmp_path / "instance", **more)
    broker, prefix = request.getfixturevalue("broker"), request.getfixturevalue("topic_prefix")
    create_topics(broker.bootstrap, prefix=prefix, partitions=3, replication=1)
    return lambda *args, **more: pitledger(
        *args, "--kafka", broker.bootstrap, PITLEDGER_KAFKA_PREFIX=prefix, **more
    )


class Device(TableDrafts):
    """A table whose events are numbered by its device, or only named."""

    numbered = True

    def draft_of(self, body, **more):
        made = super().draft_of(body, **more)
        return made._replace(
            source_id=f"device-7#{self.count}" if self.numbered else f"device 7, {self.count}"
        )


@pytest.fixture(params=["numbered", "named"])
def table(request):
    device = Device()
    device.numbered = request.param == "numbered"
    return device


def imported(call, drafts) -> dict:
    called = call("import", "-", "--json", stdin="\n".join(map(line_of, drafts)))
    assert called.code == 0, called.err
    return called.document


def events(call) -> list[dict]:
    return [json.loads(line) for line in call("export-events", "--stream", "table:HCF-01").out.splitlines()]


def later_rounds(table) -> list:
    made = []
    for _ in range(LATER_ROUNDS):
        made += [table.open_round(), table.wager(1, "ante"), table.deal(1), table.deal(2)]
        made += [table.no_more_bets(), table.close_round()]
    return made


def test_an_old_bets_closed_takes_no_wager_of_a_later_round(call, table):
    first = [LinkDrafts().open(), table.open(), table.open_round(), table.wager(2)]
    closed = table.no_more_bets()
    imported(call, [*first, closed, table.close_round()])
    imported(call, [*later_rounds(table), table.open_round(), table.wager(3)])
    again = imported(call, [closed])
    assert (again["recorded"], again["existed"], again["refused"]) == (0, 1, 0)
    imported(call, [table.no_more_bets()])
    (leg,) = events(call)[-1]["body"]["legs"]
    assert [wager["seat"] for wager in leg["wagers"]] == [3]


def test_envy_is_paid_once_however_old_its_line_is(call, table):
    imported(call, [table.open(), table.open_round()])
    paid = table.draft_of(EnvyPaid(seat=2, holder_seat=5, hand="straight_flush", amount_mc=dollars(1_500)))
    imported(call, [paid, table.close_round()])
    imported(call, later_rounds(table))
    for _ in range(2):
        assert imported(call, [paid])["existed"] == 1
    assert [event["type"] for event in events(call)].count("envy_paid") == 1
    other = paid._replace(body=EnvyPaid(seat=3, holder_seat=5, hand="straight_flush", amount_mc=1).to_bytes())
    for _ in range(2):
        called = call("import", "-", "--json", stdin=line_of(other))
        (error,) = called.document["errors"]
        assert (called.code, error["field"]) == (1, "source_id")
        assert "is that of table:HCF-01 seq 3, with other content" in error["message"]
    (refused,) = [event for event in events(call) if event["type"] == "record_refused"]
    assert (refused["body"]["code"], refused["body"]["existing_seq"]) == ("duplicate", 3)

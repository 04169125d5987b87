"""A recorder whose log does not answer, or that is not the only one; many tables at once."""

import pytest
from msgpack import unpackb

from streams.errors import Trouble
from streams.log import EVENTS, NO_GAPS, Origin
from streams.recorder.recorder import AnotherRecorder
from tests.streams.recorder.at_hand import fresh
from tests.streams.recorder.table_drafts import LinkDrafts, TableDrafts
from tests.streams.recorder.troubled_log import Troubled


@pytest.mark.parametrize("trouble", [{"before": 2}, {"after": 2}, {"before": 1, "after": 1}])
def test_trouble_is_retried_with_the_same_bytes(log, trouble):
    table = TableDrafts()
    recorder = fresh(Troubled(log, **trouble))
    recorded = recorder.record(table.open())
    assert (recorded.seq, recorded.existed) == (1, False)
    assert recorder.record(table.open_round()).seq == 2
    assert log.end(EVENTS, 0) == 2


@pytest.mark.parametrize(("trouble", "existed"), [({"before": 3}, False), ({"after": 3}, True)])
def test_trouble_that_lasts_is_reported_and_the_client_may_ask_again(log, trouble, existed):
    table = TableDrafts()
    troubled = Troubled(log, **trouble)
    recorder = fresh(troubled)
    draft = table.open()
    with pytest.raises(Trouble):
        recorder.record(draft)
    troubled.before = troubled.after = 0
    again = recorder.record(draft)
    assert (again.seq, again.existed) == (1, existed)
    assert recorder.record(table.open_round()).seq == 2


def test_another_recorder_on_the_stream_is_named(log):
    table = TableDrafts()
    one, other = fresh(log), fresh(log)
    one.record(table.open())
    other.record(table.open_round())
    with pytest.raises(AnotherRecorder, match="table:HCF-01: another recorder has written seq 2"):
        one.record(table.wager(1))
    assert one.record(table.wager(1)).seq == 3


def test_many_tables_go_into_one_append(log):
    class Counting(Troubled):
        appends = 0

        def append(self, batch, origin=Origin.RECORDED, gaps=NO_GAPS):
            self.appends += 1
            return super().append(batch, origin, gaps)

    counting = Counting(log)
    recorder = fresh(counting)
    recorder.record_many([TableDrafts(f"T-{number}").open() for number in range(50)])
    assert counting.appends == 1
    assert log.end(EVENTS, 0) == 50


def test_links_and_desks_are_found_again(log):
    link = LinkDrafts()
    for _ in range(3):
        recorder = fresh(log)
        recorder.record(link.open())
        recorder.record(link.close())
    seqs = [unpackb(record.value)[2] for record in log.read_stream("link:L-1", 1)]
    assert seqs == [1, 2, 3, 4, 5, 6]

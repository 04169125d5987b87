"""What the recorder assigns, fills in and answers; what it refuses is in `test_recorder_refusals`."""

import pytest
from msgpack import unpackb

from events import MalformedEvent, decode_body, encode, event_hash
from events.envelope import NO_PREV
from events.jsonform import Draft
from events.times import parse_time
from events.vocabulary.table import ProgressiveOffered
from streams.clock import GamingDays, UnknownZone
from streams.errors import Trouble
from streams.log import EVENTS, Origin
from streams.recorder.admission import Taking
from streams.recorder.recorder import AnotherRecorder, NotNext, Recorder
from streams.sqlite.log import SqliteLog
from tests.streams.recorder.table_drafts import AT, RULEBOOK, SHA, UNIT, LinkDrafts, TableDrafts, offered

NOW = AT + 3_600_000_000


@pytest.fixture
def recorder(log):
    return fresh(log)


def fresh(log) -> Recorder:
    """A recorder as it is after a crash: it knows nothing but the log."""
    return Recorder(log, "PA-01", clock=lambda: NOW, pauses=(0, 0))


@pytest.fixture
def open_link(recorder):
    """The link L-1, in play before the table opens."""
    recorder.record(LinkDrafts().open())


def body(recorded):
    return decode_body(recorded.event)


# --- what is assigned ---


def test_numbers_chains_and_times_are_assigned(recorder, log):
    table = TableDrafts()
    first, second = recorder.record(table.open()), recorder.record(table.open_round())
    assert (first.seq, first.event.prev, first.existed, first.refused) == (1, NO_PREV, False, False)
    values = [record.value for record in log.read_stream("table:HCF-01", 1)]
    assert (second.seq, second.event.prev) == (2, event_hash(values[0]))
    assert second.event.facility == "PA-01"
    assert second.event.recorded_at_us == NOW
    assert second.event.gaming_day == "2026-01-01"


def test_a_draft_without_a_source_id_gets_its_number_as_one_that_is_no_client_s(recorder):
    draft = TableDrafts().open()._replace(source_id=None)
    assert recorder.record(draft).event.source_id == "recorder#1"


def test_a_time_or_a_gaming_day_that_a_draft_brings_is_not_believed(recorder):
    table = TableDrafts()
    draft = table.open()._replace(recorded_at_us=AT + 5, gaming_day="2025-12-31", facility="PA-01")
    event = recorder.record(draft).event
    assert (event.recorded_at_us, event.gaming_day) == (NOW, "2026-01-01")
    ahead = table.open_round()._replace(recorded_at_us=parse_time("2099-01-01T00:00:00Z"))
    assert recorder.record(ahead).event.recorded_at_us == NOW


def test_recording_time_and_day_never_go_back_within_a_stream(log):
    """Neither when the clock does, nor when the recorder that knew the last time is gone."""
    table, hour, day = TableDrafts(), 3_600_000_000, 86_400_000_000
    times = iter([AT, AT + day, AT + hour, AT + 2 * day])
    events = []
    for draft in (table.open(), table.open_round(), table.close_round(), table.open_round()):
        recorder = Recorder(log, "PA-01", clock=lambda: next(times))
        events.append(recorder.record(draft._replace(occurred_at_us=AT + 3 * day)).event)
    assert [event.recorded_at_us for event in events] == [AT, AT + day, AT + day, AT + 2 * day]
    assert [event.gaming_day for event in events] == ["2026-01-01", "2026-01-02", "2026-01-02", "2026-01-03"]


def test_virtual_moments_take_the_place_of_the_clock(recorder):
    table = TableDrafts()
    results = recorder.record_many([table.open(), table.open_round()], [AT + 7, AT + 9])
    assert [result.event.recorded_at_us for result in results] == [AT + 7, AT + 9]


def test_a_draft_of_another_facility_is_not_taken(recorder, log):
    with pytest.raises(MalformedEvent, match="facility: 'NJ-09' is not 'PA-01'"):
        recorder.record(TableDrafts().open()._replace(facility="NJ-09"))
    assert log.end(EVENTS, 0) == 0


@pytest.mark.parametrize("stream", ["meter:L-1", "router:HCF-01"])
def test_streams_of_processors_cannot_be_recorded_on(recorder, stream):
    with pytest.raises(MalformedEvent, match="is written by a processor"):
        recorder.record(TableDrafts().open()._replace(stream=stream))


def test_one_bad_draft_does_not_hinder_the_others(recorder, log):
    table = TableDrafts()
    good, bad, last = table.open(), table.open_round()._replace(actor=""), table.close_round()
    results = recorder.record_many([good, bad, last])
    assert isinstance(results[1], MalformedEvent)
    assert [results[0].seq, results[2].seq] == [1, 2]
    assert log.head("table:HCF-01").seq == 2


@pytest.mark.parametrize(
    ("time", "day"),
    [
        ("2026-01-01T10:59:59.999999Z", "2025-12-31"),
        ("2026-01-01T11:00:00Z", "2026-01-01"),
        ("2026-07-01T09:59:59.999999Z", "2026-06-30"),
        ("2026-07-01T10:00:00Z", "2026-07-01"),
        ("2026-03-08T09:59:59Z", "2026-03-07"),  # clocks went forward at 2 that night
        ("2026-03-08T10:00:00Z", "2026-03-08"),
        ("2026-11-01T10:59:59Z", "2026-10-31"),  # and back
        ("2026-11-01T11:00:00Z", "2026-11-01"),
        ("9999-12-31T23:59:59Z", "9999-12-31"),
        ("1970-01-01T00:00:00Z", "1969-12-31"),
    ],
)
def test_the_gaming_day_turns_at_six_local_time(time, day):
    days = GamingDays()
    assert days(parse_time(time)) == day
    assert days(parse_time("2026-05-05T20:00:00Z")) == "2026-05-05"
    assert days(parse_time(time)) == day


def test_an_unknown_time_zone_is_named():
    with pytest.raises(UnknownZone, match="Mars/Olympus"):
        GamingDays("Mars/Olympus")


# --- what is filled in ---


def test_a_round_names_what_it_is_played_under(recorder):
    table = TableDrafts()
    recorder.record(table.open())
    opened = body(recorder.record(table.open_round()))
    assert (opened.rulebook, opened.rulebook_sha256) == (RULEBOOK, SHA)
    (progressive,) = opened.progressives
    assert (progressive.link, progressive.unit_wager_mc, progressive.legs_sent) == ("L-1", UNIT, 1)


@pytest.mark.usefixtures("open_link")
def test_bets_closed_sends_the_wagers_taken_in_seat_order(recorder):
    table = TableDrafts()
    for draft in (table.open(), table.open_round(), table.wager(5), table.wager(2), table.wager(2, "ante")):
        recorder.record(draft)
    (leg,) = body(recorder.record(table.no_more_bets())).legs
    assert (leg.link, leg.leg) == ("L-1", 2)
    assert [(w.seat, w.wager, w.amount_mc) for w in leg.wagers] == [
        (2, "progressive", UNIT),
        (5, "progressive", UNIT),
    ]


def test_every_link_is_sent_a_round_without_wagers(recorder):
    table = TableDrafts(links=("L-1", "L-2"))
    for draft in (table.open(), table.open_round()):
        recorder.record(draft)
    legs = body(recorder.record(table.no_more_bets())).legs
    assert [(leg.link, leg.leg, leg.wagers) for leg in legs] == [("L-1", 2, ()), ("L-2", 2, ())]


@pytest.mark.usefixtures("open_link")
def test_a_wager_taken_back_feeds_no_link(recorder):
    table = TableDrafts()
    for draft in (table.open(), table.open_round(), table.wager(1), table.wager(2), table.withdraw(1)):
        recorder.record(draft)
    (leg,) = body(recorder.record(table.no_more_bets())).legs
    assert [wager.seat for wager in leg.wagers] == [2]


@pytest.mark.usefixtures("open_link")
def test_bets_closed_twice_sends_no_wager_twice(recorder):
    table = TableDrafts()
    for draft in (table.open(), table.open_round(), table.wager(1)):
        recorder.record(draft)
    first, again = (body(recorder.record(table.no_more_bets())).legs[0] for _ in range(2))
    assert (len(first.wagers), first.leg) == (1, 2)
    assert (len(again.wagers), again.leg) == (0, 3)


@pytest.mark.usefixtures("open_link")
def test_a_wager_of_a_test_feeds_no_live_leg(recorder):
    table = TableDrafts()
    for draft in (table.open(), table.open_round(), table.wager(1, mode="test"), table.wager(2)):
        recorder.record(draft)
    (live,) = body(recorder.record(table.no_more_bets())).legs
    assert [wager.seat for wager in live.wagers] == [2]
    assert body(recorder.record(table.no_more_bets(mode="test"))).legs == ()


@pytest.mark.usefixtures("open_link")
def test_legs_are_numbered_from_the_opening_through_claims_and_voids_to_the_day_s_end(recorder):
    table = TableDrafts()
    numbers = [body(recorder.record(table.open())).legs[0].leg]
    for draft in (table.open_round(), table.wager(1)):
        recorder.record(draft)
    numbers.append(body(recorder.record(table.no_more_bets())).legs[0].leg)
    claim = recorder.record(table.claim(1))
    numbers.append(body(claim).leg)
    numbers.append(body(recorder.record(table.validate(claim.seq, 1))).leg)
    numbers.append(body(recorder.record(table.pay(claim.seq, 1))).leg)
    numbers.append(body(recorder.record(table.void(L_1=(1,)))).legs[0].leg)
    numbers.append(body(recorder.record(table.select())).legs[0].leg)
    numbers.append(body(recorder.record(table.end_day())).legs[0].leg)
    assert numbers == [1, 2, 3, 4, 5, 6, 7, 8]
    assert body(recorder.record(table.open_round())).progressives[0].legs_sent == 8


def test_an_opening_and_a_day_s_end_have_a_leg_for_every_link_whatever_the_client_sends(recorder):
    table = TableDrafts(links=("L-1", "L-2"))
    for draft in (table.open(legs=({"link": "L-9", "leg": 4},)), table.end_day()):
        legs = body(recorder.record(draft)).legs
        assert [leg.link for leg in legs] == ["L-1", "L-2"]
    assert [leg.leg for leg in legs] == [2, 2]


def test_two_wagers_of_one_link_make_one_leg(recorder):
    """The Five Card Hand Bonus, on the player's hand and on the dealer's, feeds one meter."""
    table = TableDrafts()
    two = (*offered("L-1"), ProgressiveOffered(wager="other", link="L-1", unit_wager_mc=UNIT))
    assert [(leg.link, leg.leg) for leg in body(recorder.record(table.open(progressives=two))).legs] == [
        ("L-1", 1)
    ]


def test_a_change_of_links_is_sent_to_the_old_ones_and_the_new(recorder):
    table = TableDrafts(links=("L-1", "L-2"))
    recorder.record(table.open())
    table.links = ("L-2", "L-3")
    legs = body(recorder.record(table.select())).legs
    assert [(leg.link, leg.leg) for leg in legs] == [("L-1", 2), ("L-2", 2), ("L-3", 1)]
    assert [leg.link for leg in body(recorder.record(table.end_day())).legs] == ["L-2", "L-3"]


@pytest.mark.usefixtures("open_link")
def test_a_void_has_a_leg_for_every_link_with_the_seats_named(recorder):
    table = TableDrafts(links=("L-1", "L-2"))
    for draft in (table.open(), table.open_round(), table.wager(3), table.no_more_bets()):
        recorder.record(draft)
    legs = body(recorder.record(table.void(L_1=(3,)))).legs
    assert [(leg.link, leg.leg, leg.seats) for leg in legs] == [("L-1", 3, (3,)), ("L-2", 3, ())]


def test_a_link_of_long_ago_is_numbered_on_after_a_crash(log):
    """The last round does not name L-1 any more: the whole stream is read."""
    table = TableDrafts()
    recorder = fresh(log)
    for draft in (table.open(), table.open_round(), table.no_more_bets(), table.close_round()):
        recorder.record(draft)
    table.links = ("L-2",)
    for draft in (table.select(), table.open_round(), table.no_more_bets(), table.close_round()):
        recorder.record(draft)
    table.links = ("L-1",)
    recorder = fresh(log)
    drafts = [table.select(), table.open_round(), table.no_more_bets()]
    chosen, _, closed = recorder.record_many(drafts)
    assert [(leg.link, leg.leg) for leg in (*body(chosen).legs, *body(closed).legs)] == [
        ("L-2", 3),
        ("L-1", 4),
        ("L-1", 5),
    ]


# --- repeats ---


@pytest.mark.parametrize("fact", ["open", "select", "end_day"])
def test_what_got_legs_is_known_again_without_them(recorder, log, fact):
    table = TableDrafts()
    recorder.record(table.open())
    draft = getattr(table, fact)()
    first = recorder.record(draft)
    assert body(first).legs
    for again in (recorder, fresh(log)):
        repeat = again.record(draft)
        assert (repeat.seq, repeat.event, repeat.existed) == (first.seq, first.event, True)


def test_the_same_again_is_answered_with_the_event_that_exists(recorder, log):
    table = TableDrafts()
    drafts = [table.open(), table.open_round(), table.wager(1), table.no_more_bets(), table.claim(1)]
    first = [recorder.record(draft) for draft in drafts]
    for again in (recorder, fresh(log)):
        repeats = [again.record(draft) for draft in drafts[1:]]
        assert [(r.seq, r.existed) for r in repeats] == [(r.seq, True) for r in first[1:]]
        assert [r.event for r in repeats] == [r.event for r in first[1:]]
    assert log.end(EVENTS, 0) == len(drafts)


def test_a_repeat_within_one_batch_is_recorded_once(recorder, log):
    draft = TableDrafts().open()
    first, again = recorder.record_many([draft, draft])
    assert (first.existed, again.existed, again.seq) == (False, True, 1)
    assert log.end(EVENTS, 0) == 1


def test_this_process_remembers_beyond_the_round(recorder):
    table = TableDrafts()
    closed = table.close_round()
    for draft in (table.open(), closed, table.open_round()):
        recorder.record(draft)
    assert recorder.record(closed).existed


def test_source_ids_are_each_streams_own(recorder):
    one, other = TableDrafts("HCF-01"), TableDrafts("HCF-02")
    first = recorder.record(one.open()._replace(source_id="client-1"))
    second = recorder.record(other.open()._replace(source_id="client-1"))
    assert (first.existed, second.existed) == (False, False)


# --- events that were recorded elsewhere ---


@pytest.mark.usefixtures("open_link")
def test_an_event_with_its_number_and_chain_is_copied_as_it_is(recorder, tmp_path):
    table = TableDrafts()
    events = [recorder.record(draft).event for draft in (table.open(), table.open_round(), table.wager(1))]
    with SqliteLog(tmp_path / "copy.sqlite", writable=True) as log:
        copier = fresh(log)
        drafts = [draft_of(event) for event in events]
        assert [r.existed for r in copier.record_many(drafts)] == [False] * 3
        assert [r.existed for r in copier.record_many(drafts)] == [True] * 3
        legs = body(copier.record(table.no_more_bets())).legs
    assert [wager.seat for wager in legs[0].wagers] == [1]


def draft_of(event):
    return Draft._make(event)


def test_a_copy_twice_in_one_batch_is_taken_once(recorder, tmp_path):
    table = TableDrafts()
    events = [recorder.record(draft).event for draft in (table.open(), table.open_round(), table.wager(1))]
    drafts = [draft_of(event) for event in events]
    with SqliteLog(tmp_path / "copy.sqlite", writable=True) as log:
        results = fresh(log).record_many([*drafts, drafts[0], drafts[1]._replace(actor="D-99"), drafts[2]])
    assert [r.existed for r in (*results[:4], results[5])] == [False, False, False, True, True]
    assert isinstance(results[4], NotNext)


def test_a_copy_cannot_turn_back_the_numbers_of_legs(log):
    table, recorder = TableDrafts(), Recorder(log, "PA-01", clock=lambda: NOW, taking=Taking.RESTORED)
    first = [table.open(), table.open_round(), table.no_more_bets()]
    events = [recorder.record(draft).event for draft in first]
    copied = draft_of(events[1])._replace(seq=4, prev=event_hash(encode(events[-1])), source_id="elsewhere#1")
    assert unpackb(copied.body)["progressives"][0]["legs_sent"] == 1
    recorder.record(copied)
    assert body(recorder.record(table.no_more_bets())).legs[0].leg == 3


def test_a_copy_must_continue_its_stream(recorder):
    table = TableDrafts()
    first, second = (recorder.record(draft).event for draft in (table.open(), table.open_round()))
    cases = {
        "a gap": second._replace(seq=9),
        "is not the hash of": second._replace(seq=3),
        "another event is table:HCF-01 seq 1": first._replace(actor="D-99"),
        "another event is table:HCF-01 seq 2": second._replace(prev=b"\x01" * 32),
    }
    for words, event in cases.items():
        with pytest.raises(NotNext, match=words):
            recorder.record(draft_of(event))


def test_a_number_or_chain_alone_is_checked(recorder):
    table = TableDrafts()
    recorder.record(table.open()._replace(seq=1))
    with pytest.raises(NotNext, match="goes on with 2"):
        recorder.record(table.open_round()._replace(seq=3))
    with pytest.raises(NotNext, match="another hash"):
        recorder.record(table.open_round()._replace(prev=b"\x07" * 32))
    assert recorder.record(table.open_round()._replace(seq=2)).seq == 2


# --- trouble ---


class Troubled:
    """The real log behind a connection that breaks: before the append arrives, or before the answer does."""

    def __init__(self, log, *, before: int = 0, after: int = 0) -> None:
        self.log = log
        self.before = before
        self.after = after

    def append(self, batch, origin=Origin.RECORDED):
        if self.before:
            self.before -= 1
            raise Trouble("no connection")
        appended = self.log.append(batch, origin)
        if self.after:
            self.after -= 1
            raise Trouble("no answer")
        return appended

    def __getattr__(self, name):
        return getattr(self.log, name)


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

        def append(self, batch, origin=Origin.RECORDED):
            self.appends += 1
            return super().append(batch, origin)

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

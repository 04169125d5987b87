"""Live, test and training do not touch: each mode of a table has its own state, and only live has legs."""

import pytest

from events import decode_body
from events.vocabulary.table import ProgressiveOffered
from streams.recorder.recorder import Recorder
from tests.streams.recorder.table_drafts import AT, RULEBOOK, UNIT, LinkDrafts, TableDrafts

INSIDE_A_ROUND = {
    "another opening": lambda table: table.open(progressives=()),
    "other selections": lambda table: table.select(progressives=()),
    "a round": lambda table: table.open_round(),
    "no more bets": lambda table: table.no_more_bets(),
    "a lock-out": lambda table: table.lock_out(),
    "a wager taken back": lambda table: table.withdraw(1),
    "a void": lambda table: table.void(L_1=(1, 2)),
    "the round's end": lambda table: table.close_round(),
    "the table's end": lambda table: table.close(),
    "a claim": lambda table: table.claim(1),
    "a day's end": lambda table: table.end_day(),
}
"""Every kind of event that changes what the recorder knows of a table."""


def recorder_on(log) -> Recorder:
    """A recorder as it is after a crash: it knows nothing but the log."""
    return Recorder(log, "PA-01", clock=lambda: AT + 3_600_000_000)


def in_mode(draft, mode):
    return draft._replace(mode=mode)


def body(recorded):
    return decode_body(recorded.event)


@pytest.mark.parametrize("mode", ["test", "training"])
@pytest.mark.parametrize("restarts", [False, True])
def test_a_test_inside_a_live_round_loses_none_of_its_wagers(any_log, mode, restarts):
    table = TableDrafts()
    recorder = recorder_on(any_log)
    recorder.record_many([LinkDrafts().open(), table.open()])
    legs = 1
    for make in INSIDE_A_ROUND.values():
        recorder.record_many([table.open_round(), table.wager(1), table.wager(2)])
        live_round = table.round
        inside = recorder.record(in_mode(make(table), mode)).event
        assert inside.mode == mode
        table.round = live_round
        if restarts:
            recorder = recorder_on(any_log)
        assert recorder.record(table.wager(3)).event.type == "wager_placed", inside.type
        (leg,) = body(recorder.record(table.no_more_bets())).legs
        legs += 1
        assert ([wager.seat for wager in leg.wagers], leg.leg) == ([1, 2, 3], legs), inside.type
        recorder.record(table.close_round())


def test_only_live_events_carry_legs(any_log):
    table, recorder = TableDrafts(), recorder_on(any_log)
    drafts = [
        table.open(),
        table.open_round(),
        table.wager(1),
        table.no_more_bets(),
        table.claim(1),
        table.validate(5, 1),
        table.pay(5, 1),
        table.void(L_1=(1,)),
        table.select(),
        table.end_day(),
    ]
    for draft in drafts:
        recorded = body(recorder.record(in_mode(draft, "training")))
        assert getattr(recorded, "legs", ()) == ()
        assert getattr(recorded, "leg", 0) == 0
    assert body(recorder.record(table.open())).legs[0].leg == 1, (
        "live legs are numbered as if nobody had trained"
    )


def test_a_mode_takes_and_refuses_wagers_by_its_own_rounds(any_log):
    table, recorder = TableDrafts(), recorder_on(any_log)
    test = lambda draft: recorder.record(in_mode(draft, "test")).event.type  # noqa: E731 - one word a step
    recorder.record_many([LinkDrafts().open(), table.open(), table.open_round()])
    assert test(table.open()) == "table_opened"
    assert test(table.wager(1)) == "wager_refused", "the open round is a live one"
    live_round = table.round
    assert test(table.open_round()) == "round_opened"
    test_round = table.round
    assert test(table.wager(1)) == "wager_placed"
    table.round = live_round
    assert recorder.record(table.wager(1)).event.type == "wager_placed", "the test's wager is another one"
    table.round = test_round
    assert test(table.lock_out()) == "lock_out_engaged"
    assert test(table.wager(2)) == "wager_refused"
    table.round = live_round
    assert recorder.record(table.wager(2)).event.type == "wager_placed"


def test_what_is_not_live_is_recognised_when_it_comes_again(any_log):
    table, recorder = TableDrafts(), recorder_on(any_log)
    recorder.record(table.open())
    drafts = [in_mode(draft, "test") for draft in (table.open(), table.no_more_bets(), table.void(L_1=(1,)))]
    first = recorder.record_many(drafts)
    for draft, recorded in zip(drafts, first, strict=True):
        again = recorder_on(any_log).record(draft)
        assert (again.existed, again.event) == (True, recorded.event)


def test_a_mode_that_the_last_live_round_does_not_show_is_found_in_the_history(any_log):
    """A training round was opened long before the last live one, and goes on after a crash."""
    table, recorder = TableDrafts(), recorder_on(any_log)
    train = lambda draft: in_mode(draft, "training")  # noqa: E731
    recorder.record_many([train(table.open()), train(table.open_round()), train(table.wager(1))])
    training_round = table.round
    for _ in range(3):
        recorder.record_many([table.open(), table.open_round(), table.no_more_bets(), table.close_round()])
    recorder = recorder_on(any_log)
    table.round = training_round
    assert recorder.record(train(table.wager(2))).event.type == "wager_placed"
    assert recorder.record(train(table.wager(1))).event.type == "wager_refused", "seat 1 has it already"


def test_a_test_round_keeps_no_offers_of_the_live_table(any_log):
    table, recorder = TableDrafts(), recorder_on(any_log)
    offer = ProgressiveOffered(wager="progressive", link="L-9", unit_wager_mc=UNIT)
    recorder.record_many([table.open(), in_mode(table.open(progressives=(offer,)), "test")])
    opened = body(recorder.record(in_mode(table.open_round(), "test")))
    assert [(each.link, each.legs_sent) for each in opened.progressives] == [("L-9", 0)]
    live = body(recorder.record(table.open_round()))
    assert [(each.link, each.legs_sent) for each in live.progressives] == [("L-1", 1)]


@pytest.mark.parametrize("mode", ["test", "training"])
def test_a_round_of_a_mode_in_which_the_table_was_not_opened_is_told_so(any_log, mode):
    table, recorder = TableDrafts(), recorder_on(any_log)
    recorder.record_many([LinkDrafts().open(), table.open()])
    recorder.record(in_mode(table.open_round(rulebook=RULEBOOK), mode))
    refused = body(recorder.record(in_mode(table.wager(1), mode)))
    assert refused.code == "not_offered"
    assert f"the table is not open in {mode}: open it in that mode too" in refused.reason
    recorder.record(in_mode(table.open(progressives=()), mode))
    recorder.record(in_mode(table.open_round(), mode))
    refused = body(recorder.record(in_mode(table.wager(1), mode)))
    assert "it has no link for it" in refused.reason

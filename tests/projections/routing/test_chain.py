"""The chain rule: which record continues its stream, which repeats, forks or proves a gap."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.envelope import event_hash, read_header
from events.vocabulary.terms import Stamp
from projections.routing.chain import ChainHead, Chains, Verdict
from projections.state_versions import StateFormat
from tests.projections.folding import sources
from tests.scenario import Desk
from tests.scenario_table import TableDesk

NEXT, REPEAT, FORK, STALE = Verdict.NEXT, Verdict.REPEAT, Verdict.FORK, Verdict.STALE
GAP, HALTED, RESUME = Verdict.GAP, Verdict.HALTED, Verdict.RESUME
UNRESUMED, MALFORMED = Verdict.UNRESUMED, Verdict.MALFORMED
HEADS = StateFormat(1, dict[str, ChainHead])


def judge(chains: Chains, values: list[bytes], start: int = 0) -> list[Verdict]:
    """The verdict on each record as it comes; a resumption is not replayed."""
    return [chains.judge(s.offset, s.key, s.value).verdict for s in sources(values, start)]


def judge_and_replay(values: list[bytes], chains: Chains | None = None) -> list[list[Verdict]]:
    """The verdicts on each record, and behind it those of the replay that it asks for."""
    chains = chains or Chains()
    log = sources(values)
    verdicts = []
    for source in log:
        judged = chains.judge(source.offset, source.key, source.value)
        verdicts.append([judged.verdict])
        if judged.replay_from is not None:
            for earlier in log[judged.replay_from : source.offset + 1]:
                if earlier.key == source.key:
                    replayed = chains.replay(earlier.offset, earlier.key, earlier.value)
                    verdicts[-1].append(replayed.verdict)
    return verdicts


def notes(count: int, table: str = "T1") -> list[bytes]:
    desk = TableDesk(table)
    return [desk.notes() for _ in range(count)]


def test_events_in_order_continue_their_streams_whatever_comes_between():
    one, two = notes(3, "T1"), notes(3, "T2")
    chains = Chains()
    assert judge(chains, [one[0], two[0], two[1], one[1], one[2], two[2]]) == [NEXT] * 6
    assert chains.heads["table:T1"].seq == 3
    assert chains.heads["table:T1"].hash == event_hash(one[2])


@pytest.mark.parametrize(("back", "verdict"), [(0, REPEAT), (15, REPEAT), (16, STALE), (19, STALE)])
def test_a_repeat_is_known_for_sixteen_events(back, verdict):
    values = notes(20)
    assert judge(Chains(), [*values, values[19 - back]]) == [NEXT] * 20 + [verdict]


def test_another_event_at_a_number_taken_is_a_fork_with_both_hashes():
    desk = Desk("table", "T1")
    first = desk.notes()
    stale = desk.twin()
    second, other = desk.notes(), stale.notes("another")
    chains = Chains()
    judge(chains, [first, second])
    judged = chains.judge(2, "table:T1", other)
    assert judged.verdict is FORK
    assert judged.hash == event_hash(other)
    assert judged.expected == event_hash(second)


def test_a_fork_does_not_stop_the_stream_however_long_it_goes_on():
    desk = Desk("table", "T1")
    first = desk.notes()
    stale = desk.twin()
    second = desk.notes()
    forks = [stale.notes("stale") for _ in range(6)]
    third = desk.notes()
    verdicts = judge(Chains(), [first, second, *forks, third, stale.notes("stale"), desk.notes()])
    assert verdicts == [NEXT, NEXT, *[FORK] * 6, NEXT, FORK, NEXT]


def test_an_event_that_follows_another_history_is_a_fork():
    one, other = notes(2), Desk("table", "T1")
    other.notes("a first event nobody has seen")
    assert judge(Chains(), [one[0], other.notes()]) == [NEXT, FORK]


def test_a_later_event_proves_a_gap_and_halts_the_stream_but_no_other():
    values, others = notes(6), notes(3, "T2")
    chains = Chains()
    verdicts = judge(chains, [values[0], others[0], values[2], values[3], others[1], values[1], others[2]])
    assert verdicts == [NEXT, NEXT, GAP, HALTED, NEXT, HALTED, NEXT]
    assert chains.heads["table:T1"].halted
    assert chains.heads["table:T1"].halt_offset == 2
    assert not chains.heads["table:T2"].halted


def test_two_badges_resume_a_halted_stream_from_the_event_they_name():
    desk = Desk("table", "T1")
    values = [desk.notes() for _ in range(5)]
    resume = desk.resumes(values[3])
    after = desk.notes()
    verdicts = judge_and_replay([values[0], values[2], values[3], values[4], resume, after])
    assert verdicts == [[NEXT], [GAP], [HALTED], [HALTED], [RESUME, HALTED, NEXT, NEXT, NEXT], [NEXT]]


@pytest.mark.parametrize("signed", [("pit-1",), ("pit-1", "pit-1"), ("pit-1", " PIT-1"), ()])
def test_one_badge_resumes_nothing(signed):
    desk = Desk("table", "T1")
    values = [desk.notes() for _ in range(3)]
    resume = desk.resumes(values[2], signed=signed)
    assert judge_and_replay([values[0], values[2], resume]) == [[NEXT], [GAP], [UNRESUMED]]


@pytest.mark.parametrize(
    ("departments", "verdict"),
    [
        (("slots", "accounting"), [RESUME, NEXT, NEXT]),
        (("slots", " Slots"), [UNRESUMED]),
        (("slots", None), [UNRESUMED]),
        (("slots",), [UNRESUMED]),
    ],
)
def test_by_what_the_register_had_two_departments_resume(departments, verdict):
    desk = Desk("table", "T1")
    values = [desk.notes() for _ in range(3)]
    stamps = tuple(
        Stamp(badge=badge, department=department, rank=None, register_seq=1)
        for badge, department in zip(("s-1", "A-2"), departments, strict=False)
    )
    resume = desk.resumes(values[2], signed=("S-1", "A-2"), stamps=stamps)
    assert judge_and_replay([values[0], values[2], resume]) == [[NEXT], [GAP], verdict]


def test_a_resumption_of_another_stream_resumes_nothing():
    desk = Desk("table", "T1")
    values = [desk.notes() for _ in range(3)]
    resume = desk.resumes(values[2], stream="table:T2")
    assert judge_and_replay([values[0], values[2], resume]) == [[NEXT], [GAP], [UNRESUMED]]


def test_a_resumption_from_an_event_that_is_not_there_leaves_the_stream_halted():
    desk = Desk("table", "T1")
    values = [desk.notes() for _ in range(3)]
    resume = desk.resumes(values[1])
    chains = Chains()
    verdicts = judge_and_replay([values[0], values[2], resume], chains)
    assert verdicts == [[NEXT], [GAP], [RESUME, HALTED, UNRESUMED]]
    assert chains.heads["table:T1"].halted


def test_a_second_gap_halts_the_resumed_stream_again_and_a_second_resumption_helps():
    desk = Desk("table", "T1")
    values = [desk.notes() for _ in range(6)]
    first = desk.resumes(values[2])
    second = desk.resumes(values[5])
    verdicts = judge_and_replay([values[0], values[2], values[3], values[5], first, second])
    assert verdicts[4] == [RESUME, NEXT, NEXT, GAP, UNRESUMED]
    assert verdicts[5] == [RESUME, NEXT, NEXT, NEXT]


def test_a_resumption_never_goes_back_behind_what_was_applied():
    desk = Desk("table", "T1")
    values = [desk.notes() for _ in range(6)]
    resume = desk.resumes(values[2])
    # The event that is named is there twice, the second time after another gap.
    verdicts = judge_and_replay([values[0], values[2], values[3], values[5], values[2], resume])
    assert verdicts[5] == [RESUME, NEXT, NEXT, GAP, HALTED, UNRESUMED]


def test_a_fork_that_lost_before_a_resumption_has_lost_for_good():
    desk = Desk("table", "T1")
    first = desk.notes()
    stale = desk.twin()
    second = desk.notes()
    forks = [stale.notes("stale") for _ in range(5)]
    desk.notes()
    fourth = desk.notes()
    verdicts = judge_and_replay([first, second, *forks, fourth, desk.resumes(fourth), stale.notes("stale")])
    assert verdicts == [[NEXT], [NEXT], *[[FORK]] * 5, [GAP], [RESUME, NEXT, NEXT], [FORK]]


@pytest.mark.parametrize("value", [b"", b"\xc1", b"poison", b"\x93\x01\x02\x03"])
def test_bytes_that_are_not_an_event_are_malformed_and_harm_nobody(value):
    one = notes(2)
    chains = Chains()
    assert chains.judge(0, "table:T1", one[0]).verdict is NEXT
    assert chains.judge(1, "table:T1", value).verdict is MALFORMED
    assert chains.judge(2, "table:T1", one[1]).verdict is NEXT


def test_an_event_under_the_key_of_another_stream_is_malformed():
    judged = Chains().judge(0, "table:T2", notes(1)[0])
    assert judged.verdict is MALFORMED
    assert "table:T2" in judged.detail


@given(st.data())
def test_dump_and_load_change_no_later_verdict(data):
    desk = Desk("table", "T1")
    values = [desk.notes() for _ in range(6)]
    stale = desk.twin()
    values += [desk.notes() for _ in range(6)] + [stale.notes("stale") for _ in range(4)]
    order = data.draw(st.lists(st.sampled_from(values), max_size=30))
    cut = data.draw(st.integers(0, len(order)))
    chains = Chains()
    judge(chains, order[:cut])
    again = Chains(HEADS.load(HEADS.dump(chains.heads)))
    assert again.heads == chains.heads
    assert judge(chains, order[cut:], cut) == judge(again, order[cut:], cut)


@given(st.lists(st.integers(0, 11), max_size=40))
def test_whatever_the_order_only_a_chain_is_applied(order):
    values = notes(12)
    log = [values[index] for index in order]
    applied = [v for v, verdict in zip(log, judge(Chains(), log), strict=True) if verdict is NEXT]
    assert [read_header(value).seq for value in applied] == list(range(1, len(applied) + 1))

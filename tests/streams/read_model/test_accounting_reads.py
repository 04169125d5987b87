"""What accounting reads from an instance besides the meters: hold, and up to when a link is complete."""

from fractions import Fraction

import pytest

from events.envelope import decode
from events.topics import EVENTS, LINKS, METERS
from projections.keeping.keeper import Keeper
from projections.read_model.models import MODELS
from projections.records import Record
from streams.engines.embedded import Embedded
from streams.log import seal
from streams.read_model.bulk_sources import SqliteSource
from streams.read_model.completeness import link_completeness
from streams.read_model.hold import hold_report
from streams.read_model.rebuild import all_of, build
from streams.read_model.store import ReadStore
from streams.sqlite.file import LOG_FILE
from tests.amounts import dollars
from tests.projections.folding import route, sources
from tests.projections.ledger.playing import PlayDesk
from tests.projections.read_model.test_table_progress import ends_day
from tests.scenario import GAMING_DAY, RULEBOOK, SEVEN_CARDS, SIX_CARDS, Clock, LinkDesk


@pytest.fixture
def instance(tmp_path):
    with Embedded(tmp_path / "instance") as embedded:
        yield embedded


def takes(instance, *values):
    """The instance records these events and works through them."""
    instance.log.append([seal(decode(value)) for value in values])
    instance.process()


def an_hour_of_play(table):
    """Four progressive wagers of $5 under two submissions: a fixed award, and two claims, one rejected."""
    table.selects({"progressive": "A"})
    table.opens_round()
    table.settles(1, "progressive")
    claim = table.claims(2, SIX_CARDS)
    table.settles(2, "progressive", paid_mc=dollars(15_000))
    table.rejects(claim)
    table.settles(3, "progressive", paid_mc=dollars(15))
    table.settles(3, "ante", dollars(10), returned_mc=dollars(10), paid_mc=dollars(10))
    table.closes_round()
    table.selects({"progressive": "B"})
    table.opens_round()
    table.claims(1, SEVEN_CARDS)
    table.settles(1, "progressive", paid_mc=dollars(150_000))
    return table.recorded


def test_the_hold_of_an_instance_by_rulebook_wager_and_paytable(instance):
    takes(instance, *an_hour_of_play(PlayDesk("T1")))
    lines = {(line.rulebook, line.wager, line.paytable): line for line in hold_report(instance.store)}
    assert list(lines) == [
        (RULEBOOK, "ante", None),
        (RULEBOOK, "progressive", "A"),
        (RULEBOOK, "progressive", "B"),
    ]
    ante, progressive_a, progressive_b = lines.values()
    assert (ante.actual, ante.theoretical) == (-1, None)
    assert (progressive_a.wagers, progressive_a.staked_mc) == (3, dollars(15))
    assert progressive_a.actual == 1 - Fraction(28, 100) - 1  # 28 % to the meter, $15 of $15 a fixed award
    assert progressive_b.actual == 1 - Fraction(28, 100)  # the meter pays the claim, and its reseed is $0


def test_the_hold_of_some_gaming_days_leaves_the_others_out(instance):
    takes(instance, *an_hour_of_play(PlayDesk("T1")))
    assert hold_report(instance.store, GAMING_DAY, GAMING_DAY) == hold_report(instance.store)
    assert hold_report(instance.store, "2026-03-15") == []
    assert hold_report(instance.store, last_day="2026-03-13") == []


@pytest.mark.reg("58 Pa. Code § 647a.12(d)")
def test_claims_of_a_whole_meter_count_its_reseed_unless_they_were_rejected(instance):
    table = PlayDesk("T1")
    table.selects({"progressive": "A"}, "647a@2019-08-31")
    table.opens_round()
    table.claims(1, "royal_flush")
    table.settles(1, "progressive", paid_mc=dollars(50_000))
    table.rejects(table.claims(2, "royal_flush"))
    table.settles(2, "progressive")
    takes(instance, *table.recorded)
    (line,) = hold_report(instance.store)
    assert line.paid_mc == Fraction(21, 100) * dollars(10) + 10_000 * dollars(5)


def test_a_link_says_up_to_when_it_is_complete_and_what_holds_it_back(instance):
    clock = Clock()
    link = LinkDesk("HCF", clock)
    one, two = PlayDesk("T1", clock), PlayDesk("T2", clock)
    takes(instance, link.opens())
    assert link_completeness(instance.store, "HCF") == (None, (), {})
    takes(instance, one.opens(), two.opens(), one.opens_round(), two.opens_round())
    takes(instance, one.closes_bets({"HCF": [1]}))
    first_us = clock.now_us
    takes(instance, two.closes_bets({"HCF": [1]}))
    assert link_completeness(instance.store, "HCF") == (first_us, ("T1", "T2"), {})
    takes(instance, ends_day(one))
    assert link_completeness(instance.store, "HCF").behind == ("T2",)
    takes(instance, ends_day(two))
    assert link_completeness(instance.store, "HCF") == (clock.now_us, (), {})


def completeness_on_kafka(path, values):
    """The same from a log that cannot refuse a gap: router, keeper and sinks over all of it."""
    store, keeper = ReadStore(path), Keeper()
    log = sources(values)
    links = _partition(route(values), LINKS)
    records = _partition([output for source in links for output in keeper.step(source)], METERS)
    for topic, partition in ((EVENTS, log), (LINKS, links), (METERS, records)):
        model = MODELS[topic](None)
        for source in partition:
            for earlier in _records_since_halt(log, source, model.step(source)):
                model.replay(earlier)
        store.commit(topic, 0, 0, model.changes(len(partition)))
    complete = link_completeness(store, "HCF")
    store.close()
    return complete


def _partition(outputs, topic):
    sent = [output for output in outputs if output.topic == topic]
    return [Record(topic, 0, offset, output.key, output.value) for offset, output in enumerate(sent)]


def _records_since_halt(log, source, replay_from):
    if replay_from is None:
        return []
    return [each for each in log[replay_from : source.offset + 1] if each.key == source.key]


def test_a_stream_that_stands_still_is_missing_until_it_is_resumed(tmp_path):
    clock = Clock()
    link, table = LinkDesk("HCF", clock), PlayDesk("T1", clock)
    values = [link.opens(), table.opens(), table.opens_round(), table.closes_bets({"HCF": []})]
    heard_us = clock.now_us
    table.notes("lost")
    values.append(after := table.notes("after the gap"))
    halted = completeness_on_kafka(tmp_path / "halted.sqlite", values)
    assert halted == (heard_us, ("T1",), {"T1": "stream from 4"})
    values += [table.resumes(after), table.closes_bets({"HCF": []})]
    resumed = completeness_on_kafka(tmp_path / "resumed.sqlite", values)
    assert resumed == (clock.now_us, ("T1",), {})


def test_a_model_that_is_built_anew_holds_the_same_play_and_hearing(instance, tmp_path):
    clock = Clock()
    table = PlayDesk("T1", clock)
    takes(instance, LinkDesk("HCF", clock).opens(), *an_hour_of_play(table), ends_day(table))
    source = SqliteSource(instance.data / LOG_FILE)
    store = ReadStore(tmp_path / "new.sqlite", durable=False)
    build(source, store, all_of(source), lambda _done, _total: None, processes=1)
    for name in ("play", "selections", "award_steps", "entries", "day_totals", "table_progress"):
        rows = store.rows(f"SELECT * FROM {name}")
        assert rows
        assert rows == instance.store.rows(f"SELECT * FROM {name}")
    assert store.digest() == instance.store.digest()
    store.close()

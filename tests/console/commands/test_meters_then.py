"""`pitledger meters --at TIME` says of a moment what `pitledger meters` said then, whatever came since."""

import time

import pytest

from events.times import time_text
from tests.amounts import dollars
from tests.console.both_engines import Engine
from tests.rig import LIMIT_S
from tests.scenario import GAMING_DAY, SECOND_US, Clock, LinkDesk
from tests.scenario_table import TableDesk

TEN_MINUTES_US = 600 * SECOND_US
CITED = ("record", "as_of")


class Night:
    """What happens at a link and its two tables, stage by stage, ten minutes apart."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.link = LinkDesk("HCF", self.clock)
        self.one, self.two = (TableDesk(name, self.clock) for name in ("T1", "T2"))

    def stages(self):
        """The events of each stage; those of a later one are recorded ten minutes after them.

        A stage is of one stream: on Kafka streams come to a link in any order.
        """
        link, one, two = self.link, self.one, self.two
        yield [link.opens()]
        yield [one.opens()]
        yield [two.opens()]
        yield [one.opens_round(), one.closes_bets({"HCF": [1, 2]})]
        yield [two.opens_round(), two.closes_bets({"HCF": [4]})]
        claim = one.claims(2)
        yield [claim]
        yield [one.validates(claim)]
        yield [one.pays(claim, dollars(5_000))]
        two.leg("HCF")  # a leg that never comes
        yield [two.opens_round(), two.closes_bets({"HCF": [4]})]
        yield [link.sets_aside(3, table="T2")]
        yield [one.pays(claim, dollars(10_000) + 34_000)]
        yield [two.ends_day()]
        yield [one.ends_day()]
        yield [link.closes()]
        yield [link.adjusts(dollars(1))]

    def told(self, engine: Engine, until=lambda _number, _document: True):
        """Every stage told to an engine: the moment after it, and what `meters` says then."""
        found = []
        for values in self.stages():
            engine.feed(values)
            found.append((self.clock.now_us, self._said(engine, len(found), until)))
            self.clock.now_us += TEN_MINUTES_US
        return found

    @staticmethod
    def _said(engine, number, until):
        give_up = time.monotonic() + (LIMIT_S if engine.rig else 0)
        while True:
            called = engine.call("meters", "HCF", "--json")
            if called.code == 0 and until(number, called.document):
                return called.document
            assert time.monotonic() <= give_up, (number, called)
            time.sleep(0.2)


def of_then(document):
    """A link as it is told of a moment, less what a moment in the past has no use for."""
    (link,) = document["links"]
    gaps = [{**gap, "set_aside": None} for gap in link["incomplete"]]
    return {**link, "incomplete": gaps}


def test_what_meters_say_of_a_moment_is_what_they_said_then(engine, tmp_path):
    reference = Night().told(Engine(("--data", tmp_path / "reference")))
    if engine.rig is None:
        engine = Engine(("--data", tmp_path / "reference"))
    else:
        said = [of_then(document) for _, document in reference]
        Night().told(engine, lambda number, document: of_then(document) == said[number])
    seen = []
    for at_us, then in reference:
        called = engine.call("meters", "HCF", "--at", time_text(at_us), "--json")
        seen.append(of_then(called.document))
        assert seen[-1] == of_then(then), time_text(at_us)
    assert [len(link["awards"]) for link in seen] == [0] * 5 + [1] * 5 + [0] * 5
    assert [link["awards"][0]["status"] for link in seen[5:8]] == ["locked", "validated", "part_paid"]
    assert [bool(link["missing"]) for link in seen] == [number == 8 for number in range(len(seen))]
    assert [link["closed_day"] for link in seen[10:]] == [None, None, *[GAMING_DAY] * 3]
    assert [link["live"] for link in seen[12:]] == [True, False, False]
    assert len({link["complete_to"] for link in seen}) > 5
    assert [link["meters"][0]["record"] for link in seen] == sorted(
        link["meters"][0]["record"] for link in seen
    )


@pytest.mark.parametrize("after_s", [0, 1, 60, 299])
def test_between_two_records_the_earlier_one_is_cited_with_its_own_time(tmp_path, after_s):
    engine, night = Engine(("--data", tmp_path)), Night()
    told = night.told(engine)
    at_us, then = told[4]
    called = engine.call("meters", "HCF", "--at", time_text(at_us + after_s * SECOND_US), "--json")
    (meter,), (before,) = (link["links"][0]["meters"] for link in (called.document, then))

    assert [meter[name] for name in CITED] == [before[name] for name in CITED]
    assert meter["as_of"] == time_text(at_us)


def test_a_table_that_was_heard_again_within_five_minutes_is_complete_to_no_later_than_it_was(tmp_path):
    """The past of a table is kept of every five minutes: what is said of a moment between is not too much."""
    engine, night = Engine(("--data", tmp_path)), Night()
    link, one = night.link, night.one
    engine.feed([link.opens(), one.opens()])
    moments = []
    for _ in range(20):
        engine.feed([one.opens_round(), one.closes_bets({"HCF": []})])
        moments.append(night.clock.now_us)
        night.clock.now_us += 60 * SECOND_US
    for at_us in moments:
        called = engine.call("meters", "HCF", "--at", time_text(at_us), "--json")
        (found,) = called.document["links"]
        assert time_text(at_us - 300 * SECOND_US) <= found["complete_to"] <= time_text(at_us)

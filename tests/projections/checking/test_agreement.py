"""What was decided stands: records of the first decider, and of a keeper upgraded half-way, check clean."""

import base64
import json
from pathlib import Path

import pytest

from events.envelope import read_header
from events.topics import LINKS, METERS
from projections.checking.agreement import MetersAgreement, MoneyAgreement
from projections.keeping.deciders import Deciders
from projections.keeping.keeper import Keeper, leg_of
from projections.outputs import Source

STORED = [
    (line["topic"], line["key"], base64.b64decode(line["value"]))
    for line in map(json.loads, (Path(__file__).parents[1] / "data/decider_1.jsonl").read_text().splitlines())
]


def of_topic(topic):
    """The stored records of a topic, numbered as in one partition."""
    found = [(key, value) for name, key, value in STORED if name == topic]
    return [Source(0, offset, key, value) for offset, (key, value) in enumerate(found)]


def problems(links, meters):
    """All that deciding and posting again finds."""
    decided, money = MetersAgreement(), MoneyAgreement()
    for record in meters:
        decided.learn(record)
    for record in links:
        decided.link(record)
        money.control(leg_of(record.value, record.key))
    for record in meters:
        decided.meter(record)
        money.meter(record)
    return [*decided.problems(), *money.problems()]


def upgraded_at(turn):
    """The records where the first decider heard `turn` records of `links`, and the second the rest."""
    deciders = Deciders()
    for record in of_topic(METERS):
        deciders.learn(record.key, read_header(record.value))
    links = of_topic(LINKS)
    keeper = Keeper(deciders)
    outputs = [output for record in links[:turn] for output in keeper.step(record)]
    keeper = Keeper.load(keeper.dump())
    outputs += [output for record in links[turn:] for output in keeper.step(record)]
    written = [output for output in outputs if output.topic == METERS]
    return [Source(0, offset, output.key, output.value) for offset, output in enumerate(written)]


def test_what_the_first_decider_wrote_checks_clean():
    assert problems(of_topic(LINKS), of_topic(METERS)) == []


def test_a_changed_record_of_the_first_decider_does_not():
    *meters, last = of_topic(METERS)
    changed = last._replace(value=last.value.replace(b"PHL", b"PHX"))
    assert [problem.detail for problem in problems(of_topic(LINKS), [*meters, changed])] == [
        "it would be decided otherwise"
    ]


@pytest.mark.parametrize("turn", range(0, len(of_topic(LINKS)) + 1, 3))
def test_a_keeper_that_was_upgraded_at_any_moment_checks_clean(turn):
    meters = upgraded_at(turn)
    assert problems(of_topic(LINKS), meters) == []


def test_an_upgrade_shows_in_the_records():
    actors = {read_header(record.value).actor for record in upgraded_at(len(of_topic(LINKS)) // 2)}
    assert actors == {"keeper/1", "keeper/2"}

"""A house whose keeper runs elsewhere: it waits for the answer to that very claim, and not for ever."""

import hashlib

import pytest

from console.commands.floor.pace import NoKeeper, patience
from floor.casino import Casino
from floor.guests import Guests
from floor.houses.answers import Answers, Claim
from floor.houses.instances import KafkaHouse
from floor.life import Stop
from floor.plan import START_US, lay_out
from streams.clock import GamingDays
from streams.engines.embedded import Embedded
from streams.recorder.recorder import Recorder
from tests.floor.houses.test_folding import folded
from tests.floor.watched import FACILITY, lucky

DECK = lucky({2: "4h 5h 6h 7h 8h 9h Kc", 4: "4s 5s 6s 7s 8s 9s Kd"})


def casino(embedded, pause):
    days = GamingDays()
    plan = lay_out(1, 3, ["high_card_flush"])
    tables = plan.tables(START_US, days)
    for table in tables:
        table.make_deck = DECK
    house = KafkaHouse(embedded.log, Recorder(embedded.log, FACILITY, day_of=days), pause)
    return Casino(house, tables, plan.links, Stop(15), guests=Guests(1))


def test_it_looks_again_until_the_keeper_has_answered(tmp_path):
    """The keeper comes round at every third look; the floor is that of the folds, byte for byte."""
    looks = []
    with Embedded(tmp_path) as embedded:

        def pause(waited):
            looks.append(waited)
            if waited == 3:
                embedded.process()

        casino(embedded, pause).run()
        values = [record.value for record in embedded.log.read("events", 0, 0)]

    expected, _ = folded(DECK, rounds=15)
    assert looks
    assert looks == [1, 2, 3] * (len(looks) // 3)
    assert hashlib.sha256(b"".join(values)).hexdigest() == expected


def test_without_a_keeper_it_gives_up_and_names_the_workers(tmp_path):
    with Embedded(tmp_path) as embedded, pytest.raises(NoKeeper, match="pitledger worker keeper"):
        casino(embedded, patience(0.05)).run()


def test_an_answer_is_found_by_its_claim_however_many_came_since(tmp_path):
    with Embedded(tmp_path) as embedded:
        casino(embedded, lambda _waited: embedded.process()).run()
        embedded.process()
        locked = embedded.store.rows("SELECT * FROM awards ORDER BY recorded_at_us")
        answers = Answers(embedded.log)

        assert len(locked) > 3
        for row in locked:
            answer = answers.to(Claim(row["link"], row["table"], row["claim_seq"]), 7)
            assert (answer.claim_seq, answer.at_us, answer.amount_mc) == (
                row["claim_seq"],
                7,
                row["amount_mc"],
            )
        assert answers.to(Claim(locked[0]["link"], locked[0]["table"], 999_999), 7) is None

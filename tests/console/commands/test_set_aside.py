"""`pitledger link set-aside`: a table that waits for a leg which nobody can read plays on; both engines."""

import re
import time

from events.envelope import decode
from projections.keeping.leg_sequence import HELD_BYTES_A_LINK
from streams.engines.embedded import Embedded
from tests.console.both_engines import Engine
from tests.rig import LIMIT_S
from tests.scenario import Clock, Desk
from tests.scenario_table import TableDesk

TWO = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "leg 3 was damaged")
HCF = ("--rulebook", "678a@2019-11-02", "--paytable", "A", "--unit", "5.00")


class Damaging(TableDesk):
    """A table that plays on after an event whose body was damaged."""

    def damages(self) -> None:
        """Make the last event unreadable."""
        event = decode(self.recorded[-1])
        self.seq, self.prev = event.seq - 1, event.prev
        self.recorded.pop()
        Desk.records_raw(self, event.type, event.schema, b"\x80")


def damaged_table() -> list[bytes]:
    """What a table recorded: three rounds, the leg of the second cannot be read, the third is claimed."""
    table = Damaging("T1", Clock())
    table.opens()
    for number in range(3):
        table.plays({"HCF": [1, 2]})
        if number == 1:
            table.damages()
    table.claims(2)
    return table.recorded


def test_the_table_that_is_held_is_shown_with_what_to_type_and_plays_on(engine):
    assert engine.call("link", "open", "HCF", *HCF, *TWO, "--facility", "PHL").code == 0
    engine.feed(damaged_table())

    held = engine.link(lambda link: link["incomplete"])
    (gap,) = held["incomplete"]
    assert (gap["table"], gap["what"], gap["from_number"]) == ("T1", "legs", 3)
    typed = "pitledger link set-aside HCF --table T1 --leg 3 --sign BADGE:DEPARTMENT"
    assert gap["set_aside"].startswith(typed)
    shown = engine.call("meters").out
    assert "held by leg 3; where that cannot be read, two people sign:" in shown
    assert typed in shown
    assert held["awards"] == []

    set_aside = ("link", "set-aside", "HCF", "--table", "T1", "--json")
    early = engine.call(*set_aside, "--leg", 4, *TWO)
    assert early.code == 1
    assert early.document["refused"] == "leg 3 is missing: set aside what is missing, from leg 3 on"

    alone = engine.call(*set_aside, "--leg", 3, "--sign", "S-1:slots", "--reason", "damaged")
    assert (alone.code, alone.document["recorded"]) == (1, "link_change_refused")

    done = engine.call(*set_aside, "--leg", 3, *TWO)
    assert done.code == 0, done.err
    answer = done.document["answers"][0]
    assert (answer["type"], answer["table"], answer["leg"], answer["last_leg"]) == (
        "leg_set_aside",
        "T1",
        3,
        3,
    )

    link = engine.link(lambda link: not link["incomplete"])
    (award,) = link["awards"]
    assert (award["table"], award["status"], link["behind"]) == ("T1", "locked", ["T1"])
    again = engine.call(*set_aside, "--leg", 5, *TWO)
    assert again.document["refused"] == "no leg is missing: the next is 6, and nothing came after it"

    checked = engine.call("check")
    assert "malformed" in checked.out
    assert [line for line in checked.out.splitlines() if line.startswith(("links", "meters", "read"))] == []


def test_a_link_holds_64_kb_and_quarantines_the_rest_which_can_be_set_aside_too(engine):
    """Of 12 legs that come behind a missing one, each of more than 7,000 bytes, no more than 9 fit."""
    assert engine.call("link", "open", "HCF", *HCF, *TWO, "--facility", "PHL").code == 0
    table = Damaging("T1", Clock())
    table.opens()
    table.plays({"HCF": [1]})
    table.damages()
    legs = [table.plays({"HCF": range(1, 200)}) for _ in range(12)]
    fit = HELD_BYTES_A_LINK // len(legs[-1])
    assert 0 < fit < len(legs)
    engine.feed(table.recorded)
    engine.link(lambda link: link["incomplete"])

    def reasons(check):
        """A line for each leg: a router that began anew has sent it again, and none of its copies is held."""
        lines = [each["detail"] for each in check.document["problems"] if each["check"] == "quarantine"]
        said = [line for line in lines if "would be held that a link may hold" in line]
        return [*{re.search(r"with leg (\d+)", line)[1]: line for line in said}.values()]

    give_up = time.monotonic() + (LIMIT_S if engine.rig else 0)
    while len(found := reasons(engine.call("check", "--json"))) < len(legs) - fit:
        assert time.monotonic() <= give_up, found
        time.sleep(0.2)
    assert len(found) == len(legs) - fit
    assert "leg 2 of T1 is missing" in found[0]

    set_aside = ("link", "set-aside", "HCF", "--table", "T1", "--json")
    assert engine.call(*set_aside, "--leg", 2, *TWO).code == 0
    before = len(table.recorded)
    table.plays({"HCF": [1]})
    engine.feed(table.recorded[before:])
    (gap,) = engine.link(lambda link: link["incomplete"])["incomplete"]
    assert gap["from_number"] == fit + 3
    assert engine.call(*set_aside, "--leg", fit + 3, "--to-leg", len(legs) + 2, *TWO).code == 0
    engine.link(lambda link: not link["incomplete"])


def test_what_was_set_aside_is_a_row_of_the_read_model(tmp_path):
    engine = Engine(("--data", tmp_path))
    assert engine.call("link", "open", "HCF", *HCF, *TWO, "--facility", "PHL").code == 0
    engine.feed(damaged_table())
    assert engine.call("link", "set-aside", "HCF", "--table", "T1", "--leg", 3, *TWO).code == 0
    with Embedded(tmp_path) as embedded:
        (row,) = embedded.store.rows("SELECT * FROM legs_set_aside")
    assert (row["link"], row["table"], row["leg"], row["last_leg"]) == ("HCF", "T1", 3, 3)
    assert row["reason"] == "leg 3 was damaged"

"""Which tables an instance has heard of: the same names whatever says so, and a look a table, not a round."""

from dataclasses import fields

import pytest

from events.topics import EVENTS
from projections.read_model.finding_row import FindingRow
from projections.read_model.table_progress import TableProgressRow
from projections.read_model.tables import Changes
from projections.rounds.index import RoundChange
from streams.read_model.queries.heard_of import tables_heard_of
from streams.read_model.store import ReadStore


def of(row, **said):
    """A row that says this and nothing else."""
    blank = {"str": "", "int": 0, "str | None": None, "int | None": None, "array[int]": b""}
    return row(**{each.name: said.get(each.name, blank[str(each.type)]) for each in fields(row)})


def rounds(table, count):
    return [
        of(RoundChange, round=f"{table}-{each}", stream=f"table:{table}", mode="live")
        for each in range(count)
    ]


def filled(path, *rows):
    store = ReadStore(path, durable=False)
    store.commit(EVENTS, 0, 0, Changes(1, b"", *rows))
    return store


def steps(store):
    """What SQLite does for the question, in instructions of its machine."""
    count = 0

    def step():
        nonlocal count
        count += 1

    store._db.set_progress_handler(step, 1)
    tables_heard_of(store)
    store._db.set_progress_handler(None, 1)
    return count


def test_a_table_is_heard_of_by_a_round_by_a_link_or_by_what_was_found(tmp_path):
    store = filled(
        tmp_path / "read.sqlite",
        *rounds("T2", 2),
        *rounds("B-1", 1),
        of(RoundChange, round="x", stream="desk:cage", mode="live"),
        of(TableProgressRow, link="L1", table="T9"),
        of(FindingRow, stream="table:T2", table="T2", seq=1),
        of(FindingRow, stream="meter:L1", table=None, seq=1),
        of(FindingRow, stream="table:T7", table="T7", seq=1),
    )
    assert tables_heard_of(store) == ["B-1", "T2", "T7", "T9"]
    store.close()


def test_of_nothing_no_table_is_heard(tmp_path):
    store = filled(tmp_path / "read.sqlite")
    assert tables_heard_of(store) == []
    store.close()


@pytest.mark.parametrize("many", [40, 400])
def test_rounds_that_are_added_cost_nothing(tmp_path, many):
    few = filled(tmp_path / "few.sqlite", *rounds("T1", 4), *rounds("T2", 4))
    more = filled(tmp_path / "more.sqlite", *rounds("T1", many), *rounds("T2", many))
    assert steps(more) == steps(few)
    few.close()
    more.close()

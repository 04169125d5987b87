"""What is said of a meter's past: of that meter alone, though its link has others."""

import pytest

from events.topics import METERS
from projections.ledger.accounts import Entry, Posting
from projections.ledger.rows import BookRows
from projections.read_model.tables import Changes
from streams.read_model.queries.meter_span import Adjusted, adjustments
from streams.read_model.store import ReadStore

DAY = "2026-03-02"


def adjusted(seq: int, meter: str) -> Entry:
    """An adjustment of a meter by a cent."""
    postings = (
        Posting("primary", meter, "adjustment", -1_000, 0),
        Posting("house", meter, "adjustment", 1_000, 0),
    )
    return Entry("L1", seq, seq, DAY, DAY, "meter_adjusted", f"link:L1#{seq}", "", postings)


@pytest.fixture
def store(tmp_path):
    opened = ReadStore(tmp_path / "read.sqlite", durable=False)
    yield opened
    opened.close()


def test_an_adjustment_of_the_same_day_to_another_meter_of_the_link_is_not_told(store):
    rows = BookRows()
    for entry in (adjusted(2, "mega"), adjusted(3, "major"), adjusted(4, "mega")):
        rows.post(entry)
    position = store.position(METERS, 0)[0]
    store.commit(METERS, 0, position, Changes(position + 1, b"", *rows.rows()))

    assert adjustments(store, "L1", "mega") == [Adjusted(2, 2), Adjusted(4, 4)]
    assert adjustments(store, "L1", "major") == [Adjusted(3, 3)]
    assert adjustments(store, "L1", "minor") == []

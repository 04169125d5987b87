"""What is in transit: sent, and neither received by the other link nor back, now or at a moment."""

import pytest

from events.topics import METERS
from projections.read_model.tables import Changes, TransferRow
from streams.read_model.queries.transfers import in_transit
from streams.read_model.store import ReadStore


def step(number, name, mc, at_us, to="WEST"):
    return TransferRow("EAST", to, number, name, "progressive", mc, at_us)


@pytest.fixture
def store(tmp_path):
    """Three sent to WEST: one arrived at 30, one came back at 40, one is on its way; one to NORTH at 25."""
    opened = ReadStore(tmp_path / "read.sqlite")
    rows = [
        *(step(1, "sent", 100, 10), step(2, "sent", 20, 11), step(3, "sent", 3, 12)),
        *(step(1, "received", 100, 30), step(2, "returned", 20, 40), step(1, "sent", 7_000, 25, "NORTH")),
    ]
    opened.commit(METERS, 0, 0, Changes(6, b"", *rows))
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("at_us", "mc"), [(9, None), (10, 100), (12, 123), (25, 7_123), (30, 7_023), (40, 7_003), (None, 7_003)]
)
def test_it_is_in_transit_from_when_it_was_sent_until_it_arrived_or_came_back(store, at_us, mc):
    assert in_transit(store, at_us) == ({} if mc is None else {("EAST", "progressive"): mc})


def test_the_link_that_received_it_has_nothing_in_transit(store):
    assert in_transit(store, only="WEST") == {}
    assert in_transit(store, only="EAST") == {("EAST", "progressive"): 7_003}

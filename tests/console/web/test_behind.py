"""A read model that is behind is said to be, by the moments at which it had all there was."""

from __future__ import annotations

import pytest

from console.web.live.behind import Behind
from console.web.live.floor_cells import late_in_words

EVENTS = ("events", 0)


@pytest.mark.parametrize(
    ("seen", "late"),
    [
        # the log's end and the read model's position at each second; by hand
        ([(10, 10), (10, 10)], [0, 0]),
        ([(10, 10), (20, 10), (30, 10), (30, 10)], [0, 1, 2, 3]),
        ([(10, 10), (20, 10), (30, 20), (40, 30), (40, 40)], [0, 1, 1, 1, 0]),
        ([(10, 5), (10, 5), (10, 9), (10, 10)], [0, 1, 2, 0]),
        ([(10, 10), (20, 10), (20, 10), (20, 20), (30, 20)], [0, 1, 2, 0, 1]),
    ],
    ids=["up to date", "stands still", "lags by one", "from the start", "caught up"],
)
def test_it_is_behind_since_it_last_had_all_there_was(seen, late):
    now = [0.0]
    ends = iter([end for end, _ in seen])
    behind = Behind(lambda: {EVENTS: next(ends)}, lambda: now[0])

    told = []
    for _, position in seen:
        told.append(behind.seconds({EVENTS: position}))
        now[0] += 1.0

    assert told == late


def test_a_partition_that_was_never_read_counts_and_a_moment_is_not_said():
    now = [0.0]
    behind = Behind(lambda: {EVENTS: 1, ("links", 3): 1}, lambda: now[0])
    behind.seconds({EVENTS: 1})
    now[0] = 12.4

    assert behind.seconds({EVENTS: 1}) == 12
    assert late_in_words(2) == ""
    assert late_in_words(12) == "read model is 12 s behind"

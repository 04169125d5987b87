"""The table of the last event of each stream against what the events come to."""

import pytest

from events.envelope import NO_PREV
from projections.checking.heads import StoredHead, head_problems
from projections.routing.chain import ChainHead

A, B = b"a" * 32, b"b" * 32
TABLE = "table:T"


def row(seq=3, digest=A, offset=7, *, there=A, later=False):
    return StoredHead(seq, digest, offset, there, later)


def head(seq=3, digest=A, **more):
    return ChainHead(seq, digest, b"", **more)


def named(folded, stored, streams=()):
    folded = {} if folded is None else {TABLE: folded}
    stored = {} if stored is None else {TABLE: stored}
    found = list(head_problems(folded, stored, streams))
    assert all((problem.check, problem.place) == ("chain", TABLE) for problem in found)
    assert all(problem.detail.endswith(": restore the log from a backup") for problem in found)
    return [problem.detail.partition(": ")[0] for problem in found]


def test_what_agrees_is_no_problem():
    assert named(head(), row()) == []
    assert named(None, None) == []


@pytest.mark.parametrize(
    ("folded", "stored", "words"),
    [
        (head(), None, f"no last event of it, and its events end with seq 3 ({A.hex()})"),
        (None, row(), f"seq 3 ({A.hex()}) at offset 7 as its last event, and no event of it is there"),
        (
            head(2, B),
            row(),
            f"seq 3 ({A.hex()}) at offset 7 as its last event, and its events end with seq 2 ({B.hex()})",
        ),
        (
            head(3, B),
            row(),
            f"seq 3 ({A.hex()}) at offset 7 as its last event, and its events end with seq 3 ({B.hex()})",
        ),
        (
            head(),
            row("x", "y", None, there=None),
            f"seq 'x' ('y') at offset None as its last event, and its events end with seq 3 ({A.hex()})",
        ),
        (head(), row(there=B), f"seq 3 ({A.hex()}) at offset 7 as its last event, which is not there"),
    ],
)
def test_a_difference_is_named_with_both_sides(folded, stored, words):
    assert named(folded, stored) == [f"the log's table of heads has {words}"]
    assert named(folded, stored, {TABLE}) == []


@pytest.mark.parametrize(
    ("folded", "stored"),
    [
        (head(2, B), row(later=True)),
        (None, row(later=True)),
        (head(2, B, halt_offset=5), row()),
        (head(0, NO_PREV), None),
        (head(3, B, forks=A[:8]), row()),
    ],
)
def test_what_explains_a_difference(folded, stored):
    """A recorder at work, a gap, a stream of which no event counts, what lost but was stored as the last."""
    assert named(folded, stored) == []

"""Findings that nobody finds, or that are gone: each is named, whatever number somebody has given it."""

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from events.body import decode_body
from events.envelope import NO_PREV, decode, encode
from events.topics import FINDINGS
from events.vocabulary.findings import FindingIssued
from projections.checking.findings import FindingsAgreement
from projections.examining.finding import VERSION
from projections.examining.issuing import ACTOR
from projections.records import Output, Record
from tests.projections.examining.chained import chained, examined
from tests.projections.examining.told import Told
from tests.projections.folding import sources

STREAM = "finding:table:T-1"
FAR = 2**52
BEFORE = b"\x01" * 32
"""The hash of something that is not there."""


@dataclass
class Found:
    """What is found again in a table that has no sign and is not shuffled for, and what is in the topic."""

    due: list[Output]

    def named(self, there: list[bytes]) -> list[tuple[str, str]]:
        """Where something is wrong with what is there, and what."""
        agreement = FindingsAgreement()
        agreement.found_again(self.due)
        for offset, value in enumerate(there):
            agreement.finding(Record(FINDINGS, 0, offset, STREAM, value))
        return [(problem.place, problem.detail) for problem in agreement.otherwise()]


@pytest.fixture(scope="module")
def found() -> Found:
    due = examined(sources(chained(Told().ready(signs=()).plays().plays().plays().events)))
    assert len(due) >= 5
    return Found(due)


def numbered(value: bytes, seq: int) -> bytes:
    """The same finding under another number."""
    return encode(decode(value)._replace(seq=seq, prev=BEFORE))


def by_another_list(value: bytes, seq: int) -> bytes:
    """The same finding as another list of checks would have issued it."""
    event = decode(value)
    body = decode_body(event)
    assert isinstance(body, FindingIssued)
    body = replace(body, version=VERSION + 1)
    prev = NO_PREV if seq == 1 else BEFORE
    return encode(event._replace(seq=seq, prev=prev, actor=f"{ACTOR}{VERSION + 1}", body=body.to_bytes()))


def test_what_is_found_again_byte_for_byte_is_right(found):
    assert found.named([output.value for output in found.due]) == []


def test_a_number_far_behind_the_last_is_one_line(found):
    """A line for every number up to it would be the end of the check."""
    values = [output.value for output in found.due]
    assert found.named([*values, numbered(values[-1], FAR)]) == [
        (f"{STREAM}#{FAR}", "nothing of that is found in the events")
    ]


def test_what_is_gone_is_one_line_for_each_run(found):
    values = [output.value for output in found.due]
    assert found.named(values[:1] + values[2:]) == [(STREAM, "finding 2 is missing")]
    assert found.named(values[4:]) == [(STREAM, "findings 1 to 4 are missing")]
    assert found.named([values[0], numbered(values[0], FAR)]) == [
        (STREAM, f"findings 2 to {len(values)} are missing"),
        (f"{STREAM}#{FAR}", "nothing of that is found in the events"),
    ]


def test_of_another_list_the_numbers_and_the_chain_are_checked_however_far_they_go(found):
    value = found.due[0].value
    first = by_another_list(value, 1)
    assert found.named([first]) == []
    assert found.named([first, by_another_list(value, FAR)]) == [
        (STREAM, f"findings 2 to {FAR - 1} are missing")
    ]
    assert found.named([first, by_another_list(value, 2)]) == [
        (f"{STREAM}#2", "it does not follow its chain")
    ]

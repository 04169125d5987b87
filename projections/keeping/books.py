"""What a keeper keeps of the links of a partition: a book a link, and in it how far each source has come.

A table may open before its link does, so a link that only tables name has a book too; but no more of these
than a bound, and no link follows more streams than a bound: what strangers send makes no state grow.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from events.bounds import UNOPENED_LINKS_A_PARTITION
from events.envelope import NO_PREV
from events.vocabulary.links import LinkOpened
from projections.keeping.leg_sequence import LegSequence, follows_too_many
from projections.keeping.link_state import LinkState
from projections.keeping.refused_claims import RefusedClaims
from projections.link_parameters import terms_problem
from projections.signatures import signing_problem

Missing = Literal["", "stream", "legs", "control"]
"""What a source lacks: events of its stream, legs, or the control of the link that a leg waits for."""


class SourceProgress(msgspec.Struct, array_like=True):
    """How far a link has followed one source: a table, its own control, or another link.

    `incomplete_from` is the first number of what is `missing`, 0 where nothing is. `refused_claims` are the
    claims that were refused while the stream was halted.
    """

    legs: LegSequence[bytes] = msgspec.field(default_factory=LegSequence)
    incomplete_from: int = 0
    refused_claims: RefusedClaims = msgspec.field(default_factory=RefusedClaims)
    missing: Missing = ""


class Book(msgspec.Struct, array_like=True):
    """One link: its sources, its meters, and the number and hash of its last record."""

    state: LinkState = LinkState()
    sources: dict[str, SourceProgress] = {}
    seq: int = 0
    prev: bytes = NO_PREV

    def heard_seq(self, link: str) -> int:
        """How far the link's own stream has come."""
        own = self.sources.get(f"link:{link}")
        return 0 if own is None else own.legs.next_leg - 1

    def too_many(self, stream: str) -> str:
        """Why a stream cannot be followed; empty where it is, or can be."""
        return "" if stream in self.sources else follows_too_many(stream, self.sources)

    def source(self, stream: str) -> SourceProgress:
        """How far a source has come; one that is new is followed from now on."""
        progress = self.sources.get(stream)
        if progress is None:
            progress = self.sources[stream] = SourceProgress()
        return progress


UNOPENED: Final = (
    f"nobody has opened the link, and {UNOPENED_LINKS_A_PARTITION} others that nobody has opened are "
    "followed already: open it"
)


def opens_a_link(body: object, mode: str) -> bool:
    """Whether this puts a link into play that nobody has opened yet."""
    return (
        mode == "live"
        and isinstance(body, LinkOpened)
        and not signing_problem(body.signed_by, body.reason)
        and not terms_problem(body, ())
    )

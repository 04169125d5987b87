"""What the link fold finds on a floor, as its keeper decides."""

from __future__ import annotations

from collections.abc import Sequence

from events.envelope import read_header
from events.topics import METERS
from projections.examining.finding import Finding
from projections.examining.links.link_examiner import take
from projections.examining.links.link_state import KnownLink
from projections.records import Output


class ExaminedLinks:
    """Every link of a floor; what is found goes to `found`."""

    def __init__(self, found: list[Finding]) -> None:
        self._found = found
        self._links: dict[str, KnownLink] = {}

    def take(self, outputs: Sequence[Output]) -> None:
        """What followed from a leg."""
        for output in outputs:
            if output.topic == METERS:
                link = self._links.setdefault(output.key, KnownLink())
                self._found.extend(take(link, read_header(output.value)))

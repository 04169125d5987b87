"""The pages of single events and findings, as they are declared."""

from __future__ import annotations

from typing import Final

from console.web.entry.roles import INVESTIGATORS
from console.web.page import Page
from console.web.showing.evidence import event, finding

EVIDENCE: Final = (
    Page(
        name="event",
        address="/events/{stream}/{seq}",
        about="One event: what it says, its place in the chain, what rests on it, its bytes.",
        show=event.event,
        roles=INVESTIGATORS,
    ),
    Page(
        name="finding",
        address="/findings/{stream}/{seq}",
        about="One finding: what was due and done, on which events, and the round at that moment.",
        show=finding.finding,
        roles=INVESTIGATORS,
    ),
)

"""The pages of single events and findings, as they are declared."""

from __future__ import annotations

from typing import Final

from console.calls.names import something
from console.findings.asked import SEVERITIES, check_named, severity_name
from console.web.declared import Param
from console.web.entry.roles import INVESTIGATORS
from console.web.page import Page
from console.web.showing import findings
from console.web.showing.asked_of_pages import DAY, TABLE
from console.web.showing.evidence import event, finding

_FINDINGS: Final = (
    TABLE,
    DAY,
    Param("severity", "money, procedure or record", severity_name, SEVERITIES, "choice"),
    Param("section", "only of this section and its parts: 678a.5", something),
    Param("round", "only of this round", something),
    Param("check", "only by this check: S12, or its name", check_named),
)
EVIDENCE: Final = (
    Page(
        name="findings",
        address="/findings",
        about="What broke which section.",
        show=findings.findings,
        roles=INVESTIGATORS,
        params=_FINDINGS,
        is_list=True,
        command="findings",
    ),
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

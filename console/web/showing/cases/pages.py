"""The pages of cases, and the packet of a round: addresses, roles, and what each may be asked."""

from __future__ import annotations

from typing import Final

from console.calls.names import case_name, something
from console.web.declared import Param
from console.web.entry.roles import WHO_SEE_CASES, WHO_TAKE_PACKETS
from console.web.page import Page
from console.web.showing.cases import listing, one, packet
from console.wording.gaming_days import day

CASES: Final = (
    Page(
        name="cases",
        address="/cases",
        about="What players claim, by the day by which a reply is due.",
        show=listing.cases,
        roles=WHO_SEE_CASES,
        params=(
            Param(
                "state",
                "open, unpaid, decided or all; left out: what waits for somebody",
                listing.state_name,
                listing.STATES,
                "choice",
            ),
            Param("due", "a reply is due by this day", day, kind="date"),
        ),
        is_list=True,
        command="case list",
    ),
    Page(
        name="case",
        address="/cases/{case}",
        about="A case from claim to decision. That it is looked at is recorded.",
        show=one.case,
        roles=WHO_SEE_CASES,
        command="case show",
    ),
    Page(
        name="packet",
        address="/packets/{round:path}",
        about="A round with all that proves it, as one file.",
        show=packet.packet,
        roles=WHO_TAKE_PACKETS,
        files=(".zip",),
        params=(
            Param("table", "the table, where two have a round of that name", something, kind="hidden"),
            Param("mode", "live, test or training", something, kind="hidden"),
            Param("case", "the case that it is taken out for: that is recorded there", case_name),
        ),
    ),
)

"""The pages of the ledger and of gaming days, as they are declared."""

from __future__ import annotations

from typing import Final

from console.calls.names import something
from console.web.declared import Param
from console.web.entry.roles import WHO_SEE_HITS, WHO_SEE_MONEY
from console.web.page import Page
from console.web.showing import days, hits, hold, ledger, postings
from console.web.showing.asked_of_pages import AT, DAY, LINK, TABLE, flag
from console.wording.gaming_days import day

_OPEN: Final = Param("open", "what is not paid in full", flag, kind="flag")
FROM: Final = Param("from", "from this gaming day on, or after this time", ledger.bound)
TO: Final = Param("to", "to the end of this gaming day, or up to this time", ledger.bound)
MONEY: Final = (
    Page(
        name="trial balance",
        address="/ledger/trial",
        about="The balance of every account.",
        show=ledger.trial,
        roles=WHO_SEE_MONEY,
        params=(LINK, AT),
        is_list=True,
        command="ledger trial",
    ),
    Page(
        name="statement",
        address="/ledger/statement/{link}/{meter}",
        about="A meter over a span.",
        show=ledger.meter_statement,
        roles=WHO_SEE_MONEY,
        params=(FROM, TO),
        is_list=True,
        command="ledger statement",
    ),
    Page(
        name="liability",
        address="/ledger/liability",
        about="What is owed.",
        show=ledger.liability,
        roles=WHO_SEE_MONEY,
        params=(LINK, AT),
        is_list=True,
        command="ledger liability",
    ),
    Page(
        name="hits",
        address="/ledger/hits",
        about="Every award with its steps, and which are missing.",
        show=hits.hits,
        roles=WHO_SEE_HITS,
        params=(LINK, TABLE, DAY, FROM, TO, _OPEN),
        is_list=True,
        command="ledger hits",
    ),
    Page(
        name="postings",
        address="/ledger/postings",
        about="Every entry of the books, and what it rests on.",
        show=postings.postings,
        roles=WHO_SEE_MONEY,
        params=(LINK, TABLE, Param("meter", "entries that touch this meter", something), DAY, FROM, TO),
        is_list=True,
        command="ledger postings",
    ),
    Page(
        name="hold",
        address="/ledger/hold",
        about="What was kept of each wager against theory.",
        show=hold.hold,
        roles=WHO_SEE_MONEY,
        params=(
            Param("from", "from this gaming day on", day, kind="date"),
            Param("to", "to the end of this gaming day", day, kind="date"),
        ),
        is_list=True,
        command="ledger hold",
    ),
    Page(
        name="days",
        address="/days",
        about="The gaming days, and which are closed.",
        show=days.days,
        roles=WHO_SEE_MONEY,
        is_list=True,
    ),
    Page(
        name="day",
        address="/days/{day}",
        about="A gaming day reconciled.",
        show=days.day,
        roles=WHO_SEE_MONEY,
        command="day",
    ),
)

"""Every page of the console, in the order of the rail: addresses, roles, and what each may be asked."""

from __future__ import annotations

from typing import Final

from console.calls.names import case_name, something
from console.web.acting.pages import SIGNATURES
from console.web.declared import Param
from console.web.entry.roles import (
    WHO_SEE_ROUNDS,
)
from console.web.page import Page
from console.web.showing import finding_box, floor, home, meters, rounds
from console.web.showing.asked_of_pages import AT, LINK, TABLE, event_number, flag, seat
from console.web.showing.audit.pages import AUDIT
from console.web.showing.awards.pages import AWARDS
from console.web.showing.cases.pages import CASES
from console.web.showing.evidence.pages import EVIDENCE
from console.web.showing.house.pages import HOUSE
from console.web.showing.money_pages import FROM, MONEY, TO
from console.web.showing.rules.pages import RULES
from console.wording.typed_time import FORMS, like_a_time

_STATE: Final = Param("state", "alarm, or quiet", choices=floor.STATES, kind="choice")
_ROUNDS: Final = (
    TABLE,
    Param("seat", "this seat was in it", seat),
    Param("around", f"began within half an hour of then, {FORMS}", like_a_time),
    Param("from", f"began then or later, {FORMS}", like_a_time),
    Param("to", f"began before then, {FORMS}", like_a_time),
    Param("hand", "a hand in it is called so", something),
    Param("differs", "a wager was not settled as due", flag, kind="flag"),
)
_ROUND: Final = (
    Param("at", "the moment of this event", event_number, kind="hidden"),
    Param("table", "the table, where two have a round of that name", something, kind="hidden"),
    Param("mode", "live, test or training", something, kind="hidden"),
    Param("seat", "the seat that it is opened for: its verdict comes first", seat, kind="hidden"),
    Param("since", "only whether anything of it came after this event", event_number, kind="hidden"),
    Param("case", "the case that it is looked at for: that is recorded there", case_name, kind="hidden"),
    Param("rulebook", "what if it had been played under this rulebook", something),
)
PAGES: Final = (
    Page(name="home", address="/", about="What needs whoever has signed in.", show=home.home),
    Page(
        name="find",
        address="/find",
        about="The page that is meant: a round, a seat at a time, an event, a case, a badge, a section.",
        show=finding_box.find,
        params=(Param("q", "what is looked for", something),),
    ),
    Page(
        name="floor",
        address="/floor",
        about="Every table as it stands.",
        show=floor.floor,
        params=(_STATE, Param("game", "only of this game", something)),
        is_list=True,
    ),
    Page(
        name="meters",
        address="/meters",
        about="Every progressive meter.",
        show=meters.meters,
        params=(LINK, AT),
        is_list=True,
        command="meters",
    ),
    Page(
        name="meter",
        address="/meters/{link}/{meter}",
        about="One meter, and why it stands there.",
        show=meters.meter,
        params=(FROM, TO),
    ),
    Page(
        name="kiosk",
        address="/kiosk/{link}",
        about="A link for a display in the pit.",
        show=meters.kiosk,
        on_displays=True,
        params=(Param("meter", "only this meter", something),),
    ),
    Page(
        name="rounds",
        address="/rounds",
        about="Rounds found by table, seat and time.",
        show=rounds.rounds,
        roles=WHO_SEE_ROUNDS,
        params=_ROUNDS,
        is_list=True,
        command="rounds",
    ),
    Page(
        name="round",
        address="/rounds/{round:path}",
        about="A round rebuilt, judged and drawn.",
        show=rounds.round_,
        roles=WHO_SEE_ROUNDS,
        params=_ROUND,
        command="round",
        prefixes=("paytable.", "switch."),
    ),
    *CASES,
    *MONEY,
    *EVIDENCE,
    *AUDIT,
    *RULES,
    *AWARDS,
    *SIGNATURES,
    *HOUSE,
)

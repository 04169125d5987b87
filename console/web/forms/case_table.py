"""The forms of cases: addresses, roles, and what each asks for."""

from __future__ import annotations

from typing import Final

from console.calls.arguments import cash, some, whole_number
from console.calls.names import owner, person, something, words
from console.cases.paying import slip_number
from console.cases.reply_clock import REPLY_DAYS
from console.web.acting.form import REASON, Field, Form
from console.web.declared import Param
from console.web.entry.roles import WHO_DECIDE, WHO_PAY_CASES, WHO_WORK_ON_CASES
from console.web.forms import cases, decisions
from console.web.showing.asked_of_pages import event_number, seat
from console.wording.gaming_days import day
from console.wording.typed_time import FORMS, like_a_time

_REPLY_BY: Final = Field(
    "reply_by", "reply by", day, "date", needed=False, note=f"{REPLY_DAYS} days from now if left empty"
)
_ROUND: Final = Param("round", "the round that it is about", something, kind="hidden")
_SEAT: Final = Param("seat", "the seat that claims", seat, kind="hidden")
_HOLD: Final = Param("hold", "the hold, by its entry", event_number, kind="hidden")

CASE_FORMS: Final = (
    Form(
        name="open a case",
        address="/cases/new",
        about="A player's claim taken down.",
        roles=WHO_WORK_ON_CASES,
        sheet=cases.open_sheet,
        plan=cases.open_plan,
        params=(_ROUND, _SEAT),
        fields=(
            Field("table", "table", owner, "choice"),
            Field("seat", "seat", seat),
            Field("at", "when it was", like_a_time, note=FORMS),
            Field("amount", "how much is missing, by the player", cash, "money", note="dollars and cents"),
            Field("claim", "what the player says", words, "area", note="no name of a person"),
            Field("player", "player", person, needed=False, note="your label; recorded as a reference"),
            _REPLY_BY,
        ),
        command="case open",
    ),
    Form(
        name="note",
        address="/cases/{case}/note",
        about="Something put on record about a case, after its decision too.",
        roles=WHO_WORK_ON_CASES,
        sheet=cases.note_sheet,
        plan=cases.note_plan,
        fields=(Field("text", "note", words, "area", note="it stays on record as it is written"),),
        command="case note",
    ),
    Form(
        name="rule out",
        address="/cases/{case}/rule-out",
        about="A round that the claim is not about.",
        roles=WHO_WORK_ON_CASES,
        sheet=cases.rule_out_sheet,
        plan=cases.rule_out_plan,
        params=(_ROUND,),
        fields=(Field("round", "round", something), REASON),
        command="case rule-out",
    ),
    Form(
        name="hold",
        address="/cases/{case}/hold",
        about="What is to be kept.",
        roles=WHO_WORK_ON_CASES,
        sheet=cases.hold_sheet,
        plan=cases.hold_plan,
        fields=(Field("keep", "to be kept", words, "area", note="which cameras from when to when"),),
        command="case hold",
    ),
    Form(
        name="lift",
        address="/cases/{case}/lift",
        about="What need not be kept any longer.",
        roles=WHO_WORK_ON_CASES,
        sheet=cases.lift_sheet,
        plan=cases.lift_plan,
        params=(_HOLD,),
        fields=(Field("hold", "hold", whole_number, "choice"), REASON),
        command="case lift",
    ),
    Form(
        name="decide",
        address="/cases/{case}/decide",
        about="What becomes of a claim.",
        roles=WHO_DECIDE,
        sheet=decisions.decide_sheet,
        plan=decisions.decide_plan,
        fields=(
            Field("outcome", "pay or refuse", str, "choice"),
            Field("amount", "amount", some(cash), "money", needed=False, note="to pay: dollars and cents"),
            Field("round", "round", something, needed=False, note="to pay: the round that it mends"),
            Field("seat", "seat", seat, needed=False, note="that of the case if left empty"),
            Field("wager", "wager", something, needed=False, note="to pay: the wager that was paid short"),
            Field("section", "section", something, needed=False, note="by which it is decided"),
            REASON,
        ),
        command="case decide",
    ),
    Form(
        name="pay",
        address="/cases/{case}/pay",
        about="The correcting payment: the player has the cash.",
        roles=WHO_PAY_CASES,
        sheet=decisions.pay_sheet,
        plan=decisions.pay_plan,
        fields=(
            Field("amount", "amount", some(cash), "money", needed=False, note="what is left, if left empty"),
            Field("slip", "slip", slip_number, note="the same slip again is the same cash"),
            Field("paid_by", "who paid", person, note="their badge"),
            Field("paid_from", "paid from", str, "choice"),
        ),
        command="case pay",
    ),
    Form(
        name="reopen",
        address="/cases/{case}/reopen",
        about="A decided case looked at again.",
        roles=WHO_DECIDE,
        sheet=cases.reopen_sheet,
        plan=cases.reopen_plan,
        fields=(REASON, _REPLY_BY),
        command="case reopen",
    ),
)

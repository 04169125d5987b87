"""The forms of money: readings, awards, payments, meters adjusted, days closed; what each asks for."""

from __future__ import annotations

from typing import Final

from console.calls.arguments import cash, some
from console.calls.names import paper
from console.web.acting.form import REASON, Field, Form
from console.web.entry.roles import ACCOUNTING, PIT, SURVEILLANCE
from console.web.forms import adjusting, awards, closing, payments, reading_answers

_BY_ACCOUNTING: Final = frozenset({ACCOUNTING})
_BY_SURVEILLANCE: Final = frozenset({SURVEILLANCE})
_AT_THE_PIT: Final = frozenset({PIT, SURVEILLANCE})
_HAND_FIRST: Final = "those of the hand first"
_DOCUMENT: Final = Field("document", "the document that it rests on", paper)


def _named(text: str) -> str:
    return text


MONEY_FORMS: Final = (
    Form(
        name="withdraw a reading",
        address="/days/{day}/readings/{reading}/withdraw",
        about="A reading was misread, mistyped, or of another meter.",
        roles=_BY_ACCOUNTING,
        sheet=reading_answers.withdraw_sheet,
        plan=reading_answers.withdraw_plan,
        fields=(REASON,),
        command="day --withdraw",
    ),
    Form(
        name="explain a variance",
        address="/days/{day}/readings/{reading}/explain",
        about="Why a reading differs from its meter.",
        roles=_BY_ACCOUNTING,
        sheet=reading_answers.explain_sheet,
        plan=reading_answers.explain_plan,
        fields=(REASON,),
        command="day --explain",
    ),
    Form(
        name="close a day",
        address="/days/{day}/close",
        about="A gaming day closed on every link, and at the desk.",
        roles=_BY_ACCOUNTING,
        sheet=closing.sheet,
        plan=closing.plan,
        fields=(
            Field("without", "although no end-of-day marker came from", _named, "checks", needed=False),
            REASON,
        ),
        command="day --close",
    ),
    Form(
        name="adjust a meter",
        address="/meters/{link}/{meter}/adjust",
        about="The amount of a meter corrected, at the house's cost or gain.",
        roles=_BY_ACCOUNTING,
        sheet=adjusting.sheet,
        plan=adjusting.plan,
        fields=(
            Field("account", "account", _named, "choice", note="the amount on display, or the reserve"),
            Field("way", "add or take", _named, "choice"),
            Field("amount", "amount", some(cash), "money", note="dollars and cents: 12.50"),
            _DOCUMENT,
            REASON,
        ),
        command="link adjust",
    ),
    Form(
        name="validate an award",
        address=f"{awards.AWARD}/validate",
        about="An award that was claimed may be paid.",
        roles=_AT_THE_PIT,
        sheet=awards.validate_sheet,
        plan=awards.validate_plan,
        fields=(
            Field(
                "cards",
                "the cards that you saw",
                awards.cards_of,
                needed=False,
                note="those of the hand first",
            ),
        ),
    ),
    Form(
        name="reject an award",
        address=f"{awards.AWARD}/reject",
        about="An award that was claimed is not due.",
        roles=_AT_THE_PIT,
        sheet=awards.reject_sheet,
        plan=awards.reject_plan,
        fields=(REASON,),
    ),
    Form(
        name="correct a payment",
        address="/ledger/payments/{table}/{payment}/correct",
        about="A payment never happened, came back, or is written off.",
        roles=_BY_SURVEILLANCE,
        sheet=payments.sheet,
        plan=payments.plan,
        fields=(
            Field("outcome", "what became of it", _named, "choice"),
            Field("amount", "amount", some(cash), "money", needed=False, note="all of it if left empty"),
            _DOCUMENT,
            REASON,
        ),
        command="link mend",
    ),
)

"""Every form of the console: addresses, roles, and what each asks for."""

from __future__ import annotations

from typing import Final

from console.calls.arguments import amount
from console.web.acting.form import REASON, Field, Form
from console.web.entry.roles import ACCOUNTING
from console.web.forms import reading_answers, readings
from console.web.forms.case_table import CASE_FORMS
from console.wording.typed_time import FORMS as TIMES
from console.wording.typed_time import like_a_time

_BY_ACCOUNTING: Final = frozenset({ACCOUNTING})

FORMS: Final = (
    Form(
        name="enter a reading",
        address="/meters/{link}/{meter}/reading",
        about="What a display shows, compared with its meter.",
        roles=_BY_ACCOUNTING,
        sheet=readings.sheet,
        plan=readings.plan,
        fields=(
            Field("amount", "amount on the display", amount, "money", note="dollars and cents: 150013.80"),
            Field("at", "when it was read", like_a_time, needed=False, note=f"{TIMES}; now if left empty"),
        ),
        command="day --read",
    ),
    *CASE_FORMS,
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
)

"""Every form of the console: addresses, roles, and what each asks for."""

from __future__ import annotations

from typing import Final

from console.calls.arguments import amount
from console.web.acting.form import Field, Form
from console.web.entry.roles import ACCOUNTING
from console.web.forms import readings
from console.web.forms.case_table import CASE_FORMS
from console.web.forms.money_table import MONEY_FORMS
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
    *MONEY_FORMS,
)

"""What it takes to mend a payment: which one, what became of it, the document, who signs.

Both commands take the same; they differ in the book that the payment stands in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final

from cyclopts import Parameter

from console.acts.payments import correction
from console.calls.arguments import cash, number, one, some
from console.calls.names import paper
from console.calls.wrong_call import WrongCall

Payment = Annotated[
    int,
    number("the payment, by its number at the table: `pitledger ledger hits` shows it", "SEQ", least=0),
]
TABLE_STREAM: Final = "table:"
"""How the own book of a table begins, as `pitledger ledger liability` shows it; people copy it."""
_OUTCOMES: Final = "--never-happened, --recovered or --written-off"


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Mending:
    """What became of a payment: one of three, for all that is left of it or a part."""

    never_happened: Annotated[bool, Parameter(help="no cash had moved: all of it is undone")] = False
    recovered: Annotated[bool, Parameter(help="the cash came back")] = False
    written_off: Annotated[bool, Parameter(help="the house bears it")] = False
    amount: Annotated[
        int | None, one(some(cash), "AMOUNT", "how much came back or is written off; all if absent")
    ] = None
    document: Annotated[str, one(paper, "TEXT", "the document that it rests on")]

    def fields(self, table: str, payment: int) -> dict[str, Any]:
        """The fields of the correction, but for signatures and reason."""
        outcomes = {
            "never_happened": self.never_happened,
            "recovered": self.recovered,
            "written_off": self.written_off,
        }
        given = [outcome for outcome, is_given in outcomes.items() if is_given]
        if len(given) != 1:
            raise WrongCall(f"give one of {_OUTCOMES}")
        if self.never_happened and self.amount is not None:
            raise WrongCall("--never-happened undoes all of a payment: leave --amount out")
        return correction(table, payment, given[0], self.amount, self.document)

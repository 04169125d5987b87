"""Who looks at a case, or at a round for it, is recorded before anything is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from cyclopts import Parameter

from console.calls.arguments import one
from console.calls.names import case_name, person
from console.calls.options import GlobalOptions
from console.calls.wrong_call import WrongCall


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class ForCase:
    """The case that a round is looked at for, and by whom."""

    case: Annotated[
        str | None, one(case_name, "CASE", "it is looked at for this case: that is recorded there")
    ] = None
    by: Annotated[str | None, one(person, "BADGE", "with --case: who looks at it")] = None

    def require_both(self) -> None:
        """Who looks is of no use without the case, and the other way round."""
        if (self.case is None) is not (self.by is None):
            raise WrongCall("--case and --by: give both, or neither")

    def record(self, table: str, round_: str, options: GlobalOptions) -> bool:
        """Record that the round is looked at; False where that was refused, so that it is not shown."""
        if self.case is None or self.by is None:
            return True
        from console.commands.case.recording import record_view  # noqa: PLC0415 - only what is needed is imported

        return record_view(self.case, self.by, options, table=table, round=round_)


FOR_NO_CASE: Final = ForCase()

"""Which amount of a link's meter an adjustment or a transfer is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from cyclopts import Parameter


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class MeterAccount:
    """A meter of the link, and the account of it."""

    meter: Annotated[str, Parameter(help="the meter of the link")]
    account: Annotated[
        Literal["primary", "reserve"],
        Parameter(metavar="ACCOUNT", help="the amount on display, or the reserve"),
    ] = "primary"

    def fields(self) -> dict[str, str]:
        """The two as an event has them."""
        return {"meter": self.meter, "account": self.account}

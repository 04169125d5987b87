"""What a row of the table of bad calls is: where it is made, what is typed, and what must come of it."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field

HOUSE = "house"
"""An instance with a link, two tables, some rounds and a register that is in force."""
NOWHERE = "nowhere"
"""A directory that is not there: a mistyped `--data`."""
EMPTY = "empty"
"""A directory with nothing in it."""
SIGNED = "--sign A-2:accounting --sign S-1:slots --reason x"
TERMS = "--rulebook 678a@2019-11-02 --paytable A --unit 5.00"


@dataclass(frozen=True)
class Bad:
    """A bad call.

    `says` are the parts that its one line must have: the place (argument, value, file) and the remedy.
    """

    call: str
    says: tuple[str, ...]
    at: str = HOUSE
    stdin: bytes = b""
    code: int = 2
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def words(self) -> list[str]:
        """What is typed, as a shell hands it over."""
        return shlex.split(self.call)

    @property
    def name(self) -> str:
        """The row in the list of tests."""
        typed = self.call if len(self.call) < 90 else f"{self.call[:80]}…"
        given = f" < {self.stdin[:20]!r}" if self.stdin else ""
        where = "" if self.at == HOUSE else f" at {self.at}"
        return f"{typed}{given}{where}".encode("ascii", "backslashreplace").decode()


def bad(
    call: str, *says: str, at: str = HOUSE, stdin: str | bytes = b"", code: int = 2, **variables: str
) -> Bad:
    """A row, as it is written in the table."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    return Bad(call, says, at, given, code, variables)

"""What every bad call is judged by, whatever it is."""

from __future__ import annotations

import json
import re

from tests.console.bad_calls.row import Bad
from tests.console.calling import Called

LONGEST = 500
"""Characters of a message: a person reads two lines, not a page."""
_NAMED_PLACE = re.compile(r" --data [^`]*`")
"""What a command that is to be typed ends with: where the user stands."""


def judge(row: Bad, called: Called, *, as_json: bool) -> None:
    """The exit code, and a message that is short and names the place and the remedy."""
    shown = f"{called.code}\n{called.out[:2000]}\n{called.err[:2000]}"
    assert "Traceback" not in called.err + called.out, shown
    assert called.code == row.code, shown
    answer = called.out.replace('"line": ', "line ") + called.err if row.code == 1 else called.err
    answer += _NAMED_PLACE.sub("`", answer)
    for part in row.says:
        assert part in answer, f"{part!r} is missing in {shown}"
    judge_message(called.err, shown, may_be_empty=row.code == 1 and as_json)
    if as_json and called.out:
        json.loads(called.out)
    elif row.code == 2:
        assert called.out == "", shown


def judge_message(err: str, shown: str, *, may_be_empty: bool = False) -> None:
    """A line, or a line and a hint; nothing that a terminal would obey."""
    lines = err.splitlines()
    assert lines or may_be_empty, shown
    assert len(lines) <= 2, shown
    assert len(err) <= LONGEST, shown
    assert all(line.isprintable() for line in lines), shown
    assert not err or err.endswith("\n"), shown

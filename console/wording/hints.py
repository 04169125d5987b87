"""Commands that people are told to type, as they work where the user stands.

Every part of Pitledger names a command as `pitledger NAME`. Where a sentence is printed, what stands between
backticks gets the way in which this call was typed: the program by its path, and the instance that was named.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import Final

from console.calls.command_table import GLOBAL_OPTIONS, PROGRAM
from console.wording.calling import typed_options

_ALSO_TAKES: Final = {
    "case pay": "--slip TEXT --paid-by BADGE",
    "case reopen": "--by BADGE --reason TEXT",
    "case show": "--by BADGE",
}
"""What a command takes beside what it is named with: the core names commands and knows no options. Nobody but
who types it knows the values; what stands for them here is refused where it is typed (`calls.names`)."""
_NAMED: Final = re.compile(rf"`{PROGRAM} ([^`\n]+)`")


def typed_here(sentence: str) -> str:
    """A sentence whose commands can be typed as they stand."""
    return _NAMED.sub(lambda found: f"`{command(found[1])}`", sentence)


def command(words: str) -> str:
    """A command of this program on this instance, ready to be typed."""
    if words.endswith("--help"):
        return f"{program()} {words}"
    typed = typed_options()
    options = [
        f"{name} {shlex.quote(typed[name])}"
        for name, option in GLOBAL_OPTIONS.items()
        if option.metavar and typed.get(name)
    ]
    called, pipe, rest = words.partition(" | ")
    named = " ".join(called.split()[:2])
    if named in _ALSO_TAKES and " --" not in called:
        options.insert(0, _ALSO_TAKES[named])
    return " ".join((program(), called, *options)) + pipe + rest


def program() -> str:
    """What starts this program here: its name where the shell finds it, else its path."""
    called = Path(sys.argv[0])
    if called.name != PROGRAM or not called.exists():
        return PROGRAM  # imported, as by a test: there is no better name
    found = shutil.which(PROGRAM)
    if found is not None and called.samefile(found):
        return PROGRAM
    path = Path(os.path.abspath(called))  # noqa: PTH100 - a link is not followed: it is what was typed
    here = Path.cwd()
    shown = f"./{path.relative_to(here)}" if path.parent == here else str(called)
    return shlex.quote(shown)

"""Calls the command in a terminal of its own, as wide as it is wanted."""

import fcntl
import os
import pty
import re
import struct
import termios
from typing import NamedTuple

from tests.console.calling import COMMAND, environment

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Screen(NamedTuple):
    """What came of a call in a terminal: both outputs are one there."""

    code: int
    text: str
    coloured: str
    """The same with what steers the terminal."""

    @property
    def widest(self) -> int:
        """The length of the longest line."""
        return max(map(len, self.text.splitlines()), default=0)


def in_terminal(columns: int, *args: object) -> Screen:
    """Call the command in a terminal that is so many columns wide; what a bar drew over is left out."""
    return run_in_terminal(columns, [*COMMAND, *map(str, args)])


def run_in_terminal(columns: int, call: list[str]) -> Screen:
    """The same for any program, by its path."""
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        variables = environment(TERM="xterm")
        os.execve(call[0], call, {name: variables[name] for name in variables if name != "COLUMNS"})
    shown = b""
    while True:
        try:
            shown += os.read(terminal, 65_536)
        except OSError:  # the other end has gone
            break
    _, status = os.waitpid(child, 0)
    lines = shown.decode().replace("\r\n", "\n").split("\n")
    coloured = "\n".join(line.rpartition("\r")[2] for line in lines)
    return Screen(os.waitstatus_to_exitcode(status), ESCAPES.sub("", coloured), coloured)

"""The table of bad calls, theme by theme."""

from __future__ import annotations

from tests.console.bad_calls import cases, every_command, files, names, spelling, values

CALLS = [*every_command.ROWS, *spelling.ROWS, *values.ROWS, *names.ROWS, *files.ROWS, *cases.ROWS]

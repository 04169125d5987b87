"""What `--help` prints: usage, arguments and options in columns, examples, in plain text.

Commands and parameters describe themselves; this only lays them out. The parser is imported for the help of
one command, and not for the list of them all.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from console.calls.command_table import ABOUT, GLOBAL_OPTIONS, Call, ParameterText
from console.printing.lines import text_width

_INDENT: Final = 2
_EXAMPLES: Final = {
    (): ("pitledger demo", "pitledger --data var/pitledger meters", "pitledger ledger trial --json"),
    ("ledger",): ("pitledger ledger trial", "pitledger ledger statement HCF progressive --from 2025-06-15"),
    ("case",): ("pitledger case list", "pitledger case show 1 --by S-3"),
    ("badge",): ("pitledger badge issue A-2 --department accounting --rank staff", "pitledger badge list"),
    ("account",): ("pitledger account set S-2 --role surveillance", "pitledger account list"),
    ("audit",): (
        "pitledger audit init",
        "pitledger audit checkpoint",
        "pitledger audit export --out var/bag",
    ),
    ("vault",): (
        "pitledger vault list",
        'pitledger vault disclose P-17 --by S-2 --reason "subpoena 2026-114"',
    ),
    ("link",): ('pitledger link close HCF --sign A-2:accounting --sign S-1:slots --reason "refit"',),
}
"""Of what is not a command by itself; a command has its own in its docstring."""

Rows = list[tuple[str, str]]


def help_of(call: Call) -> Iterator[str]:
    """The lines of the help for a command, for one with actions, or for the program."""
    if call.actions:
        yield from _help_of_actions(call)
    else:
        from console.calls.app import docstring_of, make_app, parameters_of  # noqa: PLC0415 - slow to import

        app = make_app()
        yield from _help_of_command(call, parameters_of(app, call.words), docstring_of(app, call.words))


def _help_of_actions(call: Call) -> Iterator[str]:
    yield f"usage: {call.spelt} [options] {'ACTION' if call.words else 'COMMAND'} ..."
    yield ""
    yield ABOUT if not call.words else f"{call.spelt} ACTION --help shows what an action takes."
    names = [(command.name, command.help) for command in call.actions]
    yield from _section("actions" if call.words else "commands", names)
    yield from _global_options()
    yield from _examples(_EXAMPLES[call.words])


def _help_of_command(call: Call, parameters: Sequence[ParameterText], docstring: str) -> Iterator[str]:
    positional = [each for each in parameters if not each.is_option]
    own = [each for each in parameters if each.is_option and each.name not in GLOBAL_OPTIONS]
    parts = [each.spelt if each.required else f"[{each.spelt}]" for each in (*positional, *own)]
    yield from _usage(call.spelt, [*parts, "[options of every command]"])
    about, _, examples = docstring.partition("\n\nExamples:\n")
    for paragraph in about.split("\n\n"):
        yield ""
        yield from textwrap.wrap(paragraph, text_width(sys.stdout), break_on_hyphens=False)
    yield from _section("arguments", [(each.spelt, each.about) for each in positional])
    yield from _section("options", [(each.spelt, each.about) for each in own])
    yield from _global_options()
    yield from _examples(textwrap.dedent(examples).strip().splitlines())


def _global_options() -> Iterator[str]:
    rows = [(f"{name} {option.metavar}".rstrip(), option.help) for name, option in GLOBAL_OPTIONS.items()]
    yield from _section("options of every command", [*rows, ("-h, --help", "show this")])


def _usage(command: str, parts: Sequence[str]) -> Iterator[str]:
    """The call in lines that break between its parts, never in one."""
    line = f"usage: {command}"
    for part in parts:
        if len(line) + 1 + len(part) > text_width(sys.stdout):
            yield line
            line = " " * 6
        line += f" {part}"
    yield line


def _section(title: str, rows: Rows) -> Iterator[str]:
    """A heading and its rows; a name that is long has its text in the next line."""
    if not rows:
        return
    yield ""
    yield f"{title}:"
    column = min(26, max(len(name) for name, _ in rows) + 2 * _INDENT)
    for name, about in rows:
        lines = textwrap.wrap(about, text_width(sys.stdout) - column, break_on_hyphens=False) or [""]
        if len(name) + 2 * _INDENT > column:
            yield f"{'':{_INDENT}}{name}"
        else:
            yield f"{'':{_INDENT}}{name:<{column - _INDENT}}{lines.pop(0)}".rstrip()
        for line in lines:
            yield f"{'':{column}}{line}"


def _examples(lines: Sequence[str]) -> Iterator[str]:
    yield ""
    yield "examples:"
    for line in lines:
        yield f"{'':{_INDENT}}{line}"

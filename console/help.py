"""What `--help` prints: usage, arguments and options in columns, examples, in plain text.

The parameters describe themselves; this only lays them out. It needs no rich, which takes longer
to import than everything else here.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any, Final, Literal, get_args, get_origin

from cyclopts import App
from cyclopts.argument import Argument

from console.app import ABOUT, Call, Command
from console.options import GlobalOptions

WIDTH: Final = 100
_INDENT: Final = 2
_GLOBAL: Final = frozenset(f"--{field.name.replace('_', '-')}" for field in fields(GlobalOptions))
_HELP_ROW: Final = ("-h, --help", "show this")
_EXAMPLES: Final = {
    (): ("pitledger demo", "pitledger --data var/pitledger meters", "pitledger ledger trial --json"),
    ("ledger",): ("pitledger ledger trial", "pitledger ledger statement HCF progressive --from 2025-06-15"),
    ("link",): (
        "pitledger link close HCF --sign A-2:accounting --sign S-1:slots --reason 'end of promotion'",
    ),
}
"""Of what is not a command by itself; a command has its own in its docstring."""

Rows = list[tuple[str, str]]


def help_of(call: Call, app: App) -> Iterator[str]:
    """The lines of the help for a command, for one with actions, or for the program."""
    if call.actions:
        yield from _help_of_actions(call, app)
    else:
        yield from _help_of_command(call, app)


def _help_of_actions(call: Call, app: App) -> Iterator[str]:
    yield f"usage: {call.spelt} [options] {'ACTION' if call.words else 'COMMAND'} ..."
    yield ""
    yield ABOUT if not call.words else f"{call.spelt} ACTION --help shows what an action takes."
    yield from _section("actions" if call.words else "commands", _names(call.actions))
    # The options of every command are those of any: the least that can be imported has them.
    yield from _section(
        "options of every command", [*_rows(parameters_of(app, ["completion"]), _GLOBAL), _HELP_ROW]
    )
    yield from _examples(_EXAMPLES[call.words])


def _names(commands: Sequence[Command]) -> Rows:
    return [(command.name, command.help) for command in commands]


def _help_of_command(call: Call, app: App) -> Iterator[str]:
    parameters = parameters_of(app, call.words)
    positional = [each for each in parameters if not each.name.startswith("-")]
    own = [each for each in parameters if each.name.startswith("-") and each.name not in _GLOBAL]
    yield from _usage(call.spelt, [*map(_in_usage, (*positional, *own)), "[options of every command]"])
    about, _, examples = _description(app, call.words).partition("\n\nExamples:\n")
    yield ""
    for number, paragraph in enumerate(about.split("\n\n")):
        if number:
            yield ""
        yield from textwrap.wrap(paragraph, WIDTH)
    yield from _section("arguments", [(each.name, _about(each)) for each in positional])
    yield from _section("options", _rows(own, {each.name for each in own}))
    yield from _section("options of every command", [*_rows(parameters, _GLOBAL), _HELP_ROW])
    yield from _examples(textwrap.dedent(examples).strip().splitlines())


def _usage(command: str, parts: Sequence[str]) -> Iterator[str]:
    """The call in lines that break between its parts, never in one."""
    line = f"usage: {command}"
    for part in parts:
        if len(line) + 1 + len(part) > WIDTH:
            yield line
            line = " " * 6
        line += f" {part}"
    yield line


def _app_of(app: App, words: Sequence[str]) -> App:
    for word in words:
        app = app[word]
    return app


def parameters_of(app: App, words: Sequence[str]) -> list[Argument]:
    """What a command takes, each a parameter of its own; a class of options is what it consists of."""
    with app.app_stack(list(words)):
        collection = _app_of(app, words).assemble_argument_collection()
    return [each for each in collection if each.parse and not each.children]


def _description(app: App, words: Sequence[str]) -> str:
    """The docstring of the command's function."""
    return inspect.getdoc(_app_of(app, words).default_command) or ""


def _rows(parameters: Sequence[Argument], names: frozenset[str] | set[str]) -> Rows:
    return [(_spelt(each), _about(each)) for each in parameters if each.name in names]


def _spelt(argument: Argument) -> str:
    return f"{argument.name} {_value(argument)}".rstrip()


def _value(argument: Argument) -> str:
    """What follows an option: nothing for a flag."""
    if argument.hint is bool:
        return ""
    return argument.parameter.metavar or argument.name.lstrip("-").upper()


def _in_usage(argument: Argument) -> str:
    shown = _spelt(argument) if argument.name.startswith("-") else argument.name
    return shown if argument.required else f"[{shown}]"


def _about(argument: Argument) -> str:
    choices = _choices(argument.hint)
    about = argument.parameter.help or ""
    return f"{about} ({', '.join(choices)})" if choices else about


def _choices(hint: Any) -> list[str]:
    return [str(choice) for choice in get_args(hint)] if get_origin(hint) is Literal else []


def _section(title: str, rows: Rows) -> Iterator[str]:
    """A heading and its rows; a name that is long has its text in the next line."""
    if not rows:
        return
    yield ""
    yield f"{title}:"
    column = min(26, max(len(name) for name, _ in rows) + 2 * _INDENT)
    for name, about in rows:
        lines = textwrap.wrap(about, WIDTH - column) or [""]
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

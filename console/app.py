"""The commands as the parser knows them: named by its import path, and imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import BoundArguments, getdoc
from typing import Any, Final, Literal, get_args, get_origin

from cyclopts import App, CycloptsError, Parameter
from cyclopts.argument import Argument

from console.command_table import ABOUT, COMMANDS, PROGRAM, Call, Command, ParameterText
from console.wrong_call import explained, unknown_command

PLACE: Final = "console.commands"


def make_app(name: str = PROGRAM, commands: Sequence[Command] = COMMANDS) -> App:
    """The commands as cyclopts knows them, none of them imported yet."""
    # The last of a repeated option counts, and a flag has no second name that switches it off.
    parameter = Parameter(negative=(), allow_repeating=True)
    app = App(name=name, help=ABOUT, default_parameter=parameter, version_flags=())
    for command in commands:
        if command.actions:
            app.command(make_app(command.name, command.actions))
        else:
            app.command(f"{PLACE}.{command.function}", name=command.name, help=command.help)
    return app


def bind(call: Call, app: App) -> tuple[Callable[..., Any], BoundArguments]:
    """The function of the command and its arguments; `WrongCall` explains what is wrong with the call."""
    if call.actions:
        typed = next(iter(call.after), "")
        raise unknown_command(typed, call.spelt, [command.name for command in call.actions])
    try:
        function, bound, _ = app.parse_args(
            [*call.words, *call.before, *call.after], print_error=False, exit_on_error=False
        )
    except CycloptsError as error:
        raise explained(error, call.spelt) from error
    return function, bound


def parameters_of(app: App, words: Sequence[str]) -> list[ParameterText]:
    """What a command takes, each a parameter of its own; a class of options is what it consists of."""
    with app.app_stack(list(words)):
        collection = _app_of(app, words).assemble_argument_collection()
    return [_text(each) for each in collection if each.parse and not each.children]


def docstring_of(app: App, words: Sequence[str]) -> str:
    """What the function of a command is documented by."""
    return getdoc(_app_of(app, words).default_command) or ""


def _app_of(app: App, words: Sequence[str]) -> App:
    for word in words:
        app = app[word]
    return app


def _text(argument: Argument) -> ParameterText:
    is_option = argument.name.startswith("-")
    value = argument.parameter.metavar or argument.name.lstrip("-").upper()
    about = argument.parameter.help or ""
    if get_origin(argument.hint) is Literal:
        about += f" ({', '.join(map(str, get_args(argument.hint)))})"
    if not is_option or argument.hint is bool:
        value = ""
    return ParameterText(argument.name, value, about, bool(argument.required))

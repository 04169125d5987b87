"""The commands as the parser knows them: named by its import path, and imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import BoundArguments, getdoc
from typing import Any, Final, Literal, get_args, get_origin

from cyclopts import App, CycloptsError, Parameter
from cyclopts.argument import Argument

from console.calls.command_table import ABOUT, COMMANDS, PROGRAM, Call, Command, ParameterText
from console.calls.wrong_call import WrongCall, explained, unknown_command

PLACE: Final = "console.commands"


def make_app(name: str = PROGRAM, about: str = ABOUT, commands: Sequence[Command] = COMMANDS) -> App:
    """The commands as cyclopts knows them, none of them imported yet."""
    # The last of a repeated option counts, and a flag has no second name that switches it off.
    # What is typed is one value: a list in JSON is not several, or one person could sign for two.
    parameter = Parameter(negative=(), allow_repeating=True, json_list=False, json_dict=False)
    app = App(name=name, help=about, default_parameter=parameter, version_flags=())
    for command in commands:
        if command.actions:
            app.command(make_app(command.name, command.help, command.actions))
        else:
            app.command(f"{PLACE}.{command.function}", name=command.name, help=command.help)
    return app


def bind(call: Call, app: App) -> tuple[Callable[..., Any], BoundArguments]:
    """The function of the command and its arguments; `WrongCall` explains what is wrong with the call."""
    if call.actions:
        typed = next(iter(call.after), "")
        raise unknown_command(typed, call.spelt, [command.name for command in call.actions])
    try:
        given = _with_values_joined(app, call.words, (*call.before, *call.after))
        function, bound, _ = app.parse_args([*call.words, *given], print_error=False, exit_on_error=False)
    except CycloptsError as error:
        raise explained(error, call.spelt) from error
    return function, bound


def _with_values_joined(app: App, words: Sequence[str], typed: Sequence[str]) -> list[str]:
    """What was typed, where a value that begins like an option is joined to the option before it.

    `--reason "- the display was off"` means what it says: no option has a blank, and none is called `-`.
    A flag takes no value, so whatever follows one stays as it is.
    """
    if not any(each == "-" or (each.startswith("-") and (" " in each or "=" in each)) for each in typed):
        return list(typed)
    takes_value = {each.name: bool(each.value) for each in parameters_of(app, words) if each.is_option}
    joined: list[str] = []
    for each in typed:
        name, equals, _ = each.partition("=")
        if equals and takes_value.get(name) is False:
            raise WrongCall(f"{name} takes no value: write {name} alone, or leave it out")
        is_value = each == "-" or (each.startswith("-") and " " in name)
        if is_value and joined and takes_value.get(joined[-1]):
            joined[-1] += f"={each}"
        else:
            joined.append(each)
    return joined


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

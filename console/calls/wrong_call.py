"""Calls that cannot be understood: what is wrong, with the option's name, and how to write it.

The parser's own errors are put into the same words here, in one place for all commands.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin

from cyclopts.argument import Argument
from cyclopts.exceptions import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from events.errors import PitledgerError


class WrongCall(PitledgerError):
    """The command line, or a variable of the environment, asks for something that it cannot mean."""


def explained(error: CycloptsError, command: str) -> WrongCall:
    """A parser's error in our words; `command` is the call so far, such as `pitledger link open`."""
    see = f"`{command} --help` shows how to call it"
    match error:
        case MissingArgumentError(argument=Argument() as argument):
            return WrongCall(f"{_missing(error, argument)}; {see}")
        case CoercionError(argument=Argument() as argument):
            return WrongCall(f"{argument.name}: {_not_readable(error)}")
        case UnknownOptionError():
            typed = error.token.keyword or error.token.value
            options = [name for argument in error.argument_collection for name in argument.names]
            return WrongCall(f"there is no option {typed}{did_you_mean(typed, options)}; {see}")
        case UnusedCliTokensError(unused_tokens=[first, *_]):
            return WrongCall(f"{first!r} is one argument too many; {see}")
    return WrongCall(str(error))


def unknown_command(typed: str, command: str, names: Iterable[str]) -> WrongCall:
    """Nothing is called like that here; without a word, nothing was asked for."""
    if not typed:
        return WrongCall(f"which one? `{command} --help` lists what there is")
    known = did_you_mean(typed, names)
    what = f"option {typed}" if typed.startswith("-") else f"{typed!r} here"
    return WrongCall(f"there is no {what}{known}; `{command} --help` lists what there is")


def did_you_mean(typed: str, names: Iterable[str]) -> str:
    """The name that is nearest, if one is near; how it is capitalised makes no difference."""
    by_letters = {name.lower(): name for name in names if name != typed}
    near = get_close_matches(typed.lower(), by_letters, n=1)
    return f" (did you mean {by_letters[near[0]]}?)" if near else ""


def _missing(error: MissingArgumentError, argument: Argument) -> str:
    """An argument that is not there at all, or an option without what belongs to it."""
    parameter = argument.parameter
    option = argument.name.startswith("-")
    value = parameter.metavar or argument.name.lstrip("-").upper()
    shown = f"{argument.name} {value}" if option else argument.name
    if error.keyword is not None or error.tokens_so_far or argument.tokens:
        return f"{argument.name} needs more than that: write {shown}"
    return f"{shown} is missing ({parameter.help})"


def _not_readable(error: CoercionError) -> str:
    if error.msg is not None:
        return str(error.msg)
    typed = error.token.value if error.token else ""
    wanted: Any = error.target_type
    if get_origin(wanted) is Literal:
        return f"{typed!r} is not one of {', '.join(map(str, get_args(wanted)))}"
    kinds = {int: "a whole number, such as 8", float: "a number, such as 2.5", bool: "true or false"}
    return f"{typed!r} is not {kinds.get(wanted, 'what it takes')}"

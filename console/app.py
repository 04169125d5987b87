"""The commands of `pitledger` as one table, and how a command line is taken apart by it.

A command is named by its import path: only the module of the command that was asked for is imported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from inspect import BoundArguments
from typing import Any, Final, NamedTuple

from cyclopts import App, CycloptsError, Parameter

from console.options import GlobalOptions
from console.wrong_call import explained, unknown_command

PROGRAM: Final = "pitledger"
PLACE: Final = "console.commands"
ABOUT: Final = "Event-sourced progressive jackpots and audit for casino table games."


class Command(NamedTuple):
    """A command and its purpose: the function below `console.commands`, or else the actions that it has."""

    name: str
    help: str
    function: str = ""
    actions: tuple[Command, ...] = ()


_LEDGER: Final = (
    Command("postings", "every movement as balanced postings", "ledger.postings:postings"),
    Command("trial", "the balance of every account, debits and credits", "ledger.trial:trial"),
    Command("statement", "a meter: opening, what moved it, closing", "ledger.statement:statement"),
    Command("hits", "every award with its steps, and which are missing", "ledger.hits:hits"),
    Command("liability", "meters, awards unpaid, money in transit", "ledger.liability:liability"),
    Command("hold", "what was kept of each wager against theory", "ledger.hold:hold"),
    Command("export", "journals, CSV with a data package, Parquet", "ledger.export:export"),
)
_LINK: Final = (
    Command("open", "put a link into play, its meters funded with their seeds", "link.open:open_link"),
    Command("change", "replace the terms of a link that is closed; amounts stay", "link.change:change_link"),
    Command("close", "take a link out of play; its meters keep their amounts", "link.close:close_link"),
    Command("adjust", "correct a meter's amount, at the house's cost or gain", "link.adjust:adjust_meter"),
    Command("transfer", "send money from a meter to a meter of another link", "link.transfer:transfer"),
    Command("retire", "give a closed and empty link up for good", "link.retire:retire_link"),
)
COMMANDS: Final[tuple[Command, ...]] = (
    Command("demo", "the simulated floor in a fresh embedded instance, live", "demo:demo"),
    Command("floor", "the simulated floor into an instance, to Kafka or to a file", "floor.command:floor"),
    Command("import", "record events from JSON lines", "importing.command:import_events"),
    Command("export-events", "the events of the log as JSON lines", "export_events:export_events"),
    Command("schema", "JSON Schema of the envelope and every event body", "schema:schema"),
    Command("round", "a round rebuilt, event by event", "round:round_"),
    Command("meters", "every progressive meter, and what is owed", "meters:meters"),
    Command("ledger", "postings, trial balance, statements, hits, liability, hold", actions=_LEDGER),
    Command("day", "the reconciliation of a gaming day; readings; its close", "day.command:day"),
    Command("link", "open, change, adjust, transfer, retire a link's meters", actions=_LINK),
    Command("settle", "what a described round must pay, as JSON lines", "settle:settle"),
    Command("hold", "exact theoretical hold of every wager that needs no strategy", "hold:hold"),
    Command("rebuild", "build the read model again, beside the old one", "rebuild:rebuild"),
    Command("check", "every invariant of the log and the read models", "check:check"),
    Command("resume", "let a halted stream go on, signed by two people", "resume:resume"),
    Command("topics", "create the topics on Kafka, or check them", "kafka.topics:topics"),
    Command("worker", "run router, keeper or sinks on Kafka", "kafka.worker:worker"),
    Command("completion", "completion of commands and options in a shell", "completion:completion"),
)
"""In the order in which a newcomer meets them."""

_GLOBAL: Final = {
    f"--{field.name.replace('_', '-')}": field.name != "json" for field in fields(GlobalOptions)
}
"""The options of every command, and whether a value follows."""


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


@dataclass(frozen=True, slots=True)
class Call:
    """A command line: the words that name the command, the options before them, and what comes after."""

    words: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]
    actions: tuple[Command, ...]
    """What could have come next, where the words do not name a command in full."""

    @property
    def spelt(self) -> str:
        """The words as they are typed, with the program's name."""
        return " ".join((PROGRAM, *self.words))

    @property
    def asks_for_help(self) -> bool:
        """Whether `--help` is among the options."""
        given = (*self.before, *self.after)
        options = given[: given.index("--")] if "--" in given else given
        return "--help" in options or "-h" in options


def read_call(tokens: Sequence[str]) -> Call:
    """Find the command; the options of every command may come before it, and are kept for it."""
    words: list[str] = []
    before: list[str] = []
    rest, actions = list(tokens), COMMANDS
    while rest and actions:
        option, equals, _ = rest[0].partition("=")
        if option in ("-h", "--help"):
            before.append(rest.pop(0))
        elif option in _GLOBAL:
            taken = 2 if _GLOBAL[option] and not equals else 1
            before += rest[:taken]
            del rest[:taken]
        elif found := [command for command in actions if command.name == rest[0]]:
            words.append(rest.pop(0))
            actions = found[0].actions
        else:
            break
    return Call(tuple(words), tuple(before), tuple(rest), actions)


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

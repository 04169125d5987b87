"""The command `pitledger`: one table of subcommands, the options that all of them take, and exit codes.

0 good, 1 a check failed or something was found, 2 the call was wrong or could not run. Only the module of the
command that was asked for is imported, so that the others cost nothing.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple

from events.errors import PitledgerError
from games.errors import GamesError


class Command(NamedTuple):
    """A subcommand; its module has `add_parser(subparsers)`, which sets `run(args) -> int`."""

    name: str
    module: str
    help: str


COMMANDS: Final = (
    Command("demo", "console.demo", "the simulated floor in a fresh embedded instance, live"),
    Command("floor", "console.floor", "the simulated floor into an instance, to Kafka or to a file"),
    Command("import", "console.importing", "record events from JSON lines"),
    Command("export-events", "console.exporting", "the events of the log as JSON lines"),
    Command("schema", "console.schema", "JSON Schema of the envelope and every event body"),
    Command("round", "console.round", "a round rebuilt, event by event"),
    Command("meters", "console.meters", "every progressive meter, and what is owed"),
    Command("ledger", "console.ledger", "postings, trial balance, statements, hits, liability, hold"),
    Command("day", "console.day", "the reconciliation of a gaming day; readings; its close"),
    Command("link", "console.link", "open, change, adjust, transfer, retire a link's meters"),
    Command("settle", "console.settle", "what a described round must pay, as JSON lines"),
    Command("hold", "console.hold", "exact theoretical hold of every wager that needs no strategy"),
    Command("rebuild", "console.rebuild", "the read models anew, beside the old"),
    Command("check", "console.check", "every invariant of the log and the read models"),
    Command("resume", "console.resume", "let a halted stream go on, on the word of two people"),
    Command("topics", "console.topics", "create the topics on Kafka, or check them"),
    Command("worker", "console.worker", "run router, keeper or sinks on Kafka"),
)
"""In the order in which a newcomer meets them."""

DATA_HELP: Final = "directory of an embedded instance (or PITLEDGER_DATA)"
KAFKA_HELP: Final = "the log is on Kafka, at these brokers (or PITLEDGER_KAFKA)"
JSON_HELP: Final = "one JSON document on standard output and nothing else"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is the return value."""
    everywhere, rest = _everywhere().parse_known_args(sys.argv[1:] if argv is None else argv)
    chosen = next((word for word in rest if not word.startswith("-")), "")
    args = _parser(chosen).parse_args(rest, everywhere)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except (PitledgerError, GamesError) as error:
        print(f"pitledger {chosen}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read our output has had enough. Python would complain again on the way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(f"pitledger {chosen}: interrupted", file=sys.stderr)
        return 2
    return code


class _Exact(argparse.ArgumentParser):
    """A parser that takes options as they are spelt: an abbreviation today may be ambiguous tomorrow."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **settings})


def _everywhere() -> argparse.ArgumentParser:
    """The options that stand before or after the subcommand."""
    parser = argparse.ArgumentParser(prog="pitledger", add_help=False, allow_abbrev=False)
    parser.add_argument("--data", metavar="DIR", help=DATA_HELP)
    parser.add_argument("--kafka", metavar="HOSTS", help=KAFKA_HELP)
    parser.add_argument("--json", action="store_true", help=JSON_HELP)
    return parser


def _parser(chosen: str) -> argparse.ArgumentParser:
    """All commands by name and purpose, and the chosen one in full."""
    parser = argparse.ArgumentParser(
        prog="pitledger",
        description="Event-sourced progressive jackpots and audit for casino table games.",
        parents=[_everywhere()],
        allow_abbrev=False,
    )
    subparsers = parser.add_subparsers(
        title="commands",
        metavar="COMMAND",
        required=True,
        parser_class=_Exact,
    )
    for command in COMMANDS:
        if command.name == chosen:
            import_module(command.module).add_parser(subparsers)
            _show_everywhere(subparsers.choices[chosen])
        else:
            subparsers.add_parser(command.name, help=command.help, add_help=False)
    return parser


def _show_everywhere(parser: argparse.ArgumentParser) -> None:
    """Let the help of a subcommand show the options that were taken out before it was parsed."""
    group = parser.add_argument_group("options of every command")
    for option, metavar, text in (("--data", "DIR", DATA_HELP), ("--kafka", "HOSTS", KAFKA_HELP)):
        group.add_argument(option, metavar=metavar, default=argparse.SUPPRESS, help=text)
    if not any("--json" in action.option_strings for action in parser._actions):  # noqa: SLF001 - no other way
        group.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=JSON_HELP)


if __name__ == "__main__":
    sys.exit(main())

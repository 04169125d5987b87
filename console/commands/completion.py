"""`pitledger completion SHELL`: a script that completes commands and options in bash, zsh or fish."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

from cyclopts import Parameter

from console.calls.command_table import COMMANDS, PROGRAM
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.printing.output import print_json


def completion(
    shell: Annotated[Literal["bash", "zsh", "fish"], Parameter(help="the shell")],
    /,
    *,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Print a script that completes commands, options and file names.

    Load it with `source`, or keep it where the shell looks for completions.

    Examples:
        pitledger completion bash > ~/.local/share/bash-completion/completions/pitledger
        pitledger completion zsh
        pitledger completion fish
    """
    from console.calls.app import make_app  # noqa: PLC0415 - it imports the commands, this one included

    app = make_app()
    for group in (app, *(app[command.name] for command in COMMANDS if command.actions)):
        group.default(_options_alone)
    script = app.generate_completion(prog_name=PROGRAM, shell=shell)
    if options.json:
        print_json({"shell": shell, "script": script})
    else:
        sys.stdout.write(script)
    return 0


def _options_alone(*, options: GlobalOptions = NO_OPTIONS) -> None:
    """The options of every command, which are taken before its name as well."""

"""The command `pitledger`: runs what was asked for, prints what went wrong, and gives the exit code.

0 good, 1 a check failed or something was found, 2 the call was wrong or could not run. Errors of all commands
are printed here and nowhere else.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from console.command_table import Call, read_call
from console.output import print_message
from events.errors import PitledgerError
from games.errors import GamesError


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is the return value."""
    call = read_call(sys.argv[1:] if argv is None else argv)
    try:
        code = _run(call)
        sys.stdout.flush()
    except (PitledgerError, GamesError) as error:
        print_message(f"{call.spelt}: {error}")
        return 2
    except BrokenPipeError:
        # The reader of our output has closed it. Python would complain again on the way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print_message(f"{call.spelt}: interrupted")
        return 2
    return code


def _run(call: Call) -> int:
    if call.asks_for_help:
        from console.help import help_of  # noqa: PLC0415 - only what is needed is imported

        sys.stdout.writelines(f"{line}\n" for line in help_of(call))
        return 0
    from console.app import bind, make_app  # noqa: PLC0415 - the parser takes longer than help in all

    function, bound = bind(call, make_app())
    code: int = function(*bound.args, **bound.kwargs)
    return code


if __name__ == "__main__":
    sys.exit(main())

"""Runs what was asked for, prints what went wrong, and gives the exit code.

Errors of all commands are printed here and nowhere else.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence
from typing import Final

from console.calls.command_table import Call, read_call
from console.printing.lines import spoken
from console.printing.output import print_message
from console.printing.standard_streams import visible_streams
from console.recording import on_record
from console.wording.calling import answering
from console.wording.local_time import local_zone
from events.errors import PitledgerError
from games.errors import GamesError

_OUTPUT_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO})


def answer(argv: Sequence[str]) -> int:
    """Run one command; the exit code is the return value."""
    call = read_call(argv)
    on_record.begin_call()
    _replace_what_cannot_be_shown()
    with answering(call), visible_streams():
        return _answer(call)


def _replace_what_cannot_be_shown() -> None:
    """A terminal that lacks a character shows a ? for it; in the locale C Python minds lone bytes alone."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors in {"strict", "surrogateescape"}:
        sys.stdout.reconfigure(errors="replace")


def _answer(call: Call) -> int:
    try:
        code = _run(call)
        sys.stdout.flush()
    except KeyboardInterrupt as interrupt:
        raise KeyboardInterrupt(spoken(on_record.so_far())) from interrupt
    except (PitledgerError, GamesError) as error:
        return _failed(call, str(error))
    except BrokenPipeError:
        _drop_output()  # its reader has closed it
        return 0
    except OSError as error:
        if error.filename is not None:  # a file that its command did not foresee to be out of reach
            remedy = "; check the path, and that you may use it"
            return _failed(call, f"{error.filename}: {error.strerror}", remedy)
        if error.errno not in _OUTPUT_FULL:
            _say_before_traceback(call, error)
            raise
        _drop_output()
        return _failed(call, f"the output cannot be written: {error.strerror}", "; make room and ask again")
    except Exception as defect:
        _say_before_traceback(call, defect)
        raise
    return code


def _failed(call: Call, what: str, remedy: str = "") -> int:
    """Say what failed; where something is on record all the same, that is said before it, and not to ask
    again."""
    so_far = on_record.so_far()
    print_message(
        f"{call.spelt}: {so_far}. What failed: {what}" if so_far else f"{call.spelt}: {what}{remedy}"
    )
    return 2


def _say_before_traceback(call: Call, defect: Exception) -> None:
    if on_record.so_far():
        _failed(call, f"{type(defect).__name__}, which nobody foresaw")


def _drop_output() -> None:
    """What is left in the buffer goes nowhere: Python would complain again on the way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(call: Call) -> int:
    if call.asks_for_help:
        from console.calls.help import help_of  # noqa: PLC0415 - only what is needed is imported

        sys.stdout.writelines(f"{line}\n" for line in help_of(call))
        return 0
    from console.calls.app import bind, make_app  # noqa: PLC0415 - the parser takes longer than help in all
    from console.calls.options import NO_OPTIONS  # noqa: PLC0415

    local_zone()  # before anything is read: no command takes a zone that is not one
    function, bound = bind(call, make_app())
    bound.arguments.get("options", NO_OPTIONS).gaming_days()  # nor a cut-off of the environment
    code: int = function(*bound.args, **bound.kwargs)
    return code

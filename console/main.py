"""The command `pitledger`: the way in, which imports next to nothing, so that Ctrl-C finds it ready.

0 good, 1 a check failed or something was found, 2 the call was wrong or could not run.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is the return value."""
    if argv is None and not _standard_streams_are_there():
        print("pitledger: standard output is closed: open it, or send it to /dev/null", file=sys.stderr)
        return 2
    try:
        from console.calls.answering import answer  # noqa: PLC0415 - it takes a moment, in which Ctrl-C may come

        return answer(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt as interrupt:
        if argv is None:  # a second Ctrl-C would fall into what Python does on the way out
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        from console.recording.on_record import GO_ON, so_far  # noqa: PLC0415

        print(f"pitledger: interrupted; {str(interrupt) or so_far() or GO_ON}", file=sys.stderr)
        return 2
    finally:
        if argv is None:  # the answer is given: Ctrl-C on the way out would end this with another code
            signal.signal(signal.SIGINT, signal.SIG_IGN)


def _standard_streams_are_there() -> bool:
    """Fill what whoever started this has closed, or a file opened next would be written as if it were that.

    False where standard output was closed: an answer that nobody can have got is not given.
    """
    closed = [name for name in ("stdin", "stdout", "stderr") if getattr(sys, name) is None]
    for name in closed:  # in this order each gets the number of the one that it stands for
        setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    return "stdout" not in closed


if __name__ == "__main__":
    sys.exit(main())

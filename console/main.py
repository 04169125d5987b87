"""The command `pitledger`: the way in, which imports next to nothing, so that Ctrl-C finds it ready.

0 good, 1 a check failed or something was found, 2 the call was wrong or could not run.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code is the return value."""
    try:
        from console.answering import answer  # noqa: PLC0415 - it takes a moment, in which Ctrl-C may come

        return answer(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        if argv is None:  # a second Ctrl-C would fall into what Python does on the way out
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        print("pitledger: interrupted; what was recorded stays: call again to go on", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())

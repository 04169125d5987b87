"""The real log behind a connection that breaks."""

from streams.errors import Trouble
from streams.log import NO_GAPS, Origin


class Troubled:
    """Its appends fail so often before they arrive, then so often before the answer does."""

    def __init__(self, log, *, before: int = 0, after: int = 0) -> None:
        self.log = log
        self.before = before
        self.after = after

    def append(self, batch, origin=Origin.RECORDED, gaps=NO_GAPS):
        if self.before:
            self.before -= 1
            raise Trouble("no connection")
        appended = self.log.append(batch, origin, gaps)
        if self.after:
            self.after -= 1
            raise Trouble("no answer")
        return appended

    def __getattr__(self, name):
        return getattr(self.log, name)

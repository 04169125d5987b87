"""The errors of everything that moves events. `Trouble` is for servers and disks: retry, then exit."""

from __future__ import annotations

from events.errors import PitledgerError


class LogError(PitledgerError):
    """The log cannot be used as asked; the text names the file or topic and the remedy."""


class NoSuchTopic(LogError):
    """The brokers do not know a topic or a partition: it was never made, or they have only just started."""


class BeingWritten(LogError):
    """Another process writes the log, and only one may; what follows from it that process works out too."""


class Conflict(LogError):
    """An append that does not continue its stream: other bytes at that seq, a gap, or a wrong `prev`."""

    def __init__(self, stream: str, seq: int, problem: str, ours: bytes, theirs: bytes) -> None:
        super().__init__(
            f"{stream} seq {seq}: {problem} (stored {theirs.hex()}, offered {ours.hex()}). "
            "Read the stream's head again: another recorder may be writing it."
        )
        self.stream = stream
        self.seq = seq
        self.ours = ours
        self.theirs = theirs


class BrokenChain(LogError):
    """Reading met an event that does not continue its stream; the text names the first bad one."""


class Halted(BrokenChain):
    """A stream is halted behind a gap; the text names the gap and how two people let it go on."""


class Trouble(PitledgerError):
    """A server or a disk did not do what it must; nothing was acknowledged. Retry, then exit."""


class TopicsMadeAnew(Trouble):
    """What is in memory was made from topics that are gone: nothing of it may be written any more."""


class Overtaken(Trouble):
    """Another worker has moved a position that this one thought its own: load it again and go on."""

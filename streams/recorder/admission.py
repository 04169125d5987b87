"""What a log takes besides what happens now: copies, and recording times that were brought along.

Both are for a log that holds nothing else: what a recorder's own clock has timed is not mixed with what
anybody could have written into a file. Two people may sign for an exception.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

from events.body import read_body
from events.errors import MalformedEvent
from events.jsonform import Draft
from events.vocabulary.desk import StreamResumed
from projections.recording.completing import StreamEnd, check_recorded_at
from projections.routing.chain import resuming_problem
from streams.log import Log, Origin, Sealed

_NO_COPIES: Final = (
    "a line that carries seq and prev is a copy, and this instance holds other events than copies: "
    "`pitledger import FILE --restore --sign BADGE:DEPARTMENT --sign BADGE:DEPARTMENT --reason TEXT` takes "
    "it, signed by two people of two departments"
)
_NOT_AS_RECORDED: Final = (
    "recording times are taken as they come only by an instance that holds nothing else: "
    "import without --as-recorded, or into an empty one"
)


class NotTakenHere(MalformedEvent):
    """A copy, or a recording time that was brought along, for a log that holds something else already."""


class Taking(Enum):
    """What a recorder takes besides drafts of what happens now."""

    COPIES = "copies"
    """Events that were recorded elsewhere, while the log holds nothing but such copies."""
    AS_RECORDED = "as recorded"
    """The recording times that drafts bring, while the log holds nothing but events that brought theirs.

    Such a file tells a whole past, and what a system decided then is part of it."""
    RESTORED = "restored"
    """Copies whatever the log holds: two people have signed for it."""


class ResumedGaps:
    """The gaps that copies may have: two people have resumed the stream behind each, and that is among them.

    Whatever a resumption leaves out comes before the number that it names: there the processors go on.
    """

    __slots__ = ("_from_to",)

    def __init__(self, drafts: Iterable[Draft] = ()) -> None:
        """Take the resumptions among copies; what is not one, or what two people did not sign, is left."""
        self._from_to: dict[str, list[tuple[int, int]]] = {}
        for draft in drafts:
            if draft.type != StreamResumed.TYPE or draft.seq is None or draft.prev is None:
                continue
            body = read_body(draft)
            assert isinstance(body, StreamResumed)
            if not resuming_problem(draft.stream, body):
                self._from_to.setdefault(draft.stream, []).append((body.from_seq, draft.seq))

    def explain(self, stream: str, seq: int) -> bool:
        """Whether what is missing just before this number was lost by what two people have signed for."""
        return any(seq <= first < resumed for first, resumed in self._from_to.get(stream, ()))


NONE_RESUMED: Final = ResumedGaps()


class Batch(list[Sealed]):
    """What one call will append, with the highest origin of it; 0 while it is empty.

    `by_system`: the system itself made what is to be recorded, and no client.
    """

    def __init__(self, *, by_system: bool = False) -> None:
        super().__init__()
        self.by_system = by_system
        self.origin = 0
        self.gaps: set[tuple[str, int]] = set()
        """The copies in it that go on behind a gap."""
        self.closed_streams: dict[str, MalformedEvent] = {}
        """The streams that take no draft, each with the reason."""

    def take(self, sealed: Sealed, origin: Origin) -> None:
        """Add an event that came in this way."""
        self.append(sealed)
        if origin is not self.origin:
            self.origin = max(self.origin, origin)


class Admission:
    """What one recorder takes into its log, by what the log holds already. It looks at the log once."""

    __slots__ = ("_held", "_log", "of_drafts", "taking")

    def __init__(self, log: Log, taking: Taking) -> None:
        self.taking = taking
        self.of_drafts = Origin.AS_RECORDED if taking is Taking.AS_RECORDED else Origin.RECORDED
        """How a draft counts that is recorded here."""
        self._log = log
        self._held: int | None = None

    @property
    def held(self) -> int:
        """The highest origin of what the log holds, 0 for nothing."""
        if self._held is None:
            self._held = self._log.origin() or 0
        return self._held

    def appended(self, origin: int) -> None:
        """Follow what was appended."""
        if self._held is not None:
            self._held = max(self._held, origin)

    def forget(self) -> None:
        """Look again: an append may have been stored or not."""
        self._held = None

    def of_copy(self, batch: Batch) -> Origin:
        """How a copy counts that is taken now; `NotTakenHere` where none is."""
        held = max(self.held, batch.origin)
        if self.taking is Taking.AS_RECORDED:
            if held in (0, Origin.AS_RECORDED):
                return Origin.AS_RECORDED
        elif held <= Origin.COPIED:
            return Origin.COPIED
        if self.taking is Taking.RESTORED:
            return Origin.RECORDED
        raise NotTakenHere("seq", _NO_COPIES)

    def brought_time(self, draft: Draft, end: StreamEnd, now_us: int, batch: Batch) -> int:
        """The recording time of a draft that is to keep its own."""
        if draft.recorded_at_us is None:
            raise MalformedEvent("recorded_at", "is missing: with --as-recorded every line brings its own")
        if max(self.held, batch.origin) not in (0, Origin.AS_RECORDED):
            raise NotTakenHere("recorded_at", _NOT_AS_RECORDED)
        check_recorded_at(draft.recorded_at_us, end, now_us)
        return draft.recorded_at_us

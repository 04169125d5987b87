"""A witness: judges a request by what it cosigned last, remembers, and only then gives its cosignature away.

Under one lock, and what is answered is on the disk before: whatever ends the process, and whatever else is
asked meanwhile, it never cosigns two trees of one size, nor a shorter log after a longer one. What this
module must not know: where requests come from.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from threading import Lock

from streams.errors import Trouble
from streams.notary.tlog.cosignatures import CosignerKey, cosigned
from streams.notary.tlog.notes import MOST_SIGNATURES, VerifierKey, read_note
from streams.notary.witness.judging import Admitted, Answer, admit, is_fork, refusal
from streams.notary.witness.memory import Seen, WitnessFolder

Say = Callable[[str], None]
"""Takes a line for whoever runs the witness."""


class Witness:
    """The witness of a folder; `clock` gives seconds since 1970, `say` tells its operator what was asked."""

    def __init__(self, folder: WitnessFolder, clock: Callable[[], int], say: Say) -> None:
        self._folder = folder
        self._clock = clock
        self._say = say
        self._lock = Lock()
        self._logs: dict[str, list[VerifierKey]] = {}
        for log in folder.logs:
            self._logs.setdefault(log.name, []).append(log)

    def answer(self, body: bytes) -> Answer:
        """What a request is answered; a cosignature is remembered when this returns."""
        admitted = admit(body, self._logs)
        if isinstance(admitted, Answer):
            return admitted
        with self._lock:
            return self._judged(admitted)

    def _judged(self, admitted: Admitted) -> Answer:
        origin, size = admitted.checkpoint.origin, admitted.checkpoint.size
        seen = self._folder.seen(origin)
        last = None if seen is None else seen.checkpoint
        refused = refusal(admitted, last)
        if seen is not None and is_fork(admitted, last):
            self._tell_of_fork(seen, admitted)
        elif refused is not None:
            known = 0 if last is None else last.size
            self._say(
                f"{origin}: {size:,} entries refused ({refused.status.value}); {known:,} were cosigned last"
            )
        if refused is not None:
            return refused
        seconds = self._clock()
        if seen is not None:  # a clock that was put back must not say otherwise than was said
            seconds = max(seconds, seen.cosignature.seconds)
        cosignature = cosigned(admitted.text, self._folder.signer, seconds)
        self._folder.remember(origin, _with_cosignature(admitted, cosignature.line, self._folder.key))
        self._say(f"{origin}: {size:,} entries cosigned")
        return Answer(HTTPStatus.OK, cosignature.line)

    def _tell_of_fork(self, seen: Seen, other: Admitted) -> None:
        self._say(
            f"{seen.checkpoint.origin} has signed ANOTHER TREE of {seen.checkpoint.size:,} entries than the "
            "one cosigned: its history was changed. Both checkpoints are in the folder forks"
        )
        try:
            self._folder.keep_fork(seen, other.note)
        except Trouble as error:  # it is refused all the same
            self._say(str(error))


def _with_cosignature(admitted: Admitted, line: str, key: CosignerKey) -> bytes:
    """The checkpoint with the witness's line, instead of older ones that the log may have sent."""
    _, signatures = read_note(admitted.note)
    others = [each.line for each in signatures if (each.name, each.key_id) != (key.name, key.key_id)]
    return f"{admitted.text}\n{''.join([*others[: MOST_SIGNATURES - 1], line])}".encode()

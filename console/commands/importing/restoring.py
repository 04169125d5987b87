"""How an import treats what lines bring of another recorder: `--restore` and `--as-recorded`.

Copies into an instance that records are signed for by two people, and the signing is itself on record, before
the first of them is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from cyclopts import Parameter

from console.calls.wrong_call import WrongCall
from console.recording.clerk import record_fact, refused_because
from console.recording.signing import REASON, SIGN, Signature
from events.errors import PitledgerError
from events.jsonform import Draft
from events.vocabulary.desk import RestoreSigned
from streams.recorder.admission import Taking
from streams.recorder.recorder import Recorder

_DIGITS: Final = 16
"""Hex digits of the file's hash in the name of its desk: a stream of its own, which no copy continues."""


class RestoreRefused(PitledgerError):
    """The people who signed may not have copies restored."""


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """What is believed of the numbers and times that lines bring."""

    as_recorded: Annotated[
        bool,
        Parameter(
            negative="",
            help="keep the recording times that lines bring; for an instance that holds nothing else",
        ),
    ] = False
    restore: Annotated[
        bool,
        Parameter(negative="", help="take copies into an instance that records; signed by two people"),
    ] = False
    sign: Annotated[tuple[Signature, ...], SIGN] = ()
    reason: Annotated[str, REASON] = ""

    def taking(self) -> Taking:
        """What the recorder is to take; a `WrongCall` where the options do not go together."""
        if self.as_recorded and self.restore:
            raise WrongCall("--as-recorded and --restore: give one of them")
        if self.restore and (len(self.sign) != 2 or not self.reason.strip()):
            raise WrongCall("--restore needs --sign BADGE:DEPARTMENT, twice, and --reason TEXT")
        if not self.restore and (self.sign or self.reason):
            raise WrongCall("--sign and --reason belong to --restore")
        if self.as_recorded:
            return Taking.AS_RECORDED
        return Taking.RESTORED if self.restore else Taking.COPIES


AS_COPIED: Final = Brought()


class Restoring:
    """Puts on record who signed, once, before the first copy that would not be taken otherwise."""

    def __init__(self, brought: Brought, sha256: str) -> None:
        self._brought = brought
        self._sha256 = sha256
        self._signed = not brought.restore

    def before(self, recorder: Recorder, drafts: Sequence[Draft]) -> None:
        """Sign, if these drafts are the first that need it."""
        if self._signed or not recorder.would_restore(drafts):
            return
        self._signed = True
        brought = self._brought
        fields = {"sha256": self._sha256, "signed_by": list(brought.sign), "reason": brought.reason}
        desk = f"desk:restore-{self._sha256[:_DIGITS]}"
        recorded = record_fact(recorder, desk, RestoreSigned.TYPE, fields, brought.sign[0]["badge"])
        if recorded.refused:
            raise RestoreRefused(f"nothing was restored: {refused_because(recorded.event)}")

"""Whose log it is that a command records into, and the recorder for it, which names people by references."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from console.printing.output import print_message
from events.envelope import decode
from events.errors import MalformedEvent, PitledgerError
from events.topics import EVENTS
from projections.recording.completing import DayOf
from streams.log import Log
from streams.recorder.admission import NONE_RESUMED, ResumedGaps, Taking
from streams.recorder.recorder import Recorder
from streams.vault.recorder import DiscreetRecorder
from streams.vault.vault import Vault

DEFAULT_FACILITY: Final = "facility"


def facility_of(log: Log) -> str | None:
    """Whose log this is, by its first event; bytes that are none are not asked."""
    for partition in range(log.partitions(EVENTS)):
        for start, stop in ((0, 1), (1, None)):  # the first will do, unless somebody else has written it
            for record in log.read(EVENTS, partition, start, stop):
                with suppress(MalformedEvent):
                    return decode(record.value).facility
    return None


class OtherFacility(PitledgerError):
    """The facility that was named is not the one whose log this is."""


def require_facility(log: Log, named: str | None) -> None:
    """Refuse a facility on the command line that is another than the log's."""
    owner = None if named is None else facility_of(log)
    if owner is not None and owner != named:
        raise OtherFacility(
            f"--facility {named}: this instance is of {owner}. Leave the option out, or name the instance of "
            f"{named} with --data."
        )


def new_recorder(  # noqa: PLR0917 - what a recorder is made of
    log: Log,
    facility: str,
    day_of: DayOf,
    vault: Vault,
    taking: Taking = Taking.COPIES,
    resumed: ResumedGaps = NONE_RESUMED,
) -> Recorder:
    """A recorder for a log: of the facility that the log is of, or of this one where it is empty. Whom drafts
    name, the vault keeps."""
    owner = facility_of(log) or facility
    return DiscreetRecorder(log, owner, vault, print_message, day_of=day_of, taking=taking, resumed=resumed)

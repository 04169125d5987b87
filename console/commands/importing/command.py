"""`pitledger import FILE`: records events from JSON lines, at speed, and stops at no bad line.

What it could not take it names by line number at the end. A line without a source id gets one from the file's
hash and its number, so a second run after a crash doubles nothing. What a line means is `events.jsonform`'s
business, and what is recorded for it the recorder's.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

from console.calls.arguments import input_file, new_file_name, one
from console.calls.names import owner
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.importing.error_file import open_error_file, write_errors
from console.commands.importing.file import ImportFile, open_import
from console.commands.importing.lines import Batch, NotTaken, rare_collections
from console.commands.importing.restoring import AS_COPIED, Brought, RestoreRefused, Restoring
from console.instances.instance import Open, open_for_recording
from console.printing.output import Progress, print_json, print_message, progress
from console.recording import on_record
from console.recording.clerk import load_validation, refused_because
from console.recording.recorders import DEFAULT_FACILITY, new_recorder, require_facility
from events.body import read_body
from events.errors import MalformedEvent, PitledgerError
from events.jsonform import Draft
from events.source_ids import RECORDER, split_source_id
from events.topics import EVENTS
from events.vocabulary.desk import RecordRefused
from streams.recorder.admission import NotTakenHere, Taking
from streams.recorder.recorder import BehindAGap, Recorded, Recorder

BATCH: Final = 1_000
"""Lines to one append: more no longer fit the processor's cache, fewer make a sync of the disk count."""
PROCESS_EVERY: Final = 100
"""Batches between two runs of the embedded processors."""
SHOWN: Final = 20
"""Lines not taken, and lines refused, that are named on the terminal."""


@dataclass(slots=True)
class Tally:
    """What became of the lines."""

    lines: int = 0
    recorded: int = 0
    existed: int = 0
    refused: int = 0
    refusals: list[tuple[int, str]] = field(default_factory=list)
    """The first of these lines, and why each was refused."""
    other_times: int = 0
    """Lines that brought another recording time than they were given."""
    not_taken: list[NotTaken] = field(default_factory=list)


def import_events(
    file: Annotated[Path, one(input_file, "FILE", "JSON lines, one event each; - is standard input")],
    /,
    *,
    errors: Annotated[
        Path | None, one(new_file_name, "FILE", "write every line not taken here, as JSON lines")
    ] = None,
    facility: Annotated[str | None, one(owner, "NAME", "the facility, where lines do not name it")] = None,
    brought: Brought = AS_COPIED,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    r"""Record events from JSON lines; a second run of the same file records nothing twice.

    Sequence, chain and recording time are assigned. A line that carries number and chain is a copy: it is
    checked, and taken while the instance holds nothing but copies. Exit code 1: some lines were not taken, or
    who signed may not have copies restored.

    Examples:
        pitledger import shift.jsonl
        pitledger import - --errors not-taken.jsonl --facility EAST < shift.jsonl
        pitledger import lost.jsonl --restore --sign S-1:slots --sign A-2:accounting \
          --reason "disk of HCF-01 lost; copy of that night"
    """
    days, taking = options.gaming_days(), brought.taking()
    if taking is Taking.RESTORED:
        load_validation()  # what two people sign for is recorded as a fact of its own
    with ExitStack() as stack:
        source = stack.enter_context(open_import(str(file)))
        where = options.location()
        error_file = stack.enter_context(open_error_file(errors, file, where.data)) if errors else None
        opened = stack.enter_context(open_for_recording(where))
        resumed = source.resumed_gaps()
        make = partial(
            new_recorder, opened.log, day_of=days, vault=opened.vault, taking=taking, resumed=resumed
        )
        try:
            tally = Importer(source, opened, facility, make, brought).run()
        except RestoreRefused as refused:
            print_message(f"pitledger import: refused: {refused}")
            return 1
        if error_file is not None:
            write_errors(error_file, source.lines({error.line for error in tally.not_taken}), tally.not_taken)
    if options.json:
        print_json(_document(source, tally))
    else:
        _report(str(file), tally)
    return 1 if tally.not_taken else 0


class Importer:
    """One run over one file."""

    def __init__(
        self,
        source: ImportFile,
        opened: Open,
        facility: str | None,
        make_recorder: Callable[[str], Recorder],
        brought: Brought,
    ) -> None:
        self._source = source
        self._opened = opened
        self._facility = facility
        self._make_recorder = make_recorder
        self._brought = brought
        self._restoring = Restoring(brought, source.sha256)
        self._recorder: Recorder | None = None
        self._tally = Tally()
        self._stopped_at: dict[str, int] = {}
        """By stream, the first line that was not taken: copies behind it cannot follow."""
        self._first_not_here: int | None = None
        """The first line that this instance does not take because of what it holds."""

    def run(self) -> Tally:
        """Record every line that can be; the processors have caught up when this returns."""
        self._opened.log.partitions(EVENTS)  # topics that are not there are named before any line is read
        require_facility(self._opened.log, self._facility)
        try:
            with rare_collections(), progress("importing", self._source.size, "lines") as shown:
                for number, batch in enumerate(self._source.batches(BATCH), 1):
                    self._take(batch, shown)
                    if number % PROCESS_EVERY == 0:
                        self._opened.catch_up()
                self._opened.catch_up()
        except PitledgerError:
            if self._tally.recorded:
                on_record.done(
                    f"{self._tally.recorded:,} recorded", "`pitledger export-events`", doubles=False
                )
            raise
        self._tally.not_taken.sort(key=lambda error: error.line)
        return self._tally

    def _take(self, batch: Batch, shown: Progress) -> None:
        tally = self._tally
        tally.lines += batch.lines
        tally.not_taken += batch.not_taken
        if batch.drafts:
            drafts = self._drafts_of(batch)
            recorder = self._recorder_for(drafts)
            self._restoring.before(recorder, drafts)
            results = recorder.record_many(drafts)
            for (number, draft), result in zip(batch.drafts, results, strict=True):
                self._count(number, draft, result)
        shown.advance(batch.size, batch.lines)

    def _count(self, number: int, draft: Draft, result: Recorded | MalformedEvent) -> None:
        tally = self._tally
        if isinstance(result, MalformedEvent):
            tally.not_taken.append(self._not_taken(number, draft, result))
        elif result.refused and (conflict := _conflict(number, draft, result)) is not None:
            tally.not_taken.append(conflict)
        elif result.existed:
            tally.existed += 1
        elif result.refused:
            tally.refused += 1
            if len(tally.refusals) < SHOWN:
                tally.refusals.append((number, refused_because(result.event)))
        else:
            tally.recorded += 1
            if draft.recorded_at_us is not None and draft.recorded_at_us != result.event.recorded_at_us:
                tally.other_times += 1

    def _not_taken(self, number: int, draft: Draft, error: MalformedEvent) -> NotTaken:
        """A line and its error, and the line that is the cause of it where that is another one."""
        not_taken = NotTaken(number, error.field, error.problem)
        if isinstance(error, NotTakenHere):
            self._first_not_here = self._first_not_here or number
            not_taken = not_taken._replace(follows=self._first_not_here)
        cause = self._stopped_at.setdefault(draft.stream, number)
        if isinstance(error, BehindAGap) and cause != number:
            problem = f"it follows line {cause} in {draft.stream}, which was not taken"
            return not_taken._replace(message=problem, follows=cause)
        return not_taken if not_taken.follows != number else not_taken._replace(follows=None)

    def _recorder_for(self, drafts: list[Draft]) -> Recorder:
        """The recorder; an empty log belongs to the facility that the first lines name."""
        if self._recorder is None:
            named = (draft.facility for draft in drafts if draft.facility is not None)
            facility = self._facility or next(named, DEFAULT_FACILITY)
            self._recorder = self._make_recorder(facility)
        return self._recorder

    def _drafts_of(self, batch: Batch) -> list[Draft]:
        if not self._brought.as_recorded:
            return [draft for _, draft in batch.drafts]
        return [self._known_by_line(number, draft) for number, draft in batch.drafts]

    def _known_by_line(self, number: int, draft: Draft) -> Draft:
        """A draft that keeps its time but not its chain is not the event of the id that a recorder made for
        it: it is known by its line."""
        if draft.prev is None and split_source_id(draft.source_id or "")[0] == RECORDER:
            return draft._replace(source_id=f"{self._source.prefix}{number}")
        return draft


def _conflict(number: int, draft: Draft, result: Recorded) -> NotTaken | None:
    """What is said of a line whose source id is that of another event; None for any other refusal."""
    refusal = read_body(result.event)
    if not isinstance(refusal, RecordRefused) or refusal.code != "duplicate":
        return None
    problem = f"{draft.source_id!r} is that of {draft.stream} seq {refusal.existing_seq}, with other content"
    return NotTaken(number, "source_id", f"{problem} (its refusal is seq {result.seq})")


def _document(source: ImportFile, tally: Tally) -> dict[str, Any]:
    return {
        "sha256": source.sha256,
        "lines": tally.lines,
        "recorded": tally.recorded,
        "existed": tally.existed,
        "refused": tally.refused,
        "refusals": [{"line": line, "reason": reason} for line, reason in tally.refusals],
        "other_times": tally.other_times,
        "not_taken": len(tally.not_taken),
        "errors": [error.as_object() for error in tally.not_taken],
    }


def _report(name: str, tally: Tally) -> None:
    lines = f"{tally.lines:,} line{'' if tally.lines == 1 else 's'}"
    parts = [f"{tally.recorded:,} recorded"]
    if tally.existed:
        parts.append(f"{tally.existed:,} recorded before")
    if tally.refused:
        parts.append(f"{tally.refused:,} refused by the system, each on record")
    if tally.not_taken:
        parts.append(f"{len(tally.not_taken):,} not taken")
    sys.stdout.write(f"{name}: {lines}: {', '.join(parts)}.\n")
    if tally.other_times:
        brought = "line brought a" if tally.other_times == 1 else "lines brought a"
        print_message(
            f"  {tally.other_times:,} {brought} recording time that is not the recorder's. It is not "
            "believed: the recorder's clock gave one. --as-recorded keeps it, in an instance that holds "
            "nothing else"
        )
    for line, reason in tally.refusals:
        print_message(f"  line {line}: refused: {reason}")
    if tally.refused > len(tally.refusals):
        print_message(
            f"  and {tally.refused - len(tally.refusals):,} more were refused: each is in its stream"
        )
    _report_not_taken(tally.not_taken)


def _report_not_taken(not_taken: list[NotTaken]) -> None:
    """The lines that are a cause; those that follow from one are counted."""
    causes = [error for error in not_taken if error.follows is None]
    for error in causes[:SHOWN]:
        print_message(f"  line {error.line}: {error.field}: {error.message}")
    left = [f"{len(causes) - SHOWN:,} more"] if len(causes) > SHOWN else []
    if len(causes) < len(not_taken):
        left.append(
            f"{len(not_taken) - len(causes):,} for the same reason, or behind one of these in their stream"
        )
    if left:
        print_message(f"  and {', and '.join(left)}: see all of them with --errors FILE or --json")

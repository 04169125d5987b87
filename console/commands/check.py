"""`pitledger check`: every invariant of the log and the read model; exit code 1 if one does not hold."""

from __future__ import annotations

from contextlib import suppress

from console.calls.options import NO_OPTIONS, GlobalOptions, Location
from console.instances.instance import bulk_source, open_log
from console.instances.read_model import open_read_model, tell_what_is_to_come
from console.printing.lines import print_row
from console.printing.output import print_json, print_message, progress, reached
from events.errors import PitledgerError
from events.money import text
from events.topics import EVENTS
from projections.checking.problems import Note, Problem
from streams.notary.folder import AUDIT_FOLDER
from streams.read_model.bulk_sources import BulkSource
from streams.read_model.check import find_problems
from streams.read_model.made_from import require_made_from
from streams.read_model.queries.liability import all_beyond_entitlement
from streams.read_model.rebuild import all_of
from streams.read_model.store import DamagedModel, ReadStore
from streams.recorder.register import RegisterReader


def check(*, options: GlobalOptions = NO_OPTIONS) -> int:
    """Read everything once and name what does not hold. It changes nothing.

    What is evidence and accounted for is a note. Exit code 1: something does not hold.

    Examples:
        pitledger check
        pitledger --data var/pitledger check --json
    """
    where = options.location()
    source = bulk_source(where, past_damage=True)
    with suppress(DamagedModel):
        tell_what_is_to_come(where)
    events = sum(source.end(EVENTS, partition) for partition in range(source.partitions(EVENTS)))
    length = sum(all_of(source).values())
    notes: list[Note] = []
    with progress("check", length, "records") as bar:
        try:
            with open_read_model(where, as_it_is=True) as store:
                require_made_from(source, store)
                problems = list(find_problems(source, store, reached(bar), take_note=notes.append))
                notes += _beyond_entitlement(store)
        except DamagedModel as error:
            notes.clear()
            problems = list(find_problems(source, None, reached(bar), take_note=notes.append))
            problems.append(Problem("read model", *str(error).split(": ", 1)))
    problems += _of_audit_log(where, source)
    why_not = _no_register(where)
    if options.json:
        register = {"in_force": not why_not, "why_not": why_not or None}
        found = [problem._asdict() for problem in problems]
        noted = [note._asdict() for note in notes]
        print_json({"events": events, "problems": found, "notes": noted, "register": register})
    else:
        _show(events, problems, notes)
        if why_not:
            print_message(f"No register of badges is in force: {why_not}.")
    return 1 if problems else 0


def _of_audit_log(where: Location, source: BulkSource) -> list[Problem]:
    """What does not hold in the instance's audit log, where it has one."""
    folder = where.data / AUDIT_FOLDER
    if not folder.is_dir():
        return []
    from console.commands.audit.opening import publication_of  # noqa: PLC0415 - seldom needed, slow to import
    from streams.notary.checking import audit_problems  # noqa: PLC0415

    return list(audit_problems(folder, source, lambda: publication_of(where, folder).published()))


def _beyond_entitlement(store: ReadStore) -> list[Note]:
    """Cash that was paid and not owed is on its account, and no problem of the log: somebody may mend it."""
    return [
        Note(
            each.book,
            f"{text(each.account_mc)} beyond entitlement, {_payments(len(each.payments))}: "
            "`pitledger ledger liability`",
        )
        for each in all_beyond_entitlement(store)
    ]


def _payments(count: int) -> str:
    return f"{count:,} payment{'s' * (count != 1)}"


def _no_register(where: Location) -> str:
    """Why no register of badges is in force, which is not a problem of the log; empty where one is."""
    try:
        with open_log(where) as log:
            return RegisterReader(log).read().why_not_in_force
    except PitledgerError as error:
        return f"it cannot be read ({error})"


def _show(events: int, problems: list[Problem], notes: list[Note]) -> None:
    for problem in problems:
        print_row(f"{problem.check:<12} {problem.place}: {problem.detail}", 0, 13)
    for note in notes:
        print_row(f"{'note':<12} {note.place}: {note.detail}", 0, 13)
    noted = f", {len(notes)} note{'s' * (len(notes) != 1)}" if notes else ""
    print_message(f"{events:,} events checked, {len(problems)} problem{'s' * (len(problems) != 1)}{noted}.")

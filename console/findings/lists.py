"""Lists of checks side by side: what a newer one finds is shown once somebody has accepted it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from cyclopts import Parameter

from console.calls.arguments import one, whole_number
from console.calls.names import person, words
from console.calls.options import GlobalOptions
from console.calls.wrong_call import WrongCall
from console.commands.rebuild import DESK
from console.instances.read_model import open_read_model
from console.printing.output import print_json, print_message
from console.recording.clerk import open_clerk
from projections.examining.finding import VERSION
from streams.read_model.findings import compare_lists, has_findings_of, shown_version
from streams.read_model.store import ReadStore


def _version(text: str) -> int:
    version = whole_number(text)
    if version < 1:
        raise ValueError(f"{text!r} is not possible: versions start at 1")
    return version


@Parameter(name="*")
@dataclass(frozen=True, slots=True)
class Lists:
    """Which list of checks is looked at, and whether what it finds is to be shown from now on."""

    version: Annotated[
        int | None, one(_version, "N", "what this version of the list of checks finds", "--list")
    ] = None
    accept: Annotated[
        str | None, one(person, "BADGE", "show what the newest list finds from now on; who accepts it")
    ] = None
    reason: Annotated[str, one(words, "TEXT", "why it is accepted")] = ""


SHOWN: Final = Lists()


def tell_of_lists(store: ReadStore, lists: Lists) -> None:
    """Say that a newer list has found something else, until somebody accepts that; `WrongCall` where a list
    is asked for that there is not."""
    if lists.version is not None and lists.version > VERSION and not has_findings_of(store, lists.version):
        raise WrongCall(
            f"--list: there is no version {lists.version} of the list of checks: this release has version "
            f"{VERSION}"
        )
    shown = shown_version(store)
    if lists.version is None and shown < VERSION:
        other = compare_lists(store, VERSION)
        print_message(
            f"This is what version {shown} of the list of checks finds. Version {VERSION} finds "
            f"{other.new:,} more, and {other.gone:,} not: `pitledger findings --list {VERSION}` shows it, "
            "and --accept BADGE --reason TEXT has it shown from then on."
        )


def accept_list(lists: Lists, options: GlobalOptions) -> int:
    """Have what the list of this release finds shown from now on."""
    if not lists.reason:
        raise WrongCall("--accept needs a --reason: both are recorded in the log")
    with open_read_model(options.location(), examined=True) as store:
        compared = compare_lists(store, VERSION)
    if compared.old_version >= VERSION:
        raise WrongCall(
            f"--accept: version {compared.old_version} of the list of checks is shown already, and this "
            f"release has version {VERSION}"
        )
    assert lists.accept is not None
    positions = compared.positions.items()
    fields = compared._asdict() | {
        "positions": [{"partition": each, "next_offset": end} for each, end in sorted(positions)],
        "accepted_by": lists.accept,
        "reason": lists.reason,
    }
    with open_clerk(options) as clerk:
        clerk.record(DESK, "findings_accepted", fields, lists.accept)
        clerk.process()
    if options.json:
        print_json(fields)
    else:
        print(
            f"From now on version {VERSION}: {compared.new:,} findings more, {compared.gone:,} not any more."
        )
    return 0

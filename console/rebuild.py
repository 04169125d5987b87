"""`pitledger rebuild`: the read model anew, beside the old one, compared, then switched.

Equal positions must give equal digests. A difference is not switched to unless a named person accepts it, and
that is an event on the desk's stream.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from console.importing import DEFAULT_FACILITY, facility_of
from console.instance import Place, open_for_recording, place
from console.output import print_json, progress, say
from console.reading import bulk_source, read_model_file
from events.vocabulary.desk import ReadModelAccepted
from streams.clock import now_us
from streams.errors import LogError
from streams.read_model.rebuild import BulkSource, all_of, build
from streams.read_model.store import ReadStore, outdated, remove, switch, unused
from streams.recorder.recorder import Recorder, draft


def add_parser(subparsers: Any) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("rebuild", help="the read models anew, beside the old")
    parser.add_argument(
        "--accept", metavar="BADGE", help="switch although the new one differs; say who accepts it"
    )
    parser.add_argument("--reason", default="", help="why the difference is accepted")
    parser.add_argument("--processes", type=int, default=0, help="processes to use (default: one a core)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Build, compare at equal positions, switch."""
    if args.accept and not args.reason:
        raise LogError("--accept needs a --reason: both will stand in the log.")
    where = place(args)
    source = bulk_source(where)
    old_file = read_model_file(where)
    new_file = old_file.with_suffix(".new.sqlite")
    with unused(old_file):
        pass  # before the work, not after it: a model in use cannot be switched
    started = time.monotonic()
    same, old_digest, new_digest = _build_beside(source, old_file, new_file, args.processes)
    if not same and not args.accept:
        say(f"The new read model differs from the old one; it stands at {new_file} and nothing was switched.")
        say("Look into it, then run this again with --accept BADGE --reason TEXT.")
    else:
        if not same:
            _record_acceptance(where, args, old_digest, new_digest)
        switch(new_file, old_file)
    events = sum(all_of(source).values())
    report = {
        "records": events,
        "seconds": round(time.monotonic() - started, 3),
        "same": same,
        "switched": same or bool(args.accept),
        "digest": new_digest,
    }
    if args.json:
        print_json(report)
    elif report["switched"]:
        print(f"{events:,} records folded in {report['seconds']} s; the read model was switched.")
    return 0 if report["switched"] else 1


def _build_beside(
    source: BulkSource, old_file: Path, new_file: Path, processes: int
) -> tuple[bool, str, str]:
    """Build up to the old one's positions, compare, then go on to the end of the log."""
    remove(new_file)
    new = ReadStore(new_file, durable=False)
    try:
        stops = all_of(source)
        with progress("rebuild", sum(stops.values()), "records") as bar:
            reached = 0

            def advance(done: int, _total: int) -> None:
                nonlocal reached
                bar.advance(done - reached, done - reached)
                reached = done

            old_digest = ""
            if old_file.exists() and outdated(old_file):
                say("The old read model is of an earlier release: there is nothing to compare with.")
            elif old_file.exists():
                old = ReadStore(old_file, writable=False)
                build(source, new, old.positions(), advance, processes)
                old_digest = old.digest()
                old.close()
            same = old_digest in ("", new.digest())
            build(source, new, stops, advance, processes)
        return same, old_digest, new.digest()
    finally:
        new.close()


def _record_acceptance(where: Place, args: argparse.Namespace, old_digest: str, new_digest: str) -> None:
    body = ReadModelAccepted(
        old_digest=old_digest, new_digest=new_digest, accepted_by=args.accept, reason=args.reason
    )
    with open_for_recording(where) as opened:
        recorder = Recorder(opened.log, facility_of(opened.log) or DEFAULT_FACILITY)
        recorder.record(draft("desk:operations", body, occurred_at_us=now_us(), actor=args.accept))

"""`pitledger floor`: the simulated casino floor, into an embedded instance, to Kafka, or to a file.

Same arguments, same bytes; after a crash the same call goes on where the log ends. At full speed an embedded
log and a file are written in bulk; by the clock, and on Kafka, everything goes through the recorder.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from console.calls.arguments import MOST_PROCESSES, new_file_name, number, one
from console.calls.names import owner
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.commands.floor import full_speed, pace, recorded
from console.commands.floor.bulk import require_places, write_planted
from console.commands.floor.plan import Plan, Tally
from console.commands.floor.report import report_of, show
from console.commands.floor.shape import NO_TROUBLE, TEN_TABLES, FloorShape, Trouble
from console.commands.floor.shape import hours as read_hours
from console.printing.output import print_json, print_message
from console.recording.signing import WAIT_S, Wait
from floor.night import Night

FACILITY: Final = "FLOOR"


def floor(
    *,
    shape: FloorShape = TEN_TABLES,
    rounds: Annotated[int | None, number("so many rounds at each table", least=1)] = None,
    hours: Annotated[int | None, one(read_hours, "H", "so many hours, e.g. 24 or 0.5")] = None,
    speed: Annotated[
        str | int, one(pace.speed, "SPEED", "full (default), real, or events a second")
    ] = pace.FULL,
    out: Annotated[
        Path | None, one(new_file_name, "FILE", "into this file, as JSON lines, instead of a log")
    ] = None,
    processes: Annotated[
        int, number("processes at full speed (default: one a core)", least=0, most=MOST_PROCESSES)
    ] = 0,
    trouble: Trouble = NO_TROUBLE,
    facility: Annotated[str | None, one(owner, "NAME", f"whose floor it is (default: {FACILITY})")] = None,
    wait: Wait = WAIT_S,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """The simulated floor into an instance, to Kafka or to a file: give either --rounds or --hours.

    Same arguments, same bytes. After a crash the same call goes on where the log ends.

    Examples:
        pitledger floor --rounds 50
        pitledger floor --tables 20 --hours 24 --seed 7 --out night.jsonl
        pitledger floor --rounds 500 --mistakes 0.01 --planted planted.jsonl
    """
    if (rounds is None) == (hours is None):
        raise WrongCall("give either --rounds N or --hours H")
    if out is not None and speed != pace.FULL:
        raise WrongCall("--out: a file is written at full speed; leave --speed out")
    night = Night(shape.seed, shape.tables, rounds, hours, shape.game, rates=trouble.rates())
    where = options.location()
    plan = Plan(night, where, options.gaming_days(), speed, facility or FACILITY, facility, processes, wait)
    require_places(trouble.planted, out, where.data)
    tally = Tally()
    try:
        if out is not None:
            full_speed.to_file(plan, out, tally)
        elif where.kafka is not None:
            recorded.to_kafka(plan, tally)
        elif speed == pace.FULL:
            full_speed.into_log(plan, tally)
        else:
            recorded.to_embedded(plan, tally)
    except KeyboardInterrupt:
        print_message("pitledger floor: interrupted; call again with the same arguments to go on")
        return 2
    if trouble.planted is not None:
        write_planted(trouble.planted, tally.planted)
    report = report_of(night, str(out or where.kafka or where.data), tally)
    if options.json:
        print_json(report)
    else:
        show(report, tally)
    return 0

"""`pitledger demo`: the simulated floor in a fresh embedded instance, shown live, or played for scripts.

Live, the floor opened an hour ago by its own clock, which is tied to the wall from then on; it is shown by
the console in the browser, or on a board in the terminal. For scripts it plays so many rounds at full speed,
in virtual time, and then shows where to look.
"""

from __future__ import annotations

import time
from typing import Annotated, Any, Final

from cyclopts import Parameter

from console.board.playing import play_live, play_rounds
from console.board.watching import Watching
from console.calls.arguments import number
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.commands.floor.shape import TEN_TABLES, FloorShape
from console.commands.meters import link_json
from console.instances.demo_floor import ShownFloor
from console.instances.demo_instance import DemoHouse, open_fresh
from console.instances.instance import open_vault
from console.printing.output import print_json
from console.recording.recorders import new_recorder
from console.wording.hints import command
from events.money import text
from events.topics import EVENTS
from floor.guests import Guests
from floor.houses.instances import EmbeddedHouse
from floor.plan import lay_out
from streams.read_model.queries.meters import link_meters

FACILITY: Final = "DEMO"
ROUNDS: Final = 200


def demo(
    *,
    shape: FloorShape = TEN_TABLES,
    rounds: Annotated[
        int | None,
        number(f"play so many rounds in all, then report (default: {ROUNDS})", least=1),
    ] = None,
    no_console: Annotated[
        bool, Parameter(name="--no-console", help="for scripts: play, answer and leave")
    ] = False,
    terminal: Annotated[
        bool, Parameter(negative="", help="a board in the terminal, plain lines where that is none")
    ] = False,
    no_browser: Annotated[
        bool, Parameter(name="--no-browser", help="open no browser: the address is printed")
    ] = False,
    port: Annotated[
        int | None,
        number("the console's port (default: 8737, or else any that is free)", "PORT", least=0, most=65_535),
    ] = None,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """The simulated floor in a fresh embedded instance, live.

    With the console in the browser, until Ctrl-C: address and accounts are printed. With --terminal a board
    instead. With --rounds, --no-console or --json it plays in virtual time at full speed, then reports.

    Examples:
        pitledger demo
        pitledger demo --rounds 200 --seed 7 --no-console
    """
    if options.kafka:
        raise WrongCall("--kafka: a demo has an instance of its own; `pitledger floor` plays to Kafka")
    data, days = options.location().data, options.gaming_days()
    started = time.monotonic()
    with open_fresh(data) as embedded, open_vault(options.location()) as vault:
        live = rounds is None and not no_console and not options.json
        recorder = new_recorder(embedded.log, FACILITY, days, vault)
        house = DemoHouse(EmbeddedHouse(embedded, recorder))
        guests = Guests(shape.seed, vault.keep)
        watching = Watching(house)
        plan = lay_out(shape.seed, shape.tables, shape.game)
        if live and terminal:
            play_live(plan, watching, days, embedded, guests)
        elif live:
            from console.web.beside_demo import Shown, show_console  # noqa: PLC0415 - scripts need no server

            shown = Shown(days, port, not no_browser)
            show_console(ShownFloor(watching, shape, days, guests), embedded, recorder, shown)
        else:
            play_rounds(plan, watching, days, ROUNDS if rounds is None else rounds, guests)
        embedded.process()
        report = {
            "data": str(data),
            "rounds": watching.rounds,
            "events": embedded.log.end(EVENTS),
            "last_round": watching.last[-1].name if watching.last else "",
            "links": [link_json(link) for link in link_meters(embedded.store)],
        }
    if options.json:
        print_json(report)
    else:
        _show(report, shape.tables, time.monotonic() - started)
    return 0


def _show(report: dict[str, Any], tables: int, seconds: float) -> None:
    rounds, events = report["rounds"], report["events"]
    on = "1 table" if tables == 1 else f"{tables} tables"
    print(f"{rounds:,} rounds on {on}: {events:,} events in {seconds:.1f} s.")
    for link in report["links"]:
        for meter in link["meters"]:
            amount, reserve = text(meter["amount_mc"]), text(meter["reserve_mc"])
            print(f"{link['link']} {meter['meter']} is at {amount}, its reserve at {reserve}.")
    print("\nLook at it:")
    look = ("meters", f"round {report['last_round']}", "ledger trial", "check", "export-events | head")
    for words in look:
        print(f"  {command(words)}")

"""The console beside a demo: served in a thread of its own while the floor plays, with an account a role."""

from __future__ import annotations

import secrets
import socket
import webbrowser
from typing import Final, NamedTuple

from console.board.playing import play_on
from console.calls.options import Location
from console.calls.wrong_call import WrongCall
from console.instances.demo_audit import begin_demo_audit_log
from console.instances.demo_floor import PEOPLE, ShownFloor
from console.instances.demo_instance import OF_CONSOLE
from console.printing.output import print_message
from console.recording.clerks import SharedClerks
from console.web.entry.accounts import Account, hash_of, store_accounts
from console.web.entry.roles import role_named
from console.web.serving import HOST, PORT, listen, new_server, served
from console.web.site import DemoAccount, Site
from events.naming import comparable
from streams.clock import GamingDays, now_us
from streams.engines.embedded import Embedded
from streams.recorder.recorder import Recorder

_PASSWORD_BYTES: Final = 9


class Shown(NamedTuple):
    """How a demo is shown: by which gaming days, at which port, and whether a browser is opened."""

    days: GamingDays
    port: int | None
    in_browser: bool


def show_console(floor: ShownFloor, embedded: Embedded, recorder: Recorder, shown: Shown) -> None:
    """What has happened by now, then the console with what goes on, until Ctrl-C."""
    with _listening(shown.port) as listening:
        print_message("Playing yesterday's last tables and today's first hour …")
        casino = floor.play_past(now_us())
        embedded.process()
        port = listening.getsockname()[1]
        where = Location(embedded.data, None)
        clerks = SharedClerks(embedded, recorder, shown.days)
        demo = _accounts(embedded)
        site = Site(where, shown.days, f"pitledger-{port}", clerks, demo=demo, source=OF_CONSOLE)
        begin_demo_audit_log(embedded.data, site.facility)
        with served(new_server(site, ()), listening):
            address = f"http://localhost:{port}/"
            print(f"\nThe console is at {address}   Ctrl-C ends it.\n\n  badge  role           password")
            for each in site.demo:
                print(f"  {each.badge:<6} {each.role:<14} {each.password}", flush=True)
            if shown.in_browser:
                webbrowser.open(address)
            play_on(casino, embedded, clerks.turn)


def _listening(port: int | None) -> socket.socket:
    """The port that is wanted; where none is, the usual one, or else any."""
    if port is not None:
        return listen(HOST, port)
    try:
        return listen(HOST, PORT)
    except WrongCall:
        return listen(HOST, 0)


def _accounts(embedded: Embedded) -> tuple[DemoAccount, ...]:
    """An account a role, all with one password that is made for this demo."""
    password = secrets.token_urlsafe(_PASSWORD_BYTES)
    hashed = hash_of(password)
    made = [Account(each.badge, each.department, role_named(each.role), hashed) for each in PEOPLE]
    store_accounts(embedded.data, {comparable(account.badge): account for account in made})
    return tuple(DemoAccount(each.badge, each.role, password) for each in PEOPLE)

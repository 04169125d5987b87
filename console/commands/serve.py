"""`pitledger serve`: the console in the browser, of an instance that is there."""

from __future__ import annotations

from typing import Annotated, Final

from cyclopts import Parameter

from console.calls.arguments import many, number, one
from console.calls.names import something
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.instances.instance import require_instance
from console.instances.read_model import open_read_model
from console.printing.output import print_json_line, print_message

HOST: Final = "127.0.0.1"
PORT: Final = 8737


def serve(
    *,
    host: Annotated[str, one(something, "ADDRESS", f"the address to listen at (default: {HOST})")] = HOST,
    port: Annotated[
        int, number(f"the port; 0 for any that is free (default: {PORT})", "PORT", least=0, most=65_535)
    ] = PORT,
    name: Annotated[
        tuple[str, ...], many(something, "NAME", "a name that browsers call it by, besides localhost")
    ] = (),
    https: Annotated[
        bool, Parameter(negative="", help="browsers reach it by HTTPS, through a proxy")
    ] = False,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """The pages of this instance in the browser, until Ctrl-C; on this machine alone unless --host says else.

    Who may sign in `pitledger account set` says. Behind a proxy that speaks HTTPS, say so with --https, and
    how browsers call it with --name. With --json the address is one line on standard output.

    Examples:
        pitledger serve
        pitledger serve --host 10.1.2.3 --name pit.example --https
    """
    from console.recording.clerks import OwnClerks  # noqa: PLC0415
    from console.web.entry.accounts import load_accounts  # noqa: PLC0415 - few calls need a server
    from console.web.serving import listen, new_server  # noqa: PLC0415
    from console.web.serving import serve as serve_until  # noqa: PLC0415
    from console.web.site import Site  # noqa: PLC0415

    if host not in (HOST, "localhost", "::1") and not https:
        raise WrongCall(
            f"--host {host}: passwords would cross the net in the clear. Have a proxy speak HTTPS before it, "
            "and say so with --https."
        )
    where = options.location()
    require_instance(where)
    with open_read_model(where):
        pass  # what cannot be read is said before anybody asks
    with listen(host, port) as listening:
        taken = listening.getsockname()[1]
        days = options.gaming_days()
        site = Site(where, days, f"pitledger-{taken}", OwnClerks(where, days), is_https=https)
        server = new_server(site, (host, *name))
        address = f"http://{f'[{host}]' if ':' in host else host}:{taken}/"
        if options.json:
            print_json_line({"address": address})
        else:
            print(f"The console is at {address}   Ctrl-C ends it.", flush=True)
        if not load_accounts(where.data):
            print_message("Nobody may sign in yet: `pitledger account set BADGE --role ROLE` lets somebody.")
        serve_until(server, listening, site)
    return 0

"""`pitledger audit witness`: for somebody else, cosign what continues what was seen of a log before."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated

from cyclopts import Parameter

from console.calls.arguments import many, new_file_name, number, one
from console.calls.names import something
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from console.commands.audit.opening import given_passphrase, new_passphrase
from console.printing.lines import print_row
from console.printing.output import print_json, print_message
from streams.errors import LogError
from streams.notary.folder import KEY_FILE, VKEY_FILE
from streams.notary.keys import needs_passphrase
from streams.notary.tlog.notes import BadNote, VerifierKey, is_key_name, read_verifier_key
from streams.notary.witness.cosigning import Witness
from streams.notary.witness.memory import LOGS_FILE, WitnessFolder
from streams.notary.witness.service import OnceAMinute, WitnessServer

HOST = "127.0.0.1"
PORT = 8731


def _name(text: str) -> str:
    if not is_key_name(text):
        raise ValueError(
            f"{text!r} is not a name: write one without blanks and +, such as gaming-board.example/w1"
        )
    return text


def _keys(logs: tuple[str, ...]) -> list[VerifierKey]:
    try:
        return [read_verifier_key(log) for log in logs]
    except BadNote as error:
        raise WrongCall(f"--log: {error}") from None


def witness(
    folder: Annotated[Path, one(new_file_name, "FOLDER", "what the witness remembers, and its key")],
    /,
    *,
    name: Annotated[str | None, one(_name, "NAME", "begin a witness of that name")] = None,
    log: Annotated[
        tuple[str, ...], many(something, "VKEY", "a log to be witnessed; remembered (repeatable)")
    ] = (),
    passphrase: Annotated[
        bool, Parameter(help="put the new key behind a passphrase (PITLEDGER_AUDIT_PASSPHRASE, or asked for)")
    ] = False,
    host: Annotated[str, one(something, "HOST", "the address to listen at (127.0.0.1)")] = HOST,
    port: Annotated[
        int, number("the port to listen at; 0 is any that is free (8731)", least=0, most=65_535)
    ] = PORT,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Be a witness, until stopped: cosign the checkpoints of logs that only ever grow.

    Examples:
        pitledger audit witness var/witness --name board.example/w1 --log pitledger/PA-01+1c2d3e4f+AZ
        pitledger audit witness var/witness --host 192.0.2.17
    """
    say = OnceAMinute(print_message)
    logs = _keys(log)
    if name is not None and not logs and not (folder / LOGS_FILE).is_file():
        raise WrongCall("--log: no log is known here: give the key of one that is to be witnessed")
    kept = WitnessFolder(folder, name, _passphrase(folder, new=passphrase))
    try:
        kept.learn(logs)
        with _listening(host, port, Witness(kept, lambda: int(time.time()), say), say) as server:
            _print_what_it_is(kept, server, options)
            server.serve_forever()
    except KeyboardInterrupt:
        return 0
    finally:
        kept.close()
    return 0


@contextmanager
def _listening(host: str, port: int, witness: Witness, say: OnceAMinute) -> Iterator[WitnessServer]:
    try:
        server = WitnessServer(host, port, witness.answer, say)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise LogError(
            f"--host {host} --port {port}: nothing can listen there ({why}). Name an address of this machine "
            "and a port that is free"
        ) from None
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        yield server
    finally:
        signal.signal(signal.SIGTERM, before)
        server.server_close()


def _stop(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _print_what_it_is(kept: WitnessFolder, server: WitnessServer, options: GlobalOptions) -> None:
    if options.json:
        logs = [log.text for log in kept.logs]
        print_json({"name": kept.key.name, "vkey": kept.key.text, "url": server.url, "logs": logs})
    else:
        print_row(kept.key.text)
        origins = ", ".join({log.name: 0 for log in kept.logs})
        print_row(
            f"{kept.key.name} listens at {server.url}, for {origins}. Hand "
            f"the key above to whoever signs that; the secret one is in {kept.path / KEY_FILE}."
        )
    sys.stdout.flush()


def _passphrase(folder: Path, *, new: bool) -> str | None:
    if (folder / VKEY_FILE).is_file():
        return given_passphrase("Passphrase of the witness's key: ") if needs_passphrase(folder) else None
    return new_passphrase("the witness's key") if new else None

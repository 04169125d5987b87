"""Exports of the audit log that the console makes: begun, under way, cut off, checked, and to be had.

They lie in a folder of the instance's directory, a bag each, beside what was asked and what the commands
said. So they are there after a restart, and one that was cut off goes on.
"""

from __future__ import annotations

import json
import re
import secrets
import threading
import time
from dataclasses import asdict, dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final

from console.calls.options import Location
from console.calls.wrong_call import WrongCall
from console.instances.own_files import EXPORTS_FOLDER
from console.web.working.child import MESSAGES, OUT, Step, start
from console.wording.calling import typed_options
from events.times import SECOND_US
from streams.clock import now_us
from streams.notary.folder import AUDIT_FOLDER
from streams.notary.keys import read_vkey

_ID: Final = re.compile(r"[0-9]{8}-[0-9]{6}-[0-9a-f]{4}")
_ASKED: Final = ".asked.json"
_PERCENT: Final = re.compile(r"([0-9,]+) (?:entries|records), ([0-9]+) %")
CHECKPOINT: Final = "checkpoint"


@dataclass(frozen=True, slots=True)
class ExportAsked:
    """What an export is to have, who asked for it, and when."""

    id: str
    by: str
    at_us: int
    first_day: str
    last_day: str
    tables: str
    events_only: bool

    @property
    def words(self) -> str:
        """What it is of."""
        days = f"{self.first_day or 'the first day'} to {self.last_day or 'the last'}"
        parts = [days if self.first_day or self.last_day else "", self.tables and f"tables {self.tables}"]
        whole = ", ".join(filter(None, parts)) or "everything"
        return whole + (", events only" if self.events_only else "")


@dataclass(frozen=True, slots=True)
class Export:
    """An export as it stands. `state` is `running`, `cut off`, `failed`, `bad` or `good`."""

    asked: ExportAsked
    bag: Path
    state: str
    percent: int
    said: str
    """The last message of a command that runs, or failed."""
    made: dict[str, Any]
    verified: dict[str, Any]


class Jobs:
    """The work of one console; one at a time, as there is one notary."""

    def __init__(self, where: Location) -> None:
        self._where = where
        self._folder = where.data / EXPORTS_FOLDER
        self._lock = threading.Lock()
        self._running: tuple[str, BaseProcess] | None = None

    # --- what is under way ------------------------------------------------------------------------------

    def running(self) -> str:
        """The id of what runs; empty where nothing does."""
        with self._lock:
            if self._running is None or not self._running[1].is_alive():
                return ""
            return self._running[0]

    def _start(self, name: str, steps: list[Step]) -> None:
        with self._lock:
            if self._running is not None and self._running[1].is_alive():
                raise WrongCall(
                    f"{self._running[0]} is under way, and there is one notary: wait until it is done"
                )
            for step in steps:
                step.forget()
            self._running = name, start(steps)

    def wait(self, seconds: float) -> None:
        """Wait so long for what runs, for a page that had better show its end."""
        until = time.monotonic() + seconds
        while self.running() and time.monotonic() < until:
            time.sleep(0.05)

    # --- a checkpoint -----------------------------------------------------------------------------------

    def sign(self) -> None:
        """Take in what was recorded, and sign it."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        self._start(CHECKPOINT, [self._checkpoint()])

    def sign_problem(self) -> str:
        """Why the last checkpoint was not signed; empty where it was, or none was asked for."""
        step = self._checkpoint()
        return _last_line(step.file(MESSAGES)) if step.code() not in (None, 0) else ""

    def _checkpoint(self) -> Step:
        return Step(("audit", "checkpoint", "--json", *self._instance()), self._folder / CHECKPOINT)

    # --- exports ----------------------------------------------------------------------------------------

    def begin(self, by: str, first_day: str, last_day: str, tables: str, *, events_only: bool) -> str:
        """Begin an export; gives its id."""
        at_us = now_us()
        stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(at_us // SECOND_US))
        asked = ExportAsked(
            f"{stamp}-{secrets.token_hex(2)}", by, at_us, first_day, last_day, tables, events_only
        )
        self._folder.mkdir(mode=0o700, exist_ok=True)
        self._start(asked.id, self._steps(asked))
        (self._folder / f"{asked.id}{_ASKED}").write_text(json.dumps(asdict(asked)), "utf-8")
        return asked.id

    def go_on(self, id_: str) -> None:
        """Go on with one that was cut off, or check again one that failed."""
        found = self.find(id_)
        if found is None or found.state in ("running", "good"):
            raise WrongCall(f"{id_}: there is nothing to go on with")
        self._start(id_, self._steps(found.asked)[1 if found.bag.is_dir() else 0 :])

    def find(self, id_: str) -> Export | None:
        """An export by its id."""
        if not _ID.fullmatch(id_):
            return None
        try:
            asked = ExportAsked(**json.loads((self._folder / f"{id_}{_ASKED}").read_bytes()))
        except (OSError, ValueError, TypeError):
            return None
        return self._standing(asked)

    def all(self, most: int | None = None) -> list[Export]:
        """Every export, or the last so many, the latest first."""
        names = sorted((path.name for path in self._folder.glob(f"*{_ASKED}")), reverse=True)[:most]
        found = (self.find(name.removesuffix(_ASKED)) for name in names)
        return [each for each in found if each is not None]

    def _standing(self, asked: ExportAsked) -> Export:
        made, checked = self._steps(asked)
        bag = self._folder / asked.id
        state = "cut off"
        step = made if made.code() is None else checked
        if self.running() == asked.id:
            state = "running"
        elif made.code() not in (None, 0):
            state, step = "failed", made
        elif checked.code() is not None:
            state = {0: "good", 1: "bad"}.get(checked.code() or 0, "failed")
        percent = 100 if made.code() == 0 else _percent(made.file(MESSAGES))
        said = _last_line(step.file(MESSAGES))
        return Export(asked, bag, state, percent, said, _document(made), _document(checked))

    def _steps(self, asked: ExportAsked) -> list[Step]:
        bag = self._folder / asked.id
        argv = ["audit", "export", "--json", "--out", str(bag), *self._instance()]
        for option, value in (
            ("--from", asked.first_day),
            ("--to", asked.last_day),
            ("--tables", asked.tables),
        ):
            argv += [option, value] if value else []
        argv += ["--events-only"] if asked.events_only else []
        key = read_vkey(self._where.data / AUDIT_FOLDER).text
        verify = ("audit", "verify", str(bag), "--key", key, "--json")
        files = self._folder / asked.id
        return [
            Step(tuple(argv), files.with_name(f"{asked.id}.export")),
            Step(verify, files.with_name(f"{asked.id}.verify")),
        ]

    def _instance(self) -> list[str]:
        named = ["--data", str(self._where.data)]
        if self._where.kafka is not None:
            named += ["--kafka", self._where.kafka]
        zone = typed_options().get("--zone")
        return [*named, "--zone", zone] if zone else named


def _document(step: Step) -> dict[str, Any]:
    """What a command printed; empty where it has not."""
    try:
        read: dict[str, Any] = json.loads(step.file(OUT).read_bytes())
    except (OSError, ValueError):
        return {}
    return read


def _last_line(file: Path) -> str:
    try:
        lines = file.read_text("utf-8", "replace").strip().splitlines()
    except OSError:
        return ""
    return lines[-1] if lines else ""


def _percent(file: Path) -> int:
    """How far it says that it has come."""
    found = _PERCENT.search(_last_line(file))
    return int(found[2]) if found else 0

"""What all requests to a console share: the instance, who may come in, who is in, and what it is called.

An embedded instance is kept up to date here where nobody else works on it; on Kafka its workers do that.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from starlette.responses import Response

from console.acts.second_signatures import RequestsReader
from console.calls.options import Location
from console.instances.instance import open_log
from console.instances.read_model import open_read_model
from console.recording.clerks import Clerks
from console.recording.recorders import facility_of
from console.web.acting.done import Done
from console.web.entry.accounts import Account, load_accounts, why_shut
from console.web.entry.attempts import Attempts
from console.web.entry.sessions import LONGEST_S, Session, Sessions
from console.web.working.exports import Jobs
from events.naming import comparable
from projections.recording.badges import Register
from projections.signature_requests import Requests
from streams.clock import GamingDays, now_us
from streams.errors import LogError
from streams.log import Log
from streams.read_model.store import ReadStore
from streams.recorder.register import RegisterReader

REGISTER_SECONDS: Final = 2.0
"""For so long what was read of the register, and of requests to sign, is believed."""


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """An account of a demo, which anybody may use who can open its page."""

    badge: str
    role: str
    password: str


@dataclass(slots=True)
class Site:
    """A console. `name` tells its cookie from that of another on the same host."""

    where: Location
    days: GamingDays
    name: str
    clerks: Clerks
    """Who records for people."""
    is_https: bool = False
    demo: tuple[DemoAccount, ...] = ()
    source: str = "console-"
    """How the ids of what is recorded here begin."""
    done: Done = field(default_factory=Done)
    sessions: Sessions = field(default_factory=lambda: Sessions(time.monotonic))
    attempts: Attempts = field(default_factory=lambda: Attempts(time.monotonic))
    jobs: Jobs = field(init=False)
    _facility: str | None = None
    _register: tuple[float, Register] | None = None
    _requests: tuple[float, Requests] | None = None
    _reader: RequestsReader = field(default_factory=RequestsReader)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        """The long work of this console, none yet."""
        self.jobs = Jobs(self.where)

    @property
    def cookie(self) -> str:
        """What the cookie of a session is called; a browser keeps the prefix's promises itself."""
        return f"__Host-{self.name}" if self.is_https else self.name

    @contextmanager
    def store(self) -> Iterator[ReadStore]:
        """The read model as it is."""
        with open_read_model(self.where, as_it_is=True) as store:
            yield store

    @contextmanager
    def log(self) -> Iterator[Log]:
        """The log, to read from."""
        with open_log(self.where) as log:
            yield log

    @property
    def facility(self) -> str:
        """Whose instance it is; empty while nothing is recorded."""
        if self._facility is None:
            with self.log() as log:
                self._facility = facility_of(log)
        return self._facility or ""

    def now_us(self) -> int:
        """The time of day."""
        return now_us()

    def register(self) -> Register:
        """The register of badges, as it was a moment ago."""
        with self._lock:
            if self._register is None or time.monotonic() - self._register[0] > REGISTER_SECONDS:
                with self.log() as log:
                    self._register = time.monotonic(), RegisterReader(log).read()
            return self._register[1]

    def signs_as(self, account: Account) -> tuple[str, str]:
        """The badge of an account, and the department that it signs for: the register's."""
        held = self.register().holder(account.badge)
        return account.badge, account.department if held is None else held.department

    def requests(self, *, at_once: bool = False) -> Requests:
        """The second signatures that were asked for, as it was a moment ago, or as it is now."""
        with self._lock:
            before = self._requests
            if at_once or before is None or time.monotonic() - before[0] > REGISTER_SECONDS:
                with self.log() as log:
                    before = self._requests = time.monotonic(), self._reader.read(log)
            return before[1]

    def give(self, response: Response, token: str, lasts_s: float = LONGEST_S) -> None:
        """Have a browser keep the token of its session, which no script reads and no other site uses."""
        response.set_cookie(
            self.cookie, token, max_age=int(lasts_s), httponly=True, samesite="strict", secure=self.is_https
        )

    def account(self, badge: str) -> Account | None:
        """The account of a badge; None where there is none."""
        return load_accounts(self.where.data).get(comparable(badge))

    def is_valid(self, session: Session) -> bool:
        """Whether who signed in may still come in, the account as it was and the badge held; or a display."""
        account = session.account
        if not self.sessions.is_open(session):
            return False
        if account is None:
            return session.display is not None
        try:
            return self.account(account.badge) == account and not why_shut(account, self.register())
        except LogError:
            return False

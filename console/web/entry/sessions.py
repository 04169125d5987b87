"""Sessions: who is signed in, by a token that only the browser has; of each its hash is kept, in memory.

A session ends when it is signed out of, when nobody has used it for a while, and at the end of a shift. That
of a display in the pit opens nothing but its own page, and lasts until somebody ends it. With the process all
of them end.
"""

from __future__ import annotations

import hmac
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, NamedTuple

from console.web.entry.accounts import Account
from events.naming import comparable

IDLE_S: Final = 30 * 60.0
LONGEST_S: Final = 12 * 3_600.0
AT_MOST: Final = 10_000
"""Sessions at a time; who only opens the sign-in has one, too."""
_BYTES: Final = 32


class Display(NamedTuple):
    """What a display shows, and the badge of whoever made a browser one."""

    link: str
    begun_by: str


@dataclass(slots=True)
class Session:
    """A browser that was here. `account` is None until somebody has signed in, and at a display."""

    key: bytes
    began_s: float
    used_s: float
    account: Account | None = None
    display: Display | None = None
    form_token: str = field(default_factory=lambda: secrets.token_urlsafe(_BYTES))

    @property
    def name(self) -> str:
        """Tells it from others, and opens nothing."""
        return self.key.hex()[:16]

    def is_form_of(self, token: str) -> bool:
        """Whether a form was made for this session."""
        return hmac.compare_digest(self.form_token.encode(), token.encode())


class Sessions:
    """All sessions of a console. `clock` counts seconds; it need not know the time of day."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._sessions: dict[bytes, Session] = {}

    def begin(self, account: Account | None = None, display: Display | None = None) -> tuple[str, Session]:
        """A new session and the token that opens it; nobody can work out one that is not yet given."""
        token = secrets.token_urlsafe(_BYTES)
        now = self._clock()
        session = Session(_key(token), now, now, account, display)
        with self._lock:
            self._forget_ended(now)
            self._sessions[session.key] = session
        return token, session

    def find(self, token: str) -> Session | None:
        """The session of a token, used now; None where there is none, or it has ended."""
        now = self._clock()
        with self._lock:
            session = self._sessions.get(_key(token))
            if session is None or _has_ended(session, now):
                return None
            session.used_s = now
            return session

    def is_open(self, session: Session) -> bool:
        """Whether it has not ended; to ask does not count as using it."""
        with self._lock:
            return self._sessions.get(session.key) is session and not _has_ended(session, self._clock())

    def of(self, badge: str) -> list[Session]:
        """The sessions of a badge that have not ended, the latest first."""
        now, wanted = self._clock(), comparable(badge)
        with self._lock:
            found = [
                each
                for each in self._sessions.values()
                if each.account and comparable(each.account.badge) == wanted and not _has_ended(each, now)
            ]
        return sorted(found, key=lambda each: -each.used_s)

    def displays(self) -> list[Session]:
        """The sessions of displays, the latest first."""
        with self._lock:
            found = [each for each in self._sessions.values() if each.display is not None]
        return sorted(found, key=lambda each: -each.began_s)

    def now(self) -> float:
        """The moment by the clock of the sessions."""
        return self._clock()

    def end(self, session: Session) -> None:
        """Let nobody use it any more."""
        with self._lock:
            self._sessions.pop(session.key, None)

    def _forget_ended(self, now: float) -> None:
        """Make room: those that have ended go, and of those that nobody signed in to the oldest."""
        if len(self._sessions) < AT_MOST:
            return
        open_ = [each for each in self._sessions.values() if not _has_ended(each, now)]
        open_.sort(key=lambda each: (bool(each.account or each.display), each.used_s))
        self._sessions = {each.key: each for each in open_[max(0, len(open_) - AT_MOST + 1) :]}


def _has_ended(session: Session, now: float) -> bool:
    if session.display is not None:
        return False
    return now - session.used_s > IDLE_S or now - session.began_s > LONGEST_S


def _key(token: str) -> bytes:
    return sha256(token.encode()).digest()

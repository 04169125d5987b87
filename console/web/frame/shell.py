"""What stands around every page: the rail, the facility, the moment, the gaming day, who is signed in."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from console.web.entry.roles import (
    COMPLIANCE,
    EVERYBODY,
    INVESTIGATORS,
    ONLY_ADMIN,
    WHO_SEE_BADGES,
    WHO_SEE_CASES,
    WHO_SEE_MONEY,
    WHO_SEE_ROUNDS,
    Role,
)
from console.web.frame.settings import AS_IT_COMES
from console.web.frame.words import heading_time
from events.errors import PitledgerError
from projections.signature_requests import signing_problem

if TYPE_CHECKING:
    from console.web.asked import Asked
    from console.web.entry.accounts import Account
    from console.web.entry.sessions import Session
    from console.web.site import Site


class Place(NamedTuple):
    """A page that is always in sight: its name, its address, the key behind `g`, and whose it is."""

    name: str
    address: str
    key: str
    roles: frozenset[Role]


SIGNATURES: Final = "/signatures"
RAIL: Final = (
    Place("Home", "/", "h", EVERYBODY),
    Place("Floor", "/floor", "f", EVERYBODY),
    Place("Meters", "/meters", "m", EVERYBODY),
    Place("Rounds", "/rounds", "r", WHO_SEE_ROUNDS),
    Place("Findings", "/findings", "i", INVESTIGATORS),
    Place("Cases", "/cases", "c", WHO_SEE_CASES),
    Place("Ledger", "/ledger/trial", "l", WHO_SEE_MONEY),
    Place("Hits", "/ledger/hits", "t", INVESTIGATORS),
    Place("Day", "/days", "d", WHO_SEE_MONEY),
    Place("Audit", "/audit", "a", frozenset({COMPLIANCE})),
    Place("Rules", "/rules", "u", EVERYBODY),
    Place("Signatures", SIGNATURES, "s", EVERYBODY),
    Place("Badges", "/badges", "b", WHO_SEE_BADGES),
    Place("Health", "/health", "e", ONLY_ADMIN),
    Place("Settings", "/settings", "o", EVERYBODY),
)


def shell(asked: Asked | None, site: Site | None = None, session: Session | None = None) -> dict[str, Any]:
    """The values of the frame; where a request was refused there is no page to ask."""
    site = asked.site if asked is not None else site
    session = asked.session if asked is not None else session
    assert site is not None
    account = None if session is None else session.account
    now = site.now_us()
    path = "" if asked is None else asked.path
    return {
        "asked": asked,
        "account": account,
        "form_token": "" if session is None else session.form_token,
        "rail": [place for place in RAIL if account is not None and account.role in place.roles],
        "here": path,
        "waiting": {SIGNATURES: _to_sign(site, account, now)},
        "facility": _facility(site),
        "now_us": now,
        "now": heading_time(now),
        "gaming_day": site.days(now),
        "is_demo": bool(site.demo),
        "settings": AS_IT_COMES if asked is None else asked.settings,
    }


def _to_sign(site: Site, account: Account | None, now_us: int) -> int:
    """How many second signatures wait for somebody."""
    if account is None:
        return 0
    with suppress(PitledgerError):
        requests = site.requests().values()
        return sum(1 for each in requests if not signing_problem(each, *site.signs_as(account), now_us))
    return 0


def _facility(site: Site) -> str:
    """Whose instance it is; a page of a log that cannot be read says so itself."""
    try:
        return site.facility
    except PitledgerError:
        return ""


def is_at(place: Place, path: str) -> bool:
    """Whether a page is at a place of the rail, or below it."""
    if place.address == "/":
        return path == "/"
    if "/ledger/hits" in (place.address, path):
        return place.address == path
    begin = f"/{place.address.split('/')[1]}"
    return path == begin or path.startswith(f"{begin}/")

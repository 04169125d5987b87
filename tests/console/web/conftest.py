"""A console of the disputed floor, served, with an account for each role."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

from console.calls.options import Location
from console.instances.own_files import EXPORTS_FOLDER
from console.recording.clerks import OwnClerks
from console.web.entry.accounts import Account, hash_of, store_accounts
from console.web.entry.roles import ROLES
from console.web.serving import HOST, listen, new_server, served
from console.web.site import Site
from console.web.working.exports import ExportAsked, Jobs
from events.naming import comparable
from streams.clock import GamingDays
from tests.console.calling import pitledger
from tests.console.pages.disputed_floor import MARKUP, SHORT, WON, disputed_floor
from tests.console.web.visitor import Visitor

PASSWORD = "correct horse battery"
BADGES = {role: f"{role[0].upper()}-9" for role in ROLES} | {"admin": "I-9", "pit": "F-9"}
DEPARTMENTS = {role: role for role in ROLES} | {"pit": "table games", "admin": "information technology"}


@dataclass(frozen=True)
class Console:
    """A console that answers."""

    site: Site
    port: int
    data: Path
    visitors: dict[str, Visitor]

    def signed_in(self, role: str) -> Visitor:
        """A visitor who has signed in for a role, the same one each time."""
        if role not in self.visitors:
            self.visitors[role] = self.visitor()
            assert self.visitors[role].sign_in(BADGES[role], PASSWORD).status == 303
        return self.visitors[role]

    def visitor(self) -> Visitor:
        """Somebody who has just come."""
        return Visitor(self.port)


def give_badges(data: Path) -> None:
    """Issue a badge for each role."""
    signed: list[str] = []
    for role, badge in BADGES.items():
        args = ("--department", DEPARTMENTS[role], "--rank", "staff", "--reason", "x", *signed)
        called = pitledger("badge", "issue", badge, *args, "--data", data)
        assert called.code == 0, called.err
        if role == "accounting":
            two = (f"{BADGES[each]}:{DEPARTMENTS[each]}" for each in ("surveillance", "accounting"))
            signed = [word for each in two for word in ("--sign", each)]


def give_accounts(data: Path) -> None:
    """An account for each role, all with one password."""
    hashed = hash_of(PASSWORD)
    made = [Account(BADGES[role], DEPARTMENTS[role], role, hashed) for role in ROLES]
    store_accounts(data, {comparable(account.badge): account for account in made})


OPEN, OWED, ODD = "1", "2", "3"
"""Cases: one that is open, with a hold; one that is decided and not paid; one whose claim is markup."""


def give_cases(data: Path) -> None:
    """Take down what players claim, each with what makes it what it is."""
    at = ("--table", "T1", "--at", "2026-03-02 07:10", "--by", BADGES["surveillance"])
    short = ("--seat", 4, "--amount", "10.00", "--claim", "the raise was paid half")
    by = ("--by", BADGES["surveillance"])
    mends = ("--pay", "10.00", "--round", SHORT, "--wager", "raise")
    sign = ("--sign", f"{BADGES['surveillance']}:surveillance", "--reason", "half was paid")
    for call in (
        ("open", OPEN, *at, *short, "--player", "P-17"),
        ("hold", OPEN, "cameras 11 and 12", *by),
        ("rule-out", OPEN, WON, "--reason", "paid as due", *by),
        ("open", OWED, *at, *short),
        ("decide", OWED, *mends, *sign),
        ("open", ODD, *at, "--seat", 1, "--amount", "250.00", "--claim", MARKUP),
    ):
        called = pitledger("case", *call, "--data", data)
        assert called.code == 0, called.err


EXPORT = "20260302-120000-abcd"
"""An export that was made and checked."""


def give_export(data: Path) -> None:
    """Make it as the console does, in a child process."""
    jobs = Jobs(Location(data, None))
    (data / EXPORTS_FOLDER).mkdir()
    asked = ExportAsked(EXPORT, BADGES["compliance"], 1_772_470_800_000_000, "", "", "T1", events_only=True)
    (data / EXPORTS_FOLDER / f"{EXPORT}.asked.json").write_text(json.dumps(asdict(asked)))
    jobs.go_on(EXPORT)
    jobs.wait(60)
    found = jobs.find(EXPORT)
    assert found is not None
    assert found.state == "good", found.said


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The instance of the disputed floor, with badges and accounts."""
    data = disputed_floor(tmp_path_factory.mktemp("web") / "house")
    give_badges(data)
    give_accounts(data)
    give_cases(data)
    assert pitledger("audit", "init", "--data", data).code == 0
    assert pitledger("audit", "checkpoint", "--data", data).code == 0
    give_export(data)
    assert pitledger("findings", "--data", data).code == 1  # so that what can be found is found
    return data


def copied(house: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance for what records: no other test finds that."""
    data = tmp_path_factory.mktemp("desk") / "house"
    shutil.copytree(house, data)
    return data


def serving(data: Path, name: str = "console") -> Iterator[Console]:
    """Serve an instance."""
    with listen(HOST, 0) as listening:
        port = listening.getsockname()[1]
        where, days = Location(data, None), GamingDays()
        site = Site(where, days, name, OwnClerks(where, days))
        with served(new_server(site, ()), listening):
            yield Console(site, port, data, {})


@pytest.fixture(scope="package")
def console(house: Path) -> Iterator[Console]:
    """The console of that instance."""
    yield from serving(house)

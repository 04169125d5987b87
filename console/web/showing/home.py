"""Home: what needs somebody, first; then the meters, and a form to find a round by."""

from __future__ import annotations

from typing import Any, NamedTuple

from console.commands.meters import link_json
from console.findings.shown import finding_document
from console.web.acting.waiting import waiting_for
from console.web.asked import Asked
from console.web.entry.roles import INVESTIGATORS, WHO_SEE_MONEY, WHO_SEE_ROUNDS
from console.web.frame.places import address
from console.web.frame.words import display, plain
from console.web.showing.asked_of_pages import tables
from console.web.view import View
from events.money import text
from projections.examining.finding import Finding
from streams.read_model.findings import Wanted, find
from streams.read_model.queries.awards import Award
from streams.read_model.queries.days import reconciliation
from streams.read_model.queries.links import known_links
from streams.read_model.queries.meters import LinkMeters, link_meters
from streams.read_model.queries.played_days import played_days


class Need(NamedTuple):
    """Something that waits for somebody: its status, in a few words, and where it is looked at."""

    tone: str
    words: str
    href: str


def home(asked: Asked) -> View:
    """What needs whoever has signed in."""
    links = link_meters(asked.store)
    money = find(asked.store, Wanted(severity="money", mode="live")) if asked.role in INVESTIGATORS else []
    needs = [
        *_of_findings(money),
        *_of_signatures(asked),
        *_of_awards(asked, links),
        *_of_days(asked),
    ]

    def document() -> Any:
        return {
            "needs": [need._asdict() for need in needs],
            "findings": [finding_document(each) for each in money],
            "links": [link_json(each) for each in links],
        }

    shown = {
        "needs": needs,
        "links": links,
        "money": money[:3],
        "tables": tables(asked),
        "may_find": asked.role != "admin",
    }
    return View("home.html", "Home", document, shown)


def _of_findings(money: list[Finding]) -> list[Need]:
    if not money:
        return []
    short = sum(each.difference_mc or 0 for each in money if (each.difference_mc or 0) < 0)
    sum_short = f", {text(-short)} short in all" if short else ""
    many = "s" * (len(money) != 1)
    return [Need("bad", f"{len(money):,} finding{many} about money{sum_short}", "/findings?severity=money")]


def _of_signatures(asked: Asked) -> list[Need]:
    """The second signatures that whoever has signed in can give."""
    return [
        Need(
            "pending",
            f"{each.asked.badge} asks for your signature: {each.asked.asks}",
            f"/signatures/{each.seq}",
        )
        for each in waiting_for(asked)
    ]


def _of_awards(asked: Asked, links: list[LinkMeters]) -> list[Need]:
    """Awards that are owed; who may see awards is led there, others to the meters."""
    return [
        Need("pending", _owed(award), address_of(award) if asked.role in WHO_SEE_ROUNDS else "/meters")
        for link in links
        for award in link.awards
    ]


def address_of(award: Award) -> str:
    """Where an award is looked at."""
    claim = str(award.claim_seq)
    return address("/awards/{link}/{table}/{claim}", link=award.link, table=award.table, claim=claim)


def _owed(award: Award) -> str:
    hand, standing = plain(award.hand), plain(award.standing)
    return f"{display(award.owed_mc)} owed at {award.table} for {hand}: {standing}"


def _of_days(asked: Asked) -> list[Need]:
    """Days of which something is left to do, for those who close them."""
    if asked.role not in WHO_SEE_MONEY:
        return []
    found = []
    for day in open_days(asked):
        left = reconciliation(asked.store, day)
        stopping = sum(1 for link in left.links if link.missing) + sum(link.variances for link in left.links)
        if not left.reconciled:
            words = f"day {day} is not closed" + (f": {stopping} things to look at" if stopping else "")
            found.append(Need("warn", words, f"/days/{day}"))
    return found


def open_days(asked: Asked) -> list[str]:
    """The gaming days before today that a link has not closed, and that something was played on."""
    today = asked.site.days(asked.now_us)
    closed = min((link.closed_day for link in known_links(asked.store) if link.live), default="")
    return [day for day in played_days(asked.store) if closed < day < today]

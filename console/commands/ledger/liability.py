"""`pitledger ledger liability`: what the house owes by its links: meters, awards unpaid, money in transit."""

from __future__ import annotations

from typing import Any

from console.columns import columns, exact
from console.commands.ledger.span import At, OneLink, is_unknown
from console.commands.ledger.unpaid_awards import award_json, to_whom
from console.instance import open_read_model
from console.options import NO_OPTIONS, GlobalOptions
from console.output import print_json, print_message
from events.money import text
from events.times import time_text
from streams.read_model.queries.liability import Liability, liabilities


def liability(*, link: OneLink = None, at: At = None, options: GlobalOptions = NO_OPTIONS) -> int:
    """What is owed, link by link: meters, awards locked and unpaid, money in transit.

    Exit code 1: the awards and the account of awards payable do not agree.

    Examples:
        pitledger ledger liability
        pitledger ledger liability --link HCF --at 2025-06-15T15:00:00Z
    """
    with open_read_model(options.location()) as store, store.at_one_moment():
        links = liabilities(store, at, link)
        unknown = is_unknown(store, link)
    total_mc, total_nano = sum(each.total_mc for each in links), sum(each.total_nano for each in links)
    if options.json:
        as_of = None if at is None else time_text(at)
        shown = [liability_json(each) for each in links]
        print_json({"at": as_of, "links": shown, "total_mc": total_mc, "total_nano": total_nano})
    else:
        _show(links, exact(total_mc, total_nano))
    return 1 if _disagree(links, at) or unknown else 0


def liability_json(owed: Liability) -> dict[str, Any]:
    """What a link owes, as scripts read it."""
    return {
        "link": owed.link,
        "accounts": [
            {"account": each.account, "meter": each.meter, "amount_mc": each.amount_mc, "nano": each.nano}
            for each in owed.accounts
        ],
        "awards": [award_json(award) for award in owed.awards],
        "payable_mc": owed.payable_mc,
        "total_mc": owed.total_mc,
        "total_nano": owed.total_nano,
    }


def _disagree(links: list[Liability], at_us: int | None) -> bool:
    """Whether the account of awards payable and the list of awards differ, so that somebody must look.

    At a past moment they may: an award was corrected since, or a table's clock was behind its link's.
    """
    apart = [link for link in links if link.awards_mc != link.payable_mc]
    what = "run `pitledger check`" if at_us is None else "an award was corrected since, or clocks differ"
    for link in apart:
        print_message(
            f"pitledger ledger: {link.link}: awards unpaid come to {text(link.awards_mc)}, the account "
            f"`payable` to {text(link.payable_mc)}: {what}."
        )
    return bool(apart) and at_us is None


def _show(links: list[Liability], total: str) -> None:
    rows = [
        (link.link, each.account.replace("_", " "), each.meter, exact(each.amount_mc, each.nano))
        for link in links
        for each in link.accounts
    ]
    for line in columns(("link", "account", "meter", "owed>"), [*rows, ("total", "", "", total)]):
        print(line)
    for award in (award for link in links for award in link.awards):
        locked_at = None if award.locked_at_us is None else time_text(award.locked_at_us)
        print(
            f"{award.link}: {text(award.owed_mc)} to {to_whom(award)} for {award.hand}, "
            f"round {award.round}: {award.status}, locked {locked_at}"
        )

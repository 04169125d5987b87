"""`pitledger ledger liability`: what the house owes by its links, and apart what was paid and not owed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.ledger.payments import payment_json, whose
from console.commands.ledger.span import At, OneLink, require_link
from console.commands.ledger.stakes import HOW_TO_RETURN, in_words, stake_json
from console.commands.ledger.unpaid_awards import award_json, to_whom
from console.instances.read_model import open_read_model
from console.printing.columns import print_columns
from console.printing.lines import print_lines, show_moment
from console.printing.output import print_json, print_message
from console.wording.local_time import local_time
from console.wording.past import require_past
from events.money import exact, text
from events.times import time_text
from streams.read_model.queries.found_rounds import last_played_us
from streams.read_model.queries.liability import (
    BeyondEntitlement,
    Liability,
    all_beyond_entitlement,
    liabilities,
)
from streams.read_model.queries.stakes import StakeDueBack, stakes_due_back


def liability(*, link: OneLink = None, at: At = None, options: GlobalOptions = NO_OPTIONS) -> int:
    """What is owed, link by link: meters, awards locked and not paid in full, money in transit.

    Apart from it what was paid and is not owed: each payment beyond entitlement with its reason; and
    the stakes that are due back to players, which are in no account of a link.

    Exit code 1: awards or payments and their accounts do not agree.

    Examples:
        pitledger ledger liability
        pitledger ledger liability --link HCF --at 2025-06-15T15:00:00Z
    """
    with open_read_model(options.location()) as store, store.at_one_moment():
        require_link(store, link)
        require_past(at, last_played_us(store))
        links = liabilities(store, at, link)
        beyond = all_beyond_entitlement(store, at, link)
        stakes = stakes_due_back(store, link, at)
    if options.json:
        print_json(liability_document(links, beyond, stakes, at))
    else:
        show_moment(at)
        _show(links, exact(sum(each.total_mc for each in links), sum(each.total_nano for each in links)))
        _show_beyond(beyond)
        _show_stakes(stakes)
    disagree = _disagree(links, at), _beyond_disagree(beyond)
    return 1 if any(disagree) else 0


def liability_document(
    links: Sequence[Liability],
    beyond: Sequence[BeyondEntitlement],
    stakes: Sequence[StakeDueBack],
    at_us: int | None,
) -> dict[str, Any]:
    """What is owed, what was paid beyond it, and the stakes due back, as scripts read them."""
    return {
        "at": None if at_us is None else time_text(at_us),
        "links": [liability_json(each) for each in links],
        "total_mc": sum(each.total_mc for each in links),
        "total_nano": sum(each.total_nano for each in links),
        "beyond_entitlement": [beyond_json(each) for each in beyond],
        "beyond_mc": sum(each.account_mc for each in beyond),
        "stakes_due_back": [{"link": each.link, **stake_json(each)} for each in stakes],
        "stakes_due_back_mc": sum(each.amount_mc for each in stakes),
    }


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


def beyond_json(beyond: BeyondEntitlement) -> dict[str, Any]:
    """What a book has beyond entitlement, as scripts read it."""
    return {
        "book": beyond.book,
        "amount_mc": beyond.account_mc,
        "payments": [payment_json(payment) for payment in beyond.payments],
        "forgotten_mc": beyond.forgotten_mc,
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


def _beyond_disagree(beyond: list[BeyondEntitlement]) -> bool:
    """Whether the account of what is beyond entitlement and its payments differ: at no moment they may."""
    apart = [each for each in beyond if each.payments_mc != each.account_mc]
    for each in apart:
        print_message(
            f"pitledger ledger: {each.book}: payments beyond entitlement come to {text(each.payments_mc)}, "
            f"the account `beyond_entitlement` to {text(each.account_mc)}: run `pitledger check`."
        )
    return bool(apart)


def _show(links: list[Liability], total: str) -> None:
    rows = [
        (link.link, each.account.replace("_", " "), each.meter, exact(each.amount_mc, each.nano))
        for link in links
        for each in link.accounts
    ]
    print_columns(("link", "account", "meter", "owed>"), [*rows, ("total", "", "", total)])
    for award in (award for link in links for award in link.awards):
        claimed_at = "?" if award.locked_at_us is None else local_time(award.locked_at_us)
        paid = f" of {text(award.amount_mc)}" if award.paid_mc else ""
        standing = award.standing.replace("_", " ")
        print_lines(
            f"{award.link}: {text(award.owed_mc)}{paid} to {to_whom(award)} for {award.hand}, "
            f"round {award.round}, claim {award.claim_seq}: {standing}, claimed {claimed_at}"
        )


def _show_beyond(beyond: list[BeyondEntitlement]) -> None:
    """Apart from what is owed: nobody may set one against the other without a correction."""
    if not beyond:
        return
    print("\nbeyond entitlement: paid and not owed, until it is set against a share or mended")
    rows = [(each.book, f"{len(each.payments):,}", text(each.account_mc)) for each in beyond]
    rows.append(("total", "", text(sum(each.account_mc for each in beyond))))
    print_columns(("book", "payments>", "amount>"), rows)
    for book in beyond:
        for payment in book.payments:
            of_round = f", round {payment.round}" if payment.round else ""
            print_lines(
                f"{payment.book}: {text(payment.beyond_mc)} ({payment.reason.replace('_', ' ')}) of "
                f"{text(payment.amount_mc)}, {whose(payment)}{of_round}"
            )
        if book.forgotten_mc:
            print_lines(f"{book.book}: {text(book.forgotten_mc)} of payments that it no longer remembers")


def _show_stakes(stakes: Sequence[StakeDueBack]) -> None:
    """Apart from what links owe: such a stake never reached one."""
    if not stakes:
        return
    total_mc = sum(stake.amount_mc for stake in stakes)
    print()
    print_lines(f"stakes due back: {len(stakes):,}, {text(total_mc)}: {HOW_TO_RETURN}")
    for stake in stakes:
        print_lines(f"{stake.link}: {in_words(stake)}")

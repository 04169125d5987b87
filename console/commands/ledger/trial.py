"""`pitledger ledger trial`: the balance of every account, which adds up to zero."""

from __future__ import annotations

from typing import Any

from console.calls.options import NO_OPTIONS, GlobalOptions
from console.commands.ledger.span import At, OneLink, require_link
from console.instances.read_model import open_read_model
from console.printing.columns import print_columns
from console.printing.lines import show_moment
from console.printing.output import print_json, print_message
from console.wording.past import require_past
from events.money import exact
from events.times import time_text
from streams.read_model.ledger import Money, trial_balance
from streams.read_model.queries.found_rounds import last_played_us

Balance = dict[tuple[str, str, str], Money]
"""By book, account and meter."""


def trial(*, link: OneLink = None, at: At = None, options: GlobalOptions = NO_OPTIONS) -> int:
    """The balance of every account, debits and credits, which adds up to zero.

    Exit code 1: the books do not add up.

    Examples:
        pitledger ledger trial
        pitledger ledger trial --link HCF --at '2025-06-15 11:00'
    """
    with open_read_model(options.location()) as store, store.at_one_moment():
        require_link(store, link)
        require_past(at, last_played_us(store))
        balance = trial_balance(store, at, link)
    total = total_of(balance)
    if options.json:
        print_json(trial_document(balance, at))
    else:
        show_moment(at)
        _show_trial(balance)
    if any(total):
        print_message(f"pitledger ledger: the books are off by {exact(*total)}: run `pitledger check`.")
    return 1 if any(total) else 0


def total_of(balance: Balance) -> Money:
    """What all accounts come to: nothing, where the books add up."""
    return Money(sum(m.mc for m in balance.values()), sum(m.nano for m in balance.values()))


def trial_document(balance: Balance, at_us: int | None) -> dict[str, Any]:
    """The balance of every account, now or as of a moment, as scripts read it."""
    total = total_of(balance)
    return {
        "at": None if at_us is None else time_text(at_us),
        "accounts": [
            {"book": book, "account": account, "meter": meter, "balance_mc": m.mc, "nano": m.nano}
            for (book, account, meter), m in balance.items()
        ],
        "total_mc": total.mc,
        "total_nano": total.nano,
    }


def _show_trial(balance: Balance) -> None:
    rows = [(*key, *_sides(money)) for key, money in balance.items()]
    debits = [m for m in balance.values() if m > (0, 0)]
    credits_ = [m for m in balance.values() if m < (0, 0)]
    rows.append(("total", "", "", _sum(debits), _sum([Money(-m.mc, -m.nano) for m in credits_])))
    print_columns(("book", "account", "meter", "debit>", "credit>"), rows)


def _sides(money: Money) -> tuple[str, str]:
    """Debit and credit as two columns have them."""
    if money >= (0, 0):
        return exact(*money), ""
    return "", exact(-money.mc, -money.nano)


def _sum(amounts: list[Money]) -> str:
    return exact(sum(m.mc for m in amounts), sum(m.nano for m in amounts))

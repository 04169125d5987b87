"""What the house owes by its links, and apart from it what players were paid and were not owed."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from projections.ledger.accounts import BEYOND, IN_TRANSIT, OWED
from streams.read_model.ledger import trial_balance
from streams.read_model.queries.awards import Award
from streams.read_model.queries.payments import NOT_REMEMBERED, Payment, beyond_entitlement
from streams.read_model.queries.transfers import in_transit
from streams.read_model.queries.unpaid_awards import unpaid_awards
from streams.read_model.store import ReadStore


@dataclass(frozen=True, slots=True)
class OwedAmount:
    """What is owed by one account of a link, positive."""

    account: str
    meter: str
    amount_mc: int
    nano: int


@dataclass(frozen=True, slots=True)
class Liability:
    """What a link owes: each account by meter, and the awards that are behind what is payable."""

    link: str
    accounts: tuple[OwedAmount, ...]
    awards: tuple[Award, ...]

    @property
    def payable_mc(self) -> int:
        """The account of awards that are locked and unpaid."""
        return sum(each.amount_mc for each in self.accounts if each.account == "payable")

    @property
    def awards_mc(self) -> int:
        """The same by the awards themselves."""
        return sum(award.owed_mc for award in self.awards)

    @property
    def total_mc(self) -> int:
        """All of it, in millicents."""
        return sum(each.amount_mc for each in self.accounts)

    @property
    def total_nano(self) -> int:
        """What divisions left over of it, in nanodollars."""
        return sum(each.nano for each in self.accounts)


def liabilities(store: ReadStore, at_us: int | None, only: str | None = None) -> list[Liability]:
    """Link by link, what is owed now or was at a moment."""
    accounts: dict[str, list[OwedAmount]] = defaultdict(list)
    for (book, account, meter), (mc, nano) in trial_balance(store, at_us, only).items():
        if account in OWED and account != IN_TRANSIT and (mc or nano):
            accounts[book].append(OwedAmount(account, meter, -mc, -nano))
    for (link, meter), mc in in_transit(store, at_us, only).items():
        accounts[link].append(OwedAmount(IN_TRANSIT, meter, mc, 0))
    awards: dict[str, list[Award]] = defaultdict(list)
    for award in unpaid_awards(store, at_us):
        awards[award.link].append(award)
    return [Liability(link, tuple(owed), tuple(awards[link])) for link, owed in sorted(accounts.items())]


@dataclass(frozen=True, slots=True)
class BeyondEntitlement:
    """What was paid and not owed, in one book: by its account, and by the payments behind it.

    `forgotten_mc` is what of it stands for payments that the link no longer remembers one by one.
    """

    book: str
    account_mc: int
    payments: tuple[Payment, ...]
    forgotten_mc: int

    @property
    def payments_mc(self) -> int:
        """The same as the account, by the payments themselves."""
        return sum(payment.beyond_mc for payment in self.payments) + self.forgotten_mc


def all_beyond_entitlement(
    store: ReadStore, at_us: int | None = None, only: str | None = None
) -> list[BeyondEntitlement]:
    """Book by book, links and tables, what stands beyond entitlement now or did at a moment."""
    accounts: dict[str, int] = defaultdict(int)
    for (book, account, _), (mc, _) in trial_balance(store, at_us, only).items():
        if account == BEYOND:
            accounts[book] += mc
    payments: dict[str, list[Payment]] = defaultdict(list)
    for payment in beyond_entitlement(store, only, at_us):
        payments[payment.book].append(payment)
    return [
        BeyondEntitlement(
            book,
            accounts.get(book, 0),
            tuple(each for each in payments[book] if each.payment_seq != NOT_REMEMBERED),
            sum(each.beyond_mc for each in payments[book] if each.payment_seq == NOT_REMEMBERED),
        )
        for book in sorted({*accounts, *payments})
        if accounts.get(book) or payments[book]
    ]

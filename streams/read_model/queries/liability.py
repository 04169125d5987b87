"""What the house owes by its links: amounts of meters, awards unpaid, money in transit."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from projections.ledger.accounts import OWED
from streams.read_model.ledger import trial_balance
from streams.read_model.queries.awards import Award
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
        if account in OWED and (mc or nano):
            accounts[book].append(OwedAmount(account, meter, -mc, -nano))
    awards: dict[str, list[Award]] = defaultdict(list)
    for award in unpaid_awards(store, at_us):
        awards[award.link].append(award)
    return [Liability(link, tuple(owed), tuple(awards[link])) for link, owed in sorted(accounts.items())]

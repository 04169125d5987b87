"""Awards, voids, rejections, payments and mended payments in orders that nobody plans, by the real commands.

A story is what clients and accounting send about a link of its own. What must come of it is worked out by
hand beside it: what is on the meter, its reserve, what is owed, what stands beyond entitlement, what was paid
in the end, and what the house bore. High Card Flush at $5: $150,000, and $1.15 and $0.25 of each wager.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from events.vocabulary.progressive import ProgressivePaid
from tests.console.commands.test_claims import FLOP, ROYAL, SEVEN, SIX, HoldemTable, House, Table, holdem_link
from tests.console.link_calls import HCF, TWO
from tests.projections.judging import ALL, TENTH, usd
from tests.streams.recorder.table_drafts import LinkDrafts

ROYAL_FLUSH = (*ROYAL, *FLOP)
STRAIGHT_FLUSH = ("9s", "8s", *FLOP)


class Stands(NamedTuple):
    """A link in the books of accounting."""

    meter_mc: int
    reserve_mc: int = 0
    owed_mc: int = 0
    beyond_mc: int = 0
    paid_mc: int = 0
    house_mc: int = 0


class Accounting(House):
    """An instance, and what accounting does and reads there."""

    def mends(self, link: str, table: Table, payment: int, how: str, *more: str) -> int:
        which = ("--table", table.stream.removeprefix("table:"), "--payment", str(payment), f"--{how}")
        return int(self.call("link", "mend", link, *which, "--document", "V-1", *more, *TWO).code)

    def does(self, action: str, link: str, *more: str) -> None:
        called = self.call("link", action, link, *more, *TWO)
        assert called.code == 0, called.err

    def stands(self, link: str) -> Stands:
        shown = self.shows(link)
        accounts = self.asks("ledger", "trial")["accounts"]
        paid, house = (
            sum(a["balance_mc"] for a in accounts if (a["book"], a["account"]) == (link, name))
            for name in ("paid", "house")
        )
        meter = (shown.meter_mc, shown.reserve_mc, shown.payable_mc, shown.beyond_mc)
        return Stands(*meter, -paid, house)


def cash(table: Table, claim: int, seat: int, amount: str, slip: str) -> Any:
    """A payment from the cage by its slip."""
    award = {"link": table.link, "leg": 0, "claim_seq": claim, "seat": seat}
    paid = {"amount_mc": usd(amount), "paid_from": "cage", "paid_by": "C-1", "slip": slip}
    return table.draft_of(ProgressivePaid(**award, **paid))


def won_tenth(house: Accounting, link: str) -> tuple[Table, int]:
    """A table that won a tenth of $150,001.15: $15,000.11, validated."""
    table = Table(link)
    house.says(LinkDrafts(link).open(), *table.plays(1), table.claims(1, TENTH, cards=SIX))
    claim = table.count
    house.says(table.validates(claim, 1, SIX))
    return table, claim


# --- voids and rejections ----------------------------------------------------------------------------------


def void_redraws_two_and_one_of_them_is_part_paid(house: Accounting, link: str) -> Stands:
    """All of $150,003.45 was won, $1,000 of reserve began again: $100 and $90 were drawn from it, $40 paid.

    Void: $15,000.34 and, of $135,003.11, $13,500.31 are right. The wager's $1.15 the house bears, since the
    meter is below its seed; its $0.25 the reserve gives back. Both are validated (again) and paid.
    """
    first, second, third = (Table(link, number) for number in (1, 2, 3))
    house.says(LinkDrafts(link).open(), *first.plays(1), *second.plays(1), *third.plays(1))
    more = ("--meter", "progressive", "--account", "reserve", "--add", "999.25", "--document", "V-1")
    house.does("adjust", link, *more)
    house.says(first.claims(1, ALL, cards=SEVEN), second.claims(1, TENTH, cards=SIX))
    house.says(second.validates(second.count, 1, SIX), cash(second, 5, 1, "40.00", "b1"))
    house.says(third.claims(1, TENTH, cards=SIX), first.voids(1))
    drawn = usd("15,000.34") - usd("40.00") + usd("13,500.31")
    bore = usd("999.25") + usd("1.15")
    assert house.stands(link) == Stands(usd("121,502.80"), usd("999.75"), drawn, 0, usd("40.00"), bore)
    house.says(cash(second, 5, 1, "14,960.34", "b2"), second.validates(5, 1, SIX))
    house.says(cash(third, 5, 1, "13,500.31", "c1"), third.validates(5, 1, SIX))
    return Stands(usd("121,502.80"), usd("999.75"), 0, 0, usd("28,500.65"), bore)


def void_in_two_steps_around_a_part_payment(house: Accounting, link: str) -> Stands:
    """Seat 2 won $15,000.23 and was paid $1,000; seat 1 won after it. Seat 1 is returned: the house bears its
    $1.15. Seat 2 is returned: $150,002.30 is there again, which gives $1.15 back."""
    table = Table(link)
    house.says(LinkDrafts(link).open(), *table.plays(1, 2), table.claims(2, TENTH, cards=SIX))
    claim = table.count
    house.says(table.claims(1, TENTH, cards=SIX), table.validates(claim, 2, SIX))
    house.says(cash(table, claim, 2, "1,000.00", "a"), table.voids(1, 1, 7))
    left = usd("14,000.23")
    assert house.stands(link) == Stands(usd("135,002.07"), usd("0.25"), left, 0, usd("1,000.00"), usd("1.15"))
    house.says(table.voids(2), table.voids(1, 2))
    return Stands(usd("150,001.15"), 0, 0, usd("1,000.00"), usd("1,000.00"), usd("1.15"))


def void_before_no_more_bets(house: Accounting, link: str) -> Stands:
    """Seat 1 is returned before its wager was sent: seat 2's alone feeds, and wins a tenth of $150,001.15."""
    table = Table(link)
    bets = (table.open(), table.open_round(), table.wager(1), table.wager(2))
    house.says(LinkDrafts(link).open(), *bets, table.voids(1), table.no_more_bets())
    house.says(table.claims(1, TENTH, cards=SIX), table.claims(2, TENTH, cards=SIX))
    return Stands(usd("135,001.04"), usd("0.25"), usd("15,000.11"))


def two_wagers_of_one_seat(house: Accounting, link: str) -> Stands:
    """Five Card Hand Bonus on both hands: $50,001.30. $5,000.13 by the player's, then all by the dealer's."""
    table = HoldemTable(link, "fchb_player", "fchb_dealer")
    house.says(holdem_link(link, "only", "fchb_player"), table.open(), table.open_round())
    for wager in ("fchb_player", "fchb_dealer"):
        house.says(table.wager(1, wager, by="electronic"))
    house.says(table.no_more_bets(), table.claims(1, "straight_flush", "fchb_player", cards=STRAIGHT_FLUSH))
    dealers = {"cards": ROYAL_FLUSH, "sharing_seats": (1,)}
    house.says(table.claims(1, "royal_flush", "fchb_dealer", **dealers))
    assert house.stands(link) == Stands(usd("0.80"), 0, usd("50,001.30"))
    house.says(table.voids(1))
    return Stands(usd("50,000.00"))


def shared_award_part_paid_then_rejected_then_void(house: Accounting, link: str) -> Stands:
    """Of $50,001.95 two players get $25,000.97 each; seat 4 is a box without a share, and was paid the second
    one's. $1.21 is left; with the award back $50,003.15, and the house bears the $3.15 of three wagers."""
    table = HoldemTable(link, "fchb_dealer")
    house.says(holdem_link(link, "only", "fchb_dealer"))
    house.says(*table.plays(1, 2, 4, wager="fchb_dealer", by="electronic"))
    dealers = {"cards": ROYAL_FLUSH, "sharing_seats": (1, 2), "other_boxes": (4,)}
    house.says(table.claims(1, "royal_flush", "fchb_dealer", **dealers))
    claim = table.count
    house.says(table.validates(claim, 1, ROYAL_FLUSH))
    house.says(cash(table, claim, 1, "25,000.97", "a"), cash(table, claim, 4, "25,000.97", "b"))
    both = usd("50,001.94")
    assert house.stands(link) == Stands(usd("1.21"), 0, usd("25,000.97"), usd("25,000.97"), both)
    house.says(table.rejects(claim, 1), table.voids(1, 2, 4))
    return Stands(usd("50,003.15"), 0, 0, both, both, usd("3.15"))


def shared_award_goes_back_with_its_last_sharer(house: Accounting, link: str) -> Stands:
    """One of two is returned: the award stands, and the house bears $1.05. Then the other: all is as before
    the lock, less the $0.65 and $0.40 of the second."""
    table = HoldemTable(link, "fchb_dealer")
    house.says(holdem_link(link, "only", "fchb_dealer"))
    house.says(*table.plays(1, 2, wager="fchb_dealer", by="electronic"))
    dealers = {"cards": ROYAL_FLUSH, "sharing_seats": (1, 2)}
    house.says(table.claims(1, "royal_flush", "fchb_dealer", **dealers), table.voids(1))
    assert house.stands(link) == Stands(usd("0.80"), 0, usd("50,001.30"), house_mc=usd("1.05"))
    house.says(table.voids(2))
    return Stands(usd("50,000.65"), usd("0.40"), house_mc=usd("1.05"))


# --- corrections and mended payments -----------------------------------------------------------------------


def corrected_down_after_payment_then_void(house: Accounting, link: str) -> Stands:
    """647a A, taken down to $1,000, which T1 wins; T2 wins the $50,000 that it begins again with: paid.

    T1's is rejected: $1,000 was T2's due, and the house bears $49,000. T2's round is void: $50,000 stands
    beyond entitlement, the house has its $49,000 back and bears T2's $1.05; $1,000 is on the meter.
    """
    first, second = HoldemTable(link, "progressive"), HoldemTable(link, "progressive")
    second.stream = f"table:{link}-T2"
    house.says(holdem_link(link, "A", "progressive"), *first.plays(1), *second.plays(1))
    house.does("adjust", link, "--meter", "progressive", "--take", "49002.10", "--document", "V-1")
    house.says(*(table.claims(1, "royal_flush", cards=ROYAL_FLUSH) for table in (first, second)))
    house.says(second.validates(5, 1, ROYAL_FLUSH), cash(second, 5, 1, "50,000.00", "x"))
    house.says(first.rejects(5, 1))
    paid, gain = usd("50,000.00"), -usd("49,002.10")
    assert house.stands(link) == Stands(usd("50,000.00"), 0, 0, 0, paid, gain + usd("49,000.00"))
    house.says(second.voids(1))
    return Stands(usd("1,000.00"), 0, 0, paid, paid, gain + usd("1.05"))


def too_much_that_came_back_in_part_is_set_against_a_correction(house: Accounting, link: str) -> Stands:
    """$100 too much on $13,500.20; $40 came back. $15,000.23 is right: of $1,500.03 more, $60 are there."""
    first, second = Table(link), Table(link, 2)
    house.says(LinkDrafts(link).open(), *first.plays(1), *second.plays(1))
    house.says(first.claims(1, TENTH, cards=SIX), second.claims(1, TENTH, cards=SIX))
    house.says(second.validates(5, 1, SIX), cash(second, 5, 1, "13,600.20", "x"))
    assert house.mends(link, second, 7, "recovered", "--amount", "40.00") == 0
    house.says(first.rejects(5, 1))
    assert house.mends(link, second, 7, "never-happened") == 1, "$40 of it came back, so it did happen"
    assert house.mends(link, second, 7, "recovered", "--amount", "1.00") == 1, "it settles the share now"
    return Stands(usd("135,002.07"), usd("0.50"), usd("1,440.03"), 0, usd("13,560.20"))


def slip_of_an_award_that_went_back(house: Accounting, link: str) -> Stands:
    """$15,000.11 was paid, rejected, claimed and validated again. The same slip is the same cash, until two
    people say that it never happened."""
    table, claim = won_tenth(house, link)
    house.says(cash(table, claim, 1, "15,000.11", "PS-1"), table.rejects(claim, 1))
    payment = claim + 2
    house.says(table.claims(1, TENTH, cards=SIX))
    again = table.count
    house.says(table.validates(again, 1, SIX), cash(table, again, 1, "15,000.11", " ps-1"))
    award = usd("15,000.11")
    assert house.stands(link) == Stands(usd("135,001.04"), usd("0.25"), award, award, award)
    assert house.mends(link, table, payment, "never-happened") == 0
    house.says(cash(table, again, 1, "15,000.11", "ps-1"))
    return Stands(usd("135,001.04"), usd("0.25"), 0, 0, award)


def retired_link(house: Accounting, link: str) -> Stands:
    """An award of a link that is retired cannot go back to its meters; that its cash never left can be said,
    and then it is owed and paid."""
    table, claim = won_tenth(house, link)
    house.says(cash(table, claim, 1, "15,000.11", "a"), LinkDrafts(f"{link}-heir").open())
    payment = table.count
    house.does("close", link)
    for account, amount in (("primary", "135001.04"), ("reserve", "0.25")):
        to = ("--to", f"{link}-heir:progressive", "--amount", amount)
        house.does("transfer", link, "--meter", "progressive", "--account", account, *to)
    house.does("retire", link)
    award = usd("15,000.11")
    house.says(table.rejects(claim, 1), table.voids(1))
    assert house.stands(link) == Stands(0, paid_mc=award)
    assert house.mends(link, table, payment, "never-happened") == 0
    assert house.stands(link) == Stands(0, owed_mc=award)
    house.says(cash(table, claim, 1, "15,000.11", "a"))
    return Stands(0, paid_mc=award)


STORIES: tuple[Callable[[Accounting, str], Stands], ...] = (
    void_redraws_two_and_one_of_them_is_part_paid,
    void_in_two_steps_around_a_part_payment,
    void_before_no_more_bets,
    two_wagers_of_one_seat,
    shared_award_part_paid_then_rejected_then_void,
    shared_award_goes_back_with_its_last_sharer,
    corrected_down_after_payment_then_void,
    too_much_that_came_back_in_part_is_set_against_a_correction,
    slip_of_an_award_that_went_back,
    retired_link,
)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_a_story_embedded(tmp_path, story):
    house = Accounting(("--data", tmp_path))
    expected = story(house, "L")
    assert house.stands("L") == expected
    assert house.call("check").code == 0
    assert house.call("rebuild").code == 0
    assert house.stands("L") == expected


def test_the_guard_leaves_nothing_for_a_void_to_take_back(tmp_path):
    """$15 where $10 is the most: nothing is fed, seat 2 wins a tenth of $150,000; returning 1 and 3 moves
    nothing."""
    house, table = Accounting(("--data", tmp_path)), Table("L")
    house.does("open", "L", *HCF, "--guard", "10.00", "--facility", "PHL")
    house.says(*table.plays(1, 2, 3), table.claims(2, TENTH, cards=SIX), table.voids(1, 3))
    assert house.stands("L") == Stands(usd("135,000.00"), 0, usd("15,000.00"))

"""One link cannot stop another: every bound, and the mistake of leaving it out."""

from __future__ import annotations

from tests.projections.keeping.entitlement_mistakes.mistake import Edit, mistake
from tests.projections.keeping.entitlement_mistakes.telling import Telling
from tests.projections.keeping.lying_floor import EAST, WEST

DESIGN = "One link cannot stop another"


@mistake(
    Edit("keeping.leg_sequence.follows_too_many", "if others < TABLES_A_LINK:", "if True:"),
    found_by="takes",
    reasons=("tables and links already, as many as it can",),
    by_chance=False,
)
def tables_of_a_link(floor: Telling) -> None:
    """A link follows 512 tables."""
    for number in range(512):
        floor.comes(f"X{number}", EAST)
    floor.bet(1)


@mistake(
    Edit(
        "keeping.keeper.Keeper._from_new",
        "if self._unopened() >= UNOPENED_LINKS_A_PARTITION and",
        "if False and",
    ),
    found_by="takes",
    reasons=("nobody has opened the link, and",),
    by_chance=False,
)
def links_that_nobody_opened(floor: Telling) -> None:
    """A partition has books for 64 links that nobody has opened."""
    for number in range(65):
        floor.comes("X1", f"L{number}")


@mistake(
    Edit("keeping.leg_sequence.room_left", "return HELD_BYTES_A_LINK -", "return 10**9 -"),
    found_by="takes",
    reasons=("bytes would be",),
    by_chance=False,
)
def legs_that_are_held(floor: Telling) -> None:
    """A link holds 64 KB of legs that wait."""
    for _ in range(300):
        floor.bets("T1", EAST, [1, 2, 3, 4], "progressive", False, False, 1, 1)


@mistake(
    Edit("keeping.awards._claim_problem", "len(state.awards) >= UNPAID_AWARDS_A_LINK", "False"),
    found_by="shows",
    reasons=("awards of the link are unpaid",),
    by_chance=False,
)
def unpaid_awards(floor: Telling) -> None:
    """A link has 256 unpaid awards; the next claim is refused."""
    for _ in range(257):
        floor.bets("T1", EAST, [1], "progressive", False, False, 0, 1)
        floor.shows("T1", EAST, 1, "progressive", "tenth", "none", "none", False, True, "right")


@mistake(
    Edit("keeping.awards.evolve_locked", "[-LOCKS_A_METER:]", ""), found_by="follows_returns", by_chance=False
)
def locks_of_a_meter(floor: Telling) -> None:
    """A meter's history reaches 64 awards back: an earlier one is final for it."""
    for _ in range(66):
        floor.bets("T1", EAST, [1], "progressive", False, False, 0, 1)
        floor.shows("T1", EAST, 1, "progressive", "tenth", "none", "none", False, True, "right")
    floor.rejects(1, "")
    floor.rejects(2, "")


def many_payments(floor: Telling, first: str) -> None:
    """A payment of T1, one of T2 before it, and 255 more."""
    floor.award("tenth", table="T2")
    floor.validate()
    floor.pay(amount=first)
    floor.award("tenth")
    floor.validate()
    for _ in range(256):
        floor.pays(-1, "any", 1_000, 0, False, "cage", "new")


@mistake(
    Edit("keeping.payments._within_bound", "if len(state.payments) <= PAYMENTS_A_LINK:", "if True:"),
    found_by="mends",
    reasons=("is not among the payments that the link remembers",),
    by_chance=False,
)
def payments_of_a_link(floor: Telling) -> None:
    """A link remembers 256 payments."""
    floor.select(table="T2")
    many_payments(floor, "short")
    floor.mends(0, "never_happened", "all", 2)


@mistake(
    Edit(
        "keeping.payments._within_bound",
        "(state.payments[of].beyond_mc > 0, state.payments[of].number)",
        "state.payments[of].number",
    ),
    found_by="mends",
    by_chance=False,
)
def cash_beyond_is_remembered_longest(floor: Telling) -> None:
    """Of the payments those that stand beyond entitlement are remembered before the others."""
    floor.select(table="T2")
    many_payments(floor, "over")
    floor.mend("recovered", which=0)


@mistake(
    Edit(
        "keeping.payments._within_bound",
        "min(state.payments, key=lambda of: (state.payments[of].beyond_mc > 0, state.payments[of].number))",
        "next(of for of, each in state.payments.items() if not each.beyond_mc)",
    ),
    found_by="takes",
    by_chance=False,
)
def forgotten_by_age(floor: Telling) -> None:
    """A keeper that has just started forgets the same payment."""
    floor.select(table="T2")
    many_payments(floor, "short")
    floor.mends(0, "never_happened", "all", 2)
    floor.mends(1, "never_happened", "all", 2)


@mistake(
    Edit("keeping.mending._shares", "sorted(award.owed.items())", "award.owed.items()"), found_by="takes"
)
def shares_in_seat_order(floor: Telling) -> None:
    """A keeper that has just started names shares in the same order."""
    floor.bet(1, 2, 3, wager="on_dealer")
    floor.claim(1, wager="on_dealer")
    floor.validate()
    floor.pay(amount="short")
    floor.mend("never_happened")


@mistake(
    Edit(
        "keeping.keeper.Keeper._from_new",
        "return self._in_turn(book, book.source(leg.event.stream), leg, record)",
        "for other in self.books.values():\n"
        "        if leg.event.stream in other.sources:\n"
        "            book.sources[leg.event.stream] = other.sources[leg.event.stream]\n"
        "    return self._in_turn(book, book.source(leg.event.stream), leg, record)",
    ),
    found_by="selects",
)
def one_link_and_no_other(floor: Telling) -> None:
    """What a table sends to one link changes no other."""
    floor.bet(1)
    floor.bet(1, link=WEST)


@mistake(
    Edit(
        "keeping.keeper.Keeper.dump",
        "_Stored(self.next_offset, self.books)",
        "_Stored(self.next_offset, {of: Book(replace(book.state, payments={}), book.sources, book.seq, "
        "book.prev) for of, book in self.books.items()})",
    ),
    found_by="takes",
)
def payments_are_stored(floor: Telling) -> None:
    """A keeper that starts from the stored state knows a slip again."""
    floor.award(paid="short")
    floor.pay(slip="old")

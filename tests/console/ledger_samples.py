"""A small ledger that has everything an export must cope with, worked out by hand."""

from __future__ import annotations

from projections.ledger.accounts import Entry, Posting
from tests.amounts import dollars
from tests.scenario import SECOND_US, START_US

DAY, NEXT_DAY = "2026-03-14", "2026-03-15"


def entry(seq: int, type_: str, *postings: tuple, book: str = "HCF", day: str = DAY, **more: str) -> Entry:
    """An entry; a posting is (account, meter, cause, mc) and, where there is a residual, nano."""
    return Entry(
        book=book,
        seq=seq,
        at_us=START_US + seq * SECOND_US,
        day=day,
        of_day=more.get("of_day", day),
        type=type_,
        source=more.get("source", f"table:HCF-01#{seq}"),
        round=more.get("round_", ""),
        postings=tuple(Posting(*posting, *(0,) * (5 - len(posting))) for posting in postings),
    )


def a_ledger() -> list[Entry]:
    """Two links and a table over two days: a residual, a limit, an award, a transfer, a late posting."""
    return [*first_day(), *second_day()]


def first_day() -> list[Entry]:
    """A wager of $5 at 23 % and 5 %, and one of 7 cents at 23.33 %: 1,633.1 millicents, and the tenth is
    1,000 nanodollars.
    """
    seed = dollars(150_000)
    return [
        entry(1, "meter_opened", ("seed_funding", "mega", "seed", seed), ("primary", "mega", "seed", -seed)),
        entry(
            2,
            "meter_contributed",
            ("contributions", "mega", "contribution", 140_000),
            ("primary", "mega", "contribution", -115_000),
            ("reserve", "mega", "contribution", -25_000),
            round_="R-1",
        ),
        entry(
            3,
            "meter_contributed",
            ("contributions", "mega", "contribution", 1_633, 1_000),
            ("primary", "mega", "contribution", -1_633),
            ("residual", "mega", "contribution", 0, -1_000),
            ("primary", "mega", "overflow", 600),
            ("primary", "mega.overflow", "overflow", -600),
        ),
        entry(
            4,
            "award_locked",
            ("primary", "mega", "award", dollars(15_000)),
            ("payable", "mega", "award", -dollars(15_000)),
            round_="R-1",
        ),
    ]


def second_day() -> list[Entry]:
    """The award is paid after the day was closed, and $3 too much; $10 go to another link; $20 are paid for
    no award, of which $5 come back and $15 are written off; $2 of the $3 are set against what a correction
    adds; a table pays an envy bonus.
    """
    return [*_cash(), *_beside_cash()]


def _cash() -> list[Entry]:
    """Payments, their mending, and what is set against a correction."""
    return [
        entry(
            5,
            "award_paid",
            ("payable", "mega", "payment", dollars(15_000)),
            ("beyond_entitlement", "mega", "payment", dollars(3)),
            ("paid", "mega", "payment", -dollars(15_003)),
            day=NEXT_DAY,
            of_day=DAY,
        ),
        entry(
            7,
            "award_paid",
            ("beyond_entitlement", "", "payment", dollars(20)),
            ("paid", "", "payment", -dollars(20)),
            day=NEXT_DAY,
        ),
        entry(
            8,
            "payment_mended",
            ("paid", "", "payment_correction", dollars(5)),
            ("beyond_entitlement", "", "payment_correction", -dollars(5)),
            day=NEXT_DAY,
            source="link:HCF#3",
        ),
        entry(
            9,
            "payment_mended",
            ("house", "", "payment_correction", dollars(15)),
            ("beyond_entitlement", "", "payment_correction", -dollars(15)),
            day=NEXT_DAY,
            source="link:HCF#4",
        ),
        entry(
            10,
            "award_returned",
            ("primary", "mega", "correction", dollars(2)),
            ("payable", "mega", "correction", -dollars(2)),
            day=NEXT_DAY,
        ),
        entry(
            11,
            "award_corrected",
            ("payable", "mega", "set_against", dollars(2)),
            ("beyond_entitlement", "mega", "set_against", -dollars(2)),
            day=NEXT_DAY,
        ),
    ]


def _beside_cash() -> list[Entry]:
    """A transfer, a reversal and an envy bonus."""
    return [
        entry(
            6,
            "transfer_sent",
            ("primary", "mega", "transfer", dollars(10)),
            ("in_transit", "mega", "transfer", -dollars(10)),
            day=NEXT_DAY,
            source="link:HCF#2",
        ),
        entry(
            1,
            "transfer_received",
            ("in_transit", "minor_2", "transfer", dollars(10)),
            ("primary", "minor_2", "transfer", -dollars(10)),
            book="tier.2_x-x",
            day=NEXT_DAY,
            source="meter:HCF#6",
        ),
        entry(
            2,
            "contribution_reversed",
            ("house", "", "reversal", 70),
            ("contributions", "", "reversal", -70),
            book="tier.2_x-x",
            day=NEXT_DAY,
        ),
        entry(
            9,
            "envy_paid",
            ("envy", "", "envy", dollars(5)),
            ("paid", "", "envy", -dollars(5)),
            book="table:HCF-01",
            day=NEXT_DAY,
        ),
    ]

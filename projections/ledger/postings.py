"""What a record of the keeper moves between accounts: from its fields, and from what its balances show.

Its fields tell what moved and why; the difference to the balances before it, on which meter. The two must
agree to the last nanodollar: a record where they do not is not posted but reported.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from events.money import RATE_UNIT
from events.vocabulary.award_records import AwardRecord
from events.vocabulary.meters import (
    ContributionReversed,
    MeterAdjusted,
    MeterContributed,
    MeterOpened,
    MeterTermsChanged,
    RecordWithoutMoney,
    TermsRecord,
)
from events.vocabulary.transfers import TransferReceived, TransferRefused, TransferReturned, TransferSent
from events.vocabulary.unions import KeeperRecord
from projections.ledger.accounts import Posting
from projections.ledger.award_postings import post_award
from projections.ledger.moves import NOTHING, MeterAmounts, Moves, agree, agree_to_the_rest


def _opened(moves: Moves, record: TermsRecord) -> None:
    together = moves.with_overflow()
    for meter, moved in together.items():
        moves.move("seed", moved.primary_mc, debit=("seed_funding", meter), credit=("primary", meter))
    agree("funded_mc", record.funded_mc, sum(moved.primary_mc for moved in together.values()))


def _contributed(moves: Moves, record: MeterContributed) -> None:
    together = moves.with_overflow()
    _add_contributions(moves, together, "contribution")
    agree("primary_mc", record.primary_mc, sum(moved.primary_mc for moved in together.values()))
    agree("reserve_mc", record.reserve_mc, sum(moved.reserve_mc for moved in together.values()))
    for meter, rates in moves.rates.items():
        primary, reserve = _units(together.get(meter, NOTHING))
        agree_to_the_rest(f"the share of {meter}", record.wagered_mc * rates.primary_bp, primary)
        agree_to_the_rest(f"the reserve's share of {meter}", record.wagered_mc * rates.reserve_bp, reserve)


def _units(moved: MeterAmounts) -> tuple[int, int]:
    """Primary and reserve with their residuals, in 1/10,000 of a millicent."""
    return (
        moved.primary_mc * RATE_UNIT + moved.primary_residual,
        moved.reserve_mc * RATE_UNIT + moved.reserve_residual,
    )


def _add_contributions(moves: Moves, together: Mapping[str, MeterAmounts], cause: str) -> None:
    for meter, moved in together.items():
        contributions = ("contributions", meter)
        moves.move(cause, moved.primary_mc, debit=contributions, credit=("primary", meter))
        moves.move(cause, moved.reserve_mc, debit=contributions, credit=("reserve", meter))
        moves.move(cause, 0, debit=contributions, credit=("residual", meter), nano=moved.nano)


def _reversed(moves: Moves, record: ContributionReversed) -> None:
    """What was contributed goes back in full; the house bears what a meter could not give."""
    together = moves.with_overflow()
    _add_contributions(moves, together, "reversal")
    agree("primary_mc", record.primary_mc, -sum(moved.primary_mc for moved in together.values()))
    agree("reserve_mc", record.reserve_mc, -sum(moved.reserve_mc for moved in together.values()))
    borne = _borne(moves, record, together)
    for meter, mc in borne.items():
        moves.move("reversal", mc, debit=("house", meter), credit=("contributions", meter))
    agree("house_mc", record.house_mc, sum(borne.values()))
    named_mc = sum(short.amount_mc for short in record.shortfalls)
    agree("house_mc", record.house_mc, named_mc, by="its shortfalls come to")


def _borne(
    moves: Moves, record: ContributionReversed, together: Mapping[str, MeterAmounts]
) -> dict[str, int]:
    """What the house bears, by meter."""
    borne = {}
    for meter, rates in moves.rates.items():
        short = record.returned_mc * sum(rates) + sum(_units(together.get(meter, NOTHING)))
        borne[meter], rest = divmod(short, RATE_UNIT)
        agree_to_the_rest(f"the part of {meter} below a millicent", 0, rest)
    return borne


def _adjusted(moves: Moves, record: MeterAdjusted) -> None:
    meter = record.meter
    moves.move("adjustment", record.amount_mc, debit=("house", meter), credit=(record.account, meter))


def _sent(moves: Moves, record: TransferSent) -> None:
    meter = record.meter
    moves.move("transfer", record.amount_mc, debit=(record.account, meter), credit=("in_transit", meter))


def _received(moves: Moves, record: TransferReceived | TransferReturned) -> None:
    meter = record.meter
    moves.move("transfer", record.amount_mc, debit=("in_transit", meter), credit=(record.account, meter))


def postings(record: KeeperRecord, moves: Moves) -> tuple[Posting, ...]:
    """The balanced postings of a record; `MalformedEvent` where its fields and balances do not agree."""
    match record:
        case MeterContributed():
            _contributed(moves, record)
        case MeterOpened() | MeterTermsChanged():
            _opened(moves, record)
        case ContributionReversed():
            _reversed(moves, record)
        case MeterAdjusted():
            _adjusted(moves, record)
        case TransferSent():
            _sent(moves, record)
        case TransferReceived() | TransferReturned():
            _received(moves, record)
        case TransferRefused():
            pass  # the sender takes it back
        case _:
            if isinstance(record, AwardRecord):
                post_award(record, moves)
            elif not isinstance(record, RecordWithoutMoney):
                assert_never(record)
    moves.overflow()
    return moves.postings()

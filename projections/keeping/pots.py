"""Money on a meter: put there up to its limit, taken off, and an award drawn from it.

`decide` works out what each meter will hold, as balances for its record; `evolve` takes the balances from the
record. All amounts of a pot are in 1/10,000 of a millicent, so nothing is lost by a division. What exceeds
the limit of a meter goes to its overflow.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from events.money import RATE_UNIT, floor_to_cent
from events.vocabulary.keeper_facts import Balance
from projections.keeping.link_state import Lock, Meter, Meters, Pot
from projections.link_parameters import OVERFLOW

Balances = tuple[Balance, ...]


# --- balances --------------------------------------------------------------------------------------------


def balances_of(meters: Meters) -> Balances:
    """The meters as every record shows them, in the order of their names."""
    return tuple([meter.balance for meter in meters.values()])


def balance_of(name: str, primary_units: int, reserve_units: int) -> Balance:
    """A balance from what is on a meter in 1/10,000 of a millicent."""
    primary_mc, primary_residual = divmod(primary_units, RATE_UNIT)
    reserve_mc, reserve_residual = divmod(reserve_units, RATE_UNIT)
    return Balance(
        meter=name,
        primary_mc=primary_mc,
        reserve_mc=reserve_mc,
        primary_residual=primary_residual,
        reserve_residual=reserve_residual,
    )


def balances_with(meters: Meters, pots: Mapping[str, Pot]) -> Balances:
    """The balances when some meters, and their overflows if they have any, hold what these pots do."""
    changed = {}
    for name, pot in pots.items():
        changed[name] = balance_of(name, pot.primary, pot.reserve)
        if name + OVERFLOW in meters:
            changed[name + OVERFLOW] = balance_of(name + OVERFLOW, pot.overflow, 0)
    return tuple([changed.get(name) or meter.balance for name, meter in meters.items()])


def with_balances(meters: Meters, balances: Balances) -> Meters:
    """The meters with the balances of a record; a meter that is new starts from what it holds."""
    after = {}
    for balance in balances:
        name = balance.meter
        meter = meters.get(name)
        if meter is None:
            after[name] = Meter(balance, balance.primary_mc, 0)
        else:
            after[name] = meter if meter.balance is balance else Meter(balance, meter.base_mc, meter.hits)
    return after


# --- pots ------------------------------------------------------------------------------------------------


def pot_of(meters: Meters, name: str) -> Pot:
    """A meter with its overflow."""
    meter, overflow = meters[name], meters.get(name + OVERFLOW)
    overflowed = 0 if overflow is None else overflow.primary_units
    return Pot(meter.primary_units, meter.reserve_units, overflowed, meter.base_mc, meter.hits)


def put(pot: Pot, units: int, limit_mc: int) -> Pot:
    """The pot with more on its primary: of what is then on display, what exceeds the limit goes over.

    Whole millicents go over; what a division left stays. What was on display before is left there, should
    the limit have been lowered since.
    """
    primary = pot.primary + units
    if not limit_mc:
        return pot._replace(primary=primary)
    shown_mc = primary // RATE_UNIT
    over = max(0, min(shown_mc - limit_mc, shown_mc - pot.primary // RATE_UNIT)) * RATE_UNIT
    return pot._replace(primary=primary - over, overflow=pot.overflow + over)


class Drawn(NamedTuple):
    """An award: what each seat gets, what the meter is after it, and what made the next meter."""

    pot: Pot
    share_mc: int
    amount_mc: int
    reseed_mc: int
    reserve_moved_mc: int
    overflow_moved_mc: int


def won_of(amount_mc: int, percent_bp: int) -> int:
    """What a percentage of an amount on display wins: floored to the cent."""
    return floor_to_cent(amount_mc * percent_bp // RATE_UNIT)


def draw(pot: Pot, percent_bp: int, players: int, reseed_mc: int, limit_mc: int) -> Drawn:
    """A percentage of the amount on display, floored to the cent for everyone who shares it; the rest stays.

    After all of it reseed, reserve and overflow make the next meter, up to its limit.
    """
    share_mc = floor_to_cent(won_of(pot.primary // RATE_UNIT, percent_bp) // players)
    amount_mc = share_mc * players
    rest = pot._replace(primary=pot.primary - amount_mc * RATE_UNIT)
    if percent_bp < RATE_UNIT:
        return Drawn(rest, share_mc, amount_mc, 0, 0, 0)
    reserve_mc, overflow_mc = pot.reserve // RATE_UNIT, pot.overflow // RATE_UNIT
    base_mc = reseed_mc + reserve_mc + overflow_mc
    emptied = Pot(
        rest.primary,
        pot.reserve - reserve_mc * RATE_UNIT,
        pot.overflow - overflow_mc * RATE_UNIT,
        base_mc,
        pot.hits + 1,
    )
    after = put(emptied, base_mc * RATE_UNIT, limit_mc)
    moved = max(0, overflow_mc - after.overflow // RATE_UNIT)
    return Drawn(after, share_mc, amount_mc, reseed_mc, reserve_mc, moved)


def draw_again(lock: Lock, pot: Pot) -> Drawn:
    """The award of a lock, drawn from what is in a pot."""
    return draw(pot, lock.percent_bp, len(lock.seats), lock.reseed_mc, lock.limit_mc)

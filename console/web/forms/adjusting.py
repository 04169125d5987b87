"""A meter adjusted by two people of two departments, at the house's cost or gain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from console.acts.link_changes import Change, answers_of, refusal_of
from console.recording.clerk import Clerk, refused_because
from console.web.acting.form import Filled, Line, Move, Outcome, Plan, Seen, Sheet, require
from console.web.asked import Asked
from console.web.frame.places import address
from console.web.frame.words import display
from console.web.view import NotFound
from events.money import text
from events.times import SECOND_US
from events.vocabulary.links import LinkAdjusted
from events.vocabulary.meters import MeterContributed
from streams.read_model.ledger import entries
from streams.read_model.queries.meters import MeterAmounts, link_meters

ADD, TAKE = "add", "take"
ACCOUNTS: Final = ("primary", "reserve")
_LOOKED_BACK_US: Final = 3_600 * SECOND_US


def sheet(asked: Asked) -> Sheet:
    """The meter as it stands."""
    link, meter = asked.places["link"], _meter(asked)
    return Sheet(
        title=f"Adjust {link} {meter.meter}",
        back=address("/meters/{link}/{meter}", link=link, meter=meter.meter),
        lines=(
            Line("primary, on display", display(meter.amount_mc)),
            Line("reserve", display(meter.reserve_mc)),
            Line("record", str(meter.record)),
        ),
        choices={"account": ACCOUNTS, "way": (ADD, TAKE)},
        typed={"account": "primary"},
    )


def plan(asked: Asked, filled: Filled) -> Plan:
    """The adjustment, and where it leaves the meter."""
    link, meter = asked.places["link"], _meter(asked)
    account, amount_mc = filled["account"], filled["amount"]
    by_mc = amount_mc if filled["way"] == ADD else -amount_mc
    before_mc = meter.amount_mc if account == "primary" else meter.reserve_mc
    require("" if before_mc + by_mc >= 0 else f"the {account} has {text(before_mc)}: less cannot be taken")
    fields = {
        "meter": meter.meter,
        "account": account,
        "amount_mc": by_mc,
        "document": filled["document"],
    }
    change = Change("adjust", link, LinkAdjusted.TYPE, fields)

    return Plan(
        asks=f"{filled['way']} {text(amount_mc)} {'to' if by_mc > 0 else 'from'} the {account} of {link} "
        f"{meter.meter}",
        facts=(change.fact(filled.signed_by, filled["reason"]),),
        record=_recording(change, filled),
        moves=(Move(account, text(before_mc), text(before_mc + by_mc)),),
        seen=(_seen(asked, link, meter),),
        second="a meter is adjusted by two people of two departments",
    )


def _recording(change: Change, filled: Filled) -> Callable[[Clerk, str], Outcome]:
    def record(clerk: Clerk, id_: str) -> Outcome:
        return record_change(clerk, change, filled, id_)

    return record


def record_change(clerk: Clerk, change: Change, filled: Filled, id_: str) -> Outcome:
    """Have a change of a link recorded, and say what its keeper answered."""
    recorded = change.fact(filled.signed_by, filled["reason"]).record(clerk, id_)
    if recorded.refused:
        return Outcome((recorded,), refused=refused_because(recorded.event))
    answers = answers_of(clerk, recorded)
    if not answers:
        return Outcome(
            (recorded,), said=f"The keeper of {change.link} has not answered yet: look at it again."
        )
    refused = refusal_of(answers)
    if refused is not None:
        return Outcome((recorded,), refused=f"The keeper of {change.link} refused: {refused}")
    return Outcome((recorded,), said=f"{change.link} record {answers[0].record} has it.")


def _meter(asked: Asked) -> MeterAmounts:
    link, name = asked.places["link"], asked.places["meter"]
    for found in link_meters(asked.store, link, points=0):
        for each in found.meters:
            if each.meter == name:
                return each
    raise NotFound(f"{link} has no meter {name}. The page of all meters shows those that there are.")


def _seen(asked: Asked, link: str, meter: MeterAmounts) -> Seen:
    """The last record that did more than contribute: wagers go on while people sign, and add to all."""
    last = 0, ""
    for entry in entries(asked.store, link, after_us=meter.as_of_us - _LOOKED_BACK_US):
        if entry.type != MeterContributed.TYPE:
            last = entry.seq, f"record {entry.seq}, {entry.type.replace('_', ' ')}"
    return Seen(f"what moved {link} besides wagers", last[0], last[1] or "nothing for an hour")

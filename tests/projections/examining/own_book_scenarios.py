"""R02, R06 at a table: paid beyond the decision of a case, by one slip twice, or for a link never fed; signed
by a badge that nobody issued."""

from __future__ import annotations

from typing import Any

from tests.projections.examining.award_scenarios import award
from tests.projections.examining.clean_rounds import DOLLAR
from tests.projections.examining.scenarios import breaks
from tests.projections.examining.told import Told

NO_SECTION = {"663a": None, "678a": None}


def pays(told: Told, amount: int = 30, *, slip: str = "CS-1", decision: int = 6, decided: int = 30) -> Told:
    """Cash by the decision of case 1 about the first round."""
    of: dict[str, Any] = {"case": "1", "decision_seq": decision, "round": "T-1-1", "seat": 1, "wager": "ante"}
    cash = {"slip": slip, "paid_from": "cage", "paid_by": "C-1"}
    return told.says("dispute_paid", **of, **cash, decided_mc=decided * DOLLAR, amount_mc=amount * DOLLAR)


def undoes(told: Told, payment_seq: int, covered: int) -> Told:
    """Two people find out that a payment of 30 never happened."""
    signed = [{"badge": "C-2", "department": "cage"}, {"badge": "S-1", "department": "surveillance"}]
    found = {"kind": "dispute", "wager": "ante", "link": "", "left_mc": 30 * DOLLAR}
    found |= {"decision": "1#6", "covered_mc": covered * DOLLAR}
    return told.says(
        "payment_corrected",
        table="T-1",
        payment_seq=payment_seq,
        outcome="never_happened",
        amount_mc=None,
        found=found,
        reason="entered at the wrong table",
        document="D-1",
        signed_by=signed,
    )


@breaks("R06", NO_SECTION)
def paid_more_than_was_decided(broken):
    return pays(Told().ready().plays(), 40 if broken else 30)


@breaks("R06", NO_SECTION)
def paid_again_by_another_slip(broken):
    """In two parts is right; a third is beyond the decision."""
    told = pays(pays(Told().ready().plays(), 10), 20, slip="CS-2")
    return pays(told, 5, slip="CS-3") if broken else told


@breaks("R06", NO_SECTION)
def entered_twice_with_its_slip(broken):
    """As it is read, whatever its case: one slip is one cash."""
    told = pays(Told().ready().plays())
    return pays(told, slip="cs-1") if broken else told


@breaks("R06", NO_SECTION)
def paid_again_after_it_never_happened(broken):
    """The first payment never happened, so the second is right; without that it is one too many."""
    told = pays(Told().ready().plays())
    if not broken:
        undoes(told, len(told.events), 30)
    return pays(told, slip="CS-2")


@breaks("R06", NO_SECTION)
def one_slip_for_two_decisions(broken):
    """Another decision of the case awards more; its cash has a slip of its own."""
    return pays(pays(Told().ready().plays()), slip="CS-1" if broken else "CS-2", decision=9)


@breaks("R06", {"647a": None, "678a": None})
def paid_for_a_link_that_the_table_never_fed(broken):
    """The award is paid rightly, and once more in the name of another link, to which no leg goes."""
    told = Told()
    script, _ = award(told)
    place = script.place("progressive_paid")
    if broken:
        again = {**script.lines[place][1], "link": "L-OTHER", "leg": 0, "slip": "JP-2"}
        script.lines.insert(place + 1, ("progressive_paid", again))
    return told.plays(script=script)


@breaks("R02", {"647a": None, "678a": None})
def signed_by_nobody_in_the_register(broken):
    """The recorder found no such badge; told once, though it signs twice."""
    told = Told()
    script, _ = award(told)
    known = {"badge": "F-1", "department": "table games", "rank": "floorperson", "register_seq": 4}
    unknown = {"badge": "F-1", "department": None, "rank": None, "register_seq": 4}
    for type_ in ("progressive_validated", "award_documented"):
        script.change(type_, {"stamps": [unknown if broken else known]})
    return told.plays(script=script)


@breaks("R02", NO_SECTION)
def dispute_paid_by_nobody_in_the_register(broken):
    told = pays(Told().ready().plays())
    body = {"badge": "C-9", "department": None if broken else "cage", "rank": None if broken else "staff"}
    stamp = {**body, "register_seq": 4}
    of = {"case": "1", "decision_seq": 9, "round": "T-1-1", "seat": 1, "wager": "ante"}
    cash = {"slip": "CS-9", "paid_from": "cage", "paid_by": "C-9", "decided_mc": DOLLAR, "amount_mc": DOLLAR}
    return told.says("dispute_paid", **of, **cash, stamps=[stamp])

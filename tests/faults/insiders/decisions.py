"""Decisions nobody asked for, left out, or that change something else than follows; money from nowhere."""

from __future__ import annotations

from tests.faults.insiders.forger import Forger, named

# --- (c) what was asked and what was decided ---------------------------------------------------------------


def contribution_left_out(forger: Forger) -> str:
    """Wagers of a round have no decision."""
    index = forger.one("meter_contributed")
    primary, reserve = (forger.facts[index][name] for name in ("primary_mc", "reserve_mc"))
    forger.shift(index, -primary, -reserve)
    leg = forger.source(index)
    forger.drop(index)
    return named(leg)


def payment_left_out(forger: Forger) -> str:
    """Cash that a table paid is not in the link's records."""
    index = forger.one("award_paid")
    leg = forger.source(index)
    forger.drop(index)
    return named(leg)


def claim_left_out(forger: Forger) -> str:
    """A claim is neither locked nor refused, nor does what became of it show."""
    returned = forger.one("award_returned", because="void")
    claim = forger.facts[returned]["claim_seq"]
    index = forger.one("award_locked", claim_seq=claim, table="T1")
    leg = forger.source(index)
    forger.drop(returned)
    forger.drop(index)
    return named(leg)


def change_left_out(forger: Forger) -> str:
    """What two people signed for a link has no decision."""
    index = forger.one("meter_adjusted")
    forger.shift(index, -forger.facts[index]["amount_mc"])
    leg = forger.source(index)
    forger.drop(index)
    return named(leg)


def reversal_left_out(forger: Forger) -> str:
    """The wagers of a void stay on the meter."""
    index = forger.one("contribution_reversed")
    facts = forger.facts[index]
    forger.shift(index, facts["primary_mc"], facts["reserve_mc"])
    leg = forger.source(index)
    forger.drop(index)
    return named(leg)


def decision_twice(forger: Forger) -> str:
    """The same wagers feed the meter twice."""
    index = forger.one("meter_contributed")
    facts = dict(forger.facts[index])
    forger.put_in(index, "meter_contributed", facts)
    return named(index + 1)


def decision_invented(forger: Forger) -> str:
    """An award that nobody claimed follows from something else at the table."""
    index = forger.one("award_locked")
    facts = dict(forger.facts[index])
    facts["source_seq"] = facts["claim_seq"] = 2
    forger.put_in(index, "award_locked", facts)
    return named(index + 1)


def decision_of_another_kind(forger: Forger) -> str:
    """What answers wagers is an award."""
    index = forger.one("meter_contributed")
    locked = forger.facts[forger.one("award_locked")]
    kept = {name: forger.facts[index][name] for name in ("source_stream", "source_seq", "balances")}
    forger.facts[index] = {**locked, **kept}
    forger.events[index] = forger.events[index]._replace(type="award_locked")
    return named(index)


def another_day(forger: Forger) -> str:
    """A decision is moved to another gaming day than what it answers."""
    index = forger.one("meter_contributed", "award_locked", "award_paid")
    forger.events[index] = forger.events[index]._replace(gaming_day="2026-02-28")
    return named(index)


# --- (d) what a decision changes ---------------------------------------------------------------------------


def contribution_off(forger: Forger) -> str:
    """A contribution is a millicent more, in its field and on every later balance."""
    index = forger.one("meter_contributed")
    forger.facts[index]["primary_mc"] += 1
    forger.shift(index, 1)
    return named(index)


def wagers_miscounted(forger: Forger) -> str:
    """Fewer wagers are said to have fed, and the amounts fit."""
    index = forger.one("meter_contributed", wagers=3)
    facts = forger.facts[index]
    facts.update(wagers=2, wagered_mc=1_000_000, primary_mc=230_000, reserve_mc=50_000)
    forger.shift(index, -115_000, -25_000)
    return named(index)


def reserve_to_primary(forger: Forger) -> str:
    """Some of what belongs to the reserve goes to the primary."""
    index = forger.one("meter_contributed")
    facts = forger.facts[index]
    facts["primary_mc"], facts["reserve_mc"] = facts["primary_mc"] + 1_000, facts["reserve_mc"] - 1_000
    forger.shift(index, 1_000, -1_000)
    return named(index)


def balances_shifted(forger: Forger) -> str:
    """Money moves between primary and reserve with a record that moves none."""
    index = forger.one("award_validated", "award_paid", "table_joined", "payment_mended")
    forger.shift(index, 5_000, -5_000) if forger.events[index].type != "table_joined" else forger.shift(
        index, 5
    )
    return named(index)


def residual_lost(forger: Forger) -> str:
    """A unit below a millicent comes from nowhere."""
    index = forger.one("meter_contributed", "award_locked", "meter_adjusted", "award_returned")
    forger.shift(index, residual=1)
    return named(index)


def award_more_than_the_meter(forger: Forger) -> str:
    """An award is more than is on display."""
    index = forger.one("award_locked", percent_bp=10_000)
    facts = forger.facts[index]
    facts["amount_mc"] += 1_000
    facts["shares"][0]["amount_mc"] += 1_000
    return named(index)


def award_too_small(forger: Forger) -> str:
    """An award is a cent short, which stays on the meter."""
    index = forger.one("award_locked", percent_bp=1_000)
    facts = forger.facts[index]
    facts["amount_mc"] -= 1_000
    facts["shares"][0]["amount_mc"] -= 1_000
    forger.shift(index, 1_000)
    return named(index)


def award_to_another_seat(forger: Forger) -> str:
    """The award goes to a seat that did not claim it."""
    index = forger.one("award_locked")
    forger.facts[index]["shares"][0]["seat"] = 6
    return named(index)


def payment_settles_less(forger: Forger) -> str:
    """Cash that settles a share is said to stand beyond entitlement."""
    index = forger.one("award_paid", beyond_mc=0)
    facts = forger.facts[index]
    facts.update(settled_mc=facts["settled_mc"] - 1, beyond_mc=1, beyond_reason="too_much")
    return named(index)


def payment_of_another_amount(forger: Forger) -> str:
    """More is said to be paid than the table recorded."""
    index = forger.one("award_paid")
    facts = forger.facts[index]
    facts["amount_mc"] += 100_000
    facts["beyond_mc"] += 100_000
    facts["beyond_reason"] = facts["beyond_reason"] or "too_much"
    return named(index)


def returned_short(forger: Forger) -> str:
    """An award goes back less a dollar."""
    index = forger.one("award_returned")
    forger.shift(index, -100_000)
    return named(index)


def returned_at_the_houses_cost(forger: Forger) -> str:
    """With an award that goes back the house is said to add a dollar."""
    index = forger.one("award_returned", corrected_mc=0)
    forger.facts[index]["house_mc"] += 100_000
    forger.shift(index, 100_000)
    return named(index)


def corrected_to_too_much(forger: Forger) -> str:
    """A later award is corrected by a cent too much, and the record before it says so, too."""
    index = forger.one("award_corrected")
    facts = forger.facts[index]
    facts["amount_mc"] += 1_000
    facts["shares"][0]["amount_mc"] += 1_000
    return named(index - 1)


def reversal_off(forger: Forger) -> str:
    """A void takes a dollar less from the meter, and the house is said to bear it."""
    index = forger.one("contribution_reversed")
    facts = forger.facts[index]
    facts["primary_mc"] -= 100_000
    facts["house_mc"] += 100_000
    forger.shift(index, 100_000)
    return named(index)


def adjusted_by_more(forger: Forger) -> str:
    """More is adjusted than two people signed for."""
    index = forger.one("meter_adjusted")
    forger.facts[index]["amount_mc"] -= 50_000
    forger.shift(index, -50_000)
    return named(index)


def signed_by_one(forger: Forger) -> str:
    """Two signatures are one person's, in what was asked and in what was decided."""
    index = forger.one("meter_adjusted", "transfer_sent", "payment_mended")
    for at in (index, forger.source(index)):
        signatures = forger.facts[at]["signed_by"]
        signatures[1] = dict(signatures[0], department=signatures[1]["department"])
    return named(index)


def seeded_with_more(forger: Forger) -> str:
    """A link starts from more than its terms say."""
    index = forger.one("meter_opened")
    forger.facts[index]["funded_mc"] += 100_000
    forger.shift(index, 100_000)
    return named(index)


def _control(forger: Forger, index: int, asked: str, decided: str, **facts: object) -> int:
    """Behind a decision on a link's control, another on the same with other facts; the index of it."""
    leg = forger.source(index)
    forger.say_behind(leg, asked, {**forger.facts[leg], **facts})
    index += leg < index
    again = {**forger.facts[index], **facts, "source_seq": forger.events[leg].seq + 1}
    forger.put_in(index, decided, again)
    return index + 1


def opened_while_open(forger: Forger) -> str:
    """A link is opened a second time, though nobody closed it."""
    opened = forger.one("meter_opened")
    index = _control(forger, opened, "link_opened", "meter_opened")
    forger.facts[index]["funded_mc"] = 0
    return named(index)


def terms_changed_while_open(forger: Forger) -> str:
    """A link gets other terms while people play for it."""
    opened = forger.one("meter_opened")
    index = _control(forger, opened, "link_terms_changed", "meter_terms_changed")
    forger.facts[index]["funded_mc"] = 0
    return named(index)


def meter_put_in(forger: Forger) -> str:
    """A link that was closed is opened again with a meter more, whose seed nobody pays."""
    closed = _control(forger, forger.one("meter_opened"), "link_closed", "meter_closed")
    meters = forger.facts[closed]["meters"]
    more = dict(meters[0], meter="zz-more")
    index = _control(forger, closed, "link_opened", "meter_opened", meters=[*meters, more])
    forger.facts[index]["funded_mc"] = 0
    stream, seed = forger.events[index].stream, more["seed_mc"]
    amounts = {"primary_mc": seed, "primary_residual": 0, "reserve_mc": 0, "reserve_residual": 0}
    for at in range(index, len(forger.events)):
        if forger.events[at].stream == stream:
            forger.facts[at]["balances"].append({"meter": "zz-more", **amounts})
    return named(index)


def other_rates(forger: Forger) -> str:
    """The keeper opens the link by other rates than two people signed."""
    index = forger.one("meter_opened")
    forger.facts[index]["meters"][0]["primary_bp"] += 100
    return named(index)


def mended_by_more(forger: Forger) -> str:
    """A payment that never happened is said to have settled more."""
    index = forger.one("payment_mended")
    forger.facts[index]["unsettled_mc"] += 1_000
    return named(index)


# --- (e) money from nowhere --------------------------------------------------------------------------------


def transfer_from_nowhere(forger: Forger) -> str:
    """A link receives what no other sent."""
    index = forger.one("transfer_received")
    facts = dict(forger.facts[index], number=9, leg=9, source_seq=1)
    forger.put_in(index, "transfer_received", facts)
    return named(index + 1)


def transfer_received_twice(forger: Forger) -> str:
    """What was sent once arrives twice."""
    index = forger.one("transfer_received")
    facts = dict(forger.facts[index], leg=9)
    forger.put_in(index, "transfer_received", facts)
    forger.shift(index + 1, facts["amount_mc"])
    return named(index + 1)


def transfer_grows(forger: Forger) -> str:
    """More arrives than was sent."""
    index = forger.one("transfer_received")
    forger.facts[index]["amount_mc"] += 100_000
    forger.shift(index, 100_000)
    return named(index)


def transfer_unanswered(forger: Forger) -> str:
    """What was refused never comes back to who sent it."""
    index = forger.one("transfer_returned")
    leg = forger.source(index)
    forger.shift(index, -forger.facts[index]["amount_mc"])
    forger.drop(index)
    return named(leg)

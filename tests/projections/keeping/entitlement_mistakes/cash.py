"""Cash that has moved: every rule, and the mistake of leaving it out."""

from __future__ import annotations

from tests.projections.keeping.entitlement_mistakes.mistake import Edit, mistake
from tests.projections.keeping.entitlement_mistakes.telling import Telling

DESIGN = "A payment settles its seat's share"
PAID = "keeping.payments.decide_paid"
SPLIT = "keeping.payments._split"
SLIP = "keeping.payments._of_slip"
UNDOING = "keeping.mending._undoing_problem"
BEYOND = "keeping.mending._beyond_problem"
AMOUNT = "keeping.mending._amount_problem"
UNDONE = "keeping.mending._undone"
NO_BEYOND = Edit(BEYOND, "if payment.beyond_mc:", "if True:")

# --- what a payment settles --------------------------------------------------------------------------------


@mistake(
    Edit(
        PAID,
        "settled_mc, reason = _split(award, body)",
        "settled_mc, reason = _split(award, body)\n"
        "    if award is not None and award.owed.get(body.seat) != body.amount_mc:\n"
        '        return refusal(state, leg, "payment", body.claim_seq, "another amount")',
    ),
    found_by="pays",
)
def part_paid(floor: Telling) -> None:
    """A payment of another amount is not refused: what is short stays owed."""
    floor.award(paid="short")


@mistake(
    Edit(
        PAID,
        "settled_mc, reason = _split(award, body)",
        "settled_mc, reason = _split(award, body)\n"
        "    if award is None:\n"
        '        return refusal(state, leg, "payment", body.claim_seq, "no award")',
    ),
    found_by="pays",
    reasons=("no_award",),
)
def paid_for_a_refused_claim(floor: Telling) -> None:
    """Cash for a claim that was refused is cash."""
    floor.claim(1)
    floor.pay()


@mistake(
    Edit(
        SPLIT,
        'return min(award.owed.get(body.seat, 0), body.amount_mc), "too_much"',
        'return body.amount_mc, ""',
    ),
    found_by="posts",
    reasons=("too_much",),
)
def too_much(floor: Telling) -> None:
    """What is above the share does not settle it."""
    floor.award(paid="over")


@mistake(
    Edit(SPLIT, "if award is None or body.seat not in award.seats:", "if award is None:"), found_by="pays"
)
def no_share(floor: Telling) -> None:
    """A seat without a share is owed nothing."""
    floor.award()
    floor.validate()
    floor.pay(amount="any", seat=4)


@mistake(Edit(SPLIT, "if not award.validated:", "if False:"), found_by="pays", reasons=("not_validated",))
def paid_before_the_validation(floor: Telling) -> None:
    """What was not validated is not owed yet."""
    floor.award()
    floor.pay()


@mistake(
    Edit(SPLIT, "if body.paid_from not in LAWFUL:", "if False:"), found_by="pays", reasons=("wrong_source",)
)
def wrong_source(floor: Telling) -> None:
    """A percentage is never paid from the table inventory or a game account."""
    floor.award()
    floor.validate()
    floor.pay(paid_from="table_inventory")
    floor.pay(paid_from="game_account")


@mistake(
    Edit(
        "keeping.awards.decide_validated",
        "settled=settled_by_validation(state, (leg.owner, body.claim_seq))",
        "settled=()",
    ),
    found_by="follows_moves",
)
def set_against_at_validation(floor: Telling) -> None:
    """What was paid before the validation settles the share with it."""
    floor.award()
    floor.pay()
    floor.validate()


@mistake(
    Edit("keeping.corrections.corrections", "moved = set_against(state, of, right)", "moved = ()"),
    found_by="follows_moves",
)
def set_against_at_correction(floor: Telling) -> None:
    """What was too much is set against what a correction adds."""
    floor.award("tenth")
    floor.award("all", seat=2, paid="over")
    floor.reject(0)


# --- slips -------------------------------------------------------------------------------------------------


@mistake(
    Edit(PAID, "if before is not None:", "if False:"),
    found_by="pays",
    reasons=("the same slip is the same cash, and nothing is",),
)
def the_same_slip(floor: Telling) -> None:
    """The same slip again posts nothing."""
    floor.award(paid="short")
    floor.pay(slip="old")


@mistake(Edit(SLIP, "comparable(each.slip) == seen", "each.slip == slip"), found_by="pays")
def the_same_slip_as_read(floor: Telling) -> None:
    """A slip is the same however it is written."""
    floor.award(paid="short")
    floor.pay(slip="as read")


@mistake(Edit(SLIP, "if not seen:", "if False:"), found_by="pays")
def without_a_slip(floor: Telling) -> None:
    """Without a slip every payment is cash."""
    floor.award()
    floor.pay(slip="none")
    floor.pay(slip="none")


@mistake(Edit("keeping.mending.evolve_mended", 'slip="", settled_mc=0', "settled_mc=0"), found_by="pays")
def a_slip_that_is_free_again(floor: Telling) -> None:
    """The slip of a payment that never happened is free."""
    floor.award(paid="right")
    floor.mend("never_happened")
    floor.pay(slip="old")


# --- what two people mend ----------------------------------------------------------------------------------


@mistake(
    Edit("keeping.control.refuse_unsigned", "if problem else []", "if False else []"),
    found_by="mends",
    reasons=("two people must sign: give two different badges",),
)
def mended_by_two(floor: Telling) -> None:
    """Two people mend a payment."""
    floor.award(paid="over")
    floor.mend("recovered", signed=1)


@mistake(
    Edit(
        "keeping.mending.decide_corrected",
        'return refusal(state, leg, "payment_correction", 0, _not_known(state, body))',
        "return []",
    ),
    found_by="mends",
    reasons=("the link has no payment",),
)
def mended_if_it_is_known(floor: Telling) -> None:
    """A payment that the link does not have is not mended, and a refusal says so."""
    floor.award(paid="short")
    floor.pay(slip="old")
    floor.mend("recovered")


@mistake(
    Edit(UNDOING, "if payment.undone:", "if False:"),
    found_by="mends",
    reasons=("it was undone already, and stands nowhere",),
)
def never_happened_once(floor: Telling) -> None:
    """A payment is undone once."""
    floor.award(paid="right")
    floor.mend("never_happened")
    floor.mend("never_happened")


@mistake(
    Edit(UNDOING, "if payment.mended_mc:", "if False:"),
    found_by="mends",
    reasons=("of it came back or is written off, so it did happen",),
)
def what_came_back_did_happen(floor: Telling) -> None:
    """A payment of which some came back did happen."""
    floor.award(paid="over")
    floor.mend("recovered", amount="some")
    floor.mend("never_happened")


@mistake(
    Edit(AMOUNT, 'if body.outcome == "never_happened":', "if False:"),
    found_by="mends",
    reasons=("a payment that never happened is undone whole",),
)
def undone_whole(floor: Telling) -> None:
    """A payment that never happened is undone whole."""
    floor.award(paid="over")
    floor.mend("never_happened", amount="some")


@mistake(Edit(UNDONE, "if award is None or not payment.settled_mc:", "if True:"), found_by="follows_mending")
def owed_again(floor: Telling) -> None:
    """The share that a payment settled is owed again if it never happened."""
    floor.award(paid="right")
    floor.mend("never_happened")


@mistake(
    Edit(
        UNDONE,
        "moved = set_against(replace(state, payments=others), payment.claim, unpaid)",
        "moved = ()",
    ),
    found_by="follows_moves",
)
def set_against_what_is_owed_again(floor: Telling) -> None:
    """What was too much is set against a share that is owed again."""
    floor.award(paid="right")
    floor.pay(amount="any")
    floor.mend("never_happened", which=0)


@mistake(
    Edit(AMOUNT, "if body.amount_mc > beyond_mc:", "if False:"),
    found_by="mends",
    reasons=("stands beyond entitlement, and",),
)
def not_more_than_is_beyond(floor: Telling) -> None:
    """No more comes back than stands beyond entitlement."""
    floor.award(paid="over")
    floor.mend("recovered", amount="over")


@mistake(
    Edit(AMOUNT, "if not body.amount_mc:", "if False:"),
    found_by="mends",
    reasons=("nothing would be mended: name an amount",),
)
def not_nothing(floor: Telling) -> None:
    """To mend nothing is no correction."""
    floor.award(paid="over")
    floor.mend("written_off", amount="zero")


@mistake(NO_BEYOND, found_by="mends", reasons=("nothing of it stands beyond entitlement",))
def a_share_is_not_recovered(floor: Telling) -> None:
    """What settles a share neither comes back nor is written off."""
    floor.award(paid="right")
    floor.mend("recovered")


@mistake(NO_BEYOND, found_by="mends", reasons=("of it are mended already",))
def mended_once(floor: Telling) -> None:
    """What is mended is mended once."""
    floor.award(paid="over")
    floor.pay(amount="any")
    floor.mend("written_off")
    floor.mend("recovered")


@mistake(
    Edit(BEYOND, "if payment.undone:", "if False:"),
    NO_BEYOND,
    found_by="mends",
    reasons=("it never happened, as was recorded before",),
)
def nothing_to_recover(floor: Telling) -> None:
    """Of a payment that never happened nothing comes back."""
    floor.award(paid="over")
    floor.mend("never_happened")
    floor.mend("recovered")

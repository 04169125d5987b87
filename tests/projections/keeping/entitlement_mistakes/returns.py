"""Awards and wagers that go back: every rule, and the mistake of leaving it out."""

from __future__ import annotations

from tests.projections.keeping.entitlement_mistakes.mistake import Edit, mistake
from tests.projections.keeping.entitlement_mistakes.telling import Telling
from tests.projections.keeping.lying_floor import WEST

DESIGN = "A void"
VOID = "keeping.reversals.decide_voided"
AWARDS_OF = "keeping.reversals._awards_of"
RETURNED = "keeping.returns.returned"
RETIRED = "the link is retired: nothing moves its meters"


@mistake(
    Edit(
        VOID,
        "return decisions + _reversal(after, leg, body, seats)",
        "return _reversal(state, leg, body, seats) + decisions",
    ),
    found_by="voids",
)
def awards_before_contributions(floor: Telling) -> None:
    """A void returns the awards first, then the contributions."""
    floor.award()
    floor.void(1)


@mistake(
    Edit(VOID, "for claim in _awards_of(state, leg.owner, last, seats):", "for claim in ():"),
    found_by="voids",
)
def awards_of_returned_wagers(floor: Telling) -> None:
    """A void returns the awards of the wagers that it returns."""
    floor.award()
    floor.void(1)


def two_awards(floor: Telling) -> None:
    """Two seats win a tenth each, one after the other."""
    floor.bet(1, 2)
    floor.claim(1, "tenth")
    floor.claim(2, "tenth")


@mistake(Edit(AWARDS_OF, "sorted(claims, reverse=True)", "sorted(claims)"), found_by="voids")
def last_locked_first(floor: Telling) -> None:
    """Of several awards the last locked goes back first."""
    two_awards(floor)
    floor.void(1, 2)


@mistake(
    Edit(VOID, "gone = returned(after, leg, claim, why)", "gone = returned(state, leg, claim, why)"),
    found_by="posts",
)
def one_after_the_other(floor: Telling) -> None:
    """Each award goes back on the state after the one before."""
    two_awards(floor)
    for which in (0, 1):
        floor.validate(which)
        floor.pay(which, "short")
    floor.void(1, 2)


@mistake(Edit(AWARDS_OF, "not any((box, wager) in left for box in award.boxes)", "True"), found_by="voids")
def shared_stands(floor: Telling) -> None:
    """A shared award stands unless the wagers of all who share it are returned."""
    floor.bet(1, 2, wager="on_dealer")
    floor.claim(1, wager="on_dealer")
    floor.void(1)


@mistake(Edit("keeping.awards.evolve_locked", "boxes=_boxes(body)", "boxes=tuple(owed)"), found_by="voids")
def shared_by_all_boxes(floor: Telling) -> None:
    """Every box that an award was claimed for counts, also a second one of the same player."""
    floor.bet(1, 2, wager="on_dealer")
    floor.claim(1, wager="on_dealer", share="box")
    floor.void(1)


@mistake(
    Edit(VOID, 'if last is None or last.round != (leg.event.round or ""):', "if last is None:"),
    found_by="voids",
    reasons=("the round is not the table's last one",),
)
def only_the_last_round(floor: Telling) -> None:
    """Only the table's last round is taken back."""
    floor.bet(1)
    floor.bet(1, link=WEST)
    floor.void(1)


@mistake(
    Edit(
        "keeping.control.evolve_terms_changed",
        "rounds = state.rounds if _rates(terms) == _rates(state.terms) else _by_other_rates(state)",
        "rounds = state.rounds",
    ),
    found_by="voids",
)
def not_by_other_rates(floor: Telling) -> None:
    """What a round brought by other rates is not taken back by these."""
    floor.bet(1)
    floor.control_link("closes", "rates")
    floor.void(1)


@mistake(
    Edit(
        "keeping.control._by_other_rates",
        "return {table: replace(last, other_rates=True) for table, last in state.rounds.items()}",
        "return {}",
    ),
    found_by="shows",
)
def claimed_after_other_rates(floor: Telling) -> None:
    """A wager that has fed wins although the link has other rates since."""
    floor.bet(1)
    floor.control_link("closes", "rates")
    floor.claim(1)


@mistake(Edit("keeping.reversals.without_returned", " if of[0] not in seats}", "}"), found_by="shows")
def returned_stakes_win_nothing(floor: Telling) -> None:
    """A wager that was returned wins nothing."""
    floor.bet(1)
    floor.void(1)
    floor.claim(1)


@mistake(Edit(VOID, "if state.retired:", "if False:"), found_by="voids", reasons=(RETIRED,))
def void_of_a_retired_link(floor: Telling) -> None:
    """Nothing is taken from a link that was given up."""
    floor.bet(1)
    floor.control_link("empties", "closes", "retires")
    floor.void(1)


@mistake(
    Edit("keeping.returns._rejection_problem", "if state.retired:", "if False:"),
    found_by="rejects",
    reasons=(RETIRED,),
)
def rejection_of_a_retired_link(floor: Telling) -> None:
    """Nothing goes back to a link that was given up."""
    floor.award("tenth", paid="right")
    floor.control_link("empties", "closes", "retires")
    floor.reject()


# --- what was paid -----------------------------------------------------------------------------------------


@mistake(Edit(RETURNED, "if lock is None or award.paid_mc:", "if lock is None:"), found_by="posts")
def not_redrawn_when_paid(floor: Telling) -> None:
    """Where any part of an award was paid nothing is drawn again, and later awards stand."""
    two_awards(floor)
    floor.validate(1)
    floor.pay(1, "short")
    floor.reject(1)


@mistake(Edit(RETURNED, "if lock is None or award.paid_mc:", "if True:"), found_by="follows_returns")
def redrawn_when_unpaid(floor: Telling) -> None:
    """Where nothing was paid the meter is as if the award had never been."""
    two_awards(floor)
    floor.reject(0)


@mistake(
    Edit(RETURNED, "corrected = corrections(state, leg, claim, redrawn, balances)", "corrected = []"),
    found_by="every_cent_is_on_an_account",
)
def later_awards_are_corrected(floor: Telling) -> None:
    """Awards that were locked since are decided again."""
    two_awards(floor)
    floor.reject(0)


@mistake(Edit("keeping.returns._restored", "beyond_mc=award.paid_mc", "beyond_mc=0"), found_by="posts")
def what_was_paid_is_beyond(floor: Telling) -> None:
    """What was paid of an award that went back stands beyond entitlement."""
    floor.award(paid="short")
    floor.reject()


@mistake(
    Edit("keeping.payments.award_gone", "state = _moved(state, claim[0], [", "_moved(state, claim[0], ["),
    found_by="mends",
    reasons=("award_returned",),
)
def what_was_paid_can_be_mended(floor: Telling) -> None:
    """What was paid of an award that went back can come back or be written off."""
    floor.award(paid="right")
    floor.reject()
    floor.mend("recovered")


@mistake(
    Edit("keeping.returns._rejection_problem", " or is_of_last_round(state, claim)", ""), found_by="rejects"
)
def paid_in_full_and_rejected(floor: Telling) -> None:
    """An award that is paid can be rejected while it is of its table's last round."""
    floor.award(paid="right")
    floor.reject()


@mistake(
    Edit(
        "keeping.returns._claimable_again",
        "if last is None or claim[1] not in last.claimed.values():",
        "if True:",
    ),
    found_by="shows",
)
def claimed_for_what_it_is(floor: Telling) -> None:
    """A hand whose award went back can be claimed again."""
    floor.award()
    floor.reject()
    floor.claim(1, "tenth")


@mistake(
    Edit("keeping.returns.bounds_problem", "if most_mc > MAX_AMOUNT_MC:", "if False:"),
    found_by="follows_returns",
    reasons=("a meter would hold",),
)
def not_more_than_a_meter_holds(floor: Telling) -> None:
    """An award does not go back to a meter that could not hold it."""
    floor.award()
    floor.control_link("fills")
    floor.reject()

"""What a claim and a validation rest on: every rule, and the mistake of leaving it out."""

from __future__ import annotations

from tests.projections.keeping.entitlement_mistakes.mistake import Edit, mistake
from tests.projections.keeping.entitlement_mistakes.telling import Telling
from tests.projections.keeping.lying_floor import WEST

DESIGN = "A claim is checked before it is locked"
CLAIM = "keeping.awards._claim_problem"
BOXES = "keeping.awards._boxes_problem"
CLAIMED = "keeping.awards._claimed_problem"
CARDS = "keeping.evidence.claim_problem"
SEEN = "keeping.evidence.validation_problem"
VALIDATION = "keeping.awards._validation_problem"
RANK = "signatures.validating_problem"
GONE = Edit(
    "keeping.payments.award_gone",
    "awards={of: each for of, each in state.awards.items() if of != claim},",
    "awards=state.awards,",
)

# --- whose wager -------------------------------------------------------------------------------------------


@mistake(
    Edit(CLAIM, 'if last is None or last.round != (leg.event.round or ""):', "if last is None:"),
    found_by="shows",
    reasons=("has no accepted progressive wager in this round",),
)
def of_another_round(floor: Telling) -> None:
    """A claim is of the round in which the wager was accepted."""
    floor.bet(1)
    floor.bet(1, link=WEST)
    floor.claim(1)


@mistake(Edit(BOXES, "if without is not None:", "if False:"), found_by="shows")
def without_a_wager(floor: Telling) -> None:
    """A claim rests on an accepted wager of its seat."""
    floor.bet(1)
    floor.claim(2)


@mistake(
    Edit(CLAIM, "if body.hand not in state.terms.awards:", "if False:"),
    Edit(
        "keeping.awards.decide_claimed",
        "terms = state.terms.awards[body.hand]",
        'terms = state.terms.awards.get(body.hand, state.terms.awards["all"])',
    ),
    found_by="shows",
    reasons=("wins no percentage of a meter of this link",),
)
def a_hand_that_wins_nothing(floor: Telling) -> None:
    """Only the hands of the terms win a percentage."""
    floor.bet(1)
    floor.claim(1, "pair")


@mistake(Edit(CLAIM, "if state.retired:", "if state.retired or not state.live:"), found_by="shows")
def claimed_after_the_close(floor: Telling) -> None:
    """A wager that was accepted wins although the link was closed since."""
    floor.bet(1)
    floor.control_link("closes")
    floor.claim(1)


@mistake(
    Edit(
        "keeping.control.evolve_terms_changed",
        "rounds = state.rounds if _rates(terms) == _rates(state.terms) else _by_other_rates(state)",
        "rounds = state.rounds if same else {}",
    ),
    found_by="shows",
)
def claimed_after_other_terms(floor: Telling) -> None:
    """A wager that has fed wins although the link has other terms since."""
    floor.bet(1)
    floor.control_link("closes", "unit")
    floor.claim(1)


@mistake(
    Edit(CLAIM, "if state.retired:", "if False:"),
    found_by="shows",
    reasons=("the link is retired: nothing moves its meters",),
)
def claimed_of_a_retired_link(floor: Telling) -> None:
    """A link that was given up has nothing to win."""
    floor.bet(1)
    floor.control_link("empties", "closes", "retires")
    floor.claim(1)


@mistake(
    Edit(CLAIMED, "if seat in claimed:", "if False:"),
    found_by="shows",
    reasons=("has claimed in this round already",),
)
def claimed_twice(floor: Telling) -> None:
    """A wager wins once a round."""
    floor.award()
    floor.claim(1)


# --- the dealer's hand -------------------------------------------------------------------------------------


@mistake(
    Edit(CLAIMED, "if DEALER in claimed or (of_the_dealer and claimed):", "if False:"),
    found_by="shows",
    reasons=("the dealer's hand is drawn once a round",),
)
def the_dealer_s_hand_once(floor: Telling) -> None:
    """A dealer's hand is drawn once a round, whoever claims it."""
    floor.bet(1, 2, wager="on_dealer")
    floor.claim(1, wager="on_dealer")
    floor.claim(2, wager="on_dealer")


@mistake(
    Edit(BOXES, 'if whose == "dealer" and sorted(boxes) != with_it:', "if False:"),
    found_by="shows",
    reasons=("the dealer's hand is claimed for every seat with",),
)
def the_dealer_s_hand_for_all(floor: Telling) -> None:
    """A dealer's hand is claimed for every seat with that wager."""
    floor.bet(1, 2, wager="on_dealer")
    floor.claim(1, wager="on_dealer", share="one")


@mistake(
    Edit(
        BOXES,
        "if (body.sharing_seats and seat not in body.sharing_seats) or len(set(boxes)) < len(boxes):",
        "if False:",
    ),
    found_by="shows",
    reasons=("each seat that shares a dealer's hand is named once",),
)
def the_claiming_seat_shares(floor: Telling) -> None:
    """Who claims a dealer's hand is among those who share it."""
    floor.bet(1, 2, wager="on_dealer")
    floor.claim(1, wager="on_dealer", share="not me")


@mistake(
    Edit(BOXES, 'if whose == "player" and boxes != (seat,):', "if False:"),
    found_by="shows",
    reasons=("is won by a player's own hand and nobody shares it",),
)
def nobody_shares_a_player_s_hand(floor: Telling) -> None:
    """A player's own hand is nobody else's."""
    floor.bet(1, 2)
    floor.claim(1, share="none")


# --- the cards ---------------------------------------------------------------------------------------------


@mistake(
    Edit(CARDS, "if is_another(shown, body.hand):", "if False:"),
    found_by="shows",
    reasons=("the cards shown", "claim the hand that they make"),
)
def cards_shown(floor: Telling) -> None:
    """The cards that the round shows do not make another hand."""
    floor.bet(1)
    floor.claim(1, shown="other")


@mistake(
    Edit(CARDS, "if is_another(body.made, body.hand):", "if False:"),
    found_by="shows",
    reasons=("the cards of the claim",),
)
def cards_claimed(floor: Telling) -> None:
    """The cards of the claim do not make another hand."""
    floor.bet(1)
    floor.claim(1, made="other")


@mistake(Edit(CARDS, 'return ""', 'return "" if may_be(shown, body.hand) else "no card"'), found_by="shows")
def cards_not_shown_yet(floor: Telling) -> None:
    """Where no card is known a claim is locked."""
    floor.bet(1)
    floor.claim(1, shown="none", made="none")


@mistake(
    Edit(CARDS, "if folded:", "if False:"),
    found_by="shows",
    reasons=("folded, and with it lost", "it wins nothing"),
)
def folded(floor: Telling) -> None:
    """A folded player has lost the Progressive Payout Wager of 647a."""
    floor.bet(1, link=WEST)
    floor.claim(1, folded=True, link=WEST)


@mistake(
    Edit("keeping.evidence._folded", "lost_by_folding(rulebook, wager) if", '"x.11" if'), found_by="shows"
)
def folded_and_kept(floor: Telling) -> None:
    """A folded player keeps the progressive wager of 678a."""
    floor.bet(1)
    floor.claim(1, folded=True)


# --- validation --------------------------------------------------------------------------------------------


@mistake(
    Edit(SEEN, 'return f"no card shows {hand}: validate with the cards that you saw"', 'return ""'),
    found_by="validates",
    reasons=("no card shows",),
)
def validated_without_cards(floor: Telling) -> None:
    """A validation needs cards."""
    floor.award()
    floor.validate(shown="none")


@mistake(
    Edit(SEEN, 'return f"{needed}: validate with all cards of the hand"', 'return ""'),
    found_by="validates",
    reasons=("make no hand that could be", "validate with all cards of the hand"),
)
def validated_by_some_cards(floor: Telling) -> None:
    """Cards that make no hand validate none."""
    floor.award()
    floor.validate(shown="none", seen="unread")


@mistake(
    Edit(SEEN, "if is_another(shown, hand):", "if False:"),
    found_by="validates",
    reasons=("reject the award",),
)
def validated_against_the_cards_shown(floor: Telling) -> None:
    """A validation is not against the cards that the round shows."""
    floor.award()
    floor.validate(shown="other", seen="right")


@mistake(
    Edit(SEEN, "if is_another(body.seen, hand):", "if False:"),
    found_by="validates",
    reasons=("the cards that you saw",),
)
def validated_against_the_cards_seen(floor: Telling) -> None:
    """A validation is not against the cards that it names."""
    floor.award()
    floor.validate(shown="right", seen="other")


@mistake(Edit(SEEN, "if folded:", "if False:"), found_by="validates", reasons=("reject the award",))
def validated_though_folded(floor: Telling) -> None:
    """No award of a player who folded is validated, where the fold lost the wager."""
    floor.bet(1, link=WEST)
    floor.claim(1, link=WEST)
    floor.validate(folded=True)


@mistake(
    Edit(VALIDATION, "or own_claim_problem(award.claimed_by, body.claim_seq, body.validated_by)", ""),
    found_by="validates",
    reasons=("D-1 claimed it",),
)
def validated_by_who_claimed(floor: Telling) -> None:
    """Who claims does not validate."""
    floor.award()
    floor.validate(by="D-1")


@mistake(
    Edit(
        "signatures.own_claim_problem",
        "if comparable(badge) not in map(comparable, claimed_by):",
        "if badge not in claimed_by:",
    ),
    found_by="validates",
    reasons=("claimed it (claim",),
)
def validated_by_another_spelling(floor: Telling) -> None:
    """A badge is the same however it is written."""
    floor.award()
    floor.validate(by=" d-1")


@mistake(
    Edit(RANK, "if RANKS.index(stamp.rank) < RANKS.index(LEAST_TO_VALIDATE):", "if False:"),
    found_by="validates",
    reasons=("or above must do it",),
)
def validated_by_a_dealer(floor: Telling) -> None:
    """A floorperson or above validates."""
    floor.award()
    floor.validate(rank="dealer")


@mistake(
    Edit(RANK, 'return f"badge {badge} is not in the register: a', 'return "" and f"a'),
    found_by="validates",
    reasons=("is not in the register",),
)
def validated_by_nobody_known(floor: Telling) -> None:
    """Who validates is in the register, where there is one."""
    floor.award()
    floor.validate(rank="unknown")


@mistake(
    Edit(
        "keeping.returns._rejection_problem",
        "return validating_problem(body.stamps, body.rejected_by)",
        'return ""',
    ),
    found_by="rejects",
)
def rejected_by_a_dealer(floor: Telling) -> None:
    """A floorperson or above rejects."""
    floor.award()
    floor.reject(rank="dealer")


@mistake(
    Edit(VALIDATION, "if award.validated:", "if False:"),
    found_by="validates",
    reasons=("it is validated already",),
)
def validated_twice(floor: Telling) -> None:
    """An award is validated once."""
    floor.award()
    floor.validate()
    floor.validate()


@mistake(
    Edit(
        "keeping.corrections.evolve_corrected",
        "validated = award.validated and not owed",
        "validated = award.validated",
    ),
    found_by="pays",
    reasons=("not_validated",),
)
def validated_again(floor: Telling) -> None:
    """An award of another amount is validated again."""
    floor.award("tenth")
    floor.award("all", seat=2)
    floor.validate()
    floor.reject(0)
    floor.pay()


@mistake(Edit("keeping.mending._opened_again", "(as_validated or not award.owed)", "True"), found_by="pays")
def validated_again_when_owed_again(floor: Telling) -> None:
    """An award of another amount is validated again, also if it is owed only since a payment was undone."""
    floor.award("tenth")
    floor.award("tenth", seat=2, paid="right")
    for _ in range(4):
        floor.pay(amount="any")
    floor.reject(0)
    floor.mend("never_happened", which=0)
    floor.pay()


@mistake(
    GONE,
    found_by="validates",
    reasons=("no award of that claim is locked and unpaid", "no award of that claim can be returned"),
)
def returned_for_good(floor: Telling) -> None:
    """An award that went back is not there to be validated, paid or returned."""
    floor.award()
    floor.reject()
    floor.validate()
    floor.reject()


@mistake(
    Edit(
        "keeping.link_state.with_award",
        "(awards if award.owed else settled)[claim] = award",
        "awards[claim] = award",
    ),
    found_by="controls",
    reasons=("it is paid already",),
)
def paid_is_settled(floor: Telling) -> None:
    """An award that is paid is owed no more, and holds up no retirement."""
    floor.award("tenth", paid="right")
    floor.validate()
    floor.control_link("empties", "closes", "retires")
